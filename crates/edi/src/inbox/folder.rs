//! Messages that lie as files in the folder `in` of a company: taken every minute, then moved to `done` or `failed`.

use std::fs::{self, DirEntry, File};
use std::io::Read as _;
use std::path::Path;
use std::sync::Arc;

use kernel::Msg;
use platform::call::App;
use platform::job::plan::{Category, Plan, Schedule};
use platform::refusal::Refusal;

use super::import::{TEXT_BYTES_MAX, text_of};
use super::{Row, keep_unread, take_all};
use crate::deliver::folder::{make, of_org};
use crate::record;

/// Files of one company in one run.
const FILES_MAX: usize = 200;
const SOURCE: &str = "FOLDER";

const NOT_READ: Msg = Msg::new(
    "edi.file_not_read",
    "文件{name}没有内容、不是文本或超过1MB，已移至failed目录",
    "The file {name} is empty, no text, or larger than 1 MB. It was moved to the folder failed.",
);

/// Looking into the folders is a plan of the room.
pub(crate) const PLAN: Plan = Plan::new(
    "edi.folder",
    ("电子报文目录接收", "Messages from folders"),
    (Category::Receiving, Schedule::Minute),
    |app| app.each_org(|org| scan(app, org)),
);

fn scan(app: &Arc<App>, org: i64) -> Result<usize, Refusal> {
    let folder = app.store.read(|conn| of_org(app, conn, org))?;
    let Ok(found) = fs::read_dir(folder.join("in")) else { return Ok(0) };
    let mut files: Vec<DirEntry> = found.flatten().filter(is_message).collect();
    files.sort_by_key(DirEntry::file_name);
    let mut count = 0;
    for file in files.iter().take(FILES_MAX) {
        count += usize::from(take(app, org, &folder, file));
    }
    Ok(count)
}

/// A regular file that is whole: a link, or one that is still being written beside, is none.
fn is_message(file: &DirEntry) -> bool {
    let name = file.file_name();
    let name = name.to_string_lossy();
    let whole = !name.starts_with('.') && !name.ends_with(".part") && !name.ends_with(".tmp");
    // Not what a link leads to, but the link itself.
    whole && file.file_type().is_ok_and(|kind| kind.is_file())
}

/// Takes the messages of a file; answers whether it was moved away. One whose messages were not kept, or that could not
/// be told of, stays for the next minute.
fn take(app: &Arc<App>, org: i64, folder: &Path, file: &DirEntry) -> bool {
    let name = file.file_name().to_string_lossy().into_owned();
    let call = record::own_call(app, org);
    let decoded = read(&file.path()).and_then(|bytes| text_of(&bytes));
    let rows = decoded.map(|decoded| take_all(&call, SOURCE, &name, &decoded.text)).unwrap_or_default();
    if !rows.iter().all(Row::is_kept) {
        return false;
    }
    if rows.is_empty()
        && let Err(refusal) = call.write(|tx| keep_unread(tx, SOURCE, &name, (&state_of(file), &told_of(&name))))
    {
        tracing::error!(?refusal, file = name, "a file that can't be read could not be told of");
        return false;
    }
    let good = !rows.is_empty() && rows.iter().all(Row::is_read);
    let to = folder.join(if good { "done" } else { "failed" });
    let moved = make(&app.settings.edi(), &to).and_then(|()| put_away(&file.path(), &to, &name));
    if let Err(error) = &moved {
        tracing::warn!(%error, file = %file.path().display(), "a file of messages can't be moved");
    }
    moved.is_ok()
}

/// What tells a file from another that bore its name: size and time.
fn state_of(file: &DirEntry) -> String {
    file.metadata().map(|seen| format!("{} {:?}", seen.len(), seen.modified().ok())).unwrap_or_default()
}

fn told_of(name: &str) -> String {
    NOT_READ.with(&[("name", name)]).zh
}

/// The bytes of a file that is not too large; none when a link took its place meanwhile.
fn read(path: &Path) -> Option<Vec<u8>> {
    let seen = fs::symlink_metadata(path).ok().filter(fs::Metadata::is_file)?;
    let file = File::open(path).ok()?;
    if !is_same(&seen, &file.metadata().ok()?) {
        return None;
    }
    let most = u64::try_from(TEXT_BYTES_MAX).unwrap_or(u64::MAX);
    let mut bytes = Vec::new();
    file.take(most.saturating_add(1)).read_to_end(&mut bytes).ok()?;
    Some(bytes)
}

#[cfg(unix)]
fn is_same(seen: &fs::Metadata, opened: &fs::Metadata) -> bool {
    use std::os::unix::fs::MetadataExt as _;
    (seen.dev(), seen.ino()) == (opened.dev(), opened.ino())
}

#[cfg(not(unix))]
fn is_same(seen: &fs::Metadata, opened: &fs::Metadata) -> bool {
    seen.len() == opened.len() && opened.is_file()
}

/// Moves a file; of the same name there may be one already.
fn put_away(file: &Path, to: &Path, name: &str) -> std::io::Result<()> {
    let mut place = to.join(name);
    let mut number = 1;
    while place.exists() {
        number += 1;
        place = to.join(format!("{number}_{name}"));
    }
    fs::rename(file, place)
}
