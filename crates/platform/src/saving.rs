//! Whether what is written can be kept. A full or failing disk is known by its errors and told by its folder, and a
//! little of it is kept back, so that people can still log in and read.

use std::error::Error;
use std::io::{self, ErrorKind};
use std::path::Path;
use std::sync::{Mutex, MutexGuard, PoisonError};

use rust_xlsxwriter::XlsxError;
use zip::result::ZipError;

use crate::call::App;
use crate::probe::Space;
use crate::refusal::Refusal;
use crate::store::Dialect;

/// Bytes of the disk under the embedded database that are kept back for log-ins, sessions and messages to the
/// administrators: other writes are refused before the last space is used up.
const KEPT_BACK: u64 = 32 * 1024 * 1024;
/// Of a small disk it is one part in so many.
const KEPT_BACK_PART: u64 = 100;
/// The error number of a disk that fails (EIO), the same on every Unix.
const EIO: i32 = 5;

/// Whether the last write to a place was kept.
#[derive(Debug, Default)]
pub struct Saving {
    place: String,
    fault: Mutex<Option<String>>,
}

/// A place where nothing can be saved at the moment.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Unsaved {
    /// Folder, or server of the database.
    pub place: String,
    /// What the disk or the database says.
    pub reason: String,
}

impl Saving {
    /// Of a place, by the name administrators know it by.
    pub fn at(place: impl Into<String>) -> Self {
        Self { place: place.into(), fault: Mutex::default() }
    }

    /// A write failed for want of space, or because the disk fails. The log tells the first such write; further ones
    /// are told with the calls and jobs they belong to.
    pub fn failed(&self, reason: &str) {
        let mut fault = self.lock();
        if fault.is_none() {
            tracing::error!(place = self.place, reason, "the disk is full or fails: nothing can be saved");
        }
        *fault = Some(reason.to_owned());
    }

    /// A write was kept.
    pub fn succeeded(&self) {
        if self.lock().take().is_some() {
            tracing::info!(place = self.place, "writes are kept again");
        }
    }

    /// What the last write failed with; none when it was kept.
    pub fn fault(&self) -> Option<Unsaved> {
        let reason = self.lock().clone()?;
        Some(Unsaved { place: self.place.clone(), reason })
    }

    /// An error as the log tells it.
    pub(crate) fn told(&self, error: &dyn std::fmt::Display) -> String {
        format!("{}: {error}", self.place)
    }

    /// The refusal of a write that ended with an error; noted here when it is the disk's.
    pub(crate) fn refused(&self, error: &io::Error) -> Refusal {
        if !is_of_disk(error) {
            return Refusal::Broken(self.told(error));
        }
        self.failed(&error.to_string());
        Refusal::Unsaved(self.told(error))
    }

    fn lock(&self) -> MutexGuard<'_, Option<String>> {
        self.fault.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

/// A folder as administrators find it, wherever the program was started.
pub fn folder_name(folder: &Path) -> String {
    std::path::absolute(folder).unwrap_or_else(|_| folder.to_owned()).display().to_string()
}

/// Whether an error says that a disk is full, or that it fails. Nobody asked for the wrong thing, and it may pass.
pub fn is_of_disk(error: &io::Error) -> bool {
    use ErrorKind::{FileTooLarge, QuotaExceeded, ReadOnlyFilesystem, StorageFull};
    matches!(error.kind(), FileTooLarge | QuotaExceeded | ReadOnlyFilesystem | StorageFull)
        || (cfg!(unix) && error.raw_os_error() == Some(EIO))
}

/// The refusal of work that ended with an error: whether it is the disk's is seen from what led to it.
pub fn refused(what: &str, error: &(dyn Error + 'static)) -> Refusal {
    let text = format!("{what}: {error}");
    let mut cause: Option<&(dyn Error + 'static)> = Some(error);
    while let Some(one) = cause {
        if one.downcast_ref::<io::Error>().is_some_and(is_of_disk) {
            return Refusal::Unsaved(text);
        }
        cause = one.source();
    }
    Refusal::Broken(text)
}

/// The refusal of a workbook that can't be written. Its error hides what led to it.
pub fn refused_workbook(error: XlsxError) -> Refusal {
    match error {
        XlsxError::IoError(error) | XlsxError::ZipError(ZipError::Io(error)) => refused("excel", &error),
        other => Refusal::broken(format!("excel: {other}")),
    }
}

/// Whether no more is free than is kept back.
fn is_short(space: Space) -> bool {
    space.free < Ord::min(KEPT_BACK, space.total / KEPT_BACK_PART)
}

impl App {
    /// Where nothing can be saved at the moment. While there is such a place, this process is not ready.
    pub fn unsaved(&self) -> Vec<Unsaved> {
        let short = self.short();
        // Files may not be written for days: a fault there is over when the disk has space again.
        let files = self.files.unsaved().filter(|_| short.is_some());
        let kept_back = short.filter(|_| self.store.dialect() == Dialect::Sqlite);
        [self.store.unsaved(), files, kept_back].into_iter().flatten().collect()
    }

    /// Refuses work while the last space of the disk is kept back. What lies elsewhere, as PostgreSQL does, needs none.
    pub fn need_space(&self, brings_files: bool) -> Result<(), Refusal> {
        if self.store.dialect() != Dialect::Sqlite && !brings_files {
            return Ok(());
        }
        match self.short() {
            Some(Unsaved { place, reason }) => Err(Refusal::Unsaved(format!("{place}: {reason}"))),
            None => Ok(()),
        }
    }

    /// The data folder, when its disk has no more space than is kept back.
    fn short(&self) -> Option<Unsaved> {
        let folder = &self.settings.data_folder;
        let space = (self.settings.probe.disk)(folder).filter(|space| is_short(*space))?;
        let reason = format!("{} KB are free, which are kept back for log-ins", space.free / 1024);
        Some(Unsaved { place: folder_name(folder), reason })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_last_32_megabytes_of_a_disk_or_the_last_percent_of_a_small_one_are_kept_back() {
        const MEGABYTE: u64 = 1024 * 1024;
        let short = |total, free| is_short(Space { total, free });
        assert!(short(100_000 * MEGABYTE, 32 * MEGABYTE - 1));
        assert!(!short(100_000 * MEGABYTE, 32 * MEGABYTE));
        assert!(short(100 * MEGABYTE, MEGABYTE - 1));
        assert!(!short(100 * MEGABYTE, MEGABYTE));
    }

    #[test]
    fn a_full_disk_is_known_wherever_its_error_stands() {
        let full = || io::Error::from(ErrorKind::StorageFull);
        let unsaved = |refusal: Refusal| matches!(refusal, Refusal::Unsaved(_));
        assert!(unsaved(refused("x", &full())));
        assert!(unsaved(refused("x", &ZipError::Io(full()))));
        assert!(unsaved(refused_workbook(XlsxError::IoError(full()))));
        assert!(unsaved(refused_workbook(XlsxError::ZipError(ZipError::Io(full())))));
        assert!(!unsaved(refused("x", &io::Error::from(ErrorKind::PermissionDenied))));
        assert!(!unsaved(refused("x", &ZipError::FileNotFound)));
        assert!(!unsaved(refused_workbook(XlsxError::SheetnameCannotBeBlank(String::new()))));
    }

    #[cfg(unix)]
    #[test]
    fn a_failing_disk_is_known_by_its_number() {
        assert!(is_of_disk(&io::Error::from_raw_os_error(EIO)));
        assert!(!is_of_disk(&io::Error::from_raw_os_error(2)), "nothing is there");
    }

    #[test]
    fn the_last_write_tells() {
        let saving = Saving::at("/data");
        assert_eq!(saving.fault(), None);
        saving.failed("full");
        saving.failed("still full");
        assert_eq!(saving.fault(), Some(Unsaved { place: "/data".to_owned(), reason: "still full".to_owned() }));
        saving.succeeded();
        assert_eq!(saving.fault(), None);
        let refusal = saving.refused(&io::Error::from(ErrorKind::StorageFull));
        assert!(matches!(refusal, Refusal::Unsaved(text) if text.starts_with("/data: ")));
        assert!(saving.fault().is_some());
    }
}
