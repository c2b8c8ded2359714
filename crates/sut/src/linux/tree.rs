//! All processes of a run as the kernel lists them: what they use and what they wait for.
//! The holder at the root is not part of the program, but children that it collected count as used time.

use std::time::{Duration, Instant};

use super::notify::Call;
use super::request::{
    Wait, has_ended, hears_signals, is_asleep, is_served, is_stopped, parked_call, wait_for_input,
    waits_for_others,
};
use super::streams::Streams;
use super::sys;

/// Processes below this many are looked at in one go; a run has fewer.
const MOST_PROCESSES: usize = 1024;
/// A process that maps less cannot have tables of pages that matter.
const LARGE_SPACE: u64 = 8 << 30;
/// Clock ticks of `/proc` in a second; the same on every Linux that Rust runs on.
const TICKS_PER_SECOND: u64 = 100;

/// The processes of one run.
pub struct Tree {
    /// The process that holds the run.
    pub root: i32,
}

/// What all processes of a run use together.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub struct Usage {
    /// Processor time in clock ticks.
    pub(super) cpu_ticks: u64,
    /// Resident memory in bytes, with shared pages counted for each process.
    pub resident: u64,
    /// How many processes live.
    pub processes: u64,
    /// How many threads live.
    pub threads: u64,
    /// Whether a thread is running or could run at once.
    pub running: bool,
}

impl Usage {
    /// Processor time.
    pub fn cpu(&self) -> Duration {
        Duration::from_millis(self.cpu_ticks * 1000 / TICKS_PER_SECOND)
    }
}

/// A run at rest: the calls that all its threads are blocked in.
#[derive(Debug, PartialEq, Eq)]
pub struct AtRest {
    calls: Vec<Call>,
    /// How it waits for input.
    pub wait: Wait,
    /// A thread sleeps for a while, after which it may do anything.
    pub sleeps: bool,
}

impl Tree {
    /// The processes of the program, without the holder.
    pub fn processes(&self) -> Vec<i32> {
        let mut found = vec![self.root];
        let mut at = 0;
        while at < found.len() && found.len() < MOST_PROCESSES {
            for thread in threads(found[at]) {
                let path = format!("/proc/{}/task/{thread}/children", found[at]);
                let text = std::fs::read_to_string(path).unwrap_or_default();
                found.extend(text.split_whitespace().filter_map(|word| word.parse::<i32>().ok()));
            }
            at += 1;
        }
        found.remove(0);
        found
    }

    /// Makes every call that is blocked begin again.
    pub fn restart_calls(&self) {
        let processes = self.processes();
        processes.iter().for_each(|process| sys::stop(*process));
        // To go on before the stop has reached all threads would undo it.
        let is_stopped =
            |process: &i32| stat(*process).is_none_or(|fields| matches!(fields.state, 'T' | 't' | 'Z'));
        let deadline = Instant::now() + Duration::from_millis(100);
        while Instant::now() < deadline && !processes.iter().all(is_stopped) {
            std::thread::sleep(Duration::from_micros(100));
        }
        processes.iter().for_each(|process| sys::go_on(*process));
    }

    /// What all processes use.
    pub fn usage(&self) -> Usage {
        let mut usage = Usage::default();
        if let Some(fields) = stat(self.root) {
            usage.cpu_ticks += fields.collected_ticks;
        }
        for process in self.processes() {
            let Some(fields) = stat(process) else { continue };
            usage.cpu_ticks += fields.own_ticks + fields.collected_ticks;
            usage.resident += fields.resident;
            if fields.mapped > LARGE_SPACE {
                usage.resident += page_tables(process);
            }
            usage.processes += 1;
            usage.threads += fields.threads;
            usage.running |= matches!(fields.state, 'R' | 'D');
        }
        usage
    }

    /// Bytes of files that were removed but are still open, where nobody else can find them.
    pub fn removed_files(&self) -> u64 {
        use std::os::unix::fs::MetadataExt;
        let mut seen = std::collections::HashMap::new();
        for process in self.processes() {
            let Ok(entries) = std::fs::read_dir(format!("/proc/{process}/fd")) else { continue };
            for metadata in entries.flatten().filter_map(|entry| std::fs::metadata(entry.path()).ok()) {
                if metadata.is_file() && metadata.nlink() == 0 {
                    seen.insert((metadata.dev(), metadata.ino()), metadata.blocks() * 512);
                }
            }
        }
        seen.values().sum()
    }

    /// Resident memory in bytes with shared pages counted once, and the tables of pages; slower than `usage`.
    pub fn memory(&self) -> u64 {
        let share = |process: &i32| kibibytes(&format!("/proc/{process}/smaps_rollup"), "Pss:");
        self.processes().iter().map(|process| share(process).unwrap_or(0) + page_tables(*process)).sum()
    }

    /// Bytes of the mappings that processes share and no file stands behind.
    pub fn shared_memory(&self) -> u64 {
        let mut seen = std::collections::HashMap::new();
        for process in self.processes() {
            let text = std::fs::read_to_string(format!("/proc/{process}/maps")).unwrap_or_default();
            for line in text.lines().filter(|line| line.ends_with("/dev/zero (deleted)")) {
                let mut words = line.split_whitespace();
                let bounds = words.next().and_then(|range| range.split_once('-'));
                let size = bounds.and_then(|(from, to)| {
                    u64::from_str_radix(to, 16).ok()?.checked_sub(u64::from_str_radix(from, 16).ok()?)
                });
                // One mapping may be there in pieces, and in several processes.
                let inode = words.nth(3).unwrap_or_default().to_owned();
                let pieces: &mut std::collections::HashMap<i32, u64> = seen.entry(inode).or_default();
                *pieces.entry(process).or_default() += size.unwrap_or(0);
            }
        }
        seen.values().map(|pieces| pieces.values().max().copied().unwrap_or(0)).sum()
    }

    /// How many sockets are open.
    pub fn sockets(&self) -> u64 {
        let mut seen = std::collections::HashSet::new();
        for process in self.processes() {
            let Ok(entries) = std::fs::read_dir(format!("/proc/{process}/fd")) else { continue };
            let links = entries.flatten().filter_map(|entry| std::fs::read_link(entry.path()).ok());
            seen.extend(links.filter(|link| link.to_string_lossy().starts_with("socket:")));
        }
        seen.len() as u64
    }

    /// Whether a thread may do something by itself some time: one waits for a time to pass, or a signal of a timer would wake it.
    pub fn may_wake(&self) -> bool {
        let wakes = |process: i32, thread: i32| match parked_call(process, thread) {
            _ if is_stopped(process, thread) => false,
            Some(call) => !waits_for_others(process, &call),
            None => !has_ended(process, thread),
        };
        let processes = self.processes();
        processes.iter().any(|process| {
            hears_signals(*process) || threads(*process).into_iter().any(|thread| wakes(*process, thread))
        })
    }

    /// The run at rest, if every thread is blocked and one of them waits for input.
    /// Nobody but us can end that state as long as the input is empty.
    pub fn at_rest(&self, streams: &Streams) -> Option<AtRest> {
        let mut calls = Vec::new();
        let mut wait = None;
        let mut sleeps = false;
        let processes = self.processes();
        if processes.len() >= MOST_PROCESSES {
            return None;
        }
        for process in processes {
            for thread in threads(process) {
                match parked_call(process, thread) {
                    // The disk, or a child that is just being started, answers soon.
                    Some(call) if is_served(process, &call) => return None,
                    Some(call) => {
                        let waits = wait_for_input(&call, streams);
                        sleeps |= waits.is_none() && is_asleep(process, &call);
                        wait = match wait {
                            None | Some(Wait::Glance) => waits.or(wait),
                            found => found,
                        };
                        calls.push(call);
                    }
                    None if has_ended(process, thread) => {}
                    None => return None,
                }
            }
        }
        wait.map(|wait| AtRest { calls, wait, sleeps })
    }
}

/// Bytes of the tables that say where pages are: reading addresses all over the place takes them, and no page.
fn page_tables(process: i32) -> u64 {
    kibibytes(&format!("/proc/{process}/status"), "VmPTE:").unwrap_or(0)
}

/// A number of KiB that a file of the kernel gives behind a word, in bytes.
fn kibibytes(path: &str, word: &str) -> Option<u64> {
    let text = std::fs::read_to_string(path).ok()?;
    let line = text.lines().find_map(|line| line.strip_prefix(word))?;
    Some(line.split_whitespace().next()?.parse::<u64>().ok()? * 1024)
}

fn threads(process: i32) -> Vec<i32> {
    let Ok(entries) = std::fs::read_dir(format!("/proc/{process}/task")) else { return Vec::new() };
    entries.flatten().filter_map(|entry| entry.file_name().to_str()?.parse().ok()).collect()
}

struct Stat {
    state: char,
    own_ticks: u64,
    collected_ticks: u64,
    threads: u64,
    mapped: u64,
    resident: u64,
}

fn stat(process: i32) -> Option<Stat> {
    let text = std::fs::read_to_string(format!("/proc/{process}/stat")).ok()?;
    // The name may contain anything, also brackets; the numbers follow the last one.
    let fields: Vec<&str> = text.rsplit_once(')')?.1.split_whitespace().collect();
    let number = |at: usize| fields.get(at - 3)?.parse::<u64>().ok();
    Some(Stat {
        state: fields.first()?.chars().next()?,
        own_ticks: number(14)? + number(15)?,
        collected_ticks: number(16)? + number(17)?,
        threads: number(20)?,
        mapped: number(23)?,
        resident: number(24)? * sys::page_size(),
    })
}
