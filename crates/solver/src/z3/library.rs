//! Finds and opens a Z3 library, once per process.
//! Search order: the file named by `LYDIAN_Z3`, and then no other (`none` means none at all); beside the executable; `$XDG_CACHE_HOME/lydian/z3`, which defaults to
//! `~/.cache/lydian/z3`; the system's library under its usual names. The first one that opens is taken.

use std::env;
use std::ffi::{CStr, c_uint};
use std::path::{Path, PathBuf};
use std::sync::OnceLock;

use libloading::Library;

use super::api::Api;

/// How one place of the search order fared.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Attempt {
    /// There is no such file.
    Missing,
    /// There is one, but it is not a Z3 that we can use; the text says why.
    Unusable(String),
    /// It was opened and is used.
    Opened,
}

/// Where Z3 was looked for and what was found.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Discovery {
    /// All places in the order in which they were tried, up to the first that worked.
    pub tried: Vec<(PathBuf, Attempt)>,
    /// The library that is used.
    pub found: Option<PathBuf>,
    /// Its version.
    pub version: Option<String>,
}

/// The variable that names the library.
const VARIABLE: &str = "LYDIAN_Z3";

/// Its value for a run that shall do without.
const NONE: &str = "none";

/// Z3 may use that many megabytes for all contexts of the process together; beyond it questions fail.
const MEMORY_MEGABYTES: &CStr = c"512";

/// Tells where Z3 was looked for and what was found; opens the library if nobody has yet.
pub fn find_solver() -> Discovery {
    search().0.clone()
}

/// What is wrong with the library that the user chose by `LYDIAN_Z3`; nothing if it is used, or none was chosen.
pub fn chosen_solver_fault() -> Option<String> {
    let chosen = chosen()?;
    let discovery = &search().0;
    if discovery.found.is_some() {
        return None;
    }
    let why = discovery.tried.iter().find_map(|(path, attempt)| match attempt {
        Attempt::Unusable(why) => Some(format!("`{}` cannot be used: {why}", path.display())),
        _ => None,
    });
    let missing = || match chosen.is_dir() {
        true => format!("there is no library in `{}`", chosen.display()),
        false => format!("there is no file `{}`", chosen.display()),
    };
    Some(format!("{VARIABLE} names the solver, and {}", why.unwrap_or_else(missing)))
}

/// The library that the user chose.
fn chosen() -> Option<PathBuf> {
    env::var_os(VARIABLE).filter(|chosen| !chosen.is_empty() && chosen != NONE).map(PathBuf::from)
}

/// The functions of the library, if one was found.
pub(super) fn loaded() -> Option<&'static Api> {
    search().1.as_ref()
}

fn search() -> &'static (Discovery, Option<Api>) {
    static SEARCH: OnceLock<(Discovery, Option<Api>)> = OnceLock::new();
    SEARCH.get_or_init(|| {
        let mut discovery = Discovery::default();
        for candidate in candidates() {
            match open(&candidate) {
                Ok((api, version)) => {
                    discovery.tried.push((candidate.clone(), Attempt::Opened));
                    discovery.found = Some(candidate);
                    discovery.version = Some(version);
                    return (discovery, Some(api));
                }
                Err(attempt) => discovery.tried.push((candidate, attempt)),
            }
        }
        (discovery, None)
    })
}

fn candidates() -> Vec<PathBuf> {
    let name = if cfg!(target_os = "macos") {
        "libz3.dylib"
    } else if cfg!(windows) {
        "libz3.dll"
    } else {
        "libz3.so"
    };
    let mut all = Vec::new();
    if env::var_os(VARIABLE).is_some_and(|chosen| chosen == NONE) {
        return all;
    }
    if let Some(chosen) = chosen() {
        if chosen.is_dir() {
            all.extend(["", "lib", "z3/lib"].map(|folder| chosen.join(folder).join(name)));
        } else {
            all.push(chosen);
        }
        // Another one than the user named is never taken in silence.
        return all;
    }
    if let Some(folder) = env::current_exe().ok().as_deref().and_then(Path::parent) {
        all.push(folder.join(name));
        all.push(folder.join("lib").join(name));
    }
    let cache = env::var_os("XDG_CACHE_HOME")
        .filter(|cache| !cache.is_empty())
        .map(PathBuf::from)
        .or_else(|| env::home_dir().map(|home| home.join(".cache")));
    if let Some(cache) = cache {
        let cache = cache.join("lydian").join("z3");
        all.extend(["lib", "z3/lib", ""].map(|folder| cache.join(folder).join(name)));
    }
    all.push(PathBuf::from(name));
    if cfg!(target_os = "linux") {
        all.extend(
            ["libz3.so.4", "libz3.so.5.4", "libz3.so.4.15", "libz3.so.4.13", "libz3.so.4.8"]
                .map(PathBuf::from),
        );
    }
    all
}

fn open(path: &Path) -> Result<(Api, String), Attempt> {
    // A bare name is looked for by the system's loader, so only a path can be seen to be missing.
    let is_bare_name = path.components().count() == 1;
    if !is_bare_name && !path.exists() {
        return Err(Attempt::Missing);
    }
    // Safety: the initialisers of libz3 only set up its own tables. A file that is not Z3 lacks its functions.
    let library = unsafe { Library::new(path) }.map_err(|error| {
        if is_bare_name { Attempt::Missing } else { Attempt::Unusable(error.to_string()) }
    })?;
    // Safety: a library that has all of Z3's names is Z3, and the signatures are those of 4.8 to 5.4.
    let api = unsafe { Api::bind(library) }.map_err(Attempt::Unusable)?;
    let (mut major, mut minor, mut build, mut revision): (c_uint, c_uint, c_uint, c_uint) = (0, 0, 0, 0);
    // Safety: the four pointers are valid for writing.
    unsafe { (api.get_version)(&mut major, &mut minor, &mut build, &mut revision) };
    // Characters are bytes for us. Z3 has had two names for that setting, and warns on the terminal of unknown ones.
    let (setting, value) =
        if (major, minor, build) <= (4, 8, 12) { (c"unicode", c"false") } else { (c"encoding", c"ascii") };
    // Safety: all strings end in a zero byte, and Z3 copies them.
    unsafe {
        (api.global_param_set)(setting.as_ptr(), value.as_ptr());
        (api.global_param_set)(c"memory_max_size".as_ptr(), MEMORY_MEGABYTES.as_ptr());
    }
    Ok((api, format!("{major}.{minor}.{build}")))
}
