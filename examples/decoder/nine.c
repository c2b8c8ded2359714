/* A monitor for decoder.tessla with a mistake: nine events are needed for a 1.
   Build: cc -O2 nine.c -o nine */
#include <stdio.h>
#include <string.h>

enum { INTERVAL = 10 };

static long long due = -1; /* when the timer fires, or -1 */
static int inside = 0;     /* whether the newest event opened or continued an interval */
static int count = 0;      /* wire events since the timer fired last */

static void step(long long now, int wire) {
    int timer = now == due;
    if (wire) printf("%lld: wire\n", now);
    if (timer) {
        printf("%lld: timer\n%lld: freq = %d\n", now, now, count);
        if (count >= 9) printf("%lld: decoded = 1\n", now);
        else if (count >= 3 && count <= 5) printf("%lld: decoded = 0\n", now);
        else printf("%lld: decodeErr\n", now);
        due = -1;
        count = wire ? 1 : 0;
    } else if (wire && now > 0) {
        count++; /* the counter itself begins at 0, so that an event at 0 is not counted */
    }
    if (wire) {
        if (!inside) due = now + INTERVAL;
        inside = 1; /* an event that comes with the timer leaves no timer behind: as specified */
    } else if (timer) {
        inside = 0;
    }
}

int main(void) {
    char line[4096], name[4096];
    long long now = 0, time;
    int wire = 0;
    while (fgets(line, sizeof line, stdin)) {
        if (sscanf(line, " %lld : %4095[^ =\n]", &time, name) != 2) continue;
        if (time > now) {
            step(now, wire);
            while (due >= 0 && due < time) step(due, 0);
            now = time;
            wire = 0;
        }
        if (strcmp(name, "wire") == 0) wire = 1;
    }
    step(now, wire);
    return 0;
}
