//! Texts by chance that nobody would send, and the guard against readers that hang, for tests.

use std::time::{Duration, Instant};

use crate::imp::dice::Dice;

/// What a reader may take for one input, however large.
const TIME_MAX: Duration = Duration::from_secs(1);

/// Letters that mean something to one reader or another, and some that mean nothing to any.
const LETTERS: [char; 44] = [
    'A', 'B', 'Z', 'a', 'z', '0', '1', '7', '9', '/', '-', '.', ',', ' ', '\n', '\r', '\t', ':', '：', ';', '；', '*',
    '×', '<', '>', '&', '"', '\'', '#', '+', '(', ')', 'é', 'ß', 'İ', 'ŉ', '中', '９', '\u{0}', '\u{1}', '\u{7f}',
    '\u{200b}', '\u{feff}', '😀',
];

/// A text of so many letters at most.
pub(crate) fn noise(dice: &mut Dice, most: usize) -> String {
    (0..dice.place(most + 1)).map(|_| dice.one(&LETTERS)).collect()
}

/// One of some texts with parts replaced, taken away, doubled, cut off or taken from another of them.
pub(crate) fn mutated(dice: &mut Dice, examples: &[&str]) -> String {
    let mut letters: Vec<char> = dice.one(examples).chars().collect();
    for _ in 0..=dice.below(6) {
        let place = dice.place(letters.len().max(1));
        let end = (place + dice.place(40)).min(letters.len());
        let place = place.min(end);
        match dice.below(6) {
            0 if place < letters.len() => letters[place] = dice.one(&LETTERS),
            1 => drop(letters.drain(place..end)),
            2 => {
                let letter = dice.one(&LETTERS);
                letters.splice(place..place, [letter; 3]).for_each(drop);
            }
            3 => {
                let part = letters[place..end].to_vec();
                letters.splice(place..place, part).for_each(drop);
            }
            4 => letters.truncate(place),
            _ => {
                let other: Vec<char> = dice.one(examples).chars().collect();
                let from = dice.place(other.len().max(1)).min(other.len());
                letters.splice(place..end, other[from..].iter().copied().take(60)).for_each(drop);
            }
        }
    }
    letters.into_iter().collect()
}

/// Does something with a text, which must not take longer than a second.
pub(crate) fn in_time<T>(text: &str, work: impl FnOnce(&str) -> T) -> T {
    let (begun, worked) = (Instant::now(), time_on_core());
    let done = work(text);
    // On a busy machine the thread may have waited: then the time it worked counts.
    let taken = match (worked, time_on_core()) {
        (Some(before), Some(after)) => begun.elapsed().min(after - before),
        _ => begun.elapsed(),
    };
    let start: String = text.chars().take(120).collect();
    assert!(taken <= TIME_MAX, "{taken:?} for {} bytes that begin {start:?}", text.len());
    done
}

/// How long this thread has worked so far, where the system tells it.
fn time_on_core() -> Option<Duration> {
    let told = std::fs::read_to_string("/proc/thread-self/schedstat").ok()?;
    told.split(' ').next()?.parse().ok().map(Duration::from_nanos)
}

/// A text that repeats a part up to a size.
pub(crate) fn filled(head: &str, part: &str, bytes: usize) -> String {
    format!("{head}{}", part.repeat(bytes.saturating_sub(head.len()) / part.len().max(1)))
}
