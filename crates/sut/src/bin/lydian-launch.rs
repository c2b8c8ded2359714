//! The launcher as a program of its own, for the tests and benchmarks of this crate.
//! The `lydian` command is its own launcher; see `Launcher`.

fn main() {
    lydian_sut::launcher_main(std::env::args_os().skip(1))
}
