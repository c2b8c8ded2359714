int main(void) {
    static lydian_story story;
    int failed = 0, another_way = 0;
    const int count = (int)(sizeof lydian_cases / sizeof lydian_cases[0]) - 1;
    for (int index = 0; index < count; index++) {
        story.number = index + 1;
        story.name = lydian_cases[index].name;
        story.initial = lydian_cases[index].initial;
        story.steps = 0;
        sut_reset();
        const int verdict = lydian_cases[index].run(&story);
        failed += verdict == LYDIAN_FAILED;
        another_way += verdict == LYDIAN_ANOTHER_WAY;
    }
    if (failed > LYDIAN_MOST_STORIES) printf("... and %d more\n", failed - LYDIAN_MOST_STORIES);
    printf("%d cases: %d passed, %d failed, %ld refusals checked\n", count, count - failed, failed, story.refusals);
    if (another_way > 0) printf("%d of them went another allowed way, and ended there\n", another_way);
    return failed > 0 ? 1 : 0;
}
