//! Whether a database can be reached and may hold what the product writes, asked before anything is written.

use std::error::Error as _;
use std::fmt;
use std::io;
use std::path::Path;
use std::time::Duration;

use tokio::runtime::Handle;
use tokio_postgres::SimpleQueryMessage;
use tokio_postgres::error::SqlState;

use super::tls::Address;
use super::{StoreConfig, StoreError};

/// The longest a look may take.
const LOOK: Duration = Duration::from_secs(10);
/// What is asked of a server. Texts of the product are in every script, so no other encoding holds them.
const ASK: &str = "SELECT current_setting('server_encoding'), pg_is_in_recovery()";
const ENCODING: &str = "UTF8";

/// Why a database can't be used.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Unreachable {
    /// It does not answer, or not yet: waiting may help.
    NotYet(String),
    /// The configuration or the database must be mended.
    Never(String),
}

impl fmt::Display for Unreachable {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let (Self::NotYet(text) | Self::Never(text)) = self;
        f.write_str(text)
    }
}

impl StoreConfig {
    /// Whether an address can be one, without asking anybody.
    pub fn check(&self) -> Result<(), StoreError> {
        match self {
            Self::Postgres { url, .. } => Address::parse(url).map(drop),
            Self::SqliteFile(_) | Self::SqliteMemory => Ok(()),
        }
    }

    /// The file of an embedded database that is not there yet, or is empty.
    pub fn missing_file(&self) -> Option<&Path> {
        match self {
            Self::SqliteFile(path) if !std::fs::metadata(path).is_ok_and(|seen| seen.len() > 0) => Some(path),
            _ => None,
        }
    }

    /// Whether the server answers, lets this process in and may hold what it writes. The embedded database is there when it
    /// is opened. Call inside a runtime, from a thread that may block.
    pub fn reach(&self) -> Result<(), Unreachable> {
        let Self::Postgres { url, .. } = self else { return Ok(()) };
        let never = |text: String| Err(Unreachable::Never(text));
        let address = match Address::parse(url) {
            Ok(address) => address,
            Err(error) => return never(error.to_string()),
        };
        let handle = Handle::try_current().map_err(|error| Unreachable::Never(error.to_string()))?;
        let asked = handle.block_on(async { tokio::time::timeout(LOOK, ask(address)).await });
        let [encoding, follows] = match asked {
            Ok(Ok(told)) => told,
            Ok(Err(error)) => return Err(why(&error)),
            Err(_) => return Err(Unreachable::NotYet("the server does not answer".to_owned())),
        };
        if encoding != ENCODING {
            return never(format!("the database is encoded in {encoding}; the product needs {ENCODING}"));
        }
        if follows == "t" {
            return never("the server follows another one and takes no writes".to_owned());
        }
        Ok(())
    }
}

async fn ask(Address { config, tls }: Address) -> Result<[String; 2], tokio_postgres::Error> {
    let (client, connection) = config.connect(tls).await?;
    // The connection ends when the client is dropped.
    let asked = async move { client.simple_query(ASK).await };
    let (told, ended) = tokio::join!(asked, connection);
    ended?;
    let cells = told?.into_iter().find_map(|message| match message {
        SimpleQueryMessage::Row(row) => Some([0, 1].map(|place| row.get(place).unwrap_or_default().to_owned())),
        _ => None,
    });
    Ok(cells.unwrap_or_default())
}

/// Whether waiting may help against an error.
fn why(error: &tokio_postgres::Error) -> Unreachable {
    let text = super::postgres::with_causes(error);
    if let Some(refusal) = error.as_db_error() {
        let told = format!("{}: {}", refusal.code().code(), refusal.message());
        return if comes_up(refusal.code()) { Unreachable::NotYet(told) } else { Unreachable::Never(told) };
    }
    if passes(&error.to_string(), io_kind(error)) { Unreachable::NotYet(text) } else { Unreachable::Never(text) }
}

/// Whether a server says that it starts, ends or is full.
fn comes_up(code: &SqlState) -> bool {
    let stopping = [SqlState::CANNOT_CONNECT_NOW, SqlState::ADMIN_SHUTDOWN, SqlState::CRASH_SHUTDOWN];
    // Connection trouble, and too little of something: connections, memory, disk.
    stopping.contains(code) || ["08", "53"].iter().any(|class| code.code().starts_with(class))
}

fn io_kind(error: &tokio_postgres::Error) -> Option<io::ErrorKind> {
    let mut cause = error.source();
    while let Some(error) = cause {
        if let Some(error) = error.downcast_ref::<io::Error>() {
            return Some(error.kind());
        }
        cause = error.source();
    }
    None
}

/// Whether the line failed, and nothing that is configured: `what` is the driver's own sentence.
fn passes(what: &str, kind: Option<io::ErrorKind>) -> bool {
    use io::ErrorKind::{ConnectionReset, InvalidData, PermissionDenied, UnexpectedEof};
    match kind {
        // A server that ends while it is asked.
        Some(ConnectionReset | UnexpectedEof) => true,
        Some(InvalidData | PermissionDenied) => false,
        Some(_) => !what.starts_with("error performing TLS") && !what.starts_with("authentication error"),
        None => what == "connection closed" || what.starts_with("timeout"),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn waiting_helps_against_a_server_that_is_not_up_and_against_nothing_else() {
        use io::ErrorKind::{ConnectionRefused, InvalidData, NotFound, Other, TimedOut, UnexpectedEof};
        let connecting = "error connecting to server";
        for kind in [ConnectionRefused, TimedOut, NotFound, Other] {
            assert!(passes(connecting, Some(kind)), "{kind:?}");
        }
        assert!(passes("error communicating with the server", Some(UnexpectedEof)));
        assert!(passes("connection closed", None));
        assert!(!passes("error performing TLS handshake", Some(InvalidData)), "another certificate");
        assert!(!passes("error performing TLS handshake", None), "no TLS at all");
        assert!(!passes("authentication error", Some(Other)));
        assert!(!passes("invalid configuration", None), "no password");
        for code in ["57P03", "57P01", "53300", "08006"] {
            assert!(comes_up(&SqlState::from_code(code)), "{code}");
        }
        for code in ["28P01", "28000", "3D000", "42501"] {
            assert!(!comes_up(&SqlState::from_code(code)), "{code}");
        }
    }

    #[test]
    fn an_embedded_database_is_there_when_its_file_holds_something() {
        let file = std::env::temp_dir().join(format!("forwarder-there-{}", std::process::id()));
        let config = StoreConfig::SqliteFile(file.clone());
        assert_eq!(config.missing_file(), Some(file.as_path()));
        std::fs::write(&file, "").unwrap();
        assert_eq!(config.missing_file(), Some(file.as_path()));
        std::fs::write(&file, "x").unwrap();
        assert_eq!(config.missing_file(), None);
        std::fs::remove_file(&file).unwrap();
    }
}
