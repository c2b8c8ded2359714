/* Texts of values, as the stories below tell them. */

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

typedef struct {
    char *text;
    size_t length, room;
} lydian_text;

static inline void lydian_put(lydian_text *out, const char *text) {
    const size_t length = strlen(text);
    if (out->length + length + 1 > out->room) {
        out->room = 2 * (out->length + length + 1);
        out->text = realloc(out->text, out->room);
        if (out->text == NULL) {
            fprintf(stderr, "out of memory\n");
            exit(2);
        }
    }
    memcpy(out->text + out->length, text, length + 1);
    out->length += length;
}

static inline void lydian_put_number(lydian_text *out, const char *digits, bool is_argument) {
    const bool in_parentheses = is_argument && digits[0] == '-';
    lydian_put(out, in_parentheses ? "(" : "");
    lydian_put(out, digits);
    lydian_put(out, in_parentheses ? ")" : "");
}

static inline void lydian_put_int(lydian_text *out, long long value, bool is_argument) {
    char digits[32];
    snprintf(digits, sizeof digits, "%lld", value);
    lydian_put_number(out, digits, is_argument);
}

static inline void lydian_put_float(lydian_text *out, double value, bool is_argument) {
    char digits[64];
    if (isnan(value)) {
        lydian_put(out, "nan");
        return;
    }
    if (isinf(value)) {
        lydian_put(out, value > 0 ? "infinity" : "neg_infinity");
        return;
    }
    snprintf(digits, sizeof digits, "%.16e", value);
    char *exponent = strchr(digits, 'e');
    const int power = atoi(exponent + 1);
    char *end = exponent;
    while (end[-1] == '0') end--;
    if (end[-1] == '.') end--;
    snprintf(end, sizeof digits - (size_t)(end - digits), "e%d", power);
    lydian_put_number(out, digits, is_argument);
}

static inline void lydian_put_bool(lydian_text *out, bool value, bool is_argument) {
    (void)is_argument;
    lydian_put(out, value ? "true" : "false");
}

static inline void lydian_put_unit(lydian_text *out, lydian_unit value, bool is_argument) {
    (void)value;
    (void)is_argument;
    lydian_put(out, "()");
}

static inline void lydian_put_byte(lydian_text *out, unsigned char byte, unsigned char quote) {
    char text[8];
    if (byte == '\n') snprintf(text, sizeof text, "\\n");
    else if (byte == '\t') snprintf(text, sizeof text, "\\t");
    else if (byte == '\r') snprintf(text, sizeof text, "\\r");
    else if (byte == '\\' || byte == quote) snprintf(text, sizeof text, "\\%c", byte);
    else if (byte >= ' ' && byte <= '~') snprintf(text, sizeof text, "%c", byte);
    else snprintf(text, sizeof text, "\\%03u", (unsigned)byte);
    lydian_put(out, text);
}

static inline void lydian_put_char(lydian_text *out, char value, bool is_argument) {
    (void)is_argument;
    lydian_put(out, "'");
    lydian_put_byte(out, (unsigned char)value, '\'');
    lydian_put(out, "'");
}

static inline void lydian_put_string(lydian_text *out, const char *value, bool is_argument) {
    (void)is_argument;
    if (value == NULL) {
        lydian_put(out, "NULL");
        return;
    }
    lydian_put(out, "\"");
    for (; *value != '\0'; value++) lydian_put_byte(out, (unsigned char)*value, '"');
    lydian_put(out, "\"");
}
