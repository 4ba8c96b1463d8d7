//! Messages as files in the folder of the company: written beside, then renamed, so that nobody reads half of one.

use std::fs::{self, File};
use std::io::Write as _;
use std::path::{Path, PathBuf};

use kernel::{Msg, Text};
use platform::call::App;
use platform::refusal::Refusal;
use platform::store::{Conn, sql};

use super::Done;
use crate::channel::XML;
use crate::page::Message;

const NOT_WRITTEN: Msg = Msg::new("edi.not_written", "无法写入报文目录", "The folder of messages can't be written to.");

/// The folder of a company below that of the deployment; its code makes the name.
pub(crate) fn of_org(app: &App, conn: &mut dyn Conn, org: i64) -> Result<PathBuf, Refusal> {
    let mut select = sql::from_global("org");
    select.column("code").and_where(sql::eq("id", org));
    let code: String = conn.first(&select.into())?.ok_or(Refusal::NotFound)?.get(0)?;
    let plain = !code.is_empty() && code.bytes().all(|b| b.is_ascii_alphanumeric() || matches!(b, b'-' | b'_'));
    let name = if plain { code } else { org.to_string() };
    Ok(app.settings.edi().join(name))
}

/// What the file of a message is called: its number comes first, so that files lie in the order of sending.
pub(crate) fn name_of(message: &Message) -> String {
    let number = if message.hawb_number.is_empty() { &message.awb_number } else { &message.hawb_number };
    let number: String = number.chars().filter(|c| c.is_ascii_alphanumeric() || *c == '-').collect();
    let ending = if message.format == XML { "xml" } else { "txt" };
    format!("{}_{}_{number}.{ending}", message.message_no, message.kind)
}

/// Writes a message into `out`.
pub(super) fn write(app: &App, org: i64, message: &Message) -> Result<Result<Done, Text>, Refusal> {
    let folder = app.store.read(|conn| of_org(app, conn, org))?.join("out");
    Ok(match put(&folder, &name_of(message), message.body.as_bytes()) {
        Ok(()) => Ok(Done::Sent),
        Err(error) => {
            tracing::warn!(%error, folder = %folder.display(), "a message can't be written");
            Err(NOT_WRITTEN.text())
        }
    })
}

fn put(folder: &Path, name: &str, bytes: &[u8]) -> std::io::Result<()> {
    fs::create_dir_all(folder)?;
    let beside = folder.join(format!(".{name}.part"));
    let mut file = File::create(&beside)?;
    file.write_all(bytes)?;
    file.sync_all()?;
    fs::rename(&beside, folder.join(name))
}
