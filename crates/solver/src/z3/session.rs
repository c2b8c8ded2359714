//! A context of Z3 with a few incremental solvers.
//! Each solver holds a stack of assertions. A question goes to the one whose stack shares the longest beginning with
//! it; the rest of that stack is popped and the new assertions are pushed. So a search that goes down a tree, and a
//! search that alternates between independent parts, both assert each condition once. Questions about strings go to a
//! solver of their own each, which measures faster and gives up less often.

use std::ffi::{CStr, CString, c_int};
use std::time::Duration;

use lydian_budget::Deadline;
use lydian_term::{Model, Node, Sort, TermId, Terms, VarId};
use rustc_hash::{FxHashMap, FxHashSet};

use super::api::{Api, Ast, Context, SolverHandle};
use super::decode;
use super::encode::{Encoder, Strings};
use super::watchdog;
use crate::{Answer, Budget, Reason};

/// How many solvers a context has at most.
const MOST_STACKS: usize = 6;

/// A context with all that belongs to it.
pub(super) struct Session {
    pub(super) api: &'static Api,
    pub(super) context: Context,
    encoders: [Encoder; 2],
    stacks: Vec<Stack>,
    clock: u64,
    /// When the question at hand is given up.
    until: Deadline,
}

// Safety: a session owns its context and all handles into it, and Z3 contexts may move between threads as long as only
// one uses them at a time, which `&mut self` ensures.
unsafe impl Send for Session {}

struct Stack {
    solver: SolverHandle,
    frames: Vec<Frame>,
    bounded: Defined,
    rlimit: u32,
    last_used: u64,
}

struct Frame {
    assertion: TermId,
    newly_bounded: NewlyDefined,
}

/// What has been asserted beside the assertions.
#[derive(Default)]
struct Defined {
    /// Variables whose bounds have been asserted.
    variables: FxHashSet<VarId>,
    /// Wrapped terms whose overflow has been defined.
    wraps: FxHashSet<TermId>,
}

/// What one frame has added to [`Defined`].
#[derive(Default)]
struct NewlyDefined {
    variables: Vec<VarId>,
    wraps: Vec<TermId>,
}

/// No question takes more processor time than this, whatever its budget of work; most take less than a thousandth of it.
const LONGEST: Duration = Duration::from_secs(20);

/// What went wrong inside Z3, in its own words.
pub(super) type Failure = String;

unsafe extern "C" fn ignore_error(_: Context, _: c_int) {}

impl Session {
    pub(super) fn new(api: &'static Api) -> Option<Session> {
        // Safety: the configuration lives until the context has been made of it.
        let context = unsafe {
            let config = (api.mk_config)();
            let context = (api.mk_context_rc)(config);
            (api.del_config)(config);
            if context.is_null() {
                return None;
            }
            (api.set_error_handler)(context, Some(ignore_error));
            context
        };
        let encoders = [Encoder::new(Strings::AsNumbers), Encoder::new(Strings::AsSequences)];
        Some(Session {
            api,
            context,
            encoders,
            stacks: Vec::new(),
            clock: 0,
            until: Deadline::after(LONGEST),
        })
    }

    pub(super) fn check(
        &mut self,
        terms: &mut Terms,
        assertions: &[TermId],
        budget: &Budget,
    ) -> Result<Answer, Failure> {
        let longest = || Deadline::after(LONGEST);
        self.until = budget.deadline.map_or_else(longest, |deadline| deadline.within(LONGEST));
        let strings = if assertions.iter().any(|assertion| terms.has_string_operation(*assertion)) {
            Strings::AsSequences
        } else {
            Strings::AsNumbers
        };
        if strings == Strings::AsSequences {
            return self.check_afresh(terms, assertions, strings, budget, self.api.mk_simple_solver);
        }
        let place = self.choose_stack(assertions)?;
        self.bring_to(place, terms, assertions)?;
        let solver = self.stacks[place].solver;
        if self.stacks[place].rlimit != budget.rlimit {
            self.stacks[place].rlimit = budget.rlimit;
            self.limit(solver, budget.rlimit)?;
        }
        match self.ask(solver, terms, assertions, strings)? {
            Answer::Unknown(_) => {
                self.drop_stack(place);
                // Without the need to be incremental Z3 prepares the question better, and often decides it then.
                self.check_afresh(terms, assertions, strings, budget, self.api.mk_solver)
            }
            answer => Ok(answer),
        }
    }

    /// Asks a new solver that serves for this question only.
    fn check_afresh(
        &mut self,
        terms: &mut Terms,
        assertions: &[TermId],
        strings: Strings,
        budget: &Budget,
        make: unsafe extern "C" fn(Context) -> SolverHandle,
    ) -> Result<Answer, Failure> {
        let solver = self.new_solver(make)?;
        let answer = self.limit(solver, budget.rlimit).and_then(|()| {
            let mut bounded = Defined::default();
            for assertion in assertions {
                self.assert(solver, strings, terms, *assertion, &mut bounded)?;
            }
            self.no_error()?;
            self.ask(solver, terms, assertions, strings)
        });
        // Safety: nobody else refers to the solver.
        unsafe { (self.api.solver_dec_ref)(self.context, solver) };
        answer
    }

    /// Asks a solver that holds the assertions.
    fn ask(
        &mut self,
        solver: SolverHandle,
        terms: &mut Terms,
        assertions: &[TermId],
        strings: Strings,
    ) -> Result<Answer, Failure> {
        let (check, context) = (self.api.solver_check, self.context);
        // Safety: the solver belongs to the context.
        let answer =
            watchdog::guarded(self.api.interrupt, context, self.until, || unsafe { check(context, solver) });
        match answer {
            1 => self.model(solver, terms, assertions, strings).map(Answer::Sat),
            -1 => Ok(Answer::Unsat),
            _ => Ok(Answer::Unknown(self.reason(solver)?)),
        }
    }

    /// Gives up a solver. After it was stopped in the middle, popping it has been seen to end the process (4.8.12).
    fn drop_stack(&mut self, place: usize) {
        let stack = self.stacks.swap_remove(place);
        // Safety: nobody else refers to the solver.
        unsafe { (self.api.solver_dec_ref)(self.context, stack.solver) };
    }

    /// The stack with the longest common beginning; if none has any, a new one or the one not used for longest.
    fn choose_stack(&mut self, assertions: &[TermId]) -> Result<usize, Failure> {
        self.clock += 1;
        let best = (0..self.stacks.len())
            .map(|place| (self.stacks[place].common(assertions), place))
            .max_by_key(|(common, place)| (*common, std::cmp::Reverse(self.stacks[*place].last_used)))
            .filter(|(common, place)| *common > 0 || self.stacks[*place].frames.is_empty());
        let place = match best {
            Some((_, place)) => place,
            None if self.stacks.len() < MOST_STACKS => {
                let solver = self.new_solver(self.api.mk_simple_solver)?;
                self.stacks.push(Stack {
                    solver,
                    frames: Vec::new(),
                    bounded: Defined::default(),
                    rlimit: 0,
                    last_used: 0,
                });
                self.stacks.len() - 1
            }
            None => (0..self.stacks.len()).min_by_key(|place| self.stacks[*place].last_used).unwrap_or(0),
        };
        self.stacks[place].last_used = self.clock;
        Ok(place)
    }

    fn new_solver(
        &self,
        make: unsafe extern "C" fn(Context) -> SolverHandle,
    ) -> Result<SolverHandle, Failure> {
        // Safety: the context is valid; the reference is given back when the solver or the session goes.
        unsafe {
            let solver = make(self.context);
            if solver.is_null() {
                return Err(self.failure("Z3 could not make a solver"));
            }
            (self.api.solver_inc_ref)(self.context, solver);
            Ok(solver)
        }
    }

    fn pop_to(&mut self, place: usize, height: usize) -> Result<(), Failure> {
        let stack = &mut self.stacks[place];
        let surplus = stack.frames.len().saturating_sub(height);
        if surplus == 0 {
            return Ok(());
        }
        for frame in stack.frames.drain(height..) {
            for variable in frame.newly_bounded.variables {
                stack.bounded.variables.remove(&variable);
            }
            for wrap in frame.newly_bounded.wraps {
                stack.bounded.wraps.remove(&wrap);
            }
        }
        // Safety: every frame is one push.
        unsafe { (self.api.solver_pop)(self.context, stack.solver, surplus as u32) };
        self.no_error()
    }

    /// Makes the stack hold exactly the assertions.
    fn bring_to(&mut self, place: usize, terms: &mut Terms, assertions: &[TermId]) -> Result<(), Failure> {
        let common = self.stacks[place].common(assertions);
        self.pop_to(place, common)?;
        for assertion in &assertions[common..] {
            let solver = self.stacks[place].solver;
            // Safety: the solver belongs to the context.
            unsafe { (self.api.solver_push)(self.context, solver) };
            let mut bounded = std::mem::take(&mut self.stacks[place].bounded);
            let newly_bounded = self.assert(solver, Strings::AsNumbers, terms, *assertion, &mut bounded);
            self.stacks[place].bounded = bounded;
            self.stacks[place].frames.push(Frame { assertion: *assertion, newly_bounded: newly_bounded? });
        }
        self.no_error()
    }

    /// Asserts a term, and the bounds of those of its variables that are not in `bounded` yet, which are returned.
    fn assert(
        &mut self,
        solver: SolverHandle,
        strings: Strings,
        terms: &mut Terms,
        assertion: TermId,
        bounded: &mut Defined,
    ) -> Result<NewlyDefined, Failure> {
        let encoder = &mut self.encoders[strings as usize];
        let encoded = encoder.encode(self.api, self.context, terms, assertion)?;
        let mut newly_bounded = NewlyDefined::default();
        for variable in terms.vars_of(assertion).iter() {
            if terms.variable(*variable).sort == Sort::Int && bounded.variables.insert(*variable) {
                newly_bounded.variables.push(*variable);
                for bound in encoder.bounds(self.api, self.context, terms, *variable)? {
                    // Safety: the solver and the formula belong to the context.
                    unsafe { (self.api.solver_assert)(self.context, solver, bound) };
                }
            }
        }
        for wrap in wraps_below(terms, assertion) {
            if bounded.wraps.insert(wrap) {
                newly_bounded.wraps.push(wrap);
                for condition in encoder.definition(self.api, self.context, terms, wrap)? {
                    // Safety: as above.
                    unsafe { (self.api.solver_assert)(self.context, solver, condition) };
                }
            }
        }
        // Safety: as above.
        unsafe { (self.api.solver_assert)(self.context, solver, encoded) };
        Ok(newly_bounded)
    }

    fn limit(&self, solver: SolverHandle, rlimit: u32) -> Result<(), Failure> {
        // Safety: the parameters live until the solver has copied them.
        unsafe {
            let parameters = (self.api.mk_params)(self.context);
            (self.api.params_inc_ref)(self.context, parameters);
            for (name, value) in [(c"rlimit", rlimit), (c"random_seed", 0)] {
                let name = (self.api.mk_string_symbol)(self.context, name.as_ptr());
                (self.api.params_set_uint)(self.context, parameters, name, value);
            }
            // Z3 would take Ctrl-C for itself while it works, and the run would go on with an unknown answer.
            let name = (self.api.mk_string_symbol)(self.context, c"ctrl_c".as_ptr());
            (self.api.params_set_bool)(self.context, parameters, name, false);
            (self.api.solver_set_params)(self.context, solver, parameters);
            (self.api.params_dec_ref)(self.context, parameters);
        }
        self.no_error()
    }

    fn model(
        &mut self,
        solver: SolverHandle,
        terms: &mut Terms,
        assertions: &[TermId],
        strings: Strings,
    ) -> Result<Model, Failure> {
        // Safety: the last check of the solver said yes, so it has a model.
        let handle = unsafe { (self.api.solver_get_model)(self.context, solver) };
        if handle.is_null() {
            return Err(self.failure("Z3 has no model"));
        }
        // Safety: the model was just made and belongs to the context.
        unsafe { (self.api.model_inc_ref)(self.context, handle) };
        let mut variables: Vec<VarId> = Vec::new();
        for assertion in assertions {
            variables.extend_from_slice(&terms.vars_of(*assertion));
        }
        variables.sort_unstable();
        variables.dedup();
        let encoder = &mut self.encoders[strings as usize];
        let model = decode::model(self.api, self.context, handle, terms, &variables, encoder);
        // Safety: gives the reference from above back; all values have been read.
        unsafe { (self.api.model_dec_ref)(self.context, handle) };
        self.no_error()?;
        model
    }

    fn reason(&self, solver: SolverHandle) -> Result<Reason, Failure> {
        // Safety: the text is copied before the next call.
        let text = unsafe {
            let text = (self.api.solver_get_reason_unknown)(self.context, solver);
            if text.is_null() { String::new() } else { CStr::from_ptr(text).to_string_lossy().into_owned() }
        };
        self.no_error()?;
        // Z3 words an exhausted resource limit differently from version to version.
        let exhausted = ["canceled", "resource", "rlimit", "max."].iter().any(|word| text.contains(word));
        Ok(if exhausted { Reason::Budget } else { Reason::Unsupported(format!("Z3 gave up: {text}")) })
    }

    fn no_error(&self) -> Result<(), Failure> {
        // Safety: the context is valid.
        let code = unsafe { (self.api.get_error_code)(self.context) };
        if code == 0 { Ok(()) } else { Err(self.failure("Z3 failed")) }
    }

    fn failure(&self, what: &str) -> Failure {
        failure(self.api, self.context, what)
    }
}

/// The last error of a context in words.
pub(super) fn failure(api: &Api, context: Context, what: &str) -> Failure {
    // Safety: the text is copied before the next call.
    unsafe {
        let code = (api.get_error_code)(context);
        let text = (api.get_error_msg)(context, code);
        if code == 0 || text.is_null() {
            what.to_owned()
        } else {
            format!("{what}: {}", CStr::from_ptr(text).to_string_lossy())
        }
    }
}

/// A string for Z3; what we pass never contains a zero byte.
pub(super) fn c_string(text: &str) -> CString {
    CString::new(text).unwrap_or_default()
}

impl Stack {
    fn common(&self, assertions: &[TermId]) -> usize {
        self.frames
            .iter()
            .zip(assertions)
            .take_while(|(frame, assertion)| frame.assertion == **assertion)
            .count()
    }
}

impl Drop for Session {
    fn drop(&mut self) {
        // Safety: nothing that belongs to the context is used after this.
        unsafe {
            for stack in &self.stacks {
                (self.api.solver_dec_ref)(self.context, stack.solver);
            }
            for encoder in &self.encoders {
                encoder.release(self.api, self.context);
            }
            (self.api.del_context)(self.context);
        }
    }
}

/// All wrapped terms in a term; parts without any are not looked at.
fn wraps_below(terms: &Terms, term: TermId) -> Vec<TermId> {
    let mut found = Vec::new();
    let mut seen = FxHashSet::default();
    let mut stack = vec![term];
    while let Some(current) = stack.pop() {
        if !terms.has_wrap(current) || !seen.insert(current) {
            continue;
        }
        if matches!(terms.view(current), Node::Wrap(..)) {
            found.push(current);
        }
        terms.view(current).for_each_child(|child| stack.push(child));
    }
    found
}

/// Terms that have been encoded, by term.
pub(super) type Encoded = FxHashMap<TermId, Ast>;
