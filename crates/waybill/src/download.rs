//! Prepared files behind an address that works once and for a short time.

use kernel::{Instant, Msg, still_holds};
use platform::access::{random_bytes, secret_hash};
use platform::call::{Answer, Call, Outcome};
use platform::clock;
use platform::refusal::Refusal;
use platform::store::{Cell, Conn, Value, sql};

/// How long an address works.
const LIFE_MS: i64 = 5 * 60 * 1000;
/// Path of the public call, without the token.
pub const PATH: &str = "/afbase/awbPrint/file/";

const GONE: Msg =
    Msg::new("download.gone", "文件链接已失效，请重新打印", "The file link has expired. Please print again.");

/// A file to be fetched.
#[derive(Debug, Clone)]
pub struct Prepared {
    /// Name offered.
    pub name: String,
    /// Media type.
    pub mime: &'static str,
    /// Bytes.
    pub bytes: Vec<u8>,
}

/// Keeps a file for one fetch; answers its path. Files nobody fetched in time are removed.
pub fn prepare(conn: &mut dyn Conn, org: i64, now: Instant, file: Prepared) -> Result<String, Refusal> {
    if clock::is_trusted(conn, now)? {
        let mut over = sql::delete_global("download_token");
        over.and_where(sea_query::ExprTrait::lt(sql::col("expires_at"), sql::value(now)));
        conn.exec(&over.into())?;
    }
    let token: String = random_bytes::<16>()?.iter().map(|byte| format!("{byte:02x}")).collect();
    let cells = [
        ("token_hash", Value::Bytes(secret_hash(&token))),
        ("name", file.name.into_value()),
        ("mime", file.mime.into_value()),
        ("bytes", Value::Bytes(file.bytes)),
        ("expires_at", now.plus_millis(LIFE_MS).into_value()),
        ("created_at", now.into_value()),
    ];
    conn.exec(&sql::insert(org, "download_token", &cells).into())?;
    Ok(format!("{PATH}{token}"))
}

/// The public call: gives the file and forgets it.
pub fn fetch(call: &mut Call) -> Outcome {
    let hash = secret_hash(call.path("token"));
    let now = call.now();
    let file = call.app.system_write(|conn| take(conn, hash, now))?;
    let Some((name, mime, bytes)) = file else {
        call.app.limits.take(format!("download:{}", call.asked.ip), 30, now)?;
        return Err(Refusal::business(GONE));
    };
    Ok(Answer::File { name, mime, bytes, inline: true })
}

type File = (String, String, Vec<u8>);

fn take(conn: &mut dyn Conn, hash: Vec<u8>, now: Instant) -> Result<Option<File>, Refusal> {
    let mut select = sql::from_global("download_token");
    select.columns(["name", "mime", "bytes", "expires_at"]).and_where(sql::eq("token_hash", hash.clone()));
    let Some(row) = conn.first(&select.into())? else { return Ok(None) };
    let mut delete = sql::delete_global("download_token");
    delete.and_where(sql::eq("token_hash", hash));
    // Of two fetches at once, the one that removes the row gets the file.
    let first = conn.exec(&delete.into())? == 1;
    let ends: Instant = row.get(3)?;
    Ok(if first && still_holds(ends, now, LIFE_MS) { Some((row.get(0)?, row.get(1)?, row.get(2)?)) } else { None })
}
