//! A stream in sealed pieces: each is encrypted and authenticated with its number and whether it is
//! the last, so what was cut off, changed or put in another order does not open (the STREAM
//! construction of Hoang, Reyhanitabar, Rogaway and Vizár, 2015). Without a passphrase the key is made
//! of the salt alone: that hides nothing and finds damage all the same.

use std::io::{Error, ErrorKind, Read, Result, Write};

use argon2::{Algorithm, Argon2, Params, Version};
use base64::Engine;
use base64::engine::general_purpose::STANDARD;
use platform::access::random_bytes;
use ring::aead::{AES_256_GCM, Aad, LessSafeKey, NONCE_LEN, Nonce, UnboundKey};
use ring::{digest, hmac};

use crate::{Fault, Head};

const MAGIC: &[u8] = b"OPENFORWARDER-BACKUP-1\n";
/// A head is some kilobytes; a number beyond is none.
const HEAD_MAX: usize = 1 << 20;
/// Bytes of a piece before it is sealed.
const PIECE: usize = 64 * 1024;
const TAG: usize = 16;
/// Set in the length of the last piece.
const LAST: u32 = 1 << 31;
const KEY_BYTES: usize = 32;
/// As hard as a password at log-in, which a guesser has to pay for every guess.
const COST: (u32, u32, u32) = (19_456, 2, 1);

/// The key of one backup, and what every piece is bound to.
struct Key {
    key: LessSafeKey,
    bound_to: Vec<u8>,
    number: u64,
}

impl Key {
    fn new(bytes: &[u8; KEY_BYTES], head: &[u8]) -> std::result::Result<Self, Fault> {
        let key =
            UnboundKey::new(&AES_256_GCM, bytes).map_err(|_| Fault::Disk(Error::other("the key does not fit")))?;
        Ok(Self {
            key: LessSafeKey::new(key),
            bound_to: digest::digest(&digest::SHA256, head).as_ref().to_vec(),
            number: 0,
        })
    }

    /// A number is never used twice: every backup has a key of its own.
    fn nonce(&mut self, last: bool) -> Nonce {
        let mut bytes = [0; NONCE_LEN];
        let (number, rest) = bytes.split_at_mut(8);
        number.copy_from_slice(&self.number.to_be_bytes());
        if let Some(flag) = rest.first_mut() {
            *flag = u8::from(last);
        }
        self.number += 1;
        Nonce::assume_unique_for_key(bytes)
    }
}

fn key_bytes(passphrase: Option<&str>, salt: &[u8]) -> std::result::Result<[u8; KEY_BYTES], Fault> {
    let mut key = [0; KEY_BYTES];
    match passphrase {
        None => key.copy_from_slice(digest::digest(&digest::SHA256, salt).as_ref()),
        Some(passphrase) => {
            let broken = |error: argon2::Error| Fault::Disk(Error::other(error.to_string()));
            let params = Params::new(COST.0, COST.1, COST.2, Some(KEY_BYTES)).map_err(broken)?;
            let hasher = Argon2::new(Algorithm::Argon2id, Version::V0x13, params);
            hasher.hash_password_into(passphrase.as_bytes(), salt, &mut key).map_err(broken)?;
        }
    }
    Ok(key)
}

fn proof(key: &[u8; KEY_BYTES]) -> String {
    let tag = hmac::sign(&hmac::Key::new(hmac::HMAC_SHA256, key), b"the right passphrase");
    STANDARD.encode(tag)
}

/// Begins a backup: writes magic and head.
pub(crate) fn begin<W: Write>(
    mut out: W,
    passphrase: Option<&str>,
    mut head: Head,
) -> std::result::Result<(Sealer<W>, Head), Fault> {
    let salt: [u8; 16] = random_bytes().map_err(|_| Fault::Disk(Error::other("no randomness")))?;
    let key = key_bytes(passphrase, &salt)?;
    head.encrypted = passphrase.is_some();
    head.salt = STANDARD.encode(salt);
    head.proof = proof(&key);
    let text = serde_json::to_vec(&head).map_err(|error| Fault::Disk(Error::other(error)))?;
    out.write_all(MAGIC)?;
    out.write_all(&u32::try_from(text.len()).unwrap_or(u32::MAX).to_le_bytes())?;
    out.write_all(&text)?;
    Ok((Sealer { out, key: Key::new(&key, &text)?, piece: Vec::with_capacity(PIECE + TAG) }, head))
}

/// Whether a file begins as a backup does.
pub(crate) fn is_begun(mut input: impl Read) -> bool {
    let mut magic = [0; MAGIC.len()];
    input.read_exact(&mut magic).is_ok() && magic == MAGIC
}

/// Opens a backup: reads magic and head, and proves the passphrase.
pub(crate) fn open<R: Read>(mut input: R, passphrase: Option<&str>) -> std::result::Result<(Opener<R>, Head), Fault> {
    let mut magic = [0; MAGIC.len()];
    input.read_exact(&mut magic).map_err(|_| Fault::NoBackup)?;
    if magic != MAGIC {
        return Err(Fault::NoBackup);
    }
    let length = usize::try_from(read_u32(&mut input)?).unwrap_or(usize::MAX);
    if length > HEAD_MAX {
        return Err(Fault::Damaged);
    }
    let mut text = vec![0; length];
    input.read_exact(&mut text)?;
    let head: Head = serde_json::from_slice(&text).map_err(|_| Fault::Damaged)?;
    let salt = STANDARD.decode(&head.salt).map_err(|_| Fault::Damaged)?;
    let passphrase = match (head.encrypted, passphrase) {
        (true, None) => return Err(Fault::NeedsPassphrase),
        (true, given) => given,
        (false, _) => None,
    };
    let key = key_bytes(passphrase, &salt)?;
    if proof(&key) != head.proof {
        return Err(if head.encrypted { Fault::WrongPassphrase } else { Fault::Damaged });
    }
    let key = Key::new(&key, &text)?;
    Ok((Opener { input, key, piece: Vec::new(), at: 0, ended: false }, head))
}

fn read_u32(input: &mut impl Read) -> Result<u32> {
    let mut bytes = [0; 4];
    input.read_exact(&mut bytes)?;
    Ok(u32::from_le_bytes(bytes))
}

/// Seals what is written to it; [`Sealer::finish`] seals the last piece.
pub(crate) struct Sealer<W> {
    out: W,
    key: Key,
    piece: Vec<u8>,
}

impl<W: Write> Sealer<W> {
    fn seal(&mut self, last: bool) -> Result<()> {
        let nonce = self.key.nonce(last);
        let bound_to = Aad::from(self.key.bound_to.as_slice());
        let sealed = self.key.key.seal_in_place_append_tag(nonce, bound_to, &mut self.piece);
        sealed.map_err(|_| Error::other("sealing failed"))?;
        let length = u32::try_from(self.piece.len()).unwrap_or(0) | if last { LAST } else { 0 };
        self.out.write_all(&length.to_le_bytes())?;
        self.out.write_all(&self.piece)?;
        self.piece.clear();
        Ok(())
    }

    /// Seals the last piece and gives the output back.
    pub(crate) fn finish(mut self) -> Result<W> {
        self.seal(true)?;
        self.out.flush()?;
        Ok(self.out)
    }
}

impl<W: Write> Write for Sealer<W> {
    fn write(&mut self, bytes: &[u8]) -> Result<usize> {
        // A sealed piece that could not be written is longer than a piece: nothing is taken behind it.
        let room = PIECE.saturating_sub(self.piece.len());
        let taken = bytes.get(..room.min(bytes.len())).unwrap_or_default();
        self.piece.extend_from_slice(taken);
        if self.piece.len() == PIECE {
            self.seal(false)?;
        }
        Ok(taken.len())
    }

    fn flush(&mut self) -> Result<()> {
        Ok(())
    }
}

/// Reads what was sealed; a piece that does not open is [`ErrorKind::InvalidData`].
pub(crate) struct Opener<R> {
    input: R,
    key: Key,
    piece: Vec<u8>,
    at: usize,
    ended: bool,
}

impl<R: Read> Opener<R> {
    fn next_piece(&mut self) -> Result<()> {
        let length = read_u32(&mut self.input)?;
        let (last, length) = (length & LAST != 0, usize::try_from(length & !LAST).unwrap_or(usize::MAX));
        if !(TAG..=PIECE + TAG).contains(&length) {
            return Err(ErrorKind::InvalidData.into());
        }
        self.piece.resize(length, 0);
        self.input.read_exact(&mut self.piece)?;
        let nonce = self.key.nonce(last);
        let bound_to = Aad::from(self.key.bound_to.as_slice());
        let opened = self.key.key.open_in_place(nonce, bound_to, &mut self.piece);
        let length = opened.map_err(|_| Error::from(ErrorKind::InvalidData))?.len();
        self.piece.truncate(length);
        self.at = 0;
        self.ended = last;
        // Nothing may follow the last piece.
        if last && self.input.read(&mut [0])? != 0 {
            return Err(ErrorKind::InvalidData.into());
        }
        Ok(())
    }
}

impl<R: Read> Read for Opener<R> {
    fn read(&mut self, into: &mut [u8]) -> Result<usize> {
        while self.at == self.piece.len() {
            if self.ended {
                return Ok(0);
            }
            self.next_piece()?;
        }
        let rest = self.piece.get(self.at..).unwrap_or_default();
        let count = rest.len().min(into.len());
        if let (Some(to), Some(from)) = (into.get_mut(..count), rest.get(..count)) {
            to.copy_from_slice(from);
        }
        self.at += count;
        Ok(count)
    }
}
