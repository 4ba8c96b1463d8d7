//! Time-based one-time codes: RFC 6238 over RFC 4226, HMAC-SHA-1, 6 digits, 30 seconds.

use kernel::SKEW_MS;
use ring::hmac;

/// Seconds of a step.
const STEP_S: i64 = 30;
/// Clocks may differ by so many steps.
const AROUND: i64 = 1;
const DIGITS: u32 = 6;
const ALPHABET: &[u8; 32] = b"ABCDEFGHIJKLMNOPQRSTUVWXYZ234567";

/// The step a moment in milliseconds lies in.
pub fn step_of(millis: i64) -> i64 {
    millis.div_euclid(1000).div_euclid(STEP_S)
}

/// The code of a step.
pub fn code_at(secret: &[u8], step: i64) -> String {
    code_of(secret, step, DIGITS)
}

/// RFC 4226, section 5.3: four bytes at a place the last byte names, without their sign.
fn code_of(secret: &[u8], step: i64, digits: u32) -> String {
    let key = hmac::Key::new(hmac::HMAC_SHA1_FOR_LEGACY_USE_ONLY, secret);
    let mac = hmac::sign(&key, &step.to_be_bytes());
    let mac = mac.as_ref();
    let place = usize::from(mac.last().copied().unwrap_or(0) & 0x0f);
    let four = mac.get(place..place + 4).and_then(|four| <[u8; 4]>::try_from(four).ok()).unwrap_or_default();
    let number = (u32::from_be_bytes(four) & 0x7fff_ffff) % 10u32.pow(digits);
    format!("{number:0width$}", width = usize::try_from(digits).unwrap_or(6))
}

/// The step a code belongs to, around now and later than the last one used; none when it is wrong. A last one that lies
/// ahead was used while the clock ran ahead, and no code would come behind it for as long as that was.
pub fn step_for(secret: &[u8], code: &str, now: i64, used: i64) -> Option<i64> {
    let used = if used > step_of(now + SKEW_MS) + AROUND { 0 } else { used };
    let now = step_of(now);
    (now - AROUND..=now + AROUND).find(|step| *step > used && code_at(secret, *step) == code)
}

/// RFC 4648 without padding, as authenticators take secrets.
pub fn base32(bytes: &[u8]) -> String {
    let mut text = String::new();
    let (mut held, mut bits) = (0u32, 0u32);
    for byte in bytes {
        held = (held << 8) | u32::from(*byte);
        bits += 8;
        while bits >= 5 {
            bits -= 5;
            push(&mut text, held >> bits);
        }
        held &= (1 << bits) - 1;
    }
    if bits > 0 {
        push(&mut text, held << (5 - bits));
    }
    text
}

fn push(text: &mut String, five: u32) {
    let place = usize::try_from(five & 31).unwrap_or(0);
    text.push(ALPHABET.get(place).copied().map_or('A', char::from));
}

#[cfg(test)]
mod tests {
    use super::*;

    const SECRET: &[u8] = b"12345678901234567890";

    /// RFC 6238, appendix B.
    #[test]
    fn codes_are_those_of_the_standard() {
        for (second, code) in [
            (59, "94287082"),
            (1_111_111_109, "07081804"),
            (1_111_111_111, "14050471"),
            (1_234_567_890, "89005924"),
            (2_000_000_000, "69279037"),
            (20_000_000_000, "65353130"),
        ] {
            assert_eq!(code_of(SECRET, step_of(second * 1000), 8), code, "{second}");
            assert_eq!(code_at(SECRET, step_of(second * 1000)), code[2..], "{second}");
        }
    }

    #[test]
    fn a_code_holds_for_its_step_and_its_neighbours_and_once() {
        let at = |second: i64| second * 1000;
        let code = code_at(SECRET, 100);
        for (second, fits) in [(2_969, false), (2_970, true), (3_000, true), (3_059, true), (3_060, false)] {
            assert_eq!(step_for(SECRET, &code, at(second), 0), fits.then_some(100), "{second}");
        }
        assert_eq!(step_for(SECRET, &code, at(3_000), 100), None);
        assert_eq!(step_for(SECRET, "", at(3_000), 0), None);
        let (far, near) = (step_of(at(3_000) + SKEW_MS) + AROUND + 1, step_of(at(3_000) + SKEW_MS));
        assert_eq!(step_for(SECRET, &code, at(3_000), far), Some(100), "used while the clock ran ahead");
        assert_eq!(step_for(SECRET, &code, at(3_000), near), None);
    }

    /// RFC 4648, section 10.
    #[test]
    fn secrets_are_written_in_base_32() {
        for (bytes, text) in [
            ("", ""),
            ("f", "MY"),
            ("fo", "MZXQ"),
            ("foo", "MZXW6"),
            ("foob", "MZXW6YQ"),
            ("fooba", "MZXW6YTB"),
            ("foobar", "MZXW6YTBOI"),
        ] {
            assert_eq!(base32(bytes.as_bytes()), text);
        }
    }
}
