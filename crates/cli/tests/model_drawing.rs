//! Holds `lydian model draw` to the name of the file that it writes.

use std::process::Command;

#[test]
fn a_drawing_is_written_in_the_language_that_its_name_says() {
    let folder = std::env::temp_dir().join(format!("lydian-drawing-{}", std::process::id()));
    std::fs::create_dir_all(&folder).expect("a folder can be made");
    let model = concat!(env!("CARGO_MANIFEST_DIR"), "/../../examples/models/coffee/c2.ml");
    for (name, beginning) in [("a.dot", "digraph"), ("a.gv", "digraph"), ("a.svg", "<svg"), ("a", "<svg")] {
        let path = folder.join(name);
        let output = Command::new(env!("CARGO_BIN_EXE_lydian"))
            .args(["model", "draw", model, "--output"])
            .arg(&path)
            .output()
            .expect("the command runs");
        assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
        let drawing = std::fs::read_to_string(&path).expect("a drawing");
        assert!(drawing.starts_with(beginning), "{name} begins with {:?}", drawing.get(..20));
    }
    let _ = std::fs::remove_dir_all(&folder);
}
