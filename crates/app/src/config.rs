//! Configuration: a file, overridden by the environment. Every key is explained in `forwarder.example.toml`.

mod check;
mod secret_files;

use std::collections::BTreeSet;
use std::path::{Path, PathBuf};
use std::time::Duration;

use figment::Figment;
use figment::providers::{Env, Format, Serialized, Toml};
use platform::access::PasswordCost;
use platform::address::AddressGuard;
use platform::call::{ExportLimits, PartnerSystem, Settings};
use platform::files::{FileStore, ObjectStoreConfig};
use platform::openid::OpenIdConfig;
use platform::probe::Handles;
use platform::push::PushLimits;
use platform::secrets;
use platform::store::StoreConfig;
use serde::{Deserialize, Serialize};

use crate::listen::{Least, Limits};

pub use check::JSON;

/// The file that is read when nobody names one.
const USUAL: &str = "forwarder.toml";
/// Calls that are worked on beside those the database has connections for.
const CALLS_BESIDE: usize = 4;
/// Threads that may block beside those of the calls: for pieces of files, and the signs of life.
const THREADS_BESIDE: usize = 16;
/// Fewest characters of a partner system's secret.
const SECRET_MIN: usize = 32;
/// A day.
const SECONDS_MAX: u64 = 86_400;
/// Handles that are kept for database, files and outside systems.
const HANDLES_KEPT: usize = 256;
/// Rows of a sheet, without heading and sums.
const SHEET_ROWS_MAX: u64 = 1_048_574;

/// The keys. In the environment: `FORWARDER_` and the key in capitals, or `DATABASE_URL`.
#[derive(Debug, Clone, Serialize, Deserialize, PartialEq, Eq)]
#[serde(default, deny_unknown_fields)]
pub struct Config {
    /// Address and port the server listens on.
    pub listen: String,
    /// Address and port the figures of the process are told at; empty: nowhere.
    pub metrics_listen: String,
    /// Folder of the embedded database and of files.
    pub data_folder: PathBuf,
    /// PostgreSQL address; empty for the embedded database.
    pub database_url: String,
    /// Most PostgreSQL connections of this process.
    pub database_connections: usize,
    /// Seconds a statement of a call may take.
    pub statement_seconds: u64,
    /// Address users write, for links in mails and QR codes; empty: as the browser called.
    pub public_url: String,
    /// Seconds the head of a call may take once it has begun.
    pub head_seconds: u64,
    /// Seconds a connection may lie idle between calls.
    pub idle_seconds: u64,
    /// Seconds the body of a call may stand still.
    pub body_seconds: u64,
    /// Bytes a second the body of a call must come at, and an answer be taken at.
    pub bytes_per_second: u64,
    /// Seconds in which nothing of an answer is taken.
    pub answer_seconds: u64,
    /// Connections of one address; behind proxies, its open calls; 0: as many as it likes.
    pub connections_per_address: usize,
    /// Proxies in front of the server, each of which adds the address it was called from to X-Forwarded-For.
    pub trusted_proxies: usize,
    /// Public client credential of the log-in call.
    pub client_id: String,
    /// Its other half.
    pub client_secret: String,
    /// Log-in calls of one address a minute.
    pub login_calls_per_minute: u32,
    /// Systems whose users may arrive logged in.
    pub partner_systems: Vec<PartnerSystem>,
    /// Provider of OpenID Connect whose users may log in; without an issuer there is none.
    pub openid: OpenIdConfig,
    /// Key of sealed secrets, 32 bytes in base64; empty: the file `secret.key` in the data folder.
    pub secret_key: String,
    /// Folder of backups made by plan or from the page; empty: `backup` in the data folder.
    pub backup_folder: PathBuf,
    /// Passphrase that backups are encrypted with; empty: they are not.
    pub backup_passphrase: String,
    /// Object store backups may be put into; empty: that of the files, if there is one.
    pub backup_store: ObjectStoreConfig,
    /// Whether a start that will change the schema makes a backup first.
    pub backup_before_upgrade: bool,
    /// Folder messages with carriers are exchanged in as files; empty: `edi` in the data folder.
    pub edi_folder: PathBuf,
    /// Most rows of an export; a sheet of Excel holds 1048574.
    pub export_rows_max: u64,
    /// Jobs (large exports) this process works on at the same time; 0 leaves them to others.
    pub job_workers: usize,
    /// Networks the server may connect to at a user's word besides the public internet, as CIDR.
    pub allowed_networks: Vec<String>,
    /// Ports mail servers may be asked at; none for any.
    pub mail_ports: Vec<u16>,
    /// Store of files that speaks the protocol of Amazon S3; empty: the data folder.
    pub object_store: ObjectStoreConfig,
    /// `info`, `debug` or a filter such as `platform=debug,info`.
    pub log: String,
    /// `text` for people, `json` for collectors.
    pub log_format: String,
    /// The file this was read from.
    #[serde(skip)]
    pub file: PathBuf,
}

impl Default for Config {
    fn default() -> Self {
        let settings = Settings::default();
        Self {
            listen: "127.0.0.1:8080".to_owned(),
            metrics_listen: String::new(),
            data_folder: PathBuf::from("data"),
            database_url: String::new(),
            database_connections: 20,
            statement_seconds: settings.statement.as_secs(),
            public_url: String::new(),
            head_seconds: 10,
            idle_seconds: 75,
            body_seconds: 30,
            bytes_per_second: 1024,
            answer_seconds: 120,
            connections_per_address: 500,
            trusted_proxies: 0,
            client_id: settings.client_id,
            client_secret: settings.client_secret,
            login_calls_per_minute: settings.login_calls_per_minute,
            partner_systems: settings.partner_systems,
            openid: settings.openid,
            secret_key: String::new(),
            backup_folder: PathBuf::new(),
            backup_passphrase: String::new(),
            backup_store: ObjectStoreConfig::default(),
            backup_before_upgrade: true,
            edi_folder: PathBuf::new(),
            export_rows_max: settings.export.most,
            job_workers: settings.job_workers,
            allowed_networks: Vec::new(),
            mail_ports: settings.mail_ports,
            object_store: ObjectStoreConfig::default(),
            log: "info".to_owned(),
            log_format: "text".to_owned(),
            file: PathBuf::new(),
        }
    }
}

impl Config {
    /// Reads the file somebody named, or the usual one if there is one, and the environment over it.
    pub fn find(named: Option<&Path>) -> Result<Self, String> {
        let usual = Path::new(USUAL);
        match named {
            Some(file) => Self::read(file),
            None if usual.symlink_metadata().is_ok() => Self::read(usual),
            None => Self::of("", usual),
        }
    }

    /// Reads a file, which is there, and the environment over it.
    pub fn read(file: &Path) -> Result<Self, String> {
        let text = std::fs::read_to_string(file)
            .map_err(|error| format!("the configuration {} can't be read: {error}", file.display()))?;
        Self::of(&text, file)
    }

    fn of(text: &str, file: &Path) -> Result<Self, String> {
        // FORWARDER_CONFIG names the file itself; the password is for `forwarder setup` alone.
        let beside = [&["config", "admin_password"], secret_files::BESIDE.as_slice()].concat();
        let mut read = Figment::from(Serialized::defaults(Self::default()))
            .merge(Toml::string(text))
            .merge(Env::prefixed("FORWARDER_").ignore(&beside))
            .merge(Env::raw().only(&["DATABASE_URL"]));
        for (key, secret) in secret_files::read(|variable| std::env::var_os(variable))? {
            read = read.merge(Serialized::default(key, secret));
        }
        let mut config: Self = read.extract().map_err(|error| in_one_line(&error.to_string(), file))?;
        file.clone_into(&mut config.file);
        config.check()?;
        Ok(config)
    }

    /// Whether it can be worked with.
    fn check(&self) -> Result<(), String> {
        self.check_words()?;
        self.check_addresses()?;
        self.check_numbers()?;
        self.check_folders()?;
        self.check_partner_systems()?;
        self.check_openid()?;
        self.check_times()?;
        if !self.secret_key.is_empty() && !secrets::key_fits(&self.secret_key) {
            return Err("secret_key must be 32 bytes in base64".to_owned());
        }
        if let Err(text) = AddressGuard::new(&self.allowed_networks) {
            return Err(format!("allowed_networks: {text} is no network such as 10.0.0.0/8"));
        }
        if self.export_rows_max > SHEET_ROWS_MAX {
            return Err(format!("export_rows_max may be {SHEET_ROWS_MAX} at most"));
        }
        Ok(())
    }

    /// Without any time, nobody could call.
    fn check_times(&self) -> Result<(), String> {
        let times = [
            ("statement_seconds", self.statement_seconds),
            ("head_seconds", self.head_seconds),
            ("idle_seconds", self.idle_seconds),
            ("body_seconds", self.body_seconds),
            ("answer_seconds", self.answer_seconds),
        ];
        let fits = |seconds| (1..=SECONDS_MAX).contains(&seconds);
        match times.into_iter().find(|(_, seconds)| !fits(*seconds)) {
            Some((name, _)) => Err(format!("{name} must be between 1 and {SECONDS_MAX}")),
            None => Ok(()),
        }
    }

    fn calls_at_once(&self) -> usize {
        self.database_connections + CALLS_BESIDE
    }

    /// Threads that may block. A call's thread gives its turn on before it is free itself: on a busy machine the next call
    /// finds none, and without a bound begins one more, each of which keeps some 2 MB.
    pub fn blocking_threads(&self) -> usize {
        self.calls_at_once() + THREADS_BESIDE
    }

    /// What callers may take of the server, of which the machine gives so many handles.
    pub fn limits(&self, handles: Option<Handles>) -> Limits {
        let least = |seconds| Least { patience: Duration::from_secs(seconds), rate: self.bytes_per_second };
        let handles = handles.and_then(|handles| usize::try_from(handles.limit).ok()).unwrap_or(0);
        Limits {
            idle: Duration::from_secs(self.idle_seconds),
            head: Duration::from_secs(self.head_seconds),
            body: least(self.body_seconds),
            answer: least(self.answer_seconds),
            per_address: self.connections_per_address,
            connections: handles - HANDLES_KEPT.min(handles / 2),
            trusted_proxies: self.trusted_proxies,
        }
    }

    /// A partner system opens sessions: what is too weak for that stops the start.
    fn check_partner_systems(&self) -> Result<(), String> {
        if !self.partner_systems.is_empty() && self.public_url.is_empty() {
            return Err("partner_systems needs public_url: tokens are made out to it".to_owned());
        }
        let mut names = BTreeSet::new();
        for partner in &self.partner_systems {
            let name = &partner.name;
            if name.is_empty() || !names.insert(name) {
                return Err(format!("partner_systems: the name {name:?} is empty or given twice"));
            }
            if partner.secret.chars().count() < SECRET_MIN {
                return Err(format!("partner_systems: the secret of {name} needs {SECRET_MIN} characters"));
            }
            if partner.orgs.is_empty() {
                return Err(format!("partner_systems: {name} names no organisation"));
            }
        }
        Ok(())
    }

    /// Where the data lie.
    pub fn store(&self) -> StoreConfig {
        StoreConfig::from_parts(Some(&self.database_url), &self.data_folder, self.database_connections)
    }

    /// Where files lie; an error tells what does not fit.
    pub fn files(&self) -> Result<FileStore, String> {
        FileStore::open(self.data_folder.join("files"), &self.object_store)
    }

    /// Where backups lie.
    pub fn backups(&self) -> PathBuf {
        self.settings().backups()
    }

    /// The passphrase of backups, if there is one.
    pub fn passphrase(&self) -> Option<&str> {
        (!self.backup_passphrase.is_empty()).then_some(self.backup_passphrase.as_str())
    }

    /// What the platform needs to know.
    pub fn settings(&self) -> Settings {
        Settings {
            client_id: self.client_id.clone(),
            client_secret: self.client_secret.clone(),
            data_folder: self.data_folder.clone(),
            password_cost: PasswordCost::Product,
            public_url: self.public_url.trim_end_matches('/').to_owned(),
            login_calls_per_minute: self.login_calls_per_minute,
            partner_systems: self.partner_systems.clone(),
            openid: self.openid.clone(),
            trusted_proxies: self.trusted_proxies,
            secret_key: self.secret_key.clone(),
            backup_folder: self.backup_folder.clone(),
            backup_passphrase: self.backup_passphrase.clone(),
            backup_store: self.backup_store.clone(),
            edi_folder: self.edi_folder.clone(),
            probe: platform::probe::Probe::default(),
            export: ExportLimits { most: self.export_rows_max, ..ExportLimits::default() },
            job_workers: self.job_workers,
            statement: Duration::from_secs(self.statement_seconds),
            calls_at_once: self.calls_at_once(),
            guard: AddressGuard::new(&self.allowed_networks).unwrap_or_default(),
            mail_ports: self.mail_ports.clone(),
            push: PushLimits::default(),
            object_store: self.object_store.clone(),
            version: env!("CARGO_PKG_VERSION").to_owned(),
            ..Settings::default()
        }
    }
}

/// What can't be read, in one line and without the lines of the file that are shown with it: they may hold a password.
fn in_one_line(error: &str, file: &Path) -> String {
    let shown = |line: &&str| line.is_empty() || line.starts_with(|first: char| first == '|' || first.is_numeric());
    let told: Vec<&str> = error.lines().map(str::trim).filter(|line| !shown(line)).collect();
    let told = told.join(": ").replace(" in TOML source string", "");
    if told.contains("environment variable") {
        return told;
    }
    format!("the configuration ({}): {told}", file.display())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_example_file_holds_every_key_with_its_default() {
        let example = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../forwarder.example.toml");
        let text = std::fs::read_to_string(&example).expect("the example");
        // The example's lines are comments; without the signs it is a complete configuration.
        let plain: String = text
            .lines()
            .filter_map(|line| line.strip_prefix("#"))
            .filter(|line| line.contains(" = ") && !line.starts_with(' '))
            .map(|line| format!("{line}\n"))
            .collect();
        let read: Config = Figment::new().merge(Toml::string(&plain)).extract().expect("reads");
        assert_eq!(read, Config::default());
        let fields = serde_json::to_value(Config::default()).expect("json");
        for key in fields.as_object().expect("an object").keys() {
            assert!(plain.contains(&format!("{key} = ")), "{key} is not explained");
        }
    }

    #[test]
    fn what_is_wrong_with_a_file_is_one_line_that_tells_no_password() {
        let fault = |text: &str| Config::of(text, Path::new("conf.toml")).unwrap_err();
        for (text, says) in [
            ("backup_passphrase = \"a secret", "TOML parse error"),
            ("listne = \"127.0.0.1:80\"", "unknown field"),
            ("object_store = { endpiont = \"x\" }", "unknown field"),
            ("partner_systems = [{ name = \"p\", secert = \"x\", orgs = [] }]", "unknown field"),
            ("mail_ports = [70000]", "invalid value"),
            ("database_connections = \"many\"", "invalid type"),
            ("backup_before_upgrade = \"maybe\"", "invalid type"),
        ] {
            let told = fault(text);
            assert!(told.contains(says) && told.contains("conf.toml"), "{told}");
            assert!(!told.contains('\n') && !told.contains("a secret"), "{told}");
        }
    }

    #[test]
    fn callers_have_times_and_what_the_machine_gives() {
        let config = Config { trusted_proxies: 2, ..Config::default() };
        let limits = config.limits(Some(Handles { limit: 1024, most: 4096 }));
        assert_eq!((limits.head, limits.idle), (Duration::from_secs(10), Duration::from_secs(75)));
        assert_eq!(limits.body, Least { patience: Duration::from_secs(30), rate: 1024 });
        assert_eq!((limits.per_address, limits.connections, limits.trusted_proxies), (500, 768, 2));
        let of = |limit| config.limits(Some(Handles { limit, most: limit })).connections;
        assert_eq!([of(100), of(u64::MAX)], [50, usize::MAX - 256]);
        assert_eq!(config.limits(None).connections, 0, "nobody knows");
        assert!(Config::default().check_times().is_ok());
        let none = Config { head_seconds: 0, ..Config::default() };
        assert_eq!(none.check_times(), Err("head_seconds must be between 1 and 86400".to_owned()));
        assert!(Config { answer_seconds: 86_401, ..Config::default() }.check_times().is_err());
    }

    #[test]
    fn a_partner_system_needs_an_address_a_name_a_long_secret_and_an_organisation() {
        let partner = |name: &str, letters: usize, orgs: &[&str]| PartnerSystem {
            name: name.to_owned(),
            secret: "s".repeat(letters),
            orgs: orgs.iter().map(|code| (*code).to_owned()).collect(),
        };
        let fits = |url: &str, partners: Vec<PartnerSystem>| {
            let config = Config { public_url: url.to_owned(), partner_systems: partners, ..Config::default() };
            config.check_partner_systems().is_ok()
        };
        let url = "https://forwarder.example.com";
        let sound = partner("portal", 32, &["DEMO"]);
        assert!(fits("", Vec::new()));
        assert!(fits(url, vec![sound.clone(), partner("crm", 33, &["DEMO"])]));
        assert!(!fits("", vec![sound.clone()]));
        assert!(!fits(url, vec![sound.clone(), sound]));
        assert!(!fits(url, vec![partner("", 32, &["DEMO"])]));
        assert!(!fits(url, vec![partner("portal", 31, &["DEMO"])]));
        assert!(!fits(url, vec![partner("portal", 32, &[])]));
    }
}
