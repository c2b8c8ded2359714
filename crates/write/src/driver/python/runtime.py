REFUSED = "refused"

# Of so many failures the story is told.
MOST_STORIES = 10


class Unusable(Exception):
    """The functions of the system cannot be used."""


class WrongType(Exception):
    """A value is not of its type."""


def number(digits, is_argument):
    return "(" + digits + ")" if is_argument and digits.startswith("-") else digits


def quoted(text, quote):
    escapes = {"\n": "\\n", "\t": "\\t", "\r": "\\r", "\\": "\\\\", quote: "\\" + quote}
    parts = []
    for byte in text.encode("utf-8", "surrogateescape"):
        symbol = chr(byte)
        if symbol in escapes:
            parts.append(escapes[symbol])
        else:
            parts.append(symbol if 32 <= byte < 127 else "\\%03d" % byte)
    return quote + "".join(parts) + quote


def shown_float(value):
    if math.isnan(value):
        return "nan"
    if math.isinf(value):
        return "infinity" if value > 0 else "neg_infinity"
    digits, exponent = ("%.16e" % value).split("e")
    return "%se%d" % (digits.rstrip("0").rstrip("."), int(exponent))


def need(condition, value, form):
    if not condition:
        raise WrongType("%r is no value of type %s" % (value, form))


def show(value, form, is_argument=False):
    """The text of a value of a type, as stories tell it."""
    kind = TYPES[form][0]
    if kind == "int":
        need(isinstance(value, int) and not isinstance(value, bool), value, form)
        return number(str(value), is_argument)
    if kind == "float":
        need(isinstance(value, (int, float)) and not isinstance(value, bool), value, form)
        return number(shown_float(float(value)), is_argument)
    if kind == "bool":
        need(isinstance(value, bool), value, form)
        return "true" if value else "false"
    if kind == "char":
        need(isinstance(value, str) and len(value.encode("utf-8", "surrogateescape")) == 1, value, form)
        return quoted(value, "'")
    if kind == "string":
        need(isinstance(value, str), value, form)
        return quoted(value, '"')
    if kind == "unit":
        need(value is None, value, form)
        return "()"
    if kind == "list":
        need(isinstance(value, (list, tuple)), value, form)
        return "[" + "; ".join(show(part, TYPES[form][1]) for part in value) + "]"
    if kind == "tuple":
        need(isinstance(value, (list, tuple)) and len(value) == len(TYPES[form][1]), value, form)
        return "(" + ", ".join(map(show, value, TYPES[form][1])) + ")"
    if kind == "record":
        return show_fields(value, TYPES[form][1], form)
    if kind == "option":
        return show_option(value, form, is_argument)
    return show_variant(value, form, is_argument)


def show_fields(value, fields, form):
    need(isinstance(value, dict) and set(value) == {name for name, _ in fields}, value, form)
    return "{" + "; ".join("%s = %s" % (name, show(value[name], part)) for name, part in fields) + "}"


def show_option(value, form, is_argument):
    _, part, is_plain = TYPES[form]
    if value is None:
        return "None"
    if not is_plain:
        need(isinstance(value, tuple) and len(value) == 2 and value[0] == "Some", value, form)
        value = value[1]
    text = "Some " + show(value, part, True)
    return "(" + text + ")" if is_argument else text


def show_variant(value, form, is_argument):
    constructors = TYPES[form][1]
    name, arguments = value, ()
    if isinstance(value, tuple) and value:
        name, arguments = value[0], value[1:]
    need(isinstance(name, str) and name in constructors, value, form)
    shown, parts, fields = constructors[name]
    if fields is not None:
        need(len(arguments) == 1, value, form)
        text = shown + " " + show_fields(arguments[0], list(zip(fields, parts)), form)
    else:
        need(len(arguments) == len(parts), value, form)
        if not parts:
            return shown
        if len(parts) == 1:
            text = shown + " " + show(arguments[0], parts[0], True)
        else:
            text = shown + " (" + ", ".join(map(show, arguments, parts)) + ")"
    return "(" + text + ")" if is_argument else text


def text_of(answer):
    """The text of an answer: `refused`, one output, or a list of outputs."""
    if isinstance(answer, str) and answer == REFUSED:
        return REFUSED
    if isinstance(answer, list):
        if len(answer) == 1:
            return show(answer[0], OUTPUT)
        return "[" + "; ".join(show(output, OUTPUT) for output in answer) + "]"
    return show(answer, OUTPUT)


def function(system, name):
    found = getattr(system, name, None)
    if not callable(found):
        raise Unusable("the system has no function `%s`" % name)
    return found


def ask(system, name, arguments):
    """The text of the system's answer, and whether it is one at all."""
    called = function(system, name)
    try:
        answer = called(*arguments)
    except NotImplementedError:
        raise Unusable("`%s` is not written yet" % name) from None
    except Exception as error:
        return "%s: %s" % (type(error).__name__, error), False
    try:
        return text_of(answer), True
    except WrongType as error:
        raise Unusable("`%s` returned something else than an answer: %s" % (name, error)) from None


def run_case(system, install, steps):
    """How a case ends (`passed`, `another way` or `failed`), its story, and how many refusals were checked."""
    function(system, "reset")()
    story = []
    if install is not None:
        function(system, "install")(install[1])
        story.append("  starting in " + install[0])
    refusals = 0
    for text, name, arguments, allowed in steps:
        answer, is_answer = ask(system, name, arguments)
        story.append("  %s\n    -> %s" % (text, answer))
        if is_answer and answer == REFUSED and not allowed:
            refusals += 1
            continue
        if is_answer and answer in allowed:
            if answer == allowed[0]:
                continue
            return "another way", story, refusals
        if not allowed:
            story.append("    but the input must be refused")
        for index, one in enumerate(allowed):
            story.append("    %s %s" % ("but allowed is" if index == 0 else "        or", one))
        return "failed", story, refusals
    return "passed", story, refusals


def run(system):
    """Runs all cases, tells what failed, and gives 0 or 1."""
    failed = another_way = refusals = 0
    for index, (name, install, steps) in enumerate(CASES):
        verdict, story, checked = run_case(system, install, steps)
        refusals += checked
        another_way += verdict == "another way"
        if verdict == "failed":
            failed += 1
            if failed <= MOST_STORIES:
                length = sum("\n    -> " in part for part in story)
                print("case %d (%s) failed at input %d:" % (index + 1, name, length))
                print("\n".join(story), flush=True)
    if failed > MOST_STORIES:
        print("... and %d more" % (failed - MOST_STORIES))
    counts = (len(CASES), len(CASES) - failed, failed, refusals)
    print("%d cases: %d passed, %d failed, %d refusals checked" % counts)
    if another_way:
        print("%d of them went another allowed way, and ended there" % another_way)
    return 1 if failed else 0


def find_system(module):
    """An object of the module's class with a function `reset`, or the module itself."""
    classes = [
        found
        for found in vars(module).values()
        if isinstance(found, type) and found.__module__ == module.__name__ and hasattr(found, "reset")
    ]
    named = [found for found in classes if found.__name__ == "System"]
    if len(named or classes) > 1:
        raise Unusable("there are several classes with a function `reset`; call one of them `System`")
    return (named or classes)[0]() if classes else module


def main(arguments):
    if len(arguments) != 1:
        print("usage: python3 %s MODULE" % sys.argv[0], file=sys.stderr)
        return 2
    sys.path.insert(0, os.getcwd())
    try:
        module = importlib.import_module(arguments[0])
        return run(find_system(module))
    except Unusable as error:
        print("%s: %s" % (arguments[0], error), file=sys.stderr)
    except ImportError as error:
        print("cannot import %s: %s" % (arguments[0], error), file=sys.stderr)
    return 2


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
