//! The memory of the program with the demonstration while two hundred people call it, and a minute after.

use std::path::Path;
use std::process::Command;
use std::time::Duration;

use crate::clients::{Caller, Taken, crowd, request};
use crate::orders::Dice;
use crate::{Fault, process, verdict};

/// People who call at the same time.
const CALLERS: u64 = 200;
/// How long they do.
const CALLING: Duration = Duration::from_secs(20);
/// Rest before the memory is read again.
const REST: Duration = Duration::from_secs(60);
/// Most megabytes while they call.
const BUSY_MB: f64 = 300.0;
/// Most megabytes after the rest.
const RESTED_MB: f64 = 120.0;
/// The public client `forwarder:forwarder`.
const CLIENT: &str = "Zm9yd2FyZGVyOmZvcndhcmRlcg==";
const PASSWORD: &str = "Memory-2026-bench";

/// What an operator of the demonstration looks at.
const ASKED: [&str; 10] = [
    "/afbase/order/page?size=50",
    "/afbase/order/total",
    "/afbase/aforder/statistics",
    "/afbase/awb/page?size=50",
    "/afbase/awbPrint/page?size=50",
    "/prm/coop/page?size=50",
    "/sc/track/page?size=50",
    "/afbase/airport/page?size=50",
    "/css/charge/page?kind=RECEIVABLE&part=rows",
    "/afbase/aforder/desk",
];

/// Measures the program on a demonstration of its own.
pub fn measure(folder: &Path) -> Result<(), Fault> {
    std::fs::create_dir_all(folder)?;
    let seeded = Command::new(process::program()?)
        .arg("seed-demo")
        .current_dir(folder)
        .env_remove("DATABASE_URL")
        .env("FORWARDER_DATA_FOLDER", folder)
        .env("DEMO_PASSWORD", PASSWORD)
        .output()?;
    if !seeded.status.success() {
        return Err(String::from_utf8_lossy(&seeded.stderr).into());
    }
    let (running, address) = process::serve(folder, &[])?;
    let token = token(&address)?;
    let make = |dice: &mut Dice| {
        let mut asked = ASKED.iter().cycle().skip(usize::try_from(dice.next() % 100).unwrap_or_default());
        request("GET", asked.next().copied().unwrap_or_default(), &token, "")
    };
    let mut taken = Taken::default();
    crowd(&address, (CALLERS, 0), CALLING, &make, &mut taken)?;
    let busy = running.memory("VmHWM:")?;
    std::thread::sleep(REST);
    let rested = running.memory("VmRSS:")?;
    println!("\nmemory, SQLite, demonstration, {CALLERS} callers, {:.0} calls/s", taken.per_second());
    let told = [("at most while they call", busy, BUSY_MB), ("a minute after", rested, RESTED_MB)];
    for (name, megabytes, target) in told {
        println!("{name:<28} {megabytes:>21.1} MB  < {target:.0} MB {}", verdict(megabytes < target));
    }
    Ok(())
}

/// The token of an operator.
fn token(address: &str) -> Result<String, Fault> {
    let body = format!("username=0%7Cop01%40example.com%7CDEMO&password={PASSWORD}&grant_type=password");
    let asked = format!(
        "POST /auth/oauth/token HTTP/1.1\r\nHost: localhost\r\nAuthorization: Basic {CLIENT}\r\n\
         Content-Type: application/x-www-form-urlencoded\r\nContent-Length: {}\r\n\r\n{body}",
        body.len()
    );
    let mut caller = Caller::new(address)?;
    let answer = String::from_utf8_lossy(caller.call(asked.as_bytes())?).into_owned();
    let token = answer.split("\"access_token\":\"").nth(1).and_then(|rest| rest.split('"').next());
    token.map(str::to_owned).ok_or_else(|| format!("no log-in: {answer}").into())
}
