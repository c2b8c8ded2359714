/* Judging answers, and telling what went wrong. */

enum { LYDIAN_GO_ON, LYDIAN_PASSED, LYDIAN_ANOTHER_WAY, LYDIAN_FAILED };

/* Of so many failures the story is told. */
enum { LYDIAN_MOST_STORIES = 10 };

typedef struct {
    int number, told;
    const char *name, *initial;
    int steps;
    long refusals;
    const char *inputs[LYDIAN_LONGEST_CASE + 1];
    const char *answers[LYDIAN_LONGEST_CASE + 1];
} lydian_story;

static inline void lydian_tell(lydian_story *story, const char *input, const char *answer, int alternatives,
                               const char *const *allowed) {
    if (story->told++ >= LYDIAN_MOST_STORIES) return;
    printf("case %d (%s) failed at input %d:\n", story->number, story->name, story->steps + 1);
    if (story->initial != NULL) printf("  starting in %s\n", story->initial);
    for (int step = 0; step < story->steps; step++) {
        printf("  %s\n    -> %s\n", story->inputs[step], story->answers[step]);
    }
    printf("  %s\n    -> %s\n", input, answer);
    if (alternatives == 0) printf("    but the input must be refused\n");
    for (int index = 0; index < alternatives; index++) {
        printf(index == 0 ? "    but allowed is %s\n" : "            or %s\n", allowed[index]);
    }
    fflush(stdout);
}

static inline int lydian_judge(lydian_story *story, const char *input, int count, const lydian_output *outputs,
                               int alternatives, const char *const *allowed) {
    int found = -1;
    lydian_text answer = {NULL, 0, 0};
    if (count == LYDIAN_REFUSED) {
        lydian_put(&answer, "refused");
    } else if (count < 0 || count > LYDIAN_MOST_OUTPUTS) {
        fprintf(stderr, "a function returned %d; it returns LYDIAN_REFUSED or how many outputs it wrote, up to %d\n",
                count, LYDIAN_MOST_OUTPUTS);
        exit(2);
    } else if (count == 1) {
        lydian_put_answer(&answer, &outputs[0]);
    } else {
        lydian_put(&answer, "[");
        for (int index = 0; index < count; index++) {
            lydian_put(&answer, index > 0 ? "; " : "");
            lydian_put_answer(&answer, &outputs[index]);
        }
        lydian_put(&answer, "]");
    }
    for (int index = alternatives - 1; index >= 0; index--) {
        if (count != LYDIAN_REFUSED && strcmp(answer.text, allowed[index]) == 0) found = index;
    }
    const bool is_right_refusal = alternatives == 0 && count == LYDIAN_REFUSED;
    if (found < 0 && !is_right_refusal) lydian_tell(story, input, answer.text, alternatives, allowed);
    free(answer.text);
    if (is_right_refusal) story->refusals++;
    else if (found < 0) return LYDIAN_FAILED;
    else if (found > 0) return LYDIAN_ANOTHER_WAY;
    story->inputs[story->steps] = input;
    story->answers[story->steps] = is_right_refusal ? "refused" : allowed[0];
    story->steps++;
    return LYDIAN_GO_ON;
}

#define LYDIAN_STEP(input, call, alternatives, ...)                                                  \
    do {                                                                                             \
        lydian_output out[LYDIAN_MOST_OUTPUTS];                                                      \
        memset(out, 0, sizeof out);                                                                  \
        const int count = (call);                                                                    \
        const char *const allowed[] = {__VA_ARGS__};                                                 \
        const int verdict = lydian_judge(story, input, count, out, alternatives, allowed);           \
        if (verdict != LYDIAN_GO_ON) return verdict;                                                 \
    } while (0)
