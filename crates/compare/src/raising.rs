//! Functions that are inputs and raise: a submission that calls one although it need not is told so, but not refuted by it.

use lydian_enumerate::Constants;
use lydian_hunt::{Found, Hunt};
use lydian_verdict::Remark;

use crate::beside::{Beside, call};
use crate::compared::plan;
use crate::pair::Pair;
use crate::question::Differences;
use crate::{Functions, Options, wording};

/// A remark on a difference that only functions that raise show, if small inputs show one.
pub(crate) fn remark(pair: &mut Pair, constants: &Constants, options: &Options) -> Option<Remark> {
    let mut shapes = pair.universe().shapes;
    let takes_functions = pair.entry.args.iter().any(|ty| {
        let shape = shapes.intern(ty);
        !shapes.is_comparable(shape)
    });
    if options.functions == Functions::Raising || !takes_functions {
        return None;
    }
    pair.functions = Functions::Raising;
    let mut session = pair.session();
    let mut beside = Beside::new(options);
    let mut question = Differences::new(pair, &mut beside, constants, options, None);
    let pools = (constants, &constants.pool());
    let found = Hunt::new(&mut question, &mut session, &pair.entry.args, pools, plan(options)).try_small();
    pair.functions = options.functions;
    let Found { inputs, witness } = found?;
    let [expected, actual] = wording::outcomes(pair, &witness);
    let call = call(pair, &(inputs, witness));
    let text = format!(
        "differs where a function that is an input raises: {call}: expected {expected}, got {actual}"
    );
    Some(Remark::new("raising-function", text).counted_by("--raising-functions"))
}
