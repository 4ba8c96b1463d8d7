//! Amounts in Chinese capitals, as they stand on bills (catalogue css.md 0.4, 大写).

use super::money::Money;

const DIGITS: [char; 10] = ['零', '壹', '贰', '叁', '肆', '伍', '陆', '柒', '捌', '玖'];
/// What groups digits, the greatest first. Above 万亿 the groups go on as 亿亿.
const UNITS: [(u64, char); 5] = [(100_000_000, '亿'), (10_000, '万'), (1_000, '仟'), (100, '佰'), (10, '拾')];
/// Tenths, hundredths and thousandths of a unit of money.
const PARTS: [char; 3] = ['角', '分', '厘'];

/// An amount in capitals behind the Chinese name of its currency, as `人民币贰万元整`; 负 stands before all of it.
/// 整 ends what has no part below 角. Zeros at the end of a group of four digits are not read, others once.
pub fn capital(amount: Money, name: &str) -> String {
    let scale = 10u64.pow(amount.currency().exponent());
    let (whole, part) = (amount.minor().unsigned_abs() / scale, amount.minor().unsigned_abs() % scale);
    let mut text = String::new();
    if amount.minor() < 0 {
        text.push('负');
    }
    text.push_str(name);
    if whole > 0 || part == 0 {
        say(whole, &mut text);
        text.push('元');
    }
    let (mut unit, mut rest, mut gap, mut below) = (scale, part, false, false);
    for (place, word) in PARTS.into_iter().enumerate() {
        unit /= 10;
        if unit == 0 {
            break;
        }
        let figure = rest / unit;
        rest %= unit;
        if figure == 0 {
            gap = true;
            continue;
        }
        // A gap is read only behind something: 伍分, but 壹元零伍分.
        if gap && (whole > 0 || part / unit >= 10) {
            text.push('零');
        }
        (gap, below) = (false, place > 0);
        text.extend(digit(figure));
        text.push(word);
    }
    if !below {
        text.push('整');
    }
    text
}

fn digit(figure: u64) -> Option<char> {
    usize::try_from(figure).ok().and_then(|place| DIGITS.get(place).copied())
}

/// A whole number: what stands before its greatest unit, the unit, and the rest, behind a zero when the rest does not
/// reach the place below the unit.
fn say(number: u64, text: &mut String) {
    let Some((unit, word)) = UNITS.into_iter().find(|(unit, _)| number >= *unit) else {
        text.extend(digit(number));
        return;
    };
    say(number / unit, text);
    text.push(word);
    let rest = number % unit;
    if rest == 0 {
        return;
    }
    if rest < unit / 10 {
        text.push('零');
    }
    say(rest, text);
}

#[cfg(test)]
pub(super) mod tests {
    use super::*;
    use crate::charge::Currency;
    use crate::charge::money::money;

    /// Reads a whole number back, digit by digit from the left.
    fn read(text: &str) -> u128 {
        let (mut total, mut group, mut figure) = (0u128, 0u128, 0u128);
        for letter in text.chars() {
            match (DIGITS.iter().position(|one| *one == letter), letter) {
                (Some(place), _) => figure = u128::try_from(place).expect("a digit"),
                (None, '亿') => (total, group, figure) = ((total + group + figure) * 100_000_000, 0, 0),
                (None, '万') => (total, group, figure) = (total + (group + figure) * 10_000, 0, 0),
                (None, '仟') => (group, figure) = (group + figure * 1_000, 0),
                (None, '佰') => (group, figure) = (group + figure * 100, 0),
                (None, '拾') => (group, figure) = (group + figure * 10, 0),
                _ => panic!("{letter} in {text}"),
            }
        }
        total + group + figure
    }

    /// Reads an amount back into minor units.
    pub(in crate::charge) fn read_amount(text: &str, name: &str, exponent: u32) -> i128 {
        let (sign, text) = text.strip_prefix('负').map_or((1, text), |rest| (-1, rest));
        let text = text.strip_prefix(name).expect("the name of the currency");
        let text = text.strip_suffix('整').unwrap_or(text);
        let (whole, parts) = text.split_once('元').unwrap_or(("零", text));
        let mut minor = i128::try_from(read(whole)).expect("small") * 10i128.pow(exponent);
        let mut figure = 0;
        for letter in parts.chars() {
            match PARTS.iter().position(|one| *one == letter) {
                Some(place) => {
                    let place = u32::try_from(place).expect("a place");
                    minor += figure * 10i128.pow(exponent - place - 1);
                }
                None => {
                    let place = DIGITS.iter().position(|one| *one == letter).expect("a digit");
                    figure = i128::try_from(place).expect("a digit");
                }
            }
        }
        sign * minor
    }

    #[test]
    fn amounts_of_renminbi_are_written_as_banks_do() {
        let cases = [
            ("20000.00", "人民币贰万元整"),
            ("0.00", "人民币零元整"),
            ("0.05", "人民币伍分"),
            ("0.50", "人民币伍角整"),
            ("0.55", "人民币伍角伍分"),
            ("1.05", "人民币壹元零伍分"),
            ("10.50", "人民币壹拾元伍角整"),
            ("16409.02", "人民币壹万陆仟肆佰零玖元零贰分"),
            ("1409.50", "人民币壹仟肆佰零玖元伍角整"),
            ("6007.14", "人民币陆仟零柒元壹角肆分"),
            ("1680.32", "人民币壹仟陆佰捌拾元叁角贰分"),
            ("107000.53", "人民币壹拾万柒仟元伍角叁分"),
            ("1000001.00", "人民币壹佰万零壹元整"),
            ("10005000.00", "人民币壹仟万伍仟元整"),
            ("10000500.00", "人民币壹仟万零伍佰元整"),
            ("100000000.00", "人民币壹亿元整"),
            ("100001000.00", "人民币壹亿零壹仟元整"),
            ("110000000.00", "人民币壹亿壹仟万元整"),
            ("100100000.00", "人民币壹亿零壹拾万元整"),
            ("1000000000000.00", "人民币壹万亿元整"),
            ("10000000000000000.00", "人民币壹亿亿元整"),
            ("19749.90", "人民币壹万玖仟柒佰肆拾玖元玖角整"),
            ("-120.00", "负人民币壹佰贰拾元整"),
            ("-0.01", "负人民币壹分"),
        ];
        for (amount, text) in cases {
            assert_eq!(capital(money(&format!("{amount} CNY")), "人民币"), text, "{amount}");
        }
    }

    #[test]
    fn other_currencies_have_their_name_and_their_decimals() {
        let named = |code: &str| reference::currencies().find(|one| one.code == code).expect("a currency").name_zh;
        let of = |text: &str| {
            let amount = money(text);
            capital(amount, named(amount.currency().code()))
        };
        assert_eq!(of("20000.00 CNY"), "人民币贰万元整");
        assert_eq!(of("3000.00 USD"), "美元叁仟元整");
        assert_eq!(of("3002 JPY"), "日元叁仟零贰元整");
        assert_eq!(of("1.005 KWD"), "科威特第纳尔壹元零伍厘");
        assert_eq!(of("1.500 KWD"), "科威特第纳尔壹元伍角整");
        assert_eq!(of("0.105 KWD"), "科威特第纳尔壹角零伍厘");
        assert_eq!(of("0.015 KWD"), "科威特第纳尔壹分伍厘");
        assert_eq!(of("0.005 KWD"), "科威特第纳尔伍厘");
    }

    #[test]
    fn the_ends_of_the_range_have_words() {
        let cny = Currency::named("CNY").expect("a currency");
        for minor in [i64::MIN, i64::MAX] {
            let text = capital(Money::from_minor(minor, cny), "人民币");
            assert_eq!(read_amount(&text, "人民币", 2), i128::from(minor), "{text}");
        }
    }
}
