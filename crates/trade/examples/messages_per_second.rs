//! Prints how many status messages a second one core reads, and what that is to the floor of splitting the
//! same bytes into lines, measured in the same run. Fails below what the product promises.
#![expect(clippy::print_stdout, reason = "a measurement talks to the one who asked for it")]

use std::hint::black_box;
use std::time::{Duration, Instant};

use trade::fsu;

/// Messages of a round, and how long is measured.
const MESSAGES: usize = 10_000;
const TIME: Duration = Duration::from_secs(2);
/// Fewest messages a second and core.
const LEAST: f64 = 50_000.0;

fn main() -> Result<(), String> {
    let messages: Vec<String> = (0..MESSAGES).map(sample).collect();
    for text in &messages {
        fsu::parse(text).map_err(|error| format!("line {}, column {}: {}", error.line, error.column, error.en))?;
    }
    let lines =
        per_second(&messages, |text| text.split('\n').map(|line| line.trim_end().to_owned()).collect::<Vec<_>>().len());
    let parsed = per_second(&messages, |text| fsu::parse(text).map_or(0, |message| message.statuses.len()));
    let bytes = messages.iter().map(String::len).sum::<usize>() / MESSAGES;
    println!("{parsed:.0} status messages per second, {bytes} bytes each");
    println!("{lines:.0} per second only split into lines: reading takes {:.1} times the floor", lines / parsed);
    if parsed < LEAST { Err(format!("fewer than {LEAST:.0} status messages per second")) } else { Ok(()) }
}

/// Messages a second that go through some work.
fn per_second(messages: &[String], work: impl Fn(&str) -> usize) -> f64 {
    let begun = Instant::now();
    let mut rounds = 0u32;
    while begun.elapsed() < TIME {
        for text in messages {
            black_box(work(black_box(text)));
        }
        rounds += 1;
    }
    let count = u32::try_from(messages.len()).unwrap_or(u32::MAX);
    f64::from(rounds) * f64::from(count) / begun.elapsed().as_secs_f64()
}

/// A message as airlines send it: a number of its own, a departure or an arrival, and what hangs on it.
fn sample(place: usize) -> String {
    let serial = u32::try_from(place).unwrap_or_default();
    let number = trade::waybill_number::Mawb::from_parts(990, serial).map(|number| number.to_string());
    let number = number.unwrap_or_default();
    let status = match place % 3 {
        0 => "DEP/X9101/18JUL/PVGFRA/T12K500.0/A1120/E1815",
        1 => "RCF/X9101/18JUL2300-N/FRA/T12K500.0\r\nULD/PMC12345X9\r\nOSI/DRY",
        _ => "RCS/17JUL1630/PVG/T12K500.0/DEMO FORWARDER/MC3.95\r\nOCI/CN/ISS/RA/28490\r\n///SS/SPX",
    };
    format!("QD SIN05XH\r\n.HDQFMX9 200739\r\nFSU/14\r\n{number}PVGFRA/T12K500.0\r\n{status}\r\n")
}
