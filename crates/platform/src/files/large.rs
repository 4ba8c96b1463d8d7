//! Files that are written to the store while they arrive, whatever their size.

use std::fs::File;
use std::io::Write;

use super::{FileStore, PassingFile, broken, clean_name, messages};
use crate::refusal::Refusal;

/// A kind of file too large for the memory.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct LargeKind {
    /// Ending of its names.
    pub ending: &'static str,
    /// Media type.
    pub mime: &'static str,
    /// What stands at which byte of every such file.
    pub mark: (usize, &'static [u8]),
    /// Most bytes.
    pub bytes_max: u64,
}

/// A film: MP4 (ISO 14496-12), which begins with the box of its type.
pub const VIDEO: LargeKind =
    LargeKind { ending: "mp4", mime: "video/mp4", mark: (4, b"ftyp"), bytes_max: 500 * 1024 * 1024 };

/// A file on its way to the store.
pub(crate) struct Arriving {
    arrived: Arrived,
    head: Vec<u8>,
}

/// A file that has arrived whole; gone again unless it is kept.
#[derive(Debug)]
pub struct Arrived {
    /// Name as it may be stored and offered.
    pub name: String,
    /// What it is.
    pub kind: LargeKind,
    file: PassingFile,
}

impl Arriving {
    /// Begins one of a kind; its name must bear the kind's ending.
    pub(crate) fn begin(store: &FileStore, org: i64, name: &str, kind: LargeKind) -> Result<Self, Refusal> {
        let name = clean_name(name);
        let fits = name.rsplit_once('.').is_some_and(|(_, ending)| ending.eq_ignore_ascii_case(kind.ending));
        if !fits {
            return Err(Refusal::business(messages::NOT_TAKEN));
        }
        Ok(Self { arrived: Arrived { name, kind, file: store.begin_passing(org)? }, head: Vec::new() })
    }

    /// Takes the next bytes; the first ones tell the type, so a wrong file is not read to its end.
    pub(crate) fn take(&mut self, bytes: &[u8]) -> Result<(), Refusal> {
        let Arrived { kind, file, .. } = &mut self.arrived;
        let size = file.size + u64::try_from(bytes.len()).unwrap_or(u64::MAX);
        if size > kind.bytes_max {
            let megabytes = (kind.bytes_max / 1024 / 1024).to_string();
            return Err(Refusal::Business(messages::TOO_BIG.with(&[("n", &megabytes)])));
        }
        let needed = kind.mark.0 + kind.mark.1.len();
        if self.head.len() < needed {
            self.head.extend(bytes.iter().take(needed - self.head.len()));
            if self.head.len() == needed && !self.head.ends_with(kind.mark.1) {
                return Err(Refusal::business(messages::NOT_TAKEN));
            }
        }
        file.write_all(bytes).map_err(|error| file.saving.refused(&error))
    }

    /// It is whole now.
    pub(crate) fn end(mut self) -> Result<Arrived, Refusal> {
        if !self.head.ends_with(self.arrived.kind.mark.1) {
            return Err(Refusal::business(messages::NOT_TAKEN));
        }
        let Arrived { file, .. } = &mut self.arrived;
        file.flush().map_err(|error| file.saving.refused(&error))?;
        Ok(self.arrived)
    }
}

impl Arrived {
    /// Its bytes.
    pub fn size(&self) -> u64 {
        self.file.size
    }

    /// SHA-256 of its bytes.
    pub(crate) fn digest(&self) -> Vec<u8> {
        self.file.digest.clone().finish().as_ref().to_vec()
    }

    /// What it holds, for a look before it is kept.
    pub fn read(&self) -> Result<File, Refusal> {
        File::open(&self.file.part).map_err(broken)
    }

    /// Keeps it; answers its hash.
    pub fn keep(self) -> Result<String, Refusal> {
        self.file.keep_for_good()
    }
}
