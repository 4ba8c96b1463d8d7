//! Kept files that are read in pieces, from the disk or an object store.

use std::fs::File;
use std::io::{Read, Seek, SeekFrom};
use std::sync::Arc;

use super::objects::Objects;
use super::{FileStore, broken, is_hash, kept_key, passing_key};
use crate::call::Answer;
use crate::refusal::Refusal;

/// A file as it lies in the store; read from any byte on, in constant memory.
#[derive(Debug)]
pub struct Kept {
    size: u64,
    tag: String,
    place: Place,
}

#[derive(Debug)]
enum Place {
    Disk(File),
    Object(Arc<Objects>, String),
}

impl Kept {
    /// An open file, whose name may be gone by now.
    pub fn of_file(file: File) -> Result<Self, Refusal> {
        let size = file.metadata().map_err(broken)?.len();
        Ok(Self { size, tag: String::new(), place: Place::Disk(file) })
    }

    pub(super) fn of_object(objects: &Arc<Objects>, key: &str) -> Result<Self, Refusal> {
        let size = objects.size(key)?.ok_or(Refusal::NotFound)?;
        Ok(Self { size, tag: String::new(), place: Place::Object(objects.clone(), key.to_owned()) })
    }

    /// Its bytes.
    pub fn size(&self) -> u64 {
        self.size
    }

    /// Its hash; empty when it is not known.
    pub fn tag(&self) -> &str {
        &self.tag
    }

    /// So many bytes from a place on.
    pub fn part(self, from: u64, length: u64) -> Result<Box<dyn Read + Send>, Refusal> {
        match self.place {
            // No range names nothing at all.
            _ if length == 0 => Ok(Box::new(std::io::empty())),
            Place::Disk(mut file) => {
                file.seek(SeekFrom::Start(from)).map_err(broken)?;
                Ok(Box::new(file.take(length)))
            }
            Place::Object(objects, key) => objects.part(&key, from, length),
        }
    }

    /// All of it.
    pub fn whole(self) -> Result<Box<dyn Read + Send>, Refusal> {
        let size = self.size;
        self.part(0, size)
    }

    /// As the answer of a call, whole or the part that was asked for.
    pub fn answer(self, name: String, mime: String, inline: bool) -> Answer {
        Answer::Stored { name, mime, file: self, inline }
    }
}

impl FileStore {
    /// The file of a hash, to be read in pieces.
    pub fn find(&self, org: i64, hash: &str) -> Result<Kept, Refusal> {
        self.find_at(hash, &kept_key(org, hash), || File::open(self.place(org, hash)))
    }

    /// A file that is kept for some days, to be read in pieces while it is there.
    pub fn find_passing(&self, org: i64, hash: &str) -> Result<Kept, Refusal> {
        self.find_at(hash, &passing_key(org, hash), || File::open(self.passing_folder(org).join(hash)))
    }

    fn find_at(&self, hash: &str, key: &str, open: impl FnOnce() -> std::io::Result<File>) -> Result<Kept, Refusal> {
        if !is_hash(hash) {
            return Err(Refusal::NotFound);
        }
        let kept = match &self.objects {
            Some(objects) => Kept::of_object(objects, key)?,
            None => Kept::of_file(open().map_err(|_| Refusal::NotFound)?)?,
        };
        Ok(Kept { tag: hash.to_owned(), ..kept })
    }
}
