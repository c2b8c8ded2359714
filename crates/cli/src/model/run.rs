//! `lydian model run`: a model played step by step, to see by hand whether it says what is meant.
//! In: lines that are typed, piped in or given as options. Out: for each input what may be answered, and where the model is then.

use std::io::{BufRead, IsTerminal, Write};

use lydian_conform::{AnswerId, Enabled, InputId, Specification, StateSet, Trouble};
use lydian_core::Type;
use lydian_diagnostic::Diagnostic;
use lydian_model::{Concrete, Model};
use lydian_report::{Color, stdout};

use super::{load, suite};
use crate::arguments::ModelRunArguments;
use crate::{INVALID, output};

/// Enabled inputs, and allowed answers, that are listed.
const MOST_SHOWN: usize = 12;

/// Runs the command and gives its exit code.
pub(crate) fn run(arguments: &ModelRunArguments) -> u8 {
    match play(arguments) {
        Ok(true) => 0,
        Ok(false) => 1,
        Err(diagnostics) => {
            output::complain(&diagnostics, Color::Auto);
            INVALID
        }
    }
}

/// Whether all answers that were given are allowed.
fn play(arguments: &ModelRunArguments) -> Result<bool, Vec<Diagnostic>> {
    let model = load::model(&arguments.model, Color::Auto)?;
    let typed = arguments.input.is_empty();
    let by_hand = typed && std::io::stdin().is_terminal();
    load::with_model(&model, |spec| {
        let start = StateSet::new(spec.initial()?);
        let mut game = Game { spec, model: &model, past: vec![start], by_hand, right: true };
        game.show_place()?;
        let mut given = arguments.input.iter().cloned();
        loop {
            if by_hand {
                game.say("> ");
            }
            let line = match typed {
                true => std::io::stdin().lock().lines().next().and_then(Result::ok),
                false => given.next(),
            };
            let Some(line) = line else { break };
            if !by_hand && !line.trim().is_empty() {
                game.say(&format!("> {}\n", line.trim()));
            }
            match game.take(line.trim())? {
                Ok(Next::More) => {}
                Ok(Next::Quit) => break,
                Err(fault) if by_hand => output::complain(&fault, Color::Auto),
                Err(fault) => return Ok(Err(fault)),
            }
        }
        Ok(Ok(game.right))
    })?
}

enum Next {
    More,
    Quit,
}

/// A line that cannot be read is a mistake of the user's, a model without a reply another one.
type Taken = Result<Result<Next, Vec<Diagnostic>>, Trouble>;

struct Game<'g, 'i, 'w, 'v> {
    spec: &'g mut Concrete<'i, 'w, 'v>,
    model: &'g Model,
    /// Where the model can have been, now last.
    past: Vec<StateSet>,
    by_hand: bool,
    right: bool,
}

impl Game<'_, '_, '_, '_> {
    fn say(&self, text: &str) {
        let mut out = stdout(Color::Never);
        output::or_quit(out.write_all(text.as_bytes()));
        output::or_quit(out.flush());
    }

    fn here(&self) -> StateSet {
        self.past.last().cloned().unwrap_or_else(|| StateSet::new([]))
    }

    fn take(&mut self, line: &str) -> Taken {
        match line {
            "" => {}
            ":quit" => return Ok(Ok(Next::Quit)),
            ":start" => {
                self.past.truncate(1);
                self.show_place()?;
            }
            ":back" => {
                if self.past.len() > 1 {
                    self.past.pop();
                }
                self.show_place()?;
            }
            ":inputs" => self.show_inputs(usize::MAX)?,
            line if line.starts_with(':') => {
                let message = format!("there is no command `{line}`");
                let hint = "there are :back, :start, :inputs and :quit";
                return Ok(Err(vec![Diagnostic::without_place("inputs-do-not-fit", message).hint(hint)]));
            }
            line => return self.give(line),
        }
        Ok(Ok(Next::More))
    }

    /// Gives inputs, the last one with an answer if the line says one.
    fn give(&mut self, line: &str) -> Taken {
        let (inputs, answer) = match suite::sequence(self.model, line) {
            Ok(inputs) => (inputs, None),
            Err(fault) => {
                let Some((inputs, answer)) = line.rsplit_once("->") else { return Ok(Err(fault)) };
                match (suite::sequence(self.model, inputs.trim()), self.read_answer(answer.trim())?) {
                    (Ok(inputs), Ok(answer)) => (inputs, Some(answer)),
                    (Err(fault), _) | (_, Err(fault)) => return Ok(Err(fault)),
                }
            }
        };
        let last = inputs.len().saturating_sub(1);
        for (place, datum) in inputs.iter().enumerate() {
            let value = self.spec.value(datum);
            let input = self.spec.intern_input(&value)?;
            if !self.step(input, answer.filter(|_| place == last))? {
                break;
            }
        }
        self.show_place()?;
        Ok(Ok(Next::More))
    }

    fn read_answer(&mut self, text: &str) -> Result<Result<AnswerId, Vec<Diagnostic>>, Trouble> {
        let output = self.model.output.clone();
        let one = self.model.shape.has_one_output();
        let ty = if one { output } else { Type::List(output.into()) };
        match lydian_ocaml::read_value(text, &ty, &self.model.program.types) {
            Ok(datum) => {
                let value = self.spec.value(&datum);
                let answer = if one { lydian_core::Value::list([value]) } else { value };
                Ok(Ok(self.spec.intern_answer(&answer)?))
            }
            Err(why) => {
                let message = format!("`{text}` is no answer: {why}");
                let hint = "write an answer as the model does: an output, or a list of outputs";
                Ok(Err(vec![Diagnostic::without_place("inputs-do-not-fit", message).hint(hint)]))
            }
        }
    }

    /// Gives one input; whether the model takes it, and the answer with it.
    fn step(&mut self, input: InputId, answer: Option<AnswerId>) -> Result<bool, Trouble> {
        let here = self.here();
        let shown = self.spec.show_input(input);
        if here.enabling(self.spec, input)? == Enabled::Nowhere {
            self.say(&format!("{shown}  ->  refused\n"));
            self.right &= answer.is_none();
            return Ok(false);
        }
        let (allowed, all) = here.allowed(self.spec, input)?;
        let mut words: Vec<String> =
            allowed.iter().take(MOST_SHOWN).map(|answer| self.spec.show_answer(*answer)).collect();
        if allowed.len() > MOST_SHOWN || !all {
            words.push("others".into());
        }
        let words = words.join(" or ");
        let next = match answer {
            Some(answer) => {
                let next = here.after(self.spec, input, answer)?;
                let given = self.spec.show_answer(answer);
                if next.is_empty() {
                    self.say(&format!("{shown}  ->  {given} is not allowed, but {words}\n"));
                    self.right = false;
                    return Ok(false);
                }
                self.say(&format!("{shown}  ->  {given}\n"));
                next
            }
            None => {
                self.say(&format!("{shown}  ->  {words}\n"));
                let mut states = Vec::new();
                for answer in allowed {
                    states.extend_from_slice(here.after(self.spec, input, answer)?.states());
                }
                StateSet::new(states)
            }
        };
        self.past.push(next);
        Ok(true)
    }

    /// Where the model is, and what it enables there.
    fn show_place(&mut self) -> Result<(), Trouble> {
        let here = self.here();
        let states: Vec<String> =
            here.states().iter().take(MOST_SHOWN).map(|state| self.spec.show_state(*state)).collect();
        let more = if here.states().len() > MOST_SHOWN { " or others" } else { "" };
        self.say(&format!("state   {}{more}\n", states.join(" or ")));
        if self.by_hand || self.past.len() == 1 {
            self.show_inputs(MOST_SHOWN)?;
        }
        Ok(())
    }

    fn show_inputs(&mut self, most: usize) -> Result<(), Trouble> {
        let here = self.here();
        let alphabet = self.spec.alphabet()?;
        let mut enabled = Vec::new();
        for input in &alphabet.inputs {
            if here.enabling(self.spec, *input)? != Enabled::Nowhere {
                enabled.push(*input);
            }
        }
        let shown = self.spec.show_inputs(&enabled[..enabled.len().min(most)]);
        let more = match (enabled.len() > most || !alphabet.complete, enabled.is_empty()) {
            (true, false) => "; ...",
            (_, true) => "none",
            (false, false) => "",
        };
        self.say(&format!("inputs  {shown}{more}\n"));
        Ok(())
    }
}
