//! What students hand in: regular files, never links or anything that is no file.
//! A link would make Lydian read, build, run or quote a file of whoever calls it, and a named pipe would make it wait for ever.
//! In: a path. Out: nothing, or a diagnostic that quotes no content. What the user names otherwise (the reference, a
//! specification, a directory) may be a link.

use std::fs::{self, FileType};
use std::path::{Component, Path, PathBuf};

use lydian_diagnostic::Diagnostic;
use lydian_sut::Fixed;

/// What a submission may be.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Wanted {
    /// One file.
    File,
    /// A file, or a directory of them.
    FileOrDirectory,
}

/// Checks a path that is a submission; the directories below `given` on the way to it come from students too.
pub(crate) fn check(path: &Path, given: &Path, wanted: Wanted) -> Result<(), Diagnostic> {
    let name = path.display();
    let below = path.strip_prefix(given).unwrap_or(Path::new(""));
    let mut on_the_way = given.to_owned();
    for folder in below.parent().into_iter().flat_map(Path::components) {
        on_the_way.push(folder);
        // What lies directly in the root, such as `/tmp` or `/home`, is the system's.
        let is_student_s = on_the_way.parent() != Some(Path::new("/"));
        if is_student_s && fs::symlink_metadata(&on_the_way).is_ok_and(|found| found.is_symlink()) {
            let shown = on_the_way.display();
            let message = format!("`{name}` lies behind the symbolic link `{shown}`");
            let hint = "a submission is looked at where it lies: name the directory that the link leads to";
            return Err(Diagnostic::without_place("not-a-file", message).hint(hint));
        }
    }
    // What is not there is told by whoever opens it.
    let Ok(found) = fs::symlink_metadata(path) else { return Ok(()) };
    match unwanted(found.file_type(), wanted) {
        None => Ok(()),
        Some(what) => {
            let message = format!("the submission `{name}` is {what}, not a file");
            let hint = if found.is_dir() {
                "name the files in it".to_owned()
            } else if path.is_dir() {
                format!("write `{name}/` if you mean the directory that the link leads to")
            } else {
                "put the file itself there: nothing else is opened".to_owned()
            };
            Err(Diagnostic::without_place("not-a-file", message).hint(hint))
        }
    }
}

fn unwanted(kind: FileType, wanted: Wanted) -> Option<&'static str> {
    if kind.is_symlink() {
        return Some("a symbolic link");
    }
    if kind.is_dir() {
        return (wanted == Wanted::File).then_some("a directory");
    }
    if kind.is_file() { None } else { Some(special(kind)) }
}

/// What a path leads to, if that is neither a file nor a directory: reading it could wait for ever.
pub(crate) fn special_at(path: &Path) -> Option<&'static str> {
    let kind = fs::metadata(path).ok()?.file_type();
    (!kind.is_file() && !kind.is_dir()).then(|| special(kind))
}

/// What `/dev/null` is, for instance.
pub(crate) const DEVICE: &str = "a device";

#[cfg(unix)]
fn special(kind: FileType) -> &'static str {
    use std::os::unix::fs::FileTypeExt;
    if kind.is_fifo() {
        "a named pipe"
    } else if kind.is_socket() {
        "a socket"
    } else {
        DEVICE
    }
}

#[cfg(not(unix))]
fn special(_kind: FileType) -> &'static str {
    "something else"
}

/// A submission that was checked, as it is now: what takes its place later is not run.
pub(crate) fn fixed(path: &Path, given: &Path) -> Result<Fixed, Diagnostic> {
    Fixed::at(path, given).map_err(|error| {
        let message = format!("the submission `{}` cannot be read: {error}", path.display());
        Diagnostic::without_place("file-unreadable", message).hint("check the file")
    })
}

/// Opens a submission: neither a link nor something that would make us wait, whatever has been put there since it was checked.
pub(crate) fn open(path: &Path) -> std::io::Result<fs::File> {
    lydian_sut::open_regular(path)
}

/// The directory that all these submissions have in common, as it was written: what lies below it differs from one to the
/// next and so comes from students. Of a single submission that is the directory it is in.
pub(crate) fn given_directory<'a>(paths: impl IntoIterator<Item = &'a Path>) -> PathBuf {
    let mut common: Option<Vec<Component<'_>>> = None;
    for path in paths {
        let folder: Vec<_> = path.parent().into_iter().flat_map(Path::components).collect();
        common = Some(match common {
            None => folder,
            Some(common) => {
                let same = common.iter().zip(&folder).take_while(|(left, right)| left == right);
                common[..same.count()].to_vec()
            }
        });
    }
    common.into_iter().flatten().collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn given(paths: &[&str]) -> PathBuf {
        given_directory(paths.iter().map(Path::new))
    }

    #[test]
    fn what_submissions_have_in_common_is_what_the_user_gave() {
        assert_eq!(given(&["subs/a.c"]), Path::new("subs"));
        assert_eq!(given(&["subs/a.c", "subs/b.c"]), Path::new("subs"));
        assert_eq!(given(&["/x/subs/a/main.c", "/x/subs/b/main.c"]), Path::new("/x/subs"));
        assert_eq!(given(&["a.c", "b.c"]), Path::new(""));
        assert_eq!(given(&[]), Path::new(""));
    }
}
