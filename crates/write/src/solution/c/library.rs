//! The functions that C programs define if they use them, each after those that it needs, and the names that are taken.

use crate::solution::text::Helper;

/// Names that variables cannot have.
pub(super) const RESERVED: &str = "main EOF BUFSIZ FILE stdin stdout stderr size_t ssize_t printf puts \
    putchar getchar gets scanf remove rename rewind clearerr abort abs atexit atof atoi atol atoll bsearch \
    calloc div exit free getenv labs ldiv llabs lldiv malloc mblen qsort rand random realloc srand strtod \
    strtol strtoll system index rindex memchr memcmp memcpy memmove memset strcat strchr strcmp strcpy \
    strdup strlen strncmp strncpy strndup strstr strtok getline select isalnum isalpha isblank iscntrl \
    isdigit isgraph islower isprint ispunct isspace isupper isxdigit tolower toupper toascii isascii \
    signal y0 y1 yn j0 j1 jn gamma exp log pow sin cos tan sqrt floor ceil round fabs time link read write \
    List at parts result count item";

/// Functions with what they need and their text.
pub(super) const HELPERS: &[Helper] = &[
    (
        "allocated",
        &[],
        "static void *allocated(size_t size) {
    void *memory = malloc(size + 1);
    if (memory == NULL) exit(1);
    return memory;
}",
    ),
    (
        "read_line",
        &[],
        "/* The next line without its break; what was written is visible before. */
static char *read_line(void) {
    static char *line = NULL;
    static size_t size = 0;
    fflush(stdout);
    ssize_t length = getline(&line, &size, stdin);
    if (length < 0) exit(1);
    if (length > 0 && line[length - 1] == '\\n') line[--length] = '\\0';
    if (length > 0 && line[length - 1] == '\\r') line[--length] = '\\0';
    return line;
}",
    ),
    (
        "unexpected_line",
        &[],
        "static void unexpected_line(void) {
    fputs(\"this line is not expected\\n\", stderr);
    exit(1);
}",
    ),
    (
        "trim",
        &["allocated"],
        "static char *trim(const char *text) {
    while (isspace((unsigned char)*text)) text++;
    size_t length = strlen(text);
    while (length > 0 && isspace((unsigned char)text[length - 1])) length--;
    char *copy = allocated(length);
    memcpy(copy, text, length);
    copy[length] = '\\0';
    return copy;
}",
    ),
    (
        "is_int",
        &[],
        "static bool is_int(const char *text) {
    if (*text == '-') text++;
    if (*text == '\\0') return false;
    for (; *text; text++) {
        if (!isdigit((unsigned char)*text)) return false;
    }
    return true;
}",
    ),
    (
        "int_of_text",
        &["is_int"],
        "static long long int_of_text(const char *text) { return is_int(text) ? strtoll(text, NULL, 10) : 0; }",
    ),
    (
        "parse_int",
        &["is_int", "trim"],
        "static bool parse_int(const char *line, long long *value) {
    const char *text = trim(line);
    if (*text == '+' && text[1] != '-') text++;
    if (!is_int(text)) return false;
    *value = strtoll(text, NULL, 10);
    return true;
}",
    ),
    (
        "parse_decimal",
        &["parse_int", "allocated"],
        "/* A number with at most so many places, as a whole number of its smallest unit. */
static bool parse_decimal(const char *line, size_t places, long long *value) {
    const char *text = trim(line);
    const char *point = strchr(text, '.');
    size_t whole = point == NULL ? strlen(text) : (size_t)(point - text);
    const char *fraction = point == NULL ? \"\" : point + 1;
    size_t kept = strlen(fraction) < places ? strlen(fraction) : places;
    for (const char *rest = fraction + kept; *rest; rest++) {
        if (*rest != '0') return false;
    }
    char *digits = allocated(whole + places);
    memcpy(digits, text, whole);
    memset(digits + whole, '0', places);
    memcpy(digits + whole, fraction, kept);
    digits[whole + places] = '\\0';
    return whole > 0 && isdigit((unsigned char)text[whole - 1]) && parse_int(digits, value);
}",
    ),
    (
        "parse_bool",
        &["trim"],
        "static bool parse_bool(const char *line, bool *value) {
    const char *text = trim(line);
    *value = strcmp(text, \"true\") == 0;
    return *value || strcmp(text, \"false\") == 0;
}",
    ),
    (
        "parse_char",
        &["trim"],
        "static bool parse_char(const char *line, char *value) {
    const char *text = strlen(line) == 1 ? line : trim(line);
    *value = *text;
    return strlen(text) == 1;
}",
    ),
    (
        "parse_text",
        &["allocated"],
        "static bool parse_text(const char *line, const char **value) {
    char *copy = allocated(strlen(line));
    strcpy(copy, line);
    *value = copy;
    return true;
}",
    ),
    (
        "parse_member",
        &["trim"],
        "static bool parse_member(const char *line, const char *const *spellings, int count, int *number) {
    const char *text = trim(line);
    for (*number = 0; *number < count; ++*number) {
        if (strcmp(text, spellings[*number]) == 0) return true;
    }
    return false;
}",
    ),
    (
        "split_line",
        &["trim"],
        "/* The parts of a line between separators, or between blanks; false if there are more or fewer. */
static bool split_line(char *line, const char *separator, int count, char **parts) {
    int found = 0;
    size_t length = strlen(separator);
    char *text = trim(line);
    while (length > 0 || *text) {
        char *end = length > 0 ? strstr(text, separator) : text + strcspn(text, \" \\t\\r\");
        bool last = end == NULL || *end == '\\0';
        if (!last) *end = '\\0';
        if (found == count) return false;
        parts[found++] = trim(text);
        if (last) break;
        text = end + (length > 0 ? length : 1);
        if (length == 0) text += strspn(text, \" \\t\\r\");
    }
    return found == count;
}",
    ),
    (
        "list",
        &[],
        "typedef struct {
    long long *items;
    size_t length;
} List;",
    ),
    (
        "add",
        &["list"],
        "static void add(List *list, long long item) {
    long long *items = realloc(list->items, (list->length + 1) * sizeof(long long));
    if (items == NULL) exit(1);
    list->items = items;
    list->items[list->length++] = item;
}",
    ),
    ("list_length", &["list"], "static long long list_length(List list) { return (long long)list.length; }"),
    (
        "list_of",
        &["add"],
        "static List list_of(size_t length, const long long *items) {
    List list = {NULL, 0};
    for (size_t at = 0; at < length; at++) add(&list, items[at]);
    return list;
}",
    ),
    (
        "append",
        &["list_of"],
        "static List append(List a, List b) {
    List list = list_of(a.length, a.items);
    for (size_t at = 0; at < b.length; at++) add(&list, b.items[at]);
    return list;
}",
    ),
    (
        "ago",
        &["list"],
        "static long long ago(List list, size_t back) { return list.items[list.length - 1 - back]; }",
    ),
    (
        "take",
        &["add"],
        "static List take(List list, long long count) {
    List result = {NULL, 0};
    for (size_t at = 0; at < list.length && (long long)at < count; at++) add(&result, list.items[at]);
    return result;
}",
    ),
    (
        "drop",
        &["add"],
        "static List drop(List list, long long count) {
    List result = {NULL, 0};
    for (size_t at = 0; at < list.length; at++) {
        if ((long long)at >= count) add(&result, list.items[at]);
    }
    return result;
}",
    ),
    (
        "list_has",
        &["list"],
        "static bool list_has(List list, long long item) {
    for (size_t at = 0; at < list.length; at++) {
        if (list.items[at] == item) return true;
    }
    return false;
}",
    ),
    (
        "compare_lists",
        &["list"],
        "static int compare_lists(List a, List b) {
    for (size_t at = 0; at < a.length && at < b.length; at++) {
        if (a.items[at] != b.items[at]) return a.items[at] < b.items[at] ? -1 : 1;
    }
    return a.length == b.length ? 0 : a.length < b.length ? -1 : 1;
}",
    ),
    (
        "sum",
        &["list"],
        "static long long sum(List list) {
    long long result = 0;
    for (size_t at = 0; at < list.length; at++) result += list.items[at];
    return result;
}",
    ),
    (
        "product",
        &["list"],
        "static long long product(List list) {
    long long result = 1;
    for (size_t at = 0; at < list.length; at++) result *= list.items[at];
    return result;
}",
    ),
    ("min", &[], "static long long min(long long a, long long b) { return a < b ? a : b; }"),
    ("max", &[], "static long long max(long long a, long long b) { return a > b ? a : b; }"),
    (
        "minimum",
        &["list", "min"],
        "static long long minimum(List list) {
    long long result = list.items[0];
    for (size_t at = 1; at < list.length; at++) result = min(result, list.items[at]);
    return result;
}",
    ),
    (
        "maximum",
        &["list", "max"],
        "static long long maximum(List list) {
    long long result = list.items[0];
    for (size_t at = 1; at < list.length; at++) result = max(result, list.items[at]);
    return result;
}",
    ),
    (
        "count_of",
        &["list"],
        "static long long count_of(List list, long long item) {
    long long result = 0;
    for (size_t at = 0; at < list.length; at++) result += list.items[at] == item;
    return result;
}",
    ),
    (
        "reverse",
        &["add"],
        "static List reverse(List list) {
    List result = {NULL, 0};
    for (size_t at = list.length; at > 0; at--) add(&result, list.items[at - 1]);
    return result;
}",
    ),
    (
        "sort",
        &["list_of"],
        "static List sort(List list) {
    List result = list_of(list.length, list.items);
    for (size_t end = 1; end < result.length; end++) {
        for (size_t at = end; at > 0 && result.items[at - 1] > result.items[at]; at--) {
            long long item = result.items[at];
            result.items[at] = result.items[at - 1];
            result.items[at - 1] = item;
        }
    }
    return result;
}",
    ),
    (
        "distinct",
        &["add", "list_has"],
        "static List distinct(List list) {
    List result = {NULL, 0};
    for (size_t at = 0; at < list.length; at++) {
        if (!list_has(result, list.items[at])) add(&result, list.items[at]);
    }
    return result;
}",
    ),
    (
        "range",
        &["add"],
        "static List range(long long from, long long to) {
    List result = {NULL, 0};
    for (long long item = from; item <= to; item++) add(&result, item);
    return result;
}",
    ),
    (
        "power",
        &[],
        "static long long power(long long a, long long n) {
    long long result = 1;
    for (; n > 0; n--) result *= a;
    return result;
}",
    ),
    (
        "floor_div",
        &[],
        "static long long floor_div(long long a, long long b) {
    return a / b - ((a < 0) != (b < 0) && a % b != 0 ? 1 : 0);
}",
    ),
    (
        "floor_mod",
        &["floor_div"],
        "static long long floor_mod(long long a, long long b) { return a - b * floor_div(a, b); }",
    ),
    (
        "divide_rounded",
        &[],
        "/* Half away from zero. */
static long long divide_rounded(long long a, long long b) {
    long long quotient = (2 * llabs(a) + llabs(b)) / (2 * llabs(b));
    return (a < 0) == (b < 0) ? quotient : -quotient;
}",
    ),
    (
        "append_text",
        &["allocated"],
        "static const char *append_text(const char *a, const char *b) {
    char *text = allocated(strlen(a) + strlen(b));
    strcpy(text, a);
    strcat(text, b);
    return text;
}",
    ),
    (
        "reverse_text",
        &["allocated"],
        "static const char *reverse_text(const char *text) {
    size_t length = strlen(text);
    char *result = allocated(length);
    for (size_t at = 0; at < length; at++) result[at] = text[length - 1 - at];
    result[length] = '\\0';
    return result;
}",
    ),
    (
        "uppercase",
        &["allocated"],
        "static const char *uppercase(const char *text) {
    char *result = allocated(strlen(text));
    strcpy(result, text);
    for (char *at = result; *at; at++) *at = (char)toupper((unsigned char)*at);
    return result;
}",
    ),
    (
        "lowercase",
        &["allocated"],
        "static const char *lowercase(const char *text) {
    char *result = allocated(strlen(text));
    strcpy(result, text);
    for (char *at = result; *at; at++) *at = (char)tolower((unsigned char)*at);
    return result;
}",
    ),
    (
        "starts_with",
        &[],
        "static bool starts_with(const char *text, const char *start) { return strncmp(text, start, strlen(start)) == 0; }",
    ),
    (
        "ends_with",
        &[],
        "static bool ends_with(const char *text, const char *end) {
    return strlen(end) <= strlen(text) && strcmp(text + strlen(text) - strlen(end), end) == 0;
}",
    ),
    (
        "substring",
        &["allocated", "max", "min"],
        "static const char *substring(const char *text, long long from, long long length) {
    long long size = (long long)strlen(text);
    from = max(0, min(from, size));
    length = max(0, min(length, size - from));
    char *result = allocated((size_t)length);
    memcpy(result, text + from, (size_t)length);
    result[length] = '\\0';
    return result;
}",
    ),
    (
        "repeat",
        &["append_text"],
        "static const char *repeat(const char *text, long long count) {
    const char *result = \"\";
    for (; count > 0; count--) result = append_text(result, text);
    return result;
}",
    ),
    (
        "chars",
        &["add"],
        "static List chars(const char *text) {
    List result = {NULL, 0};
    for (; *text; text++) add(&result, *text);
    return result;
}",
    ),
    (
        "bool_text",
        &[],
        "static const char *bool_text(long long value) { return value ? \"true\" : \"false\"; }",
    ),
    (
        "char_text",
        &["allocated"],
        "static const char *char_text(long long value) {
    char *text = allocated(1);
    text[0] = (char)value;
    text[1] = '\\0';
    return text;
}",
    ),
    (
        "int_text",
        &["allocated"],
        "static const char *int_text(long long value) {
    char *text = allocated(24);
    sprintf(text, \"%lld\", value);
    return text;
}",
    ),
    (
        "decimal_text",
        &["allocated"],
        "static const char *decimal_text(long long value, int places) {
    char digits[32];
    sprintf(digits, \"%lld\", llabs(value));
    int length = (int)strlen(digits);
    int zeros = length > places ? 0 : places + 1 - length;
    char *text = allocated((size_t)(places + 40));
    char *end = text;
    if (value < 0) *end++ = '-';
    for (int at = 0; at < zeros + length; at++) {
        if (at == zeros + length - places) *end++ = '.';
        *end++ = at < zeros ? '0' : digits[at - zeros];
    }
    *end = '\\0';
    return text;
}",
    ),
    (
        "list_text",
        &["append_text", "list"],
        "static const char *list_text(List list, const char *(*show)(long long)) {
    const char *text = \"[\";
    for (size_t at = 0; at < list.length; at++) {
        if (at > 0) text = append_text(text, \", \");
        text = append_text(text, show(list.items[at]));
    }
    return append_text(text, \"]\");
}",
    ),
];
