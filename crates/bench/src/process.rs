//! The built program as a process: how soon it answers, how much memory it rests in, how large it is.

use std::net::TcpListener;
use std::path::{Path, PathBuf};
use std::process::{Child, Command, Stdio};
use std::time::{Duration, Instant};

use crate::Fault;
use crate::clients::{Caller, request};

/// Starts of which the median is told.
const STARTS: usize = 5;
/// Rest before the memory is read.
const REST: Duration = Duration::from_secs(2);

/// What was seen of the program.
pub struct Seen {
    /// The program file.
    pub program: PathBuf,
    /// Milliseconds from its start to its first answer: the median and the longest.
    pub cold_start: (f64, f64),
    /// Megabytes resident at rest.
    pub memory: f64,
    /// Megabytes of the file.
    pub size: f64,
}

/// The program `make run` starts, else the one built beside this one.
pub fn program() -> Result<PathBuf, Fault> {
    let own = std::env::current_exe()?;
    let folder = own.parent().ok_or("no folder")?;
    let product = folder.parent().map(|target| target.join("product").join("forwarder"));
    let beside = folder.join("forwarder");
    let found = product.into_iter().chain([beside]).find(|path| path.is_file());
    found.ok_or_else(|| "the program is not built: cargo build --release -p app --bin forwarder".into())
}

/// A running program; with this value it is killed.
pub struct Running(Child);

impl Drop for Running {
    fn drop(&mut self) {
        let _ = self.0.kill();
        let _ = self.0.wait();
    }
}

/// Starts the program as `environment` says; answers its address, too.
pub fn serve(data: &Path, environment: &[(&str, &str)]) -> Result<(Running, String), Fault> {
    let (running, address, _) = start(&program()?, data, environment)?;
    Ok((running, address))
}

/// Starts the program, which tells what it has to say to `log`; answers its address, too, where it may not answer yet.
pub fn begin(data: &Path, environment: &[(&str, &str)], log: Stdio) -> Result<(Running, String), Fault> {
    spawn(&program()?, data, environment, log)
}

fn spawn(program: &Path, data: &Path, environment: &[(&str, &str)], log: Stdio) -> Result<(Running, String), Fault> {
    let free = TcpListener::bind("127.0.0.1:0")?;
    let address = free.local_addr()?.to_string();
    drop(free);
    let child = Command::new(program)
        .arg("serve")
        .current_dir(data)
        .env_remove("DATABASE_URL")
        .env("FORWARDER_LISTEN", &address)
        .env("FORWARDER_DATA_FOLDER", data)
        .envs(environment.iter().copied())
        .stdout(Stdio::null())
        .stderr(log)
        .spawn()?;
    Ok((Running(child), address))
}

/// Whether the product answers at an address.
pub fn answers(address: &str) -> bool {
    let ready = request("GET", "/health/ready", "", "");
    // Who answers while it starts closes his lines when the product takes over.
    Caller::new(address)
        .is_ok_and(|mut caller| caller.call(&ready).is_ok_and(|answer| answer.starts_with(b"HTTP/1.1 200")))
}

fn start(program: &Path, data: &Path, environment: &[(&str, &str)]) -> Result<(Running, String, f64), Fault> {
    let begun = Instant::now();
    let (running, address) = spawn(program, data, environment, Stdio::null())?;
    loop {
        if answers(&address) {
            return Ok((running, address, begun.elapsed().as_secs_f64() * 1000.0));
        }
        if begun.elapsed() > Duration::from_secs(30) {
            return Err("the program does not answer".into());
        }
        std::thread::sleep(Duration::from_micros(500));
    }
}

impl Running {
    /// Whether it has ended by itself.
    pub fn has_ended(&mut self) -> Result<bool, Fault> {
        Ok(self.0.try_wait()?.is_some())
    }

    /// Megabytes by a line of the process's status: `VmRSS:` now, `VmHWM:` at most so far.
    pub fn memory(&self, line: &str) -> Result<f64, Fault> {
        let status = std::fs::read_to_string(format!("/proc/{}/status", self.0.id()))?;
        let found = status.lines().find_map(|one| one.strip_prefix(line)).ok_or("no such line")?;
        let kib: u32 = found.trim().trim_end_matches(" kB").parse()?;
        Ok(f64::from(kib) / 1024.0)
    }
}

/// Looks at the program on an existing embedded database.
pub fn look(data: &Path) -> Result<Seen, Fault> {
    let program = program()?;
    let bytes = u32::try_from(std::fs::metadata(&program)?.len())?;
    let mut starts = Vec::new();
    let mut memory = 0.0;
    for turn in 0..STARTS {
        let (running, _, milliseconds) = start(&program, data, &[])?;
        starts.push(milliseconds);
        if turn + 1 == STARTS {
            std::thread::sleep(REST);
            memory = running.memory("VmRSS:")?;
        }
    }
    starts.sort_by(f64::total_cmp);
    let at = |place: usize| starts.get(place).copied().unwrap_or_default();
    let cold_start = (at(STARTS / 2), at(STARTS - 1));
    Ok(Seen { program, cold_start, memory, size: f64::from(bytes) / 1_048_576.0 })
}
