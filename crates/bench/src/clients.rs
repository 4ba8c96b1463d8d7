//! Callers over real connections that stay open: as little work of their own as possible, because
//! they share the processor with the server.

use std::io::{Read, Write};
use std::net::TcpStream;
use std::time::{Duration, Instant};

use crate::Fault;
use crate::orders::Dice;

/// Callers at the same time.
pub const CLIENTS: u64 = 8;

/// Makes the bytes of a request.
pub type Make<'a> = &'a (dyn Fn(&mut Dice) -> Vec<u8> + Sync);

/// A connection that stays open.
pub struct Caller {
    stream: TcpStream,
    buffer: Vec<u8>,
}

impl Caller {
    /// Connects.
    pub fn new(address: &str) -> Result<Self, Fault> {
        let stream = TcpStream::connect(address)?;
        stream.set_nodelay(true)?;
        stream.set_read_timeout(Some(Duration::from_secs(60)))?;
        Ok(Self { stream, buffer: Vec::with_capacity(64 * 1024) })
    }

    /// Sends a request and reads the answer; answers its whole text, head and body.
    pub fn call(&mut self, request: &[u8]) -> Result<&[u8], Fault> {
        self.stream.write_all(request)?;
        self.buffer.clear();
        let mut wanted = None;
        let mut piece = [0; 16 * 1024];
        while wanted.is_none_or(|wanted| self.buffer.len() < wanted) {
            let read = self.stream.read(&mut piece)?;
            if read == 0 {
                return Err("the server closed the connection".into());
            }
            self.buffer.extend_from_slice(piece.get(..read).unwrap_or_default());
            if wanted.is_none() {
                wanted = length(&self.buffer);
            }
        }
        Ok(&self.buffer)
    }
}

/// Length of the whole answer, once its head is there.
fn length(answer: &[u8]) -> Option<usize> {
    let end = answer.windows(4).position(|four| four == b"\r\n\r\n")?;
    let head = String::from_utf8_lossy(answer.get(..end)?).to_ascii_lowercase();
    let body = head.split("content-length: ").nth(1)?.split("\r\n").next()?.trim().parse::<usize>().ok()?;
    Some(end + 4 + body)
}

/// A request's bytes.
pub fn request(method: &str, path: &str, token: &str, body: &str) -> Vec<u8> {
    let authorization = if token.is_empty() { String::new() } else { format!("Authorization: Bearer {token}\r\n") };
    let content = if body.is_empty() {
        String::new()
    } else {
        format!("Content-Type: application/json\r\nContent-Length: {}\r\n", body.len())
    };
    format!("{method} {path} HTTP/1.1\r\nHost: localhost\r\n{authorization}{content}\r\n{body}").into_bytes()
}

/// Whether an answer is a good one: HTTP 200, and code 0 where it is an envelope.
pub fn good(answer: &[u8]) -> bool {
    let refused =
        answer.windows(9).any(|nine| nine == b"\r\n{\"code\"") && !answer.windows(10).any(|ten| ten == b"{\"code\":0,");
    answer.starts_with(b"HTTP/1.1 200") && !refused
}

/// What a side of a comparison took.
#[derive(Debug, Default, Clone)]
pub struct Taken {
    /// Microseconds of each call.
    pub calls: Vec<u64>,
    /// Time over all rounds.
    pub time: Duration,
}

impl Taken {
    /// Calls a second.
    pub fn per_second(&self) -> f64 {
        count(self.calls.len()) / self.time.as_secs_f64().max(1e-9)
    }

    /// Milliseconds that so many of a hundred calls took at most.
    pub fn percentile(&self, hundredths: usize) -> f64 {
        let mut calls = self.calls.clone();
        calls.sort_unstable();
        let place = Ord::min(calls.len() * hundredths / 100, calls.len().saturating_sub(1));
        Duration::from_micros(calls.get(place).copied().unwrap_or_default()).as_secs_f64() * 1000.0
    }
}

fn count(number: usize) -> f64 {
    f64::from(u32::try_from(number).unwrap_or(u32::MAX))
}

/// Calls from all callers for some time and adds what they took.
pub fn drive(address: &str, seed: u64, time: Duration, make: Make<'_>, taken: &mut Taken) -> Result<(), Fault> {
    crowd(address, (CLIENTS, seed), time, make, taken)
}

/// The same of so many callers.
pub fn crowd(
    address: &str,
    (callers, seed): (u64, u64),
    time: Duration,
    make: Make<'_>,
    taken: &mut Taken,
) -> Result<(), Fault> {
    let begun = Instant::now();
    let done: Vec<Result<Vec<u64>, Fault>> = std::thread::scope(|scope| {
        let running: Vec<_> =
            (0..callers).map(|client| scope.spawn(move || one(address, seed * callers + client, time, make))).collect();
        running.into_iter().map(|thread| thread.join().unwrap_or_else(|_| Err("a caller panicked".into()))).collect()
    });
    taken.time += begun.elapsed();
    for calls in done {
        taken.calls.extend(calls?);
    }
    Ok(())
}

fn one(address: &str, seed: u64, time: Duration, make: Make<'_>) -> Result<Vec<u64>, Fault> {
    let mut caller = Caller::new(address)?;
    let mut dice = Dice(seed.wrapping_mul(7919));
    let mut calls = Vec::new();
    let begun = Instant::now();
    while begun.elapsed() < time {
        let request = make(&mut dice);
        let asked = Instant::now();
        let answer = caller.call(&request)?;
        calls.push(u64::try_from(asked.elapsed().as_micros()).unwrap_or(u64::MAX));
        if !good(answer) {
            let asked: String = String::from_utf8_lossy(&request).chars().take(200).collect();
            let answer: String = String::from_utf8_lossy(answer).chars().take(900).collect();
            return Err(format!("{asked}\nwas answered\n{answer}").into());
        }
    }
    Ok(calls)
}
