//! Secrets at rest: sealed with a key that lies outside the database (Rule 10 of the people chapter).

use std::path::PathBuf;
use std::sync::OnceLock;

use base64::Engine;
use base64::engine::general_purpose::{STANDARD, URL_SAFE_NO_PAD};
use ring::aead::{AES_256_GCM, Aad, LessSafeKey, NONCE_LEN, Nonce, UnboundKey};
use ring::hmac;

use crate::access::random_bytes;
use crate::refusal::Refusal;
use crate::saving;

/// Bytes of the key.
const KEY_BYTES: usize = 32;
/// Name of the key's file in the data folder.
pub const KEY_FILE: &str = "secret.key";

/// Table of the mark of the key a database is sealed with. It is no part of a backup: a key is kept apart from it.
pub const MARK_TABLE: &str = "key_mark";
/// What the mark is made of.
const MARK: &str = "mark of the key of a database";

/// Seals and opens secrets.
pub struct Secrets {
    /// The configured key in base64; empty: the file in the data folder.
    configured: String,
    file: PathBuf,
    key: OnceLock<[u8; KEY_BYTES]>,
}

impl std::fmt::Debug for Secrets {
    /// Without the key, which must not reach a log.
    fn fmt(&self, out: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        out.debug_struct("Secrets").field("file", &self.file).finish_non_exhaustive()
    }
}

/// Whether a configured key is one: 32 bytes in base64.
pub fn key_fits(configured: &str) -> bool {
    read_key(configured).is_some()
}

fn read_key(text: &str) -> Option<[u8; KEY_BYTES]> {
    STANDARD.decode(text.trim()).ok()?.try_into().ok()
}

impl Secrets {
    /// With the configured key, or the one in the data folder, which is made when it is first needed.
    pub fn new(configured: &str, data_folder: &std::path::Path) -> Self {
        Self { configured: configured.to_owned(), file: data_folder.join(KEY_FILE), key: OnceLock::new() }
    }

    /// Whether there is a key, so that asking for something makes none.
    pub fn is_there(&self) -> bool {
        !self.configured.is_empty() || self.file.exists()
    }

    /// Tells the key from any other, and nothing of it.
    pub fn mark(&self) -> Result<Vec<u8>, Refusal> {
        self.hash(MARK)
    }

    fn key(&self) -> Result<&[u8; KEY_BYTES], Refusal> {
        if let Some(key) = self.key.get() {
            return Ok(key);
        }
        let key = if self.configured.is_empty() { self.key_of_file()? } else { self.parse(&self.configured)? };
        Ok(self.key.get_or_init(|| key))
    }

    fn parse(&self, text: &str) -> Result<[u8; KEY_BYTES], Refusal> {
        read_key(text).ok_or_else(|| Refusal::broken("the secret key is not 32 bytes in base64"))
    }

    /// Reads the file; makes it when there is none.
    fn key_of_file(&self) -> Result<[u8; KEY_BYTES], Refusal> {
        let broken = |error: std::io::Error| saving::refused(&self.file.display().to_string(), &error);
        match std::fs::read_to_string(&self.file) {
            Ok(text) => self.parse(&text),
            Err(error) if error.kind() == std::io::ErrorKind::NotFound => {
                let text = STANDARD.encode(random_bytes::<KEY_BYTES>()?);
                let own = self.file.with_extension(URL_SAFE_NO_PAD.encode(random_bytes::<9>()?));
                let made = self.make(&own, &text);
                // There is none where it could not be made.
                let _ = std::fs::remove_file(&own);
                made.map_err(broken)?;
                self.parse(&std::fs::read_to_string(&self.file).map_err(broken)?)
            }
            Err(error) => Err(broken(error)),
        }
    }

    /// Writes a key beside the file and puts it in its place whole, unless another thread or process was first: nobody
    /// reads half a key, and all read the same.
    fn make(&self, own: &std::path::Path, text: &str) -> std::io::Result<()> {
        use std::io::Write as _;
        if let Some(folder) = self.file.parent() {
            std::fs::create_dir_all(folder)?;
        }
        let mut options = std::fs::OpenOptions::new();
        options.write(true).create_new(true);
        #[cfg(unix)]
        std::os::unix::fs::OpenOptionsExt::mode(&mut options, 0o600);
        let mut file = options.open(own)?;
        file.write_all(text.as_bytes()).and_then(|()| file.sync_all())?;
        match std::fs::hard_link(own, &self.file) {
            Err(error) if error.kind() != std::io::ErrorKind::AlreadyExists => {
                // A file system without links.
                std::fs::rename(own, &self.file)
            }
            _ => Ok(()),
        }
    }

    fn sealer(&self) -> Result<LessSafeKey, Refusal> {
        let key = UnboundKey::new(&AES_256_GCM, self.key()?).map_err(|_| Refusal::broken("the key does not fit"))?;
        Ok(LessSafeKey::new(key))
    }

    /// A secret as the database keeps it: nonce, then the sealed text.
    pub fn seal(&self, text: &str) -> Result<Vec<u8>, Refusal> {
        let nonce: [u8; NONCE_LEN] = random_bytes()?;
        let mut sealed = text.as_bytes().to_vec();
        self.sealer()?
            .seal_in_place_append_tag(Nonce::assume_unique_for_key(nonce), Aad::empty(), &mut sealed)
            .map_err(|_| Refusal::broken("sealing failed"))?;
        Ok([nonce.as_slice(), &sealed].concat())
    }

    /// The text of a sealed secret; a fault when the key is another.
    pub fn open(&self, sealed: &[u8]) -> Result<String, Refusal> {
        let wrong = || Refusal::broken("a secret can't be opened: was the key changed?");
        let (nonce, sealed) = sealed.split_at_checked(NONCE_LEN).ok_or_else(wrong)?;
        let mut bytes = sealed.to_vec();
        let nonce = Nonce::try_assume_unique_for_key(nonce).map_err(|_| wrong())?;
        let text = self.sealer()?.open_in_place(nonce, Aad::empty(), &mut bytes).map_err(|_| wrong())?;
        String::from_utf8(text.to_vec()).map_err(|_| wrong())
    }

    /// A hash by which a secret is found again without being kept: keyed, so that it can't be guessed.
    pub fn hash(&self, text: &str) -> Result<Vec<u8>, Refusal> {
        self.hash_bytes(text.as_bytes())
    }

    /// The same of any bytes.
    pub fn hash_bytes(&self, bytes: &[u8]) -> Result<Vec<u8>, Refusal> {
        let key = hmac::Key::new(hmac::HMAC_SHA256, self.key()?);
        Ok(hmac::sign(&key, bytes).as_ref().to_vec())
    }

    /// Whether a hash is that of a text; takes the same time wherever they differ.
    pub fn fits(&self, text: &str, hash: &[u8]) -> Result<bool, Refusal> {
        let key = hmac::Key::new(hmac::HMAC_SHA256, self.key()?);
        Ok(hmac::verify(&key, text.as_bytes(), hash).is_ok())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_secret_is_opened_by_its_key_alone() {
        let folder = std::env::temp_dir().join(format!("forwarder-secrets-{}", std::process::id()));
        let one = Secrets::new("", &folder);
        let sealed = one.seal("110101199003070011").expect("seals");
        assert!(!sealed.windows(6).any(|part| part == b"110101"));
        assert_ne!(sealed, one.seal("110101199003070011").expect("seals"), "each time with a nonce of its own");
        assert_eq!(Secrets::new("", &folder).open(&sealed).expect("opens"), "110101199003070011", "the file is kept");
        assert_eq!(one.hash("a").expect("hashes"), Secrets::new("", &folder).hash("a").expect("hashes"));
        let other = Secrets::new(&STANDARD.encode([7; KEY_BYTES]), &folder);
        assert!(other.open(&sealed).is_err());
        assert_ne!(other.hash("a").expect("hashes"), one.hash("a").expect("hashes"));
        assert!(one.open(&sealed[..NONCE_LEN]).is_err() && one.open(&[]).is_err());
        assert!(Secrets::new("short", &folder).seal("x").is_err());
        std::fs::remove_dir_all(&folder).expect("cleans up");
    }

    #[test]
    fn of_many_who_need_the_key_at_once_all_have_the_same() {
        let folder = std::env::temp_dir().join(format!("forwarder-secrets-once-{}", std::process::id()));
        for _ in 0..50 {
            let hashes: Vec<_> = std::thread::scope(|scope| {
                let hash = || Secrets::new("", &folder).hash("a").expect("hashes");
                let all: Vec<_> = (0..16).map(|_| scope.spawn(hash)).collect();
                all.into_iter().map(|one| one.join().expect("ends")).collect()
            });
            assert!(hashes.windows(2).all(|pair| pair[0] == pair[1]));
            let left = std::fs::read_dir(&folder).expect("is there").count();
            assert_eq!(left, 1, "the key alone");
            std::fs::remove_dir_all(&folder).expect("cleans up");
        }
    }
}
