//! Writing: the rows of one moment, then the files.

use std::fs::{File, OpenOptions, TryLockError};
use std::io::{self, BufWriter, Write};
use std::path::{Path, PathBuf};
use std::time::Duration;

use flate2::Compression;
use flate2::write::DeflateEncoder;
use kernel::Instant;
use platform::files::{FileStore, Kept};
use platform::store::{Conn, Store, schema_version};

use crate::table::{Table, tables};
use crate::wire::{self, RowSum};
use crate::{Fault, Head, Summary, TableSum, seal};

/// What is backed up.
#[derive(Debug, Clone, Copy)]
pub struct Source<'a> {
    /// The database.
    pub store: &'a Store,
    /// The uploaded files; none leaves them out.
    pub files: Option<&'a FileStore>,
    /// Passphrase that opens it again; none leaves it open.
    pub passphrase: Option<&'a str>,
    /// Version of the program.
    pub program: &'a str,
    /// When.
    pub now: Instant,
}

/// Writes a backup to a new file, whole or not at all. Others read and write meanwhile.
pub fn write(source: &Source<'_>, place: &Path) -> Result<Summary, Fault> {
    if place.exists() {
        return Err(Fault::Disk(io::Error::new(io::ErrorKind::AlreadyExists, format!("{} exists", place.display()))));
    }
    let part = part_of(place);
    let folder = place.parent().unwrap_or(place);
    let file = held(&part).map_err(|fault| fault.at(folder))?;
    let written = write_part(source, file).and_then(|summary| {
        std::fs::rename(&part, place)?;
        Ok(summary)
    });
    if written.is_err() {
        let _ = std::fs::remove_file(&part);
    }
    written.map_err(|fault| fault.at(folder))
}

/// A backup that is being written is called by its name and this.
const PART: &str = "part";
/// A file nobody has written into for so long has lost its writer.
const EMPTY_FOR: Duration = Duration::from_secs(60 * 60);

/// Where a backup lies while it is being written.
pub fn part_of(place: &Path) -> PathBuf {
    PathBuf::from(format!("{}.{PART}", place.display()))
}

/// The file of a backup that begins. Its writer has it locked, which ends with his process at the latest.
fn held(part: &Path) -> Result<File, Fault> {
    let file = private(File::options().write(true).create(true).truncate(false), part)?;
    if let Err(TryLockError::WouldBlock) = file.try_lock() {
        let text = format!("{} is being written", part.display());
        return Err(Fault::Disk(io::Error::new(io::ErrorKind::AlreadyExists, text)));
    }
    file.set_len(0)?;
    Ok(file)
}

/// Removes from a folder the backups that were not written to their end and that nobody writes; answers how many.
pub fn clear_parts(folder: &Path) -> usize {
    let entries = std::fs::read_dir(folder).into_iter().flatten().flatten();
    entries.filter(|entry| is_left(&entry.path()) && std::fs::remove_file(entry.path()).is_ok()).count()
}

/// Whether a file is a backup that somebody began and nobody writes.
fn is_left(path: &Path) -> bool {
    let is_file = std::fs::symlink_metadata(path).is_ok_and(|seen| seen.is_file());
    if !is_file || path.extension().is_none_or(|ending| ending != PART) {
        return false;
    }
    let Ok(file) = File::open(path) else { return false };
    let is_ours = match file.metadata() {
        Ok(seen) if seen.len() == 0 => {
            let is_old = seen.modified().is_ok_and(|time| time.elapsed().is_ok_and(|past| past > EMPTY_FOR));
            is_old && path.with_extension("").extension().is_some_and(|ending| ending == "ofb")
        }
        Ok(_) => seal::is_begun(&file),
        Err(_) => false,
    };
    is_ours && file.try_lock().is_ok()
}

fn write_part(source: &Source<'_>, file: File) -> Result<Summary, Fault> {
    let head = Head {
        program: source.program.to_owned(),
        created_at: source.now.millis(),
        migrations: schema_version(source.store)?,
        encrypted: false,
        salt: String::new(),
        proof: String::new(),
    };
    let (sealer, head) = seal::begin(BufWriter::new(file), source.passphrase, head)?;
    let mut out = DeflateEncoder::new(sealer, Compression::fast());
    let tables = source.store.snapshot(|conn| put_tables(conn, &mut out))?;
    // Files come before the row that names them, so those of the snapshot are all there by now.
    let files = source.files.map_or(Ok(0), |files| put_files(files, &mut out))?;
    out.write_all(&[wire::END])?;
    wire::put_u64(&mut out, u64::try_from(tables.len()).unwrap_or(u64::MAX))?;
    wire::put_u64(&mut out, files)?;
    let file = out.finish()?.finish()?.into_inner().map_err(io::IntoInnerError::into_error)?;
    file.sync_all()?;
    Ok(Summary { head, tables, files })
}

/// An empty file for nobody else: a backup holds everything the company knows.
pub(crate) fn empty(place: &Path) -> io::Result<File> {
    private(File::options().write(true).create(true).truncate(true), place)
}

fn private(options: &mut OpenOptions, place: &Path) -> io::Result<File> {
    #[cfg(unix)]
    std::os::unix::fs::OpenOptionsExt::mode(options, 0o600);
    options.open(place)
}

fn put_tables(conn: &mut dyn Conn, out: &mut impl Write) -> Result<Vec<TableSum>, Fault> {
    let tables = tables(conn)?;
    tables.iter().map(|table| put_table(conn, table, out)).collect()
}

fn put_table(conn: &mut dyn Conn, table: &Table, out: &mut impl Write) -> Result<TableSum, Fault> {
    out.write_all(&[wire::TABLE])?;
    wire::put_bytes(out, table.name.as_bytes())?;
    wire::put_u64(out, u64::try_from(table.columns.len()).unwrap_or(u64::MAX))?;
    for column in &table.columns {
        wire::put_bytes(out, column.name.as_bytes())?;
    }
    let RowSum { rows, sum } = sum_of(conn, table, &mut |row| {
        out.write_all(&[wire::ROW])?;
        out.write_all(row)
    })?;
    out.write_all(&[wire::TABLE_END])?;
    wire::put_u64(out, rows)?;
    out.write_all(&sum.to_le_bytes())?;
    Ok(TableSum { name: table.name.clone(), rows, sum })
}

/// Hands every row over as it stands in a backup, and sums them.
pub(crate) fn sum_of(
    conn: &mut dyn Conn,
    table: &Table,
    take: &mut dyn FnMut(&[u8]) -> io::Result<()>,
) -> Result<RowSum, Fault> {
    let (mut sum, mut row_bytes, mut outcome) = (RowSum::default(), Vec::new(), Ok(()));
    conn.each(&table.select(), &mut |row| {
        if outcome.is_err() {
            return;
        }
        row_bytes.clear();
        outcome = table.neutral(row).try_for_each(|value| wire::put_value(&mut row_bytes, &value));
        if outcome.is_ok() {
            sum.add(&row_bytes);
            outcome = take(&row_bytes);
        }
    })?;
    outcome?;
    Ok(sum)
}

/// Every kept file, wherever the files lie.
fn put_files(files: &FileStore, out: &mut impl Write) -> Result<u64, Fault> {
    let mut count = 0;
    files.each_kept(&mut |place, file| {
        put_file(place, file, out)?;
        count += 1;
        Ok::<_, Fault>(())
    })?;
    Ok(count)
}

fn put_file(place: &str, file: Kept, out: &mut impl Write) -> Result<(), Fault> {
    let size = file.size();
    out.write_all(&[wire::FILE])?;
    wire::put_bytes(out, place.as_bytes())?;
    wire::put_u64(out, size)?;
    if io::copy(&mut file.whole()?, out)? == size {
        Ok(())
    } else {
        Err(Fault::Disk(io::Error::other(format!("{place} changed while it was read"))))
    }
}
