//! The export of every order of one company by a job of the built program: rows a second, memory at most.

use std::path::Path;
use std::time::Duration;

use kernel::Clock;
use serde_json::{Value as Json, json};
use tokio::runtime::Runtime;

use crate::clients::{Caller, request};
use crate::orders::Plan;
use crate::process::{Running, serve};
use crate::site::Site;
use crate::{Fault, orders_wanted, verdict};

/// Memory an export may take, however many rows it has.
const MEMORY_TARGET_MB: f64 = 200.0;
/// How often the job is looked at.
const LOOK: Duration = Duration::from_millis(200);

/// Loads the orders into one company, exports them, tells the figures.
pub fn measure(runtime: &Runtime, name: &str, folder: &Path, url: Option<&str>) -> Result<(), Fault> {
    std::fs::create_dir_all(folder)?;
    let rows = orders_wanted();
    let site = Site::open(runtime, folder, url, Plan::new(rows, 1, Clock::System.now().day()))?;
    let token = site.token(0).to_owned();
    drop(site);
    let most = rows.to_string();
    let mut environment = vec![("FORWARDER_EXPORT_ROWS_MAX", most.as_str())];
    environment.extend(url.map(|url| ("DATABASE_URL", url)));
    let (program, address) = serve(folder, &environment)?;
    let before = program.memory("VmHWM:")?;
    let (task, seconds) = export(&address, &token)?;
    let peak = program.memory("VmHWM:")?;
    let number = |member: &str| task.get(member).and_then(Json::as_u64).unwrap_or_default();
    let megabytes = number("fileSize") / 1_048_576;
    println!(
        "{name}: export of {} orders: {seconds:.0} s, {:.0} rows/s, file {megabytes} MB, memory at most {peak:.0} MB \
         ({before:.0} MB before)  < {MEMORY_TARGET_MB:.0} MB {}",
        number("ok"),
        figure(number("ok")) / seconds.max(1e-9),
        verdict(peak < MEMORY_TARGET_MB),
    );
    fetched(&program, &address, &token, &task)
}

/// A count as a figure.
pub fn figure(count: u64) -> f64 {
    u32::try_from(count).map_or(f64::MAX, f64::from)
}

/// Puts the export down and waits for its end; answers the job and its seconds.
fn export(address: &str, token: &str) -> Result<(Json, f64), Fault> {
    let mut caller = Caller::new(address)?;
    let asked = json!({ "filters": {}, "columnStrs": [] }).to_string();
    let put = data(caller.call(&request("POST", "/afbase/order/exportExcel", token, &asked))?)?;
    let id = put.get("taskId").and_then(Json::as_str).ok_or_else(|| format!("no job: {put}"))?.to_owned();
    let look = request("GET", &format!("/hrs/task/{id}"), token, "");
    let begun = std::time::Instant::now();
    loop {
        let task = data(caller.call(&look)?)?;
        let status = task.get("status").and_then(Json::as_str).unwrap_or_default().to_owned();
        match status.as_str() {
            "排队中" | "执行中" => std::thread::sleep(LOOK),
            "已完成" => return Ok((task, begun.elapsed().as_secs_f64())),
            _ => return Err(format!("the export failed: {task}").into()),
        }
    }
}

/// Fetching the file is no reason to hold it in memory either.
fn fetched(program: &Running, address: &str, token: &str, task: &Json) -> Result<(), Fault> {
    let id = task.get("id").and_then(Json::as_str).unwrap_or_default();
    let mut caller = Caller::new(address)?;
    let size = caller.call(&request("GET", &format!("/hrs/task/file/{id}"), token, ""))?.len();
    println!("  fetched {} MB, memory at most {:.0} MB", size / 1_048_576, program.memory("VmHWM:")?);
    Ok(())
}

/// The data of an answer.
pub fn data(answer: &[u8]) -> Result<Json, Fault> {
    let text = String::from_utf8_lossy(answer);
    let body = text.split_once("\r\n\r\n").map_or("", |(_, body)| body);
    let envelope: Json = serde_json::from_str(body).map_err(|error| format!("{error}: {text}"))?;
    Ok(envelope.get("data").cloned().unwrap_or_default())
}
