//! What the machine says of itself. Functions in the settings, so that tests can say otherwise.

use std::path::Path;

/// Bytes there are, and bytes that are free.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Space {
    /// All.
    pub total: u64,
    /// Not used.
    pub free: u64,
}

impl Space {
    /// Used, in percent, rounded down.
    pub fn used_percent(self) -> u64 {
        (self.total.saturating_sub(self.free)).saturating_mul(100).checked_div(self.total).unwrap_or(0)
    }
}

/// How the machine is asked. Nothing where it can't tell.
#[derive(Debug, Clone, Copy)]
pub struct Probe {
    /// Room on the disk of a folder.
    pub disk: fn(&Path) -> Option<Space>,
    /// Memory of the machine.
    pub memory: fn() -> Option<Space>,
    /// Memory of this process in bytes.
    pub own_memory: fn() -> Option<u64>,
    /// Files and connections this process may have open at once.
    pub handles: fn() -> Option<Handles>,
}

/// How many files and connections a process may have open at once.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Handles {
    /// In force.
    pub limit: u64,
    /// What the process may raise it to.
    pub most: u64,
}

/// Name of the machine this process runs on.
pub fn host() -> String {
    std::fs::read_to_string("/proc/sys/kernel/hostname").unwrap_or_default().trim().to_owned()
}

/// This process, as people tell it from others.
pub fn instance() -> String {
    format!("{}:{}", host(), std::process::id())
}

impl Default for Probe {
    fn default() -> Self {
        Self { disk, memory, own_memory, handles }
    }
}

#[cfg(unix)]
fn disk(folder: &Path) -> Option<Space> {
    let found = rustix::fs::statvfs(folder).ok()?;
    // What only the administrator of the machine may still use is used, as far as this program goes.
    let used = found.f_blocks.saturating_sub(found.f_bfree);
    Some(Space { total: (used + found.f_bavail) * found.f_frsize, free: found.f_bavail * found.f_frsize })
}

#[cfg(not(unix))]
fn disk(_: &Path) -> Option<Space> {
    None
}

/// A line of a file of /proc, in kilobytes there.
fn proc_bytes(file: &str, name: &str) -> Option<u64> {
    let text = std::fs::read_to_string(file).ok()?;
    let line = text.lines().find_map(|line| line.strip_prefix(name))?;
    line.split_whitespace().next()?.parse::<u64>().ok().map(|kilobytes| kilobytes * 1024)
}

fn memory() -> Option<Space> {
    let of = |name| proc_bytes("/proc/meminfo", name);
    Some(Space { total: of("MemTotal:")?, free: of("MemAvailable:")? })
}

fn own_memory() -> Option<u64> {
    proc_bytes("/proc/self/status", "VmRSS:")
}

#[cfg(unix)]
fn handles() -> Option<Handles> {
    let found = rustix::process::getrlimit(rustix::process::Resource::Nofile);
    let of = |limit: Option<u64>| limit.unwrap_or(u64::MAX);
    Some(Handles { limit: of(found.current), most: of(found.maximum) })
}

#[cfg(not(unix))]
fn handles() -> Option<Handles> {
    None
}

/// Raises the limit of open files and connections to what the machine lets this process have, and answers it.
#[cfg(unix)]
pub fn raise_handles() -> Option<Handles> {
    use rustix::process::{Resource, Rlimit, setrlimit};
    let found = handles()?;
    if found.limit < found.most {
        let most = (found.most < u64::MAX).then_some(found.most);
        let _ = setrlimit(Resource::Nofile, Rlimit { current: most, maximum: most });
    }
    handles()
}

/// Raises the limit of open files and connections to what the machine lets this process have, and answers it.
#[cfg(not(unix))]
pub fn raise_handles() -> Option<Handles> {
    None
}
