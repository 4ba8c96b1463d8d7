//! Where backups lie and whether a passphrase opens them: what is decided here, within what the server's file allows.

use archive::{Depot, Fault};
use kernel::{Findings, Scope, Text};
use platform::PLATFORM_ORG;
use platform::call::{App, Settings, Tx};
use platform::field::{Choice, Field};
use platform::refusal::Refusal;
use platform::setting::{self, Module, Setting};
use platform::store::Conn;

pub(crate) const DISK: &str = "磁盘";
pub(crate) const OBJECTS: &str = "对象存储";

const PLACES: &[Choice] = &[Choice::new(DISK, "磁盘", "Disk"), Choice::new(OBJECTS, "对象存储", "Object store")];

/// The column of a backup.
pub(crate) const FIELD: Field = Field::select(PLACES, "位置", "Place").column("place");

const LYING: Module = Module::new("backupLying", "存放", "Where they lie").on("backup_setting");

const PLACE: Setting =
    Setting::new("backupPlace", LYING, Field::select(PLACES, "位置", "Place").required().initially("\"磁盘\""))
        .help(
            "对象存储由服务器配置文件的 backup_store 或 object_store 指定",
            "The object store is named by backup_store or object_store in the server's configuration.",
        )
        .platform();
const ENCRYPTED: Setting =
    Setting::new("backupEncrypted", LYING, Field::flag("加密", "Encrypted").initially("true"))
        .help(
            "口令为服务器配置文件的 backup_passphrase；没有口令时磁盘上的备份不加密，对象存储中的备份须先配置口令或关闭加密",
            "The passphrase is backup_passphrase in the server's configuration. Without one, backups on the disk lie \
             open, and those for the object store need it or encryption turned off.",
        )
        .platform();

/// What is decided about it.
pub(crate) const SETTINGS: [&Setting; 2] = [&PLACE, &ENCRYPTED];

/// What holds for a backup that begins.
pub(crate) struct Decided {
    /// Where it goes.
    pub(crate) place: String,
    encrypted: bool,
}

impl Decided {
    pub(crate) fn of(conn: &mut dyn Conn) -> Result<Self, Refusal> {
        Ok(Self {
            place: setting::value(conn, PLATFORM_ORG, &PLACE, None)?,
            encrypted: setting::value(conn, PLATFORM_ORG, &ENCRYPTED, None)?,
        })
    }

    /// Whether it will be encrypted.
    pub(crate) fn is_encrypted(&self, settings: &Settings) -> bool {
        self.encrypted && settings.passphrase().is_some()
    }

    /// Why the next backup could not even begin.
    pub(crate) fn blocked(&self, app: &App) -> Option<Text> {
        let depot = if self.place == OBJECTS { depot(app).map(drop) } else { Ok(()) };
        depot.and_then(|()| self.passphrase(&app.settings, &self.place).map(drop)).err().map(|fault| fault.text())
    }

    /// The folder of the disk or of the object store, as people call it; empty where none is configured.
    pub(crate) fn named(&self, app: &App) -> String {
        if self.place == DISK {
            return app.settings.backups().display().to_string();
        }
        depot(app).map_or_else(|_| String::new(), |depot| depot.name())
    }

    /// The passphrase of a backup for this place. Without one the disk gets it open, as long as nobody configured
    /// anything; what leaves the machine is open only because somebody decided so.
    pub(crate) fn passphrase<'a>(&self, settings: &'a Settings, place: &str) -> Result<Option<&'a str>, Fault> {
        let configured = settings.passphrase();
        match self.encrypted {
            false => Ok(None),
            true if place == OBJECTS && configured.is_none() => Err(Fault::NeedsConfigured),
            true => Ok(configured),
        }
    }
}

/// Whether the backups that the server makes are encrypted.
pub fn is_encrypted(conn: &mut dyn Conn, settings: &Settings) -> Result<bool, Refusal> {
    Ok(Decided::of(conn)?.is_encrypted(settings))
}

/// The passphrase of a backup that somebody puts into the object store from the command line.
pub fn passphrase_for_objects<'a>(conn: &mut dyn Conn, settings: &'a Settings) -> Result<Option<&'a str>, Fault> {
    Decided::of(conn)?.passphrase(settings, OBJECTS)
}

/// The object store of backups, if one is configured.
pub(crate) fn depot(app: &App) -> Result<Depot, Fault> {
    Depot::open(app.settings.backup_objects())
}

/// Refuses what the server's file does not allow.
pub(crate) fn check(tx: &mut Tx<'_>, _: Option<Scope>, findings: &mut Findings) -> Result<(), Refusal> {
    let decided = Decided::of(tx)?;
    if decided.place == OBJECTS
        && let Err(fault) = depot(tx.app)
    {
        findings.error(PLACE.key, fault.text());
    }
    if let Err(fault) = decided.passphrase(&tx.app.settings, &decided.place) {
        findings.error(ENCRYPTED.key, fault.text());
    }
    Ok(())
}
