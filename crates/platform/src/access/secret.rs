//! Passwords, tokens and their hashes.

use argon2::password_hash::phc::PasswordHash;
use argon2::{Algorithm, Argon2, Params, PasswordHasher, PasswordVerifier, Version};
use base64::Engine;
use base64::engine::general_purpose::URL_SAFE_NO_PAD;
use ring::digest;
use ring::rand::{SecureRandom, SystemRandom};

use crate::refusal::Refusal;

/// Bytes of randomness in a session token.
const TOKEN_BYTES: usize = 32;

/// How hard password hashing works.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum PasswordCost {
    /// 19456 KiB, 2 passes: the product.
    Product,
    /// As little as the function allows: tests, where the time would be lost.
    Test,
}

fn hasher(cost: PasswordCost) -> Result<Argon2<'static>, Refusal> {
    let (memory, passes) = match cost {
        PasswordCost::Product => (19_456, 2),
        PasswordCost::Test => (8, 1),
    };
    let params = Params::new(memory, passes, 1, None).map_err(|e| Refusal::broken(format!("argon2: {e}")))?;
    Ok(Argon2::new(Algorithm::Argon2id, Version::V0x13, params))
}

/// Hash of a password, with its salt and parameters.
pub fn hash_password(password: &str, cost: PasswordCost) -> Result<String, Refusal> {
    let salt: [u8; 16] = random_bytes()?;
    let hash: PasswordHash = hasher(cost)?
        .hash_password_with_salt(password.as_bytes(), &salt)
        .map_err(|e| Refusal::broken(format!("argon2: {e}")))?;
    Ok(hash.to_string())
}

/// Whether a password belongs to a hash.
pub fn password_fits(password: &str, hash: &str) -> bool {
    PasswordHash::new(hash).is_ok_and(|parsed| Argon2::default().verify_password(password.as_bytes(), &parsed).is_ok())
}

/// Random bytes of the system.
pub fn random_bytes<const N: usize>() -> Result<[u8; N], Refusal> {
    let mut bytes = [0; N];
    SystemRandom::new().fill(&mut bytes).map_err(|_| Refusal::broken("no randomness".to_owned()))?;
    Ok(bytes)
}

/// A new secret text of `TOKEN_BYTES` random bytes.
pub fn new_token() -> Result<String, Refusal> {
    Ok(URL_SAFE_NO_PAD.encode(random_bytes::<TOKEN_BYTES>()?))
}

/// SHA-256 of a secret: what the database keeps of it.
pub fn secret_hash(secret: &str) -> Vec<u8> {
    digest::digest(&digest::SHA256, secret.as_bytes()).as_ref().to_vec()
}
