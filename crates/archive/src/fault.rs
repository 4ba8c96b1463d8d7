//! Why a backup was not written, or not restored.

use std::path::Path;

use kernel::{Msg, Text};
use platform::refusal::Refusal;
use platform::saving;
use platform::store::{CellError, StoreError};

const NO_BACKUP: Msg = Msg::new("backup.no_backup", "该文件不是备份文件", "The file is no backup.");
const NEEDS_PASSPHRASE: Msg = Msg::new(
    "backup.needs_passphrase",
    "备份已加密，请提供备份口令",
    "The backup is encrypted; it needs its passphrase.",
);
const WRONG_PASSPHRASE: Msg = Msg::new("backup.wrong_passphrase", "备份口令不正确", "The passphrase is wrong.");
const DAMAGED: Msg = Msg::new("backup.damaged", "备份文件已损坏或不完整", "The backup is damaged or not complete.");
const NEWER: Msg = Msg::new(
    "backup.newer",
    "备份来自更新的版本（{name}），请先升级程序",
    "The backup is of a newer version ({name}). Please upgrade the program first.",
);
const NOT_EMPTY: Msg =
    Msg::new("backup.not_empty", "目标数据库不是空的，不能恢复", "The database is not empty; nothing was restored.");
const OTHER_SCHEMA: Msg = Msg::new(
    "backup.other_schema",
    "目标数据库的结构与备份不同，请恢复到全新的数据库",
    "The database has another schema than the backup. Please restore into a new one.",
);
const FILES_THERE: Msg = Msg::new(
    "backup.files_there",
    "附件存储{place}不是空的，不能恢复",
    "The store of files {place} is not empty; nothing was restored.",
);
const NO_OBJECTS: Msg = Msg::new(
    "backup.no_objects",
    "服务器配置文件未配置对象存储（backup_store 或 object_store）",
    "The server's configuration names no object store (backup_store or object_store).",
);
const OBJECTS: Msg = Msg::new(
    "backup.objects",
    "对象存储{place}不可用（{reason}）",
    "The object store {place} can't be used ({reason}).",
);
const NO_NAME: Msg = Msg::new(
    "backup.no_name",
    "备份名“{name}”只能含字母、数字、点、横线和下划线",
    "The name of the backup, \"{name}\", may hold letters, digits, dots, hyphens and underscores only.",
);
const TAKEN: Msg = Msg::new("backup.taken", "{address}已存在", "{address} exists already.");
const MISSING: Msg = Msg::new(
    "backup.missing",
    "对象存储中没有{address}；现有：{known}",
    "The object store has no {address}. It has: {known}",
);
const NEEDS_CONFIGURED: Msg = Msg::new(
    "backup.needs_configured",
    "加密需要服务器配置文件中的 backup_passphrase；存入对象存储而不加密，须在设置中关闭加密",
    "Encryption needs backup_passphrase in the server's configuration; to lie open in the object store, it must be \
     turned off in the settings.",
);
const FULL: Msg = Msg::new(
    "backup.full",
    "磁盘已满或发生故障，无法写入{place}（{reason}）",
    "The disk is full or fails: {place} can't be written ({reason}).",
);
const UNUSABLE: Msg = Msg::new("backup.unusable", "{reason}", "{reason}");

/// Why not.
#[derive(Debug)]
pub enum Fault {
    /// The file is something else.
    NoBackup,
    /// It is encrypted and no passphrase was given.
    NeedsPassphrase,
    /// The passphrase is another.
    WrongPassphrase,
    /// Cut off or changed.
    Damaged,
    /// Its schema has a step this program does not know.
    Newer(String),
    /// The database has data.
    NotEmpty,
    /// The database has another schema.
    OtherSchema,
    /// There are files where it would put its own.
    FilesThere(String),
    /// No object store is configured.
    NoObjects,
    /// The object store says no.
    Objects {
        /// Where it is.
        place: String,
        /// What it says.
        reason: String,
    },
    /// What is no name of a backup in the object store.
    NoName(String),
    /// The name is taken.
    Taken(String),
    /// It is not in the object store.
    Missing {
        /// What was looked for.
        address: String,
        /// The newest that are there.
        known: Vec<String>,
    },
    /// It is to be encrypted and no passphrase is configured.
    NeedsConfigured,
    /// The disk is full or fails.
    Full {
        /// The folder that was written to.
        place: String,
        /// What the disk says.
        reason: String,
    },
    /// The disk says no.
    Disk(std::io::Error),
    /// The database says no.
    Database(StoreError),
}

impl Fault {
    /// What a user reads.
    pub fn text(&self) -> Text {
        match self {
            Self::NoBackup => NO_BACKUP.text(),
            Self::NeedsPassphrase => NEEDS_PASSPHRASE.text(),
            Self::WrongPassphrase => WRONG_PASSPHRASE.text(),
            Self::Damaged => DAMAGED.text(),
            Self::Newer(name) => NEWER.with(&[("name", name)]),
            Self::NotEmpty => NOT_EMPTY.text(),
            Self::OtherSchema => OTHER_SCHEMA.text(),
            Self::FilesThere(place) => FILES_THERE.with(&[("place", place)]),
            Self::NoObjects => NO_OBJECTS.text(),
            Self::Objects { place, reason } => OBJECTS.with(&[("place", place), ("reason", reason)]),
            Self::NoName(name) => NO_NAME.with(&[("name", name)]),
            Self::Taken(address) => TAKEN.with(&[("address", address)]),
            Self::Missing { address, known } if known.is_empty() => {
                MISSING.with_each(&[("address", address), ("known", "无")], &[("address", address), ("known", "none")])
            }
            Self::Missing { address, known } => MISSING.with(&[("address", address), ("known", &known.join(", "))]),
            Self::NeedsConfigured => NEEDS_CONFIGURED.text(),
            Self::Full { place, reason } => FULL.with(&[("place", place), ("reason", reason)]),
            Self::Disk(error) => UNUSABLE.with(&[("reason", &error.to_string())]),
            Self::Database(error) => UNUSABLE.with(&[("reason", &error.to_string())]),
        }
    }

    /// The same, with the folder that could not be written when the disk is full or fails.
    #[must_use]
    pub fn at(self, folder: &Path) -> Self {
        match self {
            Self::Disk(error) if saving::is_of_disk(&error) => {
                Self::Full { place: saving::folder_name(folder), reason: error.to_string() }
            }
            other => other,
        }
    }

    /// Whether a disk that was written to is full or fails, so that nothing else was found.
    pub fn is_of_disk(&self) -> bool {
        match self {
            Self::Full { .. } | Self::Database(StoreError::Disk(_)) => true,
            Self::Disk(error) => saving::is_of_disk(error),
            _ => false,
        }
    }
}

impl std::fmt::Display for Fault {
    fn fmt(&self, out: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        out.write_str(&self.text().en)
    }
}

impl std::error::Error for Fault {}

impl From<std::io::Error> for Fault {
    /// A stream that ends early or does not unpack is a damaged backup; anything else is the disk.
    fn from(error: std::io::Error) -> Self {
        use std::io::ErrorKind::{InvalidData, InvalidInput, UnexpectedEof};
        if matches!(error.kind(), InvalidData | InvalidInput | UnexpectedEof) {
            Self::Damaged
        } else {
            Self::Disk(error)
        }
    }
}

impl From<Refusal> for Fault {
    /// The store of files says no.
    fn from(refusal: Refusal) -> Self {
        let text = refusal.for_log().map_or_else(|| format!("{refusal:?}"), ToOwned::to_owned);
        Self::Disk(std::io::Error::other(text))
    }
}

impl From<Fault> for Refusal {
    fn from(fault: Fault) -> Self {
        if fault.is_of_disk() { Self::Unsaved(fault.to_string()) } else { Self::Broken(fault.to_string()) }
    }
}

impl From<StoreError> for Fault {
    fn from(error: StoreError) -> Self {
        Self::Database(error)
    }
}

impl From<CellError> for Fault {
    fn from(error: CellError) -> Self {
        Self::Database(error.into())
    }
}
