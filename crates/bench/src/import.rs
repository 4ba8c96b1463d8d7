//! The import of ten thousand partners through the built program: reading, checking and writing, rows a
//! second and memory at most; beside it the floor, a bare reading of the same file and bare inserts.

use std::io::Cursor;
use std::path::Path;
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
use crate::{Fault, row_of};

const ROWS: u32 = 10_000;
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

fn book() -> Result<Vec<u8>, Fault> {
    let mut book = Workbook::new();
    let sheet = book.add_worksheet();
    for (column, head) in (0..).zip(HEAD) {
        sheet.write_string(0, column, head)?;
    }
    for row in 1..=ROWS {
        let city = city(row);
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
            sheet.write_string(row, column, cell)?;
        }
    }
    Ok(book.save_to_buffer()?)
}

/// Imports the file into a new company, tells the figures.
pub fn measure(runtime: &Runtime, name: &str, folder: &Path, url: Option<&str>) -> Result<(), Fault> {
    std::fs::create_dir_all(folder)?;
    let bytes = book()?;
    let site = Site::open(runtime, folder, url, Plan::new(1_000, 1, Clock::System.now().day()))?;
    let token = site.token(0).to_owned();
    drop(site);
    let environment: Vec<(&str, &str)> = url.map(|url| ("DATABASE_URL", url)).into_iter().collect();
    let (program, address) = serve(folder, &environment)?;
    let mut caller = Caller::new(&address)?;
    let before = program.memory("VmHWM:")?;
    let timed = |begun: Instant| begun.elapsed().as_secs_f64();
    let begun = Instant::now();
    let read = data(caller.call(&upload(&token, &bytes))?)?;
    let reading = timed(begun);
    let body = body_of(&read)?;
    let begun = Instant::now();
    let checked = data(caller.call(&request("POST", &format!("{BASE}/check"), &token, &body))?)?;
    let checking = timed(begun);
    if checked.get("good").and_then(Json::as_u64) != Some(u64::from(ROWS)) {
        return Err(format!("the check found {checked}").into());
    }
    let begun = Instant::now();
    wait(&mut caller, &token, &body)?;
    let running = timed(begun);
    let peak = program.memory("VmHWM:")?;
    let floor = floor(runtime, folder, url, &bytes)?;
    println!(
        "{name}: import of {ROWS} partners, {} KB; memory at most {peak:.0} MB ({before:.0} MB before)",
        bytes.len() / 1024
    );
    let second = |seconds: f64| figure(ROWS.into()) / seconds.max(1e-9);
    for (what, seconds) in [("read", reading), ("check", checking), ("run", running), ("floor", floor)] {
        row_of(&format!("  {what}"), seconds, second(seconds));
    }
    Ok(())
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
