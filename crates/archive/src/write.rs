//! Writing: the rows of one moment, then the files.

use std::fs::File;
use std::io::{self, BufWriter, Write};
use std::path::{Path, PathBuf};

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
    let part = PathBuf::from(format!("{}.part", place.display()));
    let written = write_part(source, &part).and_then(|summary| {
        std::fs::rename(&part, place)?;
        Ok(summary)
    });
    if written.is_err() {
        let _ = std::fs::remove_file(&part);
    }
    written
}

fn write_part(source: &Source<'_>, part: &Path) -> Result<Summary, Fault> {
    let head = Head {
        program: source.program.to_owned(),
        created_at: source.now.millis(),
        migrations: schema_version(source.store)?,
        encrypted: false,
        salt: String::new(),
        proof: String::new(),
    };
    let (sealer, head) = seal::begin(BufWriter::new(private(part)?), source.passphrase, head)?;
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
pub(crate) fn private(place: &Path) -> io::Result<File> {
    let mut options = File::options();
    options.write(true).create(true).truncate(true);
    #[cfg(unix)]
    std::os::unix::fs::OpenOptionsExt::mode(&mut options, 0o600);
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
