//! The forty commands: eight of each door, quick and slow ones, refuted, passed, proved and undecided.

/// What is run.
pub(super) enum Given {
    /// A case, by its path below `cases/`.
    Case(&'static str),
    /// What stands behind `lydian`, in the folder of the project.
    Command(&'static str),
}

impl Given {
    pub(super) fn text(&self) -> &'static str {
        match self {
            Given::Case(name) => name,
            Given::Command(line) => line,
        }
    }
}

use Given::{Case, Command};

/// The door and what is run.
pub(super) const COMMANDS: [(&str, Given); 40] = [
    (
        "compare",
        Command("compare examples/max/reference.ml examples/max/submission.ml examples/max/another.ml"),
    ),
    ("compare", Command("compare examples/formula/reference.ml examples/formula/submission.ml")),
    ("compare", Command("compare examples/tree-insert/reference.ml examples/tree-insert/submission.ml")),
    ("compare", Command("compare examples/less/reference.ml examples/less/difference.ml")),
    ("compare", Case("compare/a-slow-program-is-not-called-endless.md")),
    ("compare", Case("compare/a-precondition-is-solved.md")),
    ("compare", Case("compare/a-magic-string-that-is-computed-is-found.md")),
    ("compare", Case("compare/a-simplifier-that-drops-all-ones-is-wrong.md")),
    (
        "console",
        Command("console check examples/sum/sum.console -- python3 examples/sum/submissions/counts_down.py"),
    ),
    (
        "console",
        Command("console check examples/sum/sum.console -- python3 examples/sum/submissions/loops.py"),
    ),
    ("console", Command("console lint examples/sum/careful.console")),
    ("console", Command("console paths examples/high-low/high-low.console")),
    ("console", Case("console/an-endless-loop-is-stopped.md")),
    ("console", Case("console/hangman-is-played-for-each-secret-word.md")),
    ("console", Case("console/paths-that-double-with-every-round-are-all-tested.md")),
    ("console", Case("console/a-program-that-polls-its-input-is-unknown.md")),
    ("stream", Command("stream generate examples/decoder/decoder.tessla")),
    ("stream", Command("stream generate examples/traffic-light/traffic-light.tessla")),
    (
        "stream",
        Command("stream check examples/decoder/decoder.tessla -- python3 examples/decoder/restarts.py"),
    ),
    (
        "stream",
        Command("stream check examples/decoder/decoder.tessla -- python3 examples/decoder/monitor.py"),
    ),
    ("stream", Command("stream mutate examples/traffic-light/traffic-light.tessla")),
    ("stream", Command("stream mutate examples/decoder/decoder.tessla")),
    ("stream", Case("stream/check-monitors-that-break-off-hang-or-babble-are-told-apart.md")),
    ("stream", Case("stream/generate-both-roots-of-a-polynomial-are-found.md")),
    (
        "model",
        Command(
            "model test examples/models/kvstore/kvstore.ml --wire examples/models/kvstore/kvstore.toml -- python3 examples/models/kvstore/server.py --bug 1",
        ),
    ),
    (
        "model",
        Command(
            "model test examples/models/kvstore/kvstore.ml --wire examples/models/kvstore/kvstore.toml -- python3 examples/models/kvstore/server.py",
        ),
    ),
    (
        "model",
        Command(
            "model test examples/models/queue/queue.ml --model examples/models/queue/mutants/capacity.ml",
        ),
    ),
    ("model", Command("model check examples/models/queue/queue.ml")),
    ("model", Command("model generate examples/models/bank/bank.ml")),
    ("model", Command("model mutate examples/models/coffee/c3.ml")),
    ("model", Case("model/test-a-program-that-hangs-is-stopped-by-the-time-out.md")),
    ("model", Case("model/test-a-wrong-deletion-from-a-red-black-tree-needs-six-inputs.md")),
    ("property", Command("property check examples/properties/intervals.ml --no-keep")),
    ("property", Command("property check examples/properties/json.ml --no-keep")),
    ("property", Command("property check examples/properties/lambda.ml --no-keep")),
    ("property", Command("property check examples/properties/red_black.ml --no-keep")),
    ("property", Command("property check examples/properties/search_tree.ml --no-keep")),
    ("property", Command("property check examples/properties/verdicts.ml --no-keep")),
    ("property", Case("property/a-property-that-never-ends-is-given-up.md")),
    ("property", Case("property/a-property-that-does-not-end-is-unknown.md")),
];
