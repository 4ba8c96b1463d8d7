//! The signature of the Standard Webhooks specification: HMAC-SHA256 over id, time and body with a full stop between.

use base64::Engine;
use base64::engine::general_purpose::STANDARD;
use kernel::Instant;
use platform::access::random_bytes;
use platform::refusal::Refusal;
use ring::hmac;

/// What a secret begins with.
const PREFIX: &str = "whsec_";
/// Bytes of a secret; the specification asks for 24 to 64.
const SECRET_BYTES: usize = 32;

/// A new secret in the clear.
pub fn new_secret() -> Result<String, Refusal> {
    Ok(format!("{PREFIX}{}", STANDARD.encode(random_bytes::<SECRET_BYTES>()?)))
}

/// What stands beside a body.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Headers {
    /// `webhook-id`: the same whenever a message is sent again.
    pub id: String,
    /// `webhook-timestamp`: seconds since 1970 of this attempt.
    pub timestamp: String,
    /// `webhook-signature`: one for each secret that holds.
    pub signature: String,
}

/// The headers of a message that is sent now, signed with each of some secrets.
pub fn headers(id: &str, now: Instant, body: &str, secrets: &[String]) -> Result<Headers, Refusal> {
    let timestamp = now.millis().div_euclid(1000).to_string();
    let signatures = secrets.iter().map(|secret| sign(secret, &format!("{id}.{timestamp}.{body}")));
    let signature = signatures.collect::<Result<Vec<_>, _>>()?.join(" ");
    Ok(Headers { id: id.to_owned(), timestamp, signature })
}

fn sign(secret: &str, content: &str) -> Result<String, Refusal> {
    let broken = || Refusal::broken("the secret of a webhook is none");
    let key = secret.strip_prefix(PREFIX).ok_or_else(broken)?;
    let key = STANDARD.decode(key).map_err(|_| broken())?;
    let tag = hmac::sign(&hmac::Key::new(hmac::HMAC_SHA256, &key), content.as_bytes());
    Ok(format!("v1,{}", STANDARD.encode(tag.as_ref())))
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Secret, message and signature as the documentation of Svix, from which the specification comes, gives them.
    #[test]
    fn the_published_example_is_signed_as_published() {
        let secret = "whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw".to_owned();
        let at = Instant::from_millis(1_614_265_330_000);
        let told = headers("msg_p5jXN8AQM9LWM0D4loKWxJek", at, r#"{"test": 2432232314}"#, &[secret]).unwrap();
        assert_eq!(told.timestamp, "1614265330");
        assert_eq!(told.signature, "v1,g0hM9SsE+OTPJTGt/tmIKtSyZlE3uFJELVlNIOLJ1OE=");
    }

    #[test]
    fn each_secret_signs_for_itself_and_what_is_no_secret_does_not() {
        let secrets = [new_secret().unwrap(), new_secret().unwrap()];
        let both = headers("msg_1", Instant::from_millis(1), "{}", &secrets).unwrap().signature;
        let alone =
            |secret: &String| headers("msg_1", Instant::from_millis(1), "{}", std::slice::from_ref(secret)).unwrap();
        assert_eq!(both, format!("{} {}", alone(&secrets[0]).signature, alone(&secrets[1]).signature));
        assert_ne!(secrets[0], secrets[1]);
        for wrong in ["whsec_?", "MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw"] {
            assert!(headers("msg_1", Instant::from_millis(1), "{}", &[wrong.to_owned()]).is_err(), "{wrong}");
        }
    }
}
