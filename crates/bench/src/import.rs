//! The import of ten thousand partners through the built program: reading, checking and writing, rows a
//! second and memory at most; beside it the floor, a bare reading of the same file and bare inserts.
//!
//! A thousand are imported before, for what a row costs must not grow with their number. Somebody saves other partners all
//! the while, and how long he waits at most is held to a limit: a check and an import work in pieces.

use std::io::Cursor;
use std::path::Path;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::{Duration, Instant};

use calamine::{Data, Reader, Xlsx};
use kernel::Clock;
use rust_xlsxwriter::Workbook;
use serde_json::{Value as Json, json};
use tokio::runtime::Runtime;
use tokio_postgres::types::ToSql;

use crate::clients::{Caller, request};
use crate::export::{data, figure};
use crate::load;
use crate::orders::Plan;
use crate::process::serve;
use crate::site::Site;
use crate::{Fault, GROWTH_TARGET, row_of, verdict};

const ROWS: u32 = 10_000;
/// Rows of the small import the large one is compared with.
const FEW: u32 = 1_000;
/// The longest a save beside a check or an import may wait.
const WAIT_TARGET_MS: f64 = 300.0;
/// Between two saves.
const REST: Duration = Duration::from_millis(20);
/// Saves with nothing beside them.
const ALONE: usize = 50;
const LOOK: Duration = Duration::from_millis(20);
const BASE: &str = "/prm/coop/import";
const HEAD: [&str; 10] = ["类型", "子类型", "业务范畴", "简称", "全称", "国家", "城市", "地址", "电话", "备注"];
/// Where companies sit, and how their names begin.
const CITIES: [&str; 20] = [
    "上海", "北京", "深圳", "广州", "宁波", "青岛", "天津", "厦门", "苏州", "杭州", "成都", "重庆", "武汉", "西安",
    "郑州", "南京", "福州", "大连", "长沙", "合肥",
];

fn city(row: u32) -> &'static str {
    let count = u32::try_from(CITIES.len()).unwrap_or(1);
    usize::try_from(row % count).ok().and_then(|place| CITIES.get(place)).copied().unwrap_or_default()
}

fn book(rows: u32) -> Result<Vec<u8>, Fault> {
    let mut book = Workbook::new();
    let sheet = book.add_worksheet();
    for (column, head) in (0..).zip(HEAD) {
        sheet.write_string(0, column, head)?;
    }
    for line in 1..=rows {
        let city = city(line);
        // No partner of one file is one of the other.
        let row = 10 * rows + line;
        let cells = [
            "供应商".to_owned(),
            "车队".to_owned(),
            "AE,LC".to_owned(),
            format!("{city}供{row}"),
            format!("{city}第{row}号国际货运代理有限公司"),
            "中国".to_owned(),
            city.to_owned(),
            format!("{city}市人民路{row}号"),
            format!("021-{row:08}"),
            "批量导入".to_owned(),
        ];
        for (column, cell) in (0..).zip(cells) {
            sheet.write_string(line, column, cell)?;
        }
    }
    Ok(book.save_to_buffer()?)
}

/// What an import took.
struct Took {
    reading: f64,
    checking: f64,
    running: f64,
    /// Milliseconds of each save beside the check, and beside the import.
    saves: [Vec<f64>; 2],
}

/// Imports files into a new company, tells the figures.
pub fn measure(runtime: &Runtime, name: &str, folder: &Path, url: Option<&str>) -> Result<(), Fault> {
    std::fs::create_dir_all(folder)?;
    let site = Site::open(runtime, folder, url, Plan::new(1_000, 1, Clock::System.now().day()))?;
    let token = site.token(0).to_owned();
    drop(site);
    let environment: Vec<(&str, &str)> = url.map(|url| ("DATABASE_URL", url)).into_iter().collect();
    let (program, address) = serve(folder, &environment)?;
    let before = program.memory("VmHWM:")?;
    let at = (address.as_str(), token.as_str());
    let alone = saves(at, "独", &AtomicBool::new(false), ALONE)?;
    let few = import(at, &book(FEW)?, FEW)?;
    let bytes = book(ROWS)?;
    let many = import(at, &bytes, ROWS)?;
    let peak = program.memory("VmHWM:")?;
    let floor = floor(runtime, folder, url, &bytes)?;
    println!(
        "{name}: import of {ROWS} partners, {} KB; memory at most {peak:.0} MB ({before:.0} MB before)",
        bytes.len() / 1024
    );
    let second = |seconds: f64| figure(ROWS.into()) / seconds.max(1e-9);
    for (what, seconds) in [("read", many.reading), ("check", many.checking), ("run", many.running), ("floor", floor)] {
        row_of(&format!("  {what}"), seconds, second(seconds));
    }
    let growth = |few: f64, many: f64| (many / f64::from(ROWS)) / (few / f64::from(FEW)).max(1e-9);
    for (what, few, many) in [("check", few.checking, many.checking), ("run", few.running, many.running)] {
        let growth = growth(few, many);
        println!(
            "  {what}: a row at {ROWS} costs {growth:.2} times one at {FEW}  ≤ {GROWTH_TARGET} {}",
            verdict(growth <= GROWTH_TARGET)
        );
    }
    for (what, saves) in ["check", "run"].into_iter().zip(&many.saves) {
        let (longest, usual) = (longest(saves), longest(&alone).max(1e-9));
        println!(
            "  {what}: of {} saves beside it the longest took {longest:.0} ms, {:.1} times one alone ({usual:.0} ms)  \
             ≤ {WAIT_TARGET_MS:.0} ms {}",
            saves.len(),
            longest / usual,
            verdict(!saves.is_empty() && longest <= WAIT_TARGET_MS)
        );
    }
    Ok(())
}

fn longest(saves: &[f64]) -> f64 {
    saves.iter().copied().fold(0.0, f64::max)
}

/// One import, with somebody who saves beside its check and beside its job.
fn import(at: (&str, &str), bytes: &[u8], rows: u32) -> Result<Took, Fault> {
    let (address, token) = at;
    let mut caller = Caller::new(address)?;
    let timed = |begun: Instant| begun.elapsed().as_secs_f64();
    let begun = Instant::now();
    let read = data(caller.call(&upload(token, bytes))?)?;
    let reading = timed(begun);
    let body = body_of(&read)?;
    let ((checked, checking), beside_check) = beside(at, &format!("检{rows}"), || {
        let begun = Instant::now();
        let checked = data(caller.call(&request("POST", &format!("{BASE}/check"), token, &body))?)?;
        Ok((checked, timed(begun)))
    })?;
    if checked.get("good").and_then(Json::as_u64) != Some(u64::from(rows)) {
        return Err(format!("the check found {checked}").into());
    }
    let (running, beside_run) = beside(at, &format!("导{rows}"), || {
        let begun = Instant::now();
        wait(&mut caller, token, &body)?;
        Ok(timed(begun))
    })?;
    Ok(Took { reading, checking, running, saves: [beside_check, beside_run] })
}

/// Does something while somebody else saves partners; answers what each save took.
fn beside<T>(at: (&str, &str), mark: &str, work: impl FnOnce() -> Result<T, Fault>) -> Result<(T, Vec<f64>), Fault> {
    let is_over = AtomicBool::new(false);
    std::thread::scope(|scope| {
        let saver = scope.spawn(|| saves(at, mark, &is_over, usize::MAX));
        let done = work();
        is_over.store(true, Ordering::SeqCst);
        let saves = saver.join().unwrap_or_else(|_| Err("the saver panicked".into()));
        Ok((done?, saves?))
    })
}

/// Saves partners of another type, one after the other; answers the milliseconds of each.
fn saves((address, token): (&str, &str), mark: &str, is_over: &AtomicBool, most: usize) -> Result<Vec<f64>, Fault> {
    let mut caller = Caller::new(address)?;
    let mut took = Vec::new();
    while took.len() < most && !is_over.load(Ordering::SeqCst) {
        let number = took.len();
        let body = json!({
            "coopType": "其他", "coopName": format!("旁存{mark}{number}"), "nationCode": "CN",
            "coopFullName": format!("旁存{mark}{number}号贸易有限公司"),
            "subTypes": [{ "subType": "车队", "scopes": ["AE"] }],
        });
        let save = request("POST", "/prm/coop", token, &body.to_string());
        let begun = Instant::now();
        let answer = String::from_utf8_lossy(caller.call(&save)?).into_owned();
        took.push(begun.elapsed().as_secs_f64() * 1000.0);
        if !answer.contains("\"code\":0") {
            return Err(format!("a save was refused: {answer}").into());
        }
        std::thread::sleep(REST);
    }
    Ok(took)
}

fn upload(token: &str, bytes: &[u8]) -> Vec<u8> {
    const BOUNDARY: &str = "----bench";
    let part =
        format!("--{BOUNDARY}\r\nContent-Disposition: form-data; name=\"files\"; filename=\"partners.xlsx\"\r\n\r\n");
    let end = format!("\r\n--{BOUNDARY}--\r\n");
    let head = format!(
        "POST {BASE}/read HTTP/1.1\r\nHost: localhost\r\nAuthorization: Bearer {token}\r\n\
         Content-Type: multipart/form-data; boundary={BOUNDARY}\r\nContent-Length: {}\r\n\r\n",
        part.len() + bytes.len() + end.len()
    );
    [head.as_bytes(), part.as_bytes(), bytes, end.as_bytes()].concat()
}

/// What the page sends of a file all of whose columns are matched.
fn body_of(read: &Json) -> Result<String, Fault> {
    let of = |name: &str| read.get(name).cloned().ok_or_else(|| format!("not read: {read}"));
    let body = json!({
        "fileName": of("fileName")?, "fields": of("matched")?, "headers": of("headers")?,
        "numbers": of("numbers")?, "rows": of("rows")?,
    });
    Ok(body.to_string())
}

fn wait(caller: &mut Caller, token: &str, body: &str) -> Result<(), Fault> {
    let put = data(caller.call(&request("POST", &format!("{BASE}/run"), token, body))?)?;
    let id = put.get("taskId").and_then(Json::as_str).ok_or_else(|| format!("no job: {put}"))?.to_owned();
    let look = request("GET", &format!("{BASE}/job/{id}"), token, "");
    loop {
        let job = data(caller.call(&look)?)?;
        match job.get("status").and_then(Json::as_str).unwrap_or_default() {
            "排队中" | "执行中" => std::thread::sleep(LOOK),
            "已完成" => return Ok(()),
            _ => return Err(format!("the import failed: {job}").into()),
        }
    }
}

/// The same file read by the library alone, and its rows put into a table without any rule.
fn floor(runtime: &Runtime, folder: &Path, url: Option<&str>, bytes: &[u8]) -> Result<f64, Fault> {
    const TABLE: &str = "CREATE TABLE floor_import (id bigint PRIMARY KEY, a text, b text, c text, d text, e text, \
                         f text, g text, h text, i text, j text)";
    let begun = Instant::now();
    let mut book: Xlsx<_> = Reader::new(Cursor::new(bytes)).map_err(|error: calamine::XlsxError| error.to_string())?;
    let range = book.worksheet_range_at(0).ok_or("no sheet")??;
    let rows: Vec<Vec<String>> = range.rows().skip(1).map(|row| row.iter().map(Data::to_string).collect()).collect();
    match url {
        None => {
            let mut conn = rusqlite::Connection::open(folder.join("floor.db"))?;
            conn.execute_batch("PRAGMA journal_mode = WAL; PRAGMA synchronous = FULL")?;
            conn.execute_batch(TABLE)?;
            let turn = conn.transaction()?;
            let mut insert = turn.prepare("INSERT INTO floor_import VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)")?;
            for (place, row) in (1i64..).zip(&rows) {
                let id = place.to_string();
                insert.execute(rusqlite::params_from_iter(std::iter::once(&id).chain(row)))?;
            }
            drop(insert);
            turn.commit()?;
        }
        Some(url) => runtime.block_on(async {
            let mut client = load::connect(url).await?;
            client.batch_execute(TABLE).await?;
            let turn = client.transaction().await?;
            let text = "INSERT INTO floor_import VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11)";
            let insert = turn.prepare(text).await?;
            for (place, row) in (1i64..).zip(&rows) {
                let mut values: Vec<&(dyn ToSql + Sync)> = vec![&place];
                for text in row {
                    values.push(text);
                }
                turn.execute(&insert, &values).await?;
            }
            Ok::<_, Fault>(turn.commit().await?)
        })?,
    }
    Ok(begun.elapsed().as_secs_f64())
}
