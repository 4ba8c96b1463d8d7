//! Backups in an object store, whose addresses are `object:NAME`.

use std::fs::File;
use std::path::Path;

use platform::files::{ObjectStoreConfig, Objects};
use platform::refusal::Refusal;

use crate::write::{Source, empty, write};
use crate::{Fault, Summary};

/// Addresses of backups in the object store begin so, where those on a disk have a path.
const ADDRESS: &str = "object:";
/// Keys of backups begin so: the bucket may hold files of the product too.
const PREFIX: &str = "backups/";
/// Names that are told where one is missing.
const TOLD_MAX: usize = 10;

/// The part of an object store where backups lie.
#[derive(Debug)]
pub struct Depot {
    objects: Objects,
}

/// The address of a backup in the object store.
pub fn address_of(name: &str) -> String {
    format!("{ADDRESS}{name}")
}

/// The name in an address of the object store; none in a path.
pub fn name_in(address: &str) -> Option<&str> {
    address.strip_prefix(ADDRESS)
}

fn key(name: &str) -> Result<String, Fault> {
    // A key is part of an address of the web, where folders and dots have a meaning.
    let plain = |letter: u8| letter.is_ascii_alphanumeric() || b"._-".contains(&letter);
    let fits = !name.starts_with('.') && name.bytes().all(plain);
    if fits && !name.is_empty() { Ok(format!("{PREFIX}{name}")) } else { Err(Fault::NoName(name.to_owned())) }
}

impl Depot {
    /// The depot of a configuration and the key it stands under, if it names an object store.
    pub fn open(config: Option<(&str, &ObjectStoreConfig)>) -> Result<Self, Fault> {
        let (key, config) = config.ok_or(Fault::NoObjects)?;
        let fault = |reason| Fault::Objects { place: config.endpoint.clone(), reason: format!("{key}: {reason}") };
        Ok(Self { objects: Objects::new(config).map_err(fault)? })
    }

    /// Where it is, as people call it.
    pub fn name(&self) -> String {
        format!("{}/{PREFIX}", self.objects.name().trim_end_matches('/'))
    }

    fn fault(&self, refusal: Refusal) -> Fault {
        let text = Fault::from(refusal).to_string();
        let reason = text.strip_prefix("object store: ").unwrap_or(&text).to_owned();
        Fault::Objects { place: self.name(), reason }
    }

    /// Whether the object store answers and lets this process in.
    pub fn answers(&self) -> Result<(), Fault> {
        self.objects.is_empty(PREFIX).map(drop).map_err(|refusal| self.fault(refusal))
    }

    /// Refuses a name that is none, or is taken.
    pub fn need_free(&self, name: &str) -> Result<(), Fault> {
        let taken = self.objects.has(&key(name)?).map_err(|refusal| self.fault(refusal))?;
        if taken { Err(Fault::Taken(address_of(name))) } else { Ok(()) }
    }

    /// Writes a backup beside, sends it up and removes it here; answers its bytes too. It is whole there or not at all.
    pub fn write(&self, source: &Source<'_>, name: &str, beside: &Path) -> Result<(Summary, u64), Fault> {
        let key = key(name)?;
        let summary = write(source, beside)?;
        let sent = File::open(beside).map_err(Fault::from).and_then(|file| {
            let size = file.metadata()?.len();
            self.objects.put_large(&key, &file).map(|()| size).map_err(|refusal| self.fault(refusal))
        });
        let _ = std::fs::remove_file(beside);
        if sent.is_err() {
            // It may have arrived all the same, when only the answer was lost.
            let _ = self.objects.remove(&key);
        }
        sent.map(|size| (summary, size))
    }

    /// Fetches a backup to a file of this machine; a missing name, or none, tells which there are.
    pub fn fetch(&self, name: &str, into: &Path) -> Result<(), Fault> {
        if !name.is_empty() {
            let got = self.objects.get(&key(name)?, &mut empty(into)?);
            if got.map_err(|refusal| self.fault(refusal))? {
                return Ok(());
            }
        }
        Err(self.missing(name))
    }

    fn missing(&self, name: &str) -> Fault {
        let mut known = Vec::new();
        let listed = self.objects.each::<Refusal>(PREFIX, &mut |key, changed| {
            known.push((changed, key.strip_prefix(PREFIX).unwrap_or(&key).to_owned()));
            Ok(())
        });
        match listed {
            Err(refusal) => self.fault(refusal),
            Ok(()) => {
                known.sort_unstable_by(|one, other| other.cmp(one));
                let newest = known.into_iter().take(TOLD_MAX).map(|(_, name)| name).collect();
                Fault::Missing { address: address_of(name), known: newest }
            }
        }
    }

    /// Removes a backup; one that is gone already is no fault.
    pub fn remove(&self, name: &str) -> Result<(), Fault> {
        self.objects.remove(&key(name)?).map_err(|refusal| self.fault(refusal))
    }
}
