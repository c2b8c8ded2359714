//! What a deadline counts: the threads and processes that work for it, and no others. Nothing here depends on how fast a
//! machine is: work goes on until it has used what it shall use.

use std::sync::atomic::{AtomicBool, Ordering};
use std::thread;
use std::time::{Duration, Instant};

use lydian_budget::{Deadline, charge, is_over, shared, under};

const HOUR: Duration = Duration::from_secs(3600);
const SOME: Duration = Duration::from_millis(20);

/// Computes until a deadline for this thread alone has passed, so that it has used so much at least.
fn use_up(time: Duration) {
    let deadline = Deadline::after(HOUR).share(1).within(time);
    while !deadline.passed() {
        std::hint::spin_loop();
    }
}

#[test]
fn work_ends_a_deadline() {
    let deadline = Deadline::after(SOME);
    while !deadline.passed() {
        std::hint::spin_loop();
    }
    assert_eq!(deadline.left(), Duration::ZERO);
    assert_eq!(deadline.wait_left(), Duration::ZERO);
}

#[test]
fn waiting_ends_a_deadline_after_ten_times_as_long() {
    let (deadline, started) = (Deadline::after(SOME), Instant::now());
    while !deadline.passed() {
        thread::sleep(SOME);
    }
    assert!(started.elapsed() >= SOME * 10, "it slept, and had ten times as long");
}

#[test]
fn the_time_of_a_process_that_was_waited_for_counts() {
    let deadline = Deadline::after(HOUR);
    charge(HOUR / 2);
    assert!(deadline.left() <= HOUR / 2);
    charge(HOUR / 2);
    assert!(deadline.passed());
}

#[test]
fn a_thread_that_looks_at_a_deadline_works_for_it() {
    let deadline = Deadline::after(HOUR);
    thread::scope(|scope| {
        scope.spawn(|| {
            assert!(!deadline.passed());
            charge(HOUR);
        });
    });
    assert!(deadline.passed());
}

#[test]
fn all_that_a_thread_did_before_it_looked_counts() {
    let deadline = Deadline::after(HOUR);
    let before = deadline.left();
    let seen = thread::scope(|scope| {
        let work = || {
            let mut number = 1_u64;
            for step in 0..20_000_000_u64 {
                number = std::hint::black_box(number.wrapping_mul(step | 1));
            }
            deadline.left()
        };
        scope.spawn(work).join().expect("the thread ends")
    });
    assert!(seen < before);
}

#[test]
fn a_thread_with_work_of_its_own_leaves_others_their_time() {
    let deadline = Deadline::after(HOUR);
    thread::scope(|scope| {
        scope.spawn(|| {
            let own = Deadline::after(HOUR);
            charge(HOUR);
            assert!(own.passed());
        });
    });
    assert!(!deadline.passed());
}

#[test]
fn shared_work_counts_though_it_never_looks() {
    let deadline = Deadline::after(HOUR);
    thread::scope(|scope| {
        scope.spawn(shared(|| charge(HOUR)));
    });
    assert!(deadline.passed());
}

#[test]
fn shared_work_counts_also_if_it_panics() {
    let deadline = Deadline::after(SOME);
    let ended = thread::scope(|scope| {
        let work = shared(|| {
            while !deadline.passed() {
                std::hint::spin_loop();
            }
            std::panic::resume_unwind(Box::new("gone"));
        });
        scope.spawn(work).join()
    });
    assert!(ended.is_err());
    assert!(deadline.passed());
}

#[test]
fn a_share_is_used_up_by_its_thread_alone() {
    let whole = Deadline::after(HOUR);
    let share = whole.share(4);
    assert!(share.left() <= HOUR / 4);
    thread::scope(|scope| {
        scope.spawn(|| {
            assert!(!whole.passed());
            charge(HOUR);
        });
    });
    assert!(whole.passed());
    assert!(!share.passed());
}

#[test]
fn a_deadline_moves_only_where_it_is_told_to() {
    let deadline = Deadline::after(HOUR);
    assert!(deadline.within(HOUR * 2).left() <= HOUR);
    assert!(deadline.within(HOUR / 2).left() <= HOUR / 2);
    assert!(deadline.or_at_least(HOUR / 2).left() > HOUR / 2);
    assert!(deadline.or_at_least(HOUR * 2).left() > HOUR);
    assert!(Deadline::after(Duration::MAX).left() > HOUR);
}

#[test]
fn a_limit_holds_inside_of_work_and_in_its_threads() {
    assert!(!is_over());
    let limit = Deadline::after(HOUR);
    under(Some(limit), || {
        assert!(!is_over());
        charge(HOUR);
        assert!(is_over());
        thread::scope(|scope| {
            assert!(scope.spawn(shared(is_over)).join().expect("the thread ends"));
            assert!(!scope.spawn(is_over).join().expect("the thread ends"));
        });
        under(None, || assert!(!is_over()));
    });
    assert!(!is_over());
}

#[test]
fn a_watcher_sees_that_a_thread_has_used_its_time() {
    let seen = AtomicBool::new(false);
    thread::scope(|scope| {
        let watched = Deadline::after(SOME).watched();
        let seen = &seen;
        scope.spawn(move || {
            while !watched.passed() {
                thread::yield_now();
            }
            seen.store(true, Ordering::Release);
        });
        // The thread that is watched looks at nothing.
        while !seen.load(Ordering::Acquire) {
            std::hint::spin_loop();
        }
    });
    let idle = Deadline::after(HOUR).watched();
    thread::scope(|scope| {
        scope.spawn(|| {
            use_up(SOME);
            assert!(!idle.passed(), "what the watcher does is its own");
        });
    });
}
