//! Kept files as one archive, written and sent in constant memory.

use std::collections::BTreeSet;
use std::io::Write;

use zip::write::SimpleFileOptions;
use zip::{CompressionMethod, ZipWriter};

use super::messages::{ZIP_COUNT, ZIP_SIZE};
use super::{FileStore, Kept};
use crate::refusal::Refusal;
use crate::saving;

const FILES_MAX: usize = 100;
const BYTES_MAX: i64 = 500 * 1024 * 1024;

/// A kept file and its place in an archive.
#[derive(Debug)]
pub struct Packed<'a> {
    /// Folder in the archive, empty for its top.
    pub folder: &'a str,
    /// Name with its ending.
    pub name: &'a str,
    /// Hash it is kept under.
    pub key: &'a str,
    /// Bytes.
    pub size: i64,
}

/// Refuses more files than an archive holds.
pub fn need_packable(count: usize) -> Result<(), Refusal> {
    if count <= FILES_MAX {
        return Ok(());
    }
    Err(Refusal::Business(ZIP_COUNT.with(&[("n", &FILES_MAX.to_string())])))
}

impl FileStore {
    /// The archive of these files, in a file that has no name any more: it is gone when it has been sent. Refuses more
    /// than 100 files or 500 MB.
    pub fn pack(&self, org: i64, files: &[Packed<'_>]) -> Result<Kept, Refusal> {
        need_packable(files.len())?;
        if files.iter().map(|file| file.size).sum::<i64>() > BYTES_MAX {
            return Err(Refusal::Business(ZIP_SIZE.with(&[("n", &(BYTES_MAX / 1024 / 1024).to_string())])));
        }
        let broken = |error: zip::result::ZipError| saving::refused("archive", &error);
        let mut archive = ZipWriter::new_stream(self.begin_passing(org)?);
        // Pictures and PDF are packed already.
        let options = SimpleFileOptions::default().compression_method(CompressionMethod::Stored);
        let mut taken = BTreeSet::new();
        for file in files {
            let bytes = self.read(org, file.key)?;
            archive.start_file(free_place(file, &mut taken), options).map_err(broken)?;
            archive.write_all(&bytes).map_err(|error| saving::refused("archive", &error))?;
        }
        Kept::of_file(archive.finish().map_err(broken)?.into_inner().into_file()?)
    }
}

/// Folder and name; a second file of the name gets a number.
fn free_place(file: &Packed<'_>, taken: &mut BTreeSet<String>) -> String {
    let folder = if file.folder.is_empty() { String::new() } else { format!("{}/", file.folder) };
    let (stem, ending) = file.name.rsplit_once('.').unwrap_or((file.name, ""));
    let numbered = |number: usize| match number {
        1 => format!("{folder}{}", file.name),
        _ => format!("{folder}{stem}({number}).{ending}"),
    };
    let free = (1..).map(numbered).find(|place| !taken.contains(place)).unwrap_or_default();
    taken.insert(free.clone());
    free
}
