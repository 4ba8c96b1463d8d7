//! Who somebody is: phone numbers, addresses, ID numbers. Pure rules.

/// Mobile numbers of the mainland have 11 digits and begin 13 to 19; elsewhere 4 to 30 digits.
pub fn is_phone(area: &str, phone: &str) -> bool {
    let digits = phone.bytes().all(|b| b.is_ascii_digit());
    match area {
        "86" => digits && phone.len() == 11 && matches!(phone.as_bytes(), [b'1', b'3'..=b'9', ..]),
        _ => digits && (4..=30).contains(&phone.len()),
    }
}

/// One address with a host that has a dot.
pub fn is_mail(mail: &str) -> bool {
    let Some((name, host)) = mail.split_once('@') else { return false };
    let plain = |text: &str| !text.is_empty() && !text.contains(|c: char| c.is_whitespace() || "@,;<>\"".contains(c));
    plain(name) && plain(host) && host.split('.').count() > 1 && host.split('.').all(|part| !part.is_empty())
}

/// A resident ID number: 17 digits and a check character (GB 11643, ISO 7064 MOD 11-2).
pub fn is_resident_id(number: &str) -> bool {
    const WEIGHTS: [u32; 17] = [7, 9, 10, 5, 8, 4, 2, 1, 6, 3, 7, 9, 10, 5, 8, 4, 2];
    const CHECKS: &[u8; 11] = b"10X98765432";
    let bytes = number.as_bytes();
    let Some((digits, [check])) = bytes.split_at_checked(17) else { return false };
    if !digits.iter().all(u8::is_ascii_digit) {
        return false;
    }
    let sum: u32 = digits.iter().zip(WEIGHTS).map(|(digit, weight)| u32::from(digit - b'0') * weight).sum();
    usize::try_from(sum % 11).ok().and_then(|place| CHECKS.get(place)) == Some(check)
}

/// A number of which the first three and the last four characters are shown; short ones show nothing.
pub fn masked(number: &str) -> String {
    const HEAD: usize = 3;
    const TAIL: usize = 4;
    let letters: Vec<char> = number.chars().collect();
    let stars = letters.len().saturating_sub(HEAD + TAIL);
    if stars == 0 {
        return "*".repeat(letters.len());
    }
    let (head, tail) = (letters.iter().take(HEAD), letters.iter().skip(HEAD + stars));
    head.copied().chain(std::iter::repeat_n('*', stars)).chain(tail.copied()).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn phone_numbers_have_their_digits() {
        for (area, phone, fits) in [
            ("86", "13800000003", true),
            ("86", "19900000000", true),
            ("86", "12800000003", false),
            ("86", "1380000000", false),
            ("86", "138000000031", false),
            ("1", "2025550147", true),
            ("852", "123", false),
            ("852", "1234", true),
            ("852", "12a4", false),
        ] {
            assert_eq!(is_phone(area, phone), fits, "{area} {phone}");
        }
    }

    #[test]
    fn addresses_have_a_name_and_a_host() {
        for mail in ["a@b.cn", "first.last+x@mail.example.com"] {
            assert!(is_mail(mail), "{mail}");
        }
        for mail in ["", "a", "a@b", "@b.cn", "a@b..cn", "a b@c.cn", "a@b.cn;c@d.cn", "a@b@c.cn", "a@.cn"] {
            assert!(!is_mail(mail), "{mail}");
        }
    }

    #[test]
    fn a_resident_id_carries_its_check_character() {
        // The example of the standard.
        assert!(is_resident_id("11010519491231002X"));
        assert!(is_resident_id("440524188001010014"));
        for wrong in ["110105194912310020", "11010519491231002x", "11010519491231002", "", "1101051949123100A0"] {
            assert!(!is_resident_id(wrong), "{wrong}");
        }
    }

    #[test]
    fn a_masked_number_shows_its_ends() {
        assert_eq!(masked("110101199003070011"), "110***********0011");
        assert_eq!(masked("A1234567"), "A12*4567");
        assert_eq!(masked("1234567"), "*******");
    }
}
