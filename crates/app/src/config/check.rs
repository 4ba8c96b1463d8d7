//! What a configuration may say. What is wrong is told in one sentence, before anything is opened or written: a word
//! that is passed over would start the product with what nobody asked for.

use std::net::Ipv6Addr;
use std::path::Path;

use platform::files::{ObjectStoreConfig, Objects};
use platform::openid::{MatchBy, OpenIdConfig};
use tracing_subscriber::EnvFilter;

use super::Config;

/// One word of `log_format`, for people.
const TEXT: &str = "text";
/// The other one, for collectors.
pub const JSON: &str = "json";
/// Words of `log`.
const LEVELS: [&str; 6] = ["off", "error", "warn", "info", "debug", "trace"];
/// More than any deployment has, and less than any machine gives.
const CONNECTIONS_MAX: usize = 10_000;
const WORKERS_MAX: usize = 1_000;
const PROXIES_MAX: usize = 32;

impl Config {
    /// The filter of the log.
    pub fn log_filter(&self) -> Result<EnvFilter, String> {
        let wrong = |why: &str| {
            let known = LEVELS.join(", ");
            format!("log: {why}; it is one of {known}, or a filter such as platform=debug,info")
        };
        let parts: Vec<&str> = self.log.split(',').map(str::trim).collect();
        // A word alone is the name of a module too, of which everything would be logged, and nothing else.
        let is_level = |part: &str| LEVELS.contains(&part.to_ascii_lowercase().as_str());
        let level_of = |part: &str| part.rsplit_once('=').map_or(part, |(_, level)| level).to_owned();
        match parts.into_iter().find(|part| !is_level(&level_of(part))) {
            Some(part) => Err(wrong(&format!("{part:?} is no level"))),
            None => EnvFilter::try_new(&self.log).map_err(|error| wrong(&error.to_string())),
        }
    }

    pub(super) fn check_words(&self) -> Result<(), String> {
        self.log_filter()?;
        if ![TEXT, JSON].contains(&self.log_format.as_str()) {
            return Err(format!("log_format: {TEXT} or {JSON}, not {:?}", self.log_format));
        }
        // The credential travels as name:password.
        if self.client_id.is_empty() || self.client_secret.is_empty() || self.client_id.contains(':') {
            return Err("client_id and client_secret are not empty, and client_id has no colon".to_owned());
        }
        Ok(())
    }

    pub(super) fn check_addresses(&self) -> Result<(), String> {
        check_listen("listen", &self.listen)?;
        if !self.metrics_listen.is_empty() {
            check_listen("metrics_listen", &self.metrics_listen)?;
        }
        if !self.public_url.is_empty() {
            check_url("public_url", &self.public_url)?;
        }
        if self.mail_ports.contains(&0) {
            return Err("mail_ports: a port lies between 1 and 65535".to_owned());
        }
        self.store().check().map_err(|error| error.to_string())?;
        check_objects("object_store", &self.object_store)?;
        check_objects("backup_store", &self.backup_store)
    }

    /// A provider opens sessions: what is half set up stops the start.
    pub(super) fn check_openid(&self) -> Result<(), String> {
        let openid = &self.openid;
        if *openid == OpenIdConfig::default() {
            return Ok(());
        }
        check_url("openid: issuer", &openid.issuer)?;
        let asks = openid.scopes.split_ascii_whitespace().any(|scope| scope == "openid");
        let wrong = [
            (self.public_url.is_empty(), "needs public_url: the provider sends browsers back to it"),
            (openid.client_id.is_empty(), "client_id is empty"),
            (!asks, "scopes must name openid"),
            (openid.name_zh.trim().is_empty() || openid.name_en.trim().is_empty(), "name_zh and name_en are not empty"),
            (openid.orgs.is_empty(), "orgs names no organisation"),
            (
                openid.match_by == MatchBy::PreferredUsername && openid.orgs.len() != 1,
                "match_by preferred_username needs exactly one organisation: log-in names are those of one",
            ),
        ];
        match wrong.into_iter().find(|(is_wrong, _)| *is_wrong) {
            Some((_, why)) => Err(format!("openid: {why}")),
            None => Ok(()),
        }
    }

    pub(super) fn check_numbers(&self) -> Result<(), String> {
        let numbers = [
            ("database_connections", self.database_connections, 1, CONNECTIONS_MAX),
            ("job_workers", self.job_workers, 0, WORKERS_MAX),
            ("trusted_proxies", self.trusted_proxies, 0, PROXIES_MAX),
        ];
        match numbers.into_iter().find(|(_, number, least, most)| !(least..=most).contains(&number)) {
            Some((name, _, least, most)) => Err(format!("{name} must be between {least} and {most}")),
            None if self.login_calls_per_minute == 0 => Err("login_calls_per_minute must be 1 at least".to_owned()),
            None => Ok(()),
        }
    }

    pub(super) fn check_folders(&self) -> Result<(), String> {
        // An empty name would be the folder the program happens to be started in.
        if self.data_folder.as_os_str().is_empty() {
            return Err("data_folder must not be empty".to_owned());
        }
        let folders = [
            ("data_folder", &self.data_folder),
            ("backup_folder", &self.backup_folder),
            ("edi_folder", &self.edi_folder),
        ];
        let is_other = |folder: &Path| folder.exists() && !folder.is_dir();
        match folders.into_iter().find(|(_, folder)| is_other(folder)) {
            Some((name, folder)) => Err(format!("{name}: {} is no folder", folder.display())),
            None => Ok(()),
        }
    }
}

fn check_listen(name: &str, address: &str) -> Result<(), String> {
    match host_and_port(address) {
        Some((_, Some(_))) => Ok(()),
        _ => Err(format!("{name}: an address and a port up to 65535, such as 0.0.0.0:8080, not {address:?}")),
    }
}

/// A host with a port, if it has one; none where it is neither. An IPv6 address stands in brackets.
fn host_and_port(text: &str) -> Option<(&str, Option<u16>)> {
    let (host, port) = match text.strip_prefix('[') {
        Some(rest) => {
            let (host, port) = rest.split_once(']')?;
            host.parse::<Ipv6Addr>().ok()?;
            if port.is_empty() { (host, None) } else { (host, Some(port.strip_prefix(':')?)) }
        }
        None => match text.split_once(':') {
            Some((host, port)) => (host, Some(port)),
            None => (text, None),
        },
    };
    let plain = |letter: char| letter.is_alphanumeric() || "-._:".contains(letter);
    if host.is_empty() || !host.chars().all(plain) {
        return None;
    }
    match port {
        // A sign is no part of a port, though Rust reads it.
        Some(port) if port.bytes().all(|byte| byte.is_ascii_digit()) => Some((host, Some(port.parse().ok()?))),
        Some(_) => None,
        None => Some((host, None)),
    }
}

/// An address of the web with its scheme.
fn check_url(name: &str, text: &str) -> Result<(), String> {
    let rest = text.strip_prefix("https://").or_else(|| text.strip_prefix("http://"));
    let host = rest.and_then(|rest| rest.split('/').next()).and_then(host_and_port);
    let plain = !text.contains(['?', '#', '@']) && !text.contains(char::is_whitespace);
    match host {
        Some((_, None | Some(1..))) if plain => Ok(()),
        _ => Err(format!("{name}: an address such as https://forwarder.example.com, not {text:?}")),
    }
}

fn check_objects(name: &str, store: &ObjectStoreConfig) -> Result<(), String> {
    if *store == ObjectStoreConfig::default() {
        return Ok(());
    }
    // With the rest and without an endpoint, files would lie in the data folder.
    check_url(&format!("{name}: endpoint"), &store.endpoint)?;
    Objects::new(store).map(drop).map_err(|error| format!("{name}: {error}"))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn fault(change: impl FnOnce(&mut Config)) -> String {
        let mut config = Config::default();
        change(&mut config);
        config.check().err().unwrap_or_default()
    }

    #[test]
    fn a_level_of_the_log_is_one_of_six_words_alone_or_behind_a_module() {
        let log = |text: &str| fault(|config| text.clone_into(&mut config.log));
        for sound in ["info", "WARN", "off", "platform=debug,info", "platform::store=trace, warn", "error,app=info"] {
            assert_eq!(log(sound), "", "{sound}");
        }
        for wrong in ["", "inof", "verbose", "platform=debgu,info", "info,", "platform", "platform=", "info;debug"] {
            assert!(log(wrong).starts_with("log: "), "{wrong}: {}", log(wrong));
        }
        assert_eq!(
            log("inof"),
            "log: \"inof\" is no level; it is one of off, error, warn, info, debug, trace, or a filter such as \
             platform=debug,info"
        );
        for wrong in ["", "xml", "Json", "plain"] {
            assert!(fault(|config| wrong.clone_into(&mut config.log_format)).starts_with("log_format: "), "{wrong}");
        }
    }

    #[test]
    fn an_address_has_its_scheme_and_a_port_that_exists() {
        let url = |text: &str| fault(|config| text.clone_into(&mut config.public_url));
        for sound in
            ["", "https://f.example.com", "http://10.0.0.1:8080", "https://[::1]:8443/", "https://货运.example/x"]
        {
            assert_eq!(url(sound), "", "{sound}");
        }
        for wrong in [
            "forwarder.example.com",
            "//forwarder.example.com",
            "ftp://forwarder.example.com",
            "https:/forwarder.example.com",
            "https://",
            "https://x:99999",
            "https://x:0",
            "https://x:",
            "https://x y",
            "https://x?a=b",
            " https://x",
        ] {
            assert!(url(wrong).starts_with("public_url: "), "{wrong}");
        }
        let listen = |text: &str| fault(|config| text.clone_into(&mut config.listen));
        for sound in ["127.0.0.1:8080", "localhost:0", "[::]:8080", "0.0.0.0:65535"] {
            assert_eq!(listen(sound), "", "{sound}");
        }
        for wrong in ["", "8080", ":8080", "127.0.0.1", "127.0.0.1:65536", "127.0.0.1:-1", "::1:8080", "[x]:1", "a b:1"]
        {
            assert!(listen(wrong).starts_with("listen: "), "{wrong}");
        }
        let database = |text: &str| fault(|config| text.clone_into(&mut config.database_url));
        assert_eq!(database("postgres://u:p@db.example.com:5432/forwarder?sslmode=require"), "");
        for wrong in
            ["db.example.com/forwarder", "mysql://u@h/d", "postgres://u@h:99999/d", "postgres://u@h/d?sslmode=on"]
        {
            assert!(database(wrong).starts_with("DATABASE_URL: "), "{wrong}: {}", database(wrong));
        }
        assert!(fault(|config| config.mail_ports = vec![25, 0]).starts_with("mail_ports: "));
    }

    #[test]
    fn an_object_store_is_whole_or_not_there() {
        let whole = ObjectStoreConfig {
            endpoint: "https://s3.example.com".to_owned(),
            bucket: "files".to_owned(),
            access_key: "key".to_owned(),
            secret_key: "secret".to_owned(),
            ..ObjectStoreConfig::default()
        };
        let of = |store: &ObjectStoreConfig| fault(|config| config.object_store = store.clone());
        assert_eq!(of(&whole), "");
        let without = |change: fn(&mut ObjectStoreConfig)| {
            let mut store = whole.clone();
            change(&mut store);
            of(&store)
        };
        assert!(
            without(|store| store.endpoint.clear()).starts_with("object_store: endpoint: "),
            "files would lie here"
        );
        assert!(
            without(|store| store.endpoint = "s3.example.com:9000".to_owned()).starts_with("object_store: endpoint")
        );
        assert!(without(|store| store.bucket.clear()).starts_with("object_store: "));
        assert!(without(|store| store.secret_key.clear()).starts_with("object_store: "));
        let half = ObjectStoreConfig { bucket: String::new(), ..whole };
        assert!(fault(|config| config.backup_store = half).starts_with("backup_store: "));
    }

    #[test]
    fn a_provider_of_log_ins_is_whole_or_not_there() {
        let whole = OpenIdConfig {
            issuer: "https://id.example.com/realms/desk".to_owned(),
            client_id: "forwarder".to_owned(),
            orgs: vec!["DEMO".to_owned()],
            ..OpenIdConfig::default()
        };
        let of = |openid: OpenIdConfig, url: &str| {
            fault(|config| {
                config.openid = openid;
                url.clone_into(&mut config.public_url);
            })
        };
        let url = "https://forwarder.example.com";
        assert_eq!(of(whole.clone(), url), "", "a public client has no secret");
        assert!(of(whole.clone(), "").starts_with("openid: needs public_url"));
        let without = |change: fn(&mut OpenIdConfig)| {
            let mut openid = whole.clone();
            change(&mut openid);
            of(openid, url)
        };
        assert!(without(|openid| openid.issuer.clear()).starts_with("openid: issuer: "));
        assert!(without(|openid| openid.issuer.push_str("?x=1")).starts_with("openid: issuer: "));
        assert!(without(|openid| openid.client_id.clear()).starts_with("openid: client_id"));
        assert!(without(|openid| openid.scopes = "profile openid2".to_owned()).starts_with("openid: scopes"));
        assert!(without(|openid| openid.name_zh = " ".to_owned()).starts_with("openid: name_zh"));
        assert!(without(|openid| openid.orgs.clear()).starts_with("openid: orgs"));
        let by_name = |openid: &mut OpenIdConfig| openid.match_by = MatchBy::PreferredUsername;
        assert_eq!(without(by_name), "");
        let of_two = OpenIdConfig { orgs: vec!["DEMO".to_owned(), "TRIAL".to_owned()], ..whole.clone() };
        assert_eq!(of(of_two.clone(), url), "");
        assert!(of(OpenIdConfig { match_by: MatchBy::PreferredUsername, ..of_two }, url).contains("exactly one"));
        assert!(
            !format!("{:?}", OpenIdConfig { client_secret: "s3cret".to_owned(), ..whole.clone() }).contains("s3cret")
        );
    }

    #[test]
    fn numbers_and_folders_are_such_that_somebody_can_work() {
        assert_eq!(fault(|_| {}), "", "the defaults are sound");
        assert!(fault(|config| config.database_connections = 0).starts_with("database_connections "));
        assert!(fault(|config| config.login_calls_per_minute = 0).starts_with("login_calls_per_minute "));
        assert!(fault(|config| config.job_workers = 1_000_000).starts_with("job_workers "));
        assert!(fault(|config| config.trusted_proxies = 100).starts_with("trusted_proxies "));
        assert!(fault(|config| config.data_folder = std::path::PathBuf::new()).starts_with("data_folder "));
        let file = std::env::current_exe().expect("this program");
        for name in ["data_folder", "backup_folder", "edi_folder"] {
            let told = fault(|config| match name {
                "data_folder" => config.data_folder.clone_from(&file),
                "backup_folder" => config.backup_folder.clone_from(&file),
                _ => config.edi_folder.clone_from(&file),
            });
            assert!(told.starts_with(&format!("{name}: ")) && told.ends_with(" is no folder"), "{told}");
        }
        assert!(fault(|config| config.client_id = "a:b".to_owned()).contains("client_id"));
    }
}
