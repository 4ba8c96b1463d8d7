//! TLS to PostgreSQL, as the address of the database asks for it by libpq's words: `sslmode` is `disable` (as without
//! it), `prefer`, `require`, `verify-ca` or `verify-full`; `sslrootcert` names a file of certificates in PEM that the
//! server's must come from, else the public authorities are asked. `require` looks at the certificate only when
//! `sslrootcert` is given.

use std::str::FromStr;
use std::sync::Arc;
use std::time::Duration;

use rustls::client::WebPkiServerVerifier;
use rustls::client::danger::{HandshakeSignatureValid, ServerCertVerified, ServerCertVerifier};
use rustls::crypto::{CryptoProvider, ring, verify_tls12_signature, verify_tls13_signature};
use rustls::pki_types::pem::PemObject;
use rustls::pki_types::{CertificateDer, ServerName, UnixTime};
use rustls::{CertificateError, ClientConfig, DigitallySignedStruct, Error, RootCertStore, SignatureScheme};
use tokio_postgres::Config;
use tokio_postgres::config::SslMode;
use tokio_postgres_rustls::MakeRustlsConnect;

use super::StoreError;

/// How long a line may be silent.
const SILENCE: Duration = Duration::from_secs(15);

/// How to reach a server.
#[derive(Clone)]
pub struct Address {
    /// Where, and as whom.
    pub config: Config,
    /// What secures the line, where the configuration wants it.
    pub tls: MakeRustlsConnect,
}

/// What is looked at in the server's certificate.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Check {
    Nothing,
    Chain,
    ChainAndName,
}

impl Address {
    /// Reads an address; a fault says what does not fit in it.
    pub fn parse(url: &str) -> Result<Self, StoreError> {
        let wrong = |text: String| StoreError::Broken(format!("DATABASE_URL: {text}"));
        if !url.starts_with("postgres://") && !url.starts_with("postgresql://") {
            return Err(wrong("it begins with postgres://".to_owned()));
        }
        let (plain, mode, root) = take_words(url);
        let mut config = Config::from_str(&plain).map_err(|error| wrong(error.to_string()))?;
        let (needed, check) = match (mode.as_deref(), &root) {
            (None | Some("disable"), None) => (SslMode::Disable, Check::Nothing),
            (None | Some("disable"), Some(_)) => {
                return Err(wrong("sslrootcert needs an sslmode that secures the line".to_owned()));
            }
            (Some("prefer"), None) => (SslMode::Prefer, Check::Nothing),
            (Some("require"), None) => (SslMode::Require, Check::Nothing),
            (Some("prefer"), Some(_)) => (SslMode::Prefer, Check::Chain),
            (Some("require"), Some(_)) | (Some("verify-ca"), _) => (SslMode::Require, Check::Chain),
            (Some("verify-full"), _) => (SslMode::Require, Check::ChainAndName),
            (Some(other), _) => {
                let known = "disable, prefer, require, verify-ca or verify-full";
                return Err(wrong(format!("sslmode is {known}, not {other}")));
            }
        };
        config.ssl_mode(needed);
        // A line on which nothing comes back is given up, unless the address says otherwise.
        if config.get_connect_timeout().is_none() {
            config.connect_timeout(SILENCE);
        }
        if config.get_tcp_user_timeout().is_none() {
            config.tcp_user_timeout(SILENCE);
        }
        let usual = Config::new();
        if config.get_keepalives_idle() == usual.get_keepalives_idle() {
            config.keepalives_idle(SILENCE);
        }
        if config.get_keepalives_interval() == usual.get_keepalives_interval() {
            config.keepalives_interval(SILENCE);
        }
        if config.get_keepalives_retries() == usual.get_keepalives_retries() {
            config.keepalives_retries(2);
        }
        let secured = client(check, root.as_deref()).map_err(wrong)?;
        Ok(Self { config, tls: MakeRustlsConnect::new(secured) })
    }
}

/// An address without the words of TLS, which the driver does not all know, and these words.
fn take_words(url: &str) -> (String, Option<String>, Option<String>) {
    // A password may hold a question mark.
    let host = url.find('@').unwrap_or(0);
    let (user, host) = url.split_at(host);
    let Some((place, query)) = host.split_once('?') else { return (url.to_owned(), None, None) };
    let (mut mode, mut root, mut others) = (None, None, Vec::new());
    for pair in query.split('&') {
        match pair.split_once('=') {
            Some(("sslmode", value)) => mode = Some(value.to_owned()),
            Some(("sslrootcert", value)) => root = Some(decoded(value)),
            _ => others.push(pair),
        }
    }
    let rest = if others.is_empty() { String::new() } else { format!("?{}", others.join("&")) };
    (format!("{user}{place}{rest}"), mode, root)
}

/// A value of a query, its percent signs read.
fn decoded(value: &str) -> String {
    let uri = format!("/?v={}", value.replace('+', "%2B")).parse();
    let values = uri.map(|uri| crate::web::query_of(&uri)).unwrap_or_default();
    values.get("v").cloned().unwrap_or_else(|| value.to_owned())
}

fn client(check: Check, root: Option<&str>) -> Result<ClientConfig, String> {
    let provider = Arc::new(ring::default_provider());
    let begun = ClientConfig::builder_with_provider(provider.clone())
        .with_safe_default_protocol_versions()
        .map_err(|error| error.to_string())?;
    if check == Check::ChainAndName {
        return Ok(begun.with_root_certificates(roots(root)?).with_no_client_auth());
    }
    let chain = if check == Check::Chain {
        let made = WebPkiServerVerifier::builder_with_provider(Arc::new(roots(root)?), provider.clone()).build();
        Some(made.map_err(|error| error.to_string())?)
    } else {
        None
    };
    let verifier = Arc::new(Lenient { chain, provider });
    Ok(begun.dangerous().with_custom_certificate_verifier(verifier).with_no_client_auth())
}

/// Whom a certificate must come from.
fn roots(file: Option<&str>) -> Result<RootCertStore, String> {
    let mut roots = RootCertStore::empty();
    let Some(file) = file else {
        roots.extend(webpki_roots::TLS_SERVER_ROOTS.iter().cloned());
        return Ok(roots);
    };
    let broken = |error: &dyn std::fmt::Display| format!("sslrootcert {file}: {error}");
    for found in CertificateDer::pem_file_iter(file).map_err(|error| broken(&error))? {
        let certificate = found.map_err(|error| broken(&error))?;
        roots.add(certificate).map_err(|error| broken(&error))?;
    }
    if roots.is_empty() { Err(broken(&"no certificate")) } else { Ok(roots) }
}

/// Looks less closely than the web does: at no name, and at no chain where none is asked for. That the server holds
/// the key of its certificate is asked always.
#[derive(Debug)]
struct Lenient {
    chain: Option<Arc<WebPkiServerVerifier>>,
    provider: Arc<CryptoProvider>,
}

impl ServerCertVerifier for Lenient {
    fn verify_server_cert(
        &self,
        own: &CertificateDer<'_>,
        others: &[CertificateDer<'_>],
        name: &ServerName<'_>,
        stapled: &[u8],
        now: UnixTime,
    ) -> Result<ServerCertVerified, Error> {
        let Some(chain) = &self.chain else { return Ok(ServerCertVerified::assertion()) };
        match chain.verify_server_cert(own, others, name, stapled, now) {
            Err(Error::InvalidCertificate(
                CertificateError::NotValidForName | CertificateError::NotValidForNameContext { .. },
            )) => Ok(ServerCertVerified::assertion()),
            verdict => verdict,
        }
    }

    fn verify_tls12_signature(
        &self,
        message: &[u8],
        certificate: &CertificateDer<'_>,
        signed: &DigitallySignedStruct,
    ) -> Result<HandshakeSignatureValid, Error> {
        verify_tls12_signature(message, certificate, signed, &self.provider.signature_verification_algorithms)
    }

    fn verify_tls13_signature(
        &self,
        message: &[u8],
        certificate: &CertificateDer<'_>,
        signed: &DigitallySignedStruct,
    ) -> Result<HandshakeSignatureValid, Error> {
        verify_tls13_signature(message, certificate, signed, &self.provider.signature_verification_algorithms)
    }

    fn supported_verify_schemes(&self) -> Vec<SignatureScheme> {
        self.provider.signature_verification_algorithms.supported_schemes()
    }
}

#[cfg(test)]
mod tests {
    use super::super::{Store, StoreConfig};
    use super::*;
    use crate::store::Stmt;

    fn fault(url: &str) -> String {
        Address::parse(url).err().map(|error| error.to_string()).unwrap_or_default()
    }

    #[test]
    fn the_words_of_an_address_are_read() {
        let mode = |url: &str| Address::parse(url).map(|address| address.config.get_ssl_mode()).unwrap();
        for (query, expected) in [
            ("", SslMode::Disable),
            ("?application_name=x", SslMode::Disable),
            ("?sslmode=disable", SslMode::Disable),
            ("?sslmode=prefer", SslMode::Prefer),
            ("?application_name=x&sslmode=require", SslMode::Require),
            ("?sslmode=verify-ca", SslMode::Require),
            ("?sslmode=verify-full&connect_timeout=3", SslMode::Require),
        ] {
            assert_eq!(mode(&format!("postgres://u@h/d{query}")), expected, "{query}");
        }
        assert_eq!(take_words("postgres://u@h/d?sslrootcert=%2Fetc%2Fa+b.pem").2.as_deref(), Some("/etc/a+b.pem"));
        let wrong = fault("postgres://u@h/d?sslmode=allow");
        assert_eq!(wrong, "DATABASE_URL: sslmode is disable, prefer, require, verify-ca or verify-full, not allow");
        assert!(fault("postgres://u@h/d?sslmode=verify-full&sslrootcert=/no/such.pem").contains("/no/such.pem"));
        let empty = std::env::temp_dir().join(format!("forwarder-empty-{}.pem", std::process::id()));
        std::fs::write(&empty, "none").unwrap();
        assert!(
            fault(&format!("postgres://u@h/d?sslmode=verify-ca&sslrootcert={}", empty.display()))
                .ends_with("no certificate")
        );
        std::fs::remove_file(&empty).unwrap();
    }

    /// The test server's address with a host, and a folder with `ca.pem`, whom its certificate for `localhost` comes
    /// from, and `other.pem`, whom it does not; none where there is no server.
    fn server(host: &str) -> Option<(String, String)> {
        let url = std::env::var("TEST_DATABASE_URL").ok()?;
        let folder = std::env::var("TEST_DATABASE_CERTIFICATES").ok()?;
        Some((format!("{}/postgres", url.replace("127.0.0.1", host)), folder))
    }

    /// Whether a connection is secured, or why there is none.
    fn connected(url: &str) -> Result<bool, String> {
        let runtime = tokio::runtime::Builder::new_multi_thread().worker_threads(1).enable_all().build().unwrap();
        let _inside = runtime.enter();
        let store = Store::open(&StoreConfig::Postgres { url: url.to_owned(), connections: 1 }).unwrap();
        let asked = "SELECT ssl FROM pg_stat_ssl WHERE pid = pg_backend_pid()";
        let rows = store.read(|conn| conn.query(&Stmt::Raw(asked.to_owned(), Vec::new())));
        rows.map(|rows| rows[0].get::<bool>(0).unwrap()).map_err(|error: StoreError| error.to_string())
    }

    #[test]
    fn each_mode_asks_of_the_server_what_it_says() {
        let Some((by_name, folder)) = server("localhost") else { return };
        let (by_address, _) = server("127.0.0.1").unwrap();
        let (ca, other) = (format!("&sslrootcert={folder}/ca.pem"), format!("&sslrootcert={folder}/other.pem"));
        for (url, query, secured) in [
            (&by_name, String::new(), Some(false)),
            (&by_name, "?sslmode=disable".to_owned(), Some(false)),
            (&by_name, "?sslmode=prefer".to_owned(), Some(true)),
            (&by_address, "?sslmode=require".to_owned(), Some(true)),
            (&by_address, format!("?sslmode=require{ca}"), Some(true)),
            (&by_address, format!("?sslmode=require{other}"), None),
            (&by_address, format!("?sslmode=verify-ca{ca}"), Some(true)),
            (&by_name, format!("?sslmode=verify-ca{other}"), None),
            (&by_name, format!("?sslmode=verify-full{ca}"), Some(true)),
            (&by_address, format!("?sslmode=verify-full{ca}"), None),
            (&by_name, format!("?sslmode=verify-full{other}"), None),
            // No public authority knows the test server.
            (&by_name, "?sslmode=verify-full".to_owned(), None),
        ] {
            let found = connected(&format!("{url}{query}"));
            assert_eq!(found.as_ref().ok().copied(), secured, "{url}{query}: {found:?}");
            if let Err(error) = found {
                assert!(error.contains("certificate"), "{query}: {error}");
            }
        }
    }
}
