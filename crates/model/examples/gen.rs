use lydian_model::*;
fn main() {
    let args: Vec<String> = std::env::args().collect();
    let text = std::fs::read_to_string(&args[1]).unwrap();
    let (model, faults) = load(&lydian_diagnostic::Source::new("m.ml", text));
    let mut model = model.unwrap_or_else(|| panic!("{faults:?}"));
    if let Some(p) = args.get(4) {
        model = model.with_purpose(p).unwrap();
    }
    let n: usize = args[2].parse().unwrap();
    let prepared = Prepared::new(&model).unwrap();
    concretely(&prepared, &SharedBook::default(), |spec| {
        let t = std::time::Instant::now();
        let conformance = lydian_conform::Conformance::from_word(&args[3]).unwrap();
        let g = spec.generate(&Generating {
            lengths: 1..=n,
            conformance,
            work: 2_000_000_000,
            deadline: None,
            patterns: true,
        });
        println!(
            "{} cases {:?} paths {} questions {:?} infeasible {} unknown {} complete {} unsupported {:?} raised {:?}",
            g.cases.len(),
            t.elapsed(),
            g.paths,
            g.questions,
            g.infeasible,
            g.unknown,
            g.complete,
            g.unsupported,
            g.raised
        );
        for l in &g.lengths {
            println!("{l:?}");
        }
        for c in g.cases.iter().take(3).chain(g.cases.iter().rev().take(3)) {
            println!("{:?} {:?}", c.pattern, c.conditions);
            let show = |d: &lydian_core::Datum| lydian_ocaml::show(d, &model.program.types);
            println!(
                "   {} : {}",
                show(&c.initial),
                c.steps.iter().map(|s| show(&s.input)).collect::<Vec<_>>().join("; ")
            );
        }
    });
}
