//! Makes a plan that goes wrong smaller: fewer inputs, fewer sessions, less overlap, smaller data.

use lydian_conform::{InputId, Trouble};

use super::{Plan, Ran, Testing};

/// How often a smaller plan is run before it is given up: what depends on the moment does not go wrong each time.
const TRIES: u64 = 8;

/// Smaller plans that are tried.
const MOST: usize = 400;

impl Testing<'_, '_, '_, '_> {
    /// A plan that goes wrong and of which nothing can be left out any more, as it was seen last.
    pub(super) fn smaller(&mut self, ran: Ran) -> Result<Ran, Trouble> {
        let mut best = ran;
        let mut left = MOST;
        'again: loop {
            for plan in self.candidates(&best.plan) {
                if left == 0 || self.is_over() {
                    return Ok(best);
                }
                left -= 1;
                if let (Some(ran), _) = self.goes_wrong(&plan, TRIES)? {
                    best = ran;
                    continue 'again;
                }
            }
            return Ok(best);
        }
    }

    /// Smaller plans, those that leave out most first.
    fn candidates(&mut self, plan: &Plan) -> Vec<Plan> {
        let mut plans: Vec<Plan> = Vec::new();
        let sessions = plan.first().map_or(0, Vec::len);
        for session in 0..sessions {
            let mut without = plan.clone();
            without.iter_mut().for_each(|round| round[session] = None);
            plans.push(without);
        }
        for round in 0..plan.len() {
            let mut without = plan.clone();
            without.remove(round);
            plans.push(without);
        }
        for (round, session) in calls(plan) {
            let mut without = plan.clone();
            without[round][session] = None;
            plans.push(without);
        }
        // One call behind the others of its round: they do not overlap any more.
        for (round, session) in calls(plan) {
            if plan[round].iter().flatten().count() > 1 {
                let mut apart = plan.clone();
                let mut alone = vec![None; sessions];
                alone[session] = apart[round][session].take();
                apart.insert(round + 1, alone);
                plans.push(apart);
            }
        }
        // A call may as well be that of an earlier session that gives nothing meanwhile.
        for (round, session) in calls(plan) {
            if let Some(free) = plan[round][..session].iter().position(Option::is_none) {
                let mut moved = plan.clone();
                moved[round].swap(free, session);
                plans.push(moved);
            }
        }
        let alphabet: Vec<InputId> = self.inputs.clone();
        for (round, session) in calls(plan) {
            let Some(input) = plan[round][session] else { continue };
            for other in self.spec.smaller_inputs(input, &alphabet) {
                let mut changed = plan.clone();
                changed[round][session] = Some(other);
                plans.push(changed);
            }
        }
        for plan in &mut plans {
            plan.retain(|round| round.iter().any(Option::is_some));
        }
        plans.retain(|other| other != plan && !other.is_empty());
        plans
    }
}

/// The places of the calls of a plan, the last first.
fn calls(plan: &Plan) -> Vec<(usize, usize)> {
    let mut calls = Vec::new();
    for (number, round) in plan.iter().enumerate() {
        calls.extend(
            (0..round.len()).filter(|session| round[*session].is_some()).map(|session| (number, session)),
        );
    }
    calls.reverse();
    calls
}
