//! A million guesses at a share link: by what is answered and by how long it takes, no wrong address differs from
//! another, and none is right.

use std::collections::{BTreeMap, BTreeSet};
use std::path::Path;
use std::time::Instant as Stopwatch;

use kernel::Clock;
use tokio::runtime::Runtime;

use crate::orders::{Dice, Plan, SHARED_EVERY, share_code, uuid};
use crate::site::Site;
use crate::{Fault, verdict};

/// Guesses when nothing is said.
const GUESSES: u64 = 1_000_000;
/// Orders of the database guessed at.
const ORDERS: u64 = 10_000;
/// Medians of the kinds may lie this far apart.
const SPREAD_TARGET: f64 = 1.5;

/// Kinds of wrong addresses.
const KINDS: [&str; 5] = ["no such code", "another order's code", "no such order", "no code", "nonsense"];

/// What a guess of a kind asks for.
fn guess(kind: usize, dice: &mut Dice) -> (String, String) {
    let shared = dice.next() % (ORDERS / SHARED_EVERY) * SHARED_EVERY;
    let other = (shared + SHARED_EVERY) % ORDERS;
    let made_up = format!("{:016x}{:016x}", dice.next(), dice.next());
    match kind {
        0 => (uuid(shared), share_code(ORDERS + dice.next() % ORDERS)),
        1 => (uuid(shared), share_code(other)),
        2 => (made_up, share_code(shared)),
        3 => (uuid(shared), String::new()),
        _ => ("nonsense".to_owned(), made_up),
    }
}

/// Guesses in process, each from an address of its own, so that the limit of an address does not answer instead.
pub fn measure(runtime: &Runtime, name: &str, folder: &Path, url: Option<&str>) -> Result<(), Fault> {
    std::fs::create_dir_all(folder)?;
    let site = Site::open(runtime, folder, url, Plan::new(ORDERS, 1, Clock::System.now().day()))?;
    let wanted = std::env::var("BENCH_GUESSES").ok().and_then(|text| text.parse().ok()).filter(|n| *n > 1);
    let wanted: u64 = wanted.unwrap_or(GUESSES);
    let (answers, times) = runtime.block_on(async { tokio::task::block_in_place(|| all(&site, wanted)) });
    println!(
        "{name}: {wanted} guesses, {} kinds of answers: {}",
        answers.len(),
        answers.iter().next().map_or("", |a| a)
    );
    let medians: Vec<u64> = times
        .into_values()
        .map(|mut nanos| {
            nanos.sort_unstable();
            nanos.get(nanos.len() / 2).copied().unwrap_or_default()
        })
        .collect();
    for (kind, median) in KINDS.iter().zip(&medians) {
        println!("  {kind:<22} median {:.1} µs", micros(*median));
    }
    let spread =
        micros(medians.iter().max().copied().unwrap_or(1)) / micros(medians.iter().min().copied().unwrap_or(1));
    println!("  slowest to fastest kind {spread:.2} ≤ {SPREAD_TARGET} {}", verdict(spread <= SPREAD_TARGET));
    if answers.len() == 1 { Ok(()) } else { Err("a guess was answered otherwise than the others".into()) }
}

fn micros(nanos: u64) -> f64 {
    u32::try_from(nanos).map_or(f64::MAX, f64::from) / 1_000.0
}

type Answers = BTreeSet<String>;
type Times = BTreeMap<usize, Vec<u64>>;

fn all(site: &Site, wanted: u64) -> (Answers, Times) {
    let (mut answers, mut times, mut dice) = (Answers::new(), Times::new(), Dice(7));
    for n in 0..wanted {
        let kind = usize::try_from(n % 5).unwrap_or_default();
        let (uuid, code) = guess(kind, &mut dice);
        let query = BTreeMap::from([("o".to_owned(), format!("af{uuid}")), ("code".to_owned(), code)]);
        let address = format!("10.{}.{}.{}", n >> 16 & 255, n >> 8 & 255, n & 255);
        let begun = Stopwatch::now();
        let answer = track::first_answer(site.product(), &query, (&address, ""), "zh-CN");
        times.entry(kind).or_default().push(u64::try_from(begun.elapsed().as_nanos()).unwrap_or(u64::MAX));
        answers.insert(answer);
    }
    (answers, times)
}
