//! What `layers` has a tiny program try inside of a run, to see whether a layer stops it.
//! In: the name of an attempt and its words. Out: the exit code, which says whether it got through. None of them does any harm.

use std::ffi::OsString;
use std::io::{BufRead, BufReader, Write};
use std::net::{SocketAddr, TcpListener, TcpStream};
use std::path::Path;
use std::time::Duration;

/// The word that makes a launcher try something instead.
pub const PROBE: &str = "--probe";
/// Stands before words that name files: what a command names is opened for it, and this must not be.
pub const MARK: &str = "=";
/// Exit codes of an attempt.
pub const THROUGH: i32 = 0;
pub const STOPPED: i32 = 1;
/// What a server answers.
pub const ALONE: &[u8] = b"alone";

const PATIENCE: Duration = Duration::from_secs(1);
/// More descriptors than a run may have.
const MANY_DESCRIPTORS: usize = 2000;

/// Makes an attempt and never returns.
pub fn main(words: impl Iterator<Item = OsString>) -> ! {
    let words: Vec<String> =
        words.map(|word| word.to_string_lossy().trim_start_matches(MARK).to_owned()).collect();
    let words: Vec<&str> = words.iter().map(String::as_str).collect();
    let through = match words[..] {
        ["ask"] => std::io::stdin().lock().read_line(&mut String::new()).is_ok_and(|read| read > 0),
        ["see", path] => Path::new(path).symlink_metadata().is_ok(),
        ["read", path] => std::fs::read(path).is_ok(),
        ["write", path] => std::fs::File::create(path).is_ok(),
        ["connect", port] => connect(port),
        ["socket"] => std::net::UdpSocket::bind("127.0.0.1:0").is_ok(),
        ["signal", process] => process.parse().is_ok_and(is_there),
        ["descriptors"] => has_many_descriptors(),
        ["hold", bytes] => bytes.parse().is_ok_and(hold_shared_memory),
        ["serve", port, other] => serve(port, other).is_ok(),
        _ => false,
    };
    std::process::exit(if through { THROUGH } else { STOPPED })
}

fn connect(port: &str) -> bool {
    let address = port.parse().map(|port| SocketAddr::from(([127, 0, 0, 1], port)));
    address.is_ok_and(|address| TcpStream::connect_timeout(&address, PATIENCE).is_ok())
}

fn has_many_descriptors() -> bool {
    let Ok(null) = std::fs::File::open("/dev/null") else { return false };
    let copies: Result<Vec<_>, _> = (0..MANY_DESCRIPTORS).map(|_| null.try_clone()).collect();
    copies.is_ok()
}

fn is_there(process: i32) -> bool {
    // SAFETY: a plain call; no signal is sent.
    unsafe { libc::kill(process, 0) == 0 }
}

/// Takes memory that no limit of a process counts.
fn hold_shared_memory(bytes: usize) -> bool {
    let (protection, flags) = (libc::PROT_READ | libc::PROT_WRITE, libc::MAP_SHARED | libc::MAP_ANONYMOUS);
    // SAFETY: a new mapping of that size; it is written to from its beginning to its end, and nobody else knows it.
    unsafe {
        let place = libc::mmap(std::ptr::null_mut(), bytes, protection, flags, -1, 0);
        if place == libc::MAP_FAILED {
            return false;
        }
        place.cast::<u8>().write_bytes(1, bytes);
    }
    true
}

/// Answers one line with whether another port of the machine can be reached.
fn serve(port: &str, other: &str) -> std::io::Result<()> {
    let listener = TcpListener::bind(format!("127.0.0.1:{port}"))?;
    let (mut connection, _) = listener.accept()?;
    BufReader::new(connection.try_clone()?).read_line(&mut String::new())?;
    let answer = if connect(other) { b"reached" } else { ALONE };
    connection.write_all(answer)?;
    connection.write_all(b"\n")?;
    // The link closes when it has the line.
    BufReader::new(connection).read_line(&mut String::new()).map(|_| ())
}
