//! The live system that a command line names: a process, a TCP server or an HTTP service, with how it is talked to.

use std::time::Duration;

use lydian_conform::Conformance;
use lydian_diagnostic::Diagnostic;
use lydian_model::codec::{Codec, Exchange, Json, Notation, Reply, Wildcard, Wire};
use lydian_model::{
    Framed, Live, Manners, Model, ModelCodec, Prepared, Reach, Reset, SharedBook, Shell, concretely,
};
use lydian_sut::link::{HttpLink, Link, LinkOptions, ProcessLink, ServerNetwork, TcpLink};
use lydian_sut::{Launcher, Limits, Program, Terminal, profile};

use crate::arguments::ModelTestArguments;
use crate::console::programs::Named;
use crate::console::reading::Reading;
use crate::inputs;

/// How long one answer may take, and after how much silence it is over.
const USUAL_TIMEOUT: Duration = Duration::from_secs(1);
const USUAL_QUIET: Duration = Duration::from_millis(50);

/// How long a system may say that its answer is still to come.
const USUAL_FINISH: Duration = Duration::from_secs(10);

/// Runs something with the live system.
pub(crate) fn with_live<R>(
    arguments: &ModelTestArguments,
    model: &Model,
    prepared: &Prepared<'_>,
    book: &SharedBook,
    body: impl FnOnce(&mut Live<'_>) -> R,
) -> Result<R, Vec<Diagnostic>> {
    let wire = read_wire(arguments, model)?;
    let manners = manners(arguments, model, prepared, wire.as_ref())?;
    if let Some(url) = &arguments.http {
        let Some(wire) = wire.as_ref().filter(|wire| wire.has_http()) else {
            let message = "an HTTP service needs a wire file that says what the requests are";
            let hint =
                "add --wire FILE.toml with a table [http.CONSTRUCTOR] for each constructor of the inputs";
            return Err(vec![Diagnostic::without_place("no-requests", message).hint(hint)]);
        };
        let mut link = HttpLink::new(url, options(arguments)?).map_err(|error| vec![error.diagnostic()])?;
        if wire.settings().cookies {
            link = link.with_cookies();
        }
        if let Some((launcher, program)) = server(arguments)? {
            link = link.serve(launcher, program);
        }
        let mut live = Live::new(Reach::Http(&mut link, wire), manners, book);
        return Ok(body(&mut live));
    }
    let framing = wire.as_ref().and_then(Wire::framing).cloned();
    let options =
        |arguments| Ok::<_, Vec<Diagnostic>>(LinkOptions { uncut: framing.is_some(), ..options(arguments)? });
    let link: Box<dyn Link> = match &arguments.tcp {
        Some(address) => {
            let link = TcpLink::new(address, options(arguments)?);
            match server(arguments)? {
                Some((launcher, program)) => Box::new(link.serve(launcher, program)),
                None => Box::new(link),
            }
        }
        None => {
            let Some((launcher, program)) = server(arguments)? else {
                let hint = "put the command behind `--`: lydian model test model.ml -- ./system";
                let message = "no system is named";
                return Err(vec![Diagnostic::without_place("no-program", message).hint(hint)]);
            };
            Box::new(ProcessLink::new(launcher, program, options(arguments)?))
        }
    };
    let mut link: Box<dyn Link> = match framing {
        Some(framing) => Box::new(Framed::new(link, framing)),
        None => link,
    };
    let own = model.extras.encode || model.extras.decode;
    // A wire file without templates only says how messages are cut.
    let own = own && wire.as_ref().is_none_or(|wire| !wire.has_templates());
    let plain = codec(arguments, model, wire);
    if !own {
        let mut live = Live::new(Reach::Lines(&mut *link, &*plain), manners, book);
        return Ok(body(&mut live));
    }
    Ok(concretely(prepared, book, |functions| {
        let codec = ModelCodec { functions: std::cell::RefCell::new(functions), otherwise: &*plain };
        let mut live = Live::new(Reach::Lines(&mut *link, &codec), manners, book);
        body(&mut live)
    }))
}

/// The wire file, if there is one.
pub(super) fn read_wire(
    arguments: &ModelTestArguments,
    model: &Model,
) -> Result<Option<Wire>, Vec<Diagnostic>> {
    let Some(path) = &arguments.wire else { return Ok(None) };
    let source = inputs::read(path, "the wire file").map_err(|fault| vec![fault])?;
    let (wire, diagnostics) = Wire::read(&source, &model.input, &model.output, &model.program.types);
    let told: Vec<Diagnostic> = diagnostics.iter().filter(|_| wire.is_some()).cloned().collect();
    crate::output::complain(&told, arguments.common.color());
    wire.ok_or(diagnostics).map(Some)
}

/// What messages look like, unless functions of the model say it.
pub(super) fn codec(arguments: &ModelTestArguments, model: &Model, wire: Option<Wire>) -> Box<dyn Codec> {
    let types = &model.program.types;
    match (wire, arguments.json) {
        (Some(wire), _) => Box::new(wire),
        (None, true) => Box::new(Json::new(&model.input, &model.output, types)),
        (None, false) => Box::new(Notation::new(&model.output, types)),
    }
}

pub(super) fn manners(
    arguments: &ModelTestArguments,
    model: &Model,
    prepared: &Prepared<'_>,
    wire: Option<&Wire>,
) -> Result<Manners, Vec<Diagnostic>> {
    let settings = wire.map(Wire::settings);
    let ioco = arguments.sequences.conformance() == Conformance::Ioco;
    let reply = arguments.reply.map(Reply::from).or_else(|| settings.and_then(|settings| settings.reply));
    let reply = reply.unwrap_or(Reply::Line);
    let in_model =
        model.extras.reset.then(|| concretely(prepared, &SharedBook::default(), |spec| spec.text("reset")));
    let reset = arguments
        .reset
        .clone()
        .or_else(|| settings.and_then(|settings| settings.reset.clone()))
        .or_else(|| in_model.flatten());
    let ok = match &arguments.reset_ok {
        Some(text) => vec![text.clone()],
        None => settings.map(|settings| settings.ok.clone()).unwrap_or_default(),
    };
    if reset.is_none() && !ok.is_empty() {
        let named = if arguments.reset_ok.is_some() { "--reset-ok" } else { "`ok` in the wire file" };
        let message = format!("{named} says how a reset is answered, and there is no reset");
        let hint = "add --reset TEXT, or `reset` in the model or the wire file";
        return Err(vec![Diagnostic::without_place("option-does-not-fit", message).hint(hint)]);
    }
    let first = reset.map(|send| Exchange { send, ok, ..Exchange::default() });
    let listed = settings.map(|settings| settings.resets.clone()).unwrap_or_default();
    let listed = if first.is_some() { Vec::new() } else { listed };
    let mut resets = first.into_iter().chain(listed).map(|exchange| said(&exchange, wire));
    let reset = resets.next();
    let then = resets.collect();
    let all = |exchanges: &[Exchange]| exchanges.iter().map(|exchange| said(exchange, wire)).collect();
    Ok(Manners {
        then,
        greeting: settings.and_then(|settings| settings.greeting.as_deref()).map(Wildcard::new),
        setup: settings.map(|settings| all(&settings.setup)).unwrap_or_default(),
        teardown: settings.map(|settings| all(&settings.teardown)).unwrap_or_default(),
        reset,
        reply,
        timeout: arguments
            .timeout
            .or_else(|| settings.and_then(|settings| settings.timeout))
            .unwrap_or(USUAL_TIMEOUT),
        finish: settings.and_then(|settings| settings.finish).unwrap_or(USUAL_FINISH),
        quiet: arguments
            .quiet_after
            .or_else(|| settings.and_then(|settings| settings.quiet))
            .unwrap_or(USUAL_QUIET),
        is_ours: !arguments.system.is_empty(),
        one_output: model.shape.has_one_output(),
        watch_silence: ioco && reply == Reply::Quiet,
    })
}

/// A message besides the tests, with the line ends of the system.
fn said(exchange: &Exchange, wire: Option<&Wire>) -> Reset {
    let message = match wire.and_then(Wire::framing) {
        Some(framing) => framing.with_line_ends(&exchange.send),
        None => exchange.send.clone().into_bytes(),
    };
    let ok = exchange.ok.iter().map(|text| Wildcard::new(text)).collect();
    let shell = exchange.exit.map(|exit| Shell { text: exchange.send.clone(), exit });
    Reset { message, ok, body: exchange.body.clone().map(String::into_bytes), shell }
}

pub(super) fn options(arguments: &ModelTestArguments) -> Result<LinkOptions, Vec<Diagnostic>> {
    let usual = LinkOptions::default();
    // Neither a slow start nor a system that reads nothing takes more than all the time that there is.
    let budget = arguments.budget.or(super::test::USUAL_BUDGET);
    let limits = Limits { memory: arguments.memory << 20, ..usual.limits };
    let (start, send) = (usual.start.min(budget), usual.send.min(budget));
    let given = Reading::of_user(&arguments.surroundings);
    let reading = given.and_then(|given| given.of_command(&arguments.system)).map_err(|fault| vec![fault])?;
    let network = match arguments.surroundings.unconfined {
        true => ServerNetwork::Host,
        false => arguments.network.into(),
    };
    Ok(reading.options(LinkOptions { limits, start, send, network, ..usual }))
}

/// The command of the system, and who starts it.
pub(super) fn server(arguments: &ModelTestArguments) -> Result<Option<(Launcher, Program)>, Vec<Diagnostic>> {
    if arguments.system.is_empty() {
        return Ok(None);
    }
    let named = Named::command(&arguments.system, &arguments.surroundings).map_err(|fault| vec![fault])?;
    let launcher = named.reading.launcher().map_err(|fault| vec![fault])?;
    let words = named.command.map_err(|fault| vec![fault])?;
    let guess = profile(&words);
    let terminal =
        if arguments.tcp.is_none() && arguments.http.is_none() { guess.terminal } else { Terminal::Pipe };
    let program = Program { command: words, terminal, ..Program::default() };
    Ok(Some((launcher, program)))
}
