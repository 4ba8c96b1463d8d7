//! What a rule wants of a box: a closed list, some with a parameter.

use kernel::Msg;

use super::BoxOf;
use crate::address::{self, Party};
use crate::credit_code;
use crate::phone;

/// Most values of a choice.
const CHOICES_MAX: usize = 50;
/// Longest text of a box.
const LENGTH_MAX: usize = 500;

/// What a box must hold. An empty box passes all but [`Condition::Required`] and the address rules.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Condition {
    /// Something.
    Required,
    /// So many digits.
    Digits(usize, usize),
    /// So many capital letters.
    Letters(usize, usize),
    /// So many characters.
    Length(usize, usize),
    /// One of these.
    OneOf(Vec<String>),
    /// What the address rules want of a postcode of the country.
    Postcode,
    /// What they want of a state or province.
    State,
    /// A Canadian postcode in full: letters and digits in turn.
    CanadianPostcode,
    /// A Chinese mobile or fixed line.
    ChinesePhone,
    /// A unified social credit code, where the party's code is one.
    CreditCode,
    /// HS codes, each of at least so many digits.
    HsCode(usize),
}

/// A kind of condition as it is offered.
#[derive(Debug, PartialEq, Eq)]
pub struct ConditionOf {
    /// Stored and on the wire.
    pub code: &'static str,
    /// Chinese name.
    pub zh: &'static str,
    /// English name.
    pub en: &'static str,
}

const fn of(code: &'static str, zh: &'static str, en: &'static str) -> ConditionOf {
    ConditionOf { code, zh, en }
}

/// All of them, in the order of the select.
pub const CONDITIONS: &[ConditionOf] = &[
    of("REQUIRED", "必填", "Required"),
    of("DIGITS", "数字位数", "Digits"),
    of("LETTERS", "大写字母位数", "Capital letters"),
    of("LENGTH", "字符数", "Characters"),
    of("ONE_OF", "等于其一", "One of"),
    of("PHONE_CN", "中国手机或电话", "Chinese phone"),
    of("USCI", "统一社会信用代码", "Unified social credit code"),
    of("HS", "HS编码最少位数", "HS codes, least digits"),
    of("POSTCODE_CA", "加拿大邮编（A1A 1A1）", "Canadian postcode (A1A 1A1)"),
    of("POSTCODE", "邮编按地址规则", "Postcode by the address rules"),
    of("STATE", "州省按地址规则", "State by the address rules"),
];

impl Condition {
    /// Of a kind and its parameter; none when the parameter is not one of that kind.
    pub fn named(code: &str, parameter: &str) -> Option<Self> {
        let bare = parameter.trim();
        let plain = |condition| Some(condition).filter(|_| bare.is_empty());
        Some(match code {
            "REQUIRED" => plain(Self::Required)?,
            "DIGITS" => bounds(bare).map(|(least, most)| Self::Digits(least, most))?,
            "LETTERS" => bounds(bare).map(|(least, most)| Self::Letters(least, most))?,
            "LENGTH" => bounds(bare).map(|(least, most)| Self::Length(least, most))?,
            "ONE_OF" => Self::OneOf(choices(bare)?),
            "PHONE_CN" => plain(Self::ChinesePhone)?,
            "USCI" => plain(Self::CreditCode)?,
            "HS" => Self::HsCode(bare.parse().ok().filter(|least| (4..=13).contains(least))?),
            "POSTCODE_CA" => plain(Self::CanadianPostcode)?,
            "POSTCODE" => plain(Self::Postcode)?,
            "STATE" => plain(Self::State)?,
            _ => return None,
        })
    }

    /// Whether the address rules say the same of every party, in whatever form it stands: no company can do without.
    pub fn is_of_address(&self) -> bool {
        matches!(self, Self::Postcode | Self::State)
    }

    /// Whether it can be asked of a box.
    pub(super) fn fits(&self, at: &BoxOf) -> bool {
        match self {
            Self::Postcode => at.wire.ends_with(".postCode"),
            Self::State => at.wire.ends_with(".stateCode"),
            Self::CanadianPostcode => at.wire.ends_with(".postCode"),
            Self::ChinesePhone => at.wire.ends_with(".telNumber") || at.wire.ends_with(".contactTel"),
            Self::CreditCode => at.wire.ends_with(".scCode"),
            Self::HsCode(_) => at.wire == "lines.hsCodes",
            _ => true,
        }
    }

    /// Whether a text is not what is wanted; with the message of the address rules where these are asked.
    pub(super) fn fault(&self, text: &str, country: &str, party: Option<&Party>) -> Option<Option<Msg>> {
        let own = |wrong: bool| wrong.then_some(None);
        let filled = !text.is_empty();
        let within = |least: &usize, most: &usize| (*least..=*most).contains(&text.chars().count());
        let all = |fits: fn(u8) -> bool| text.bytes().all(fits);
        match self {
            Self::Required => own(!filled),
            Self::Digits(least, most) => own(filled && !(all(|b| b.is_ascii_digit()) && within(least, most))),
            Self::Letters(least, most) => own(filled && !(all(|b| b.is_ascii_uppercase()) && within(least, most))),
            Self::Length(least, most) => own(filled && !within(least, most)),
            Self::OneOf(choices) => own(filled && !choices.iter().any(|choice| choice == text)),
            Self::ChinesePhone => own(filled && !phone::is_chinese(text)),
            Self::HsCode(least) => own(filled && !text.split(',').all(|code| is_hs_code(code, *least))),
            Self::CanadianPostcode => own(filled && !is_canadian(text)),
            Self::CreditCode => {
                let is_one = party.is_none_or(|party| matches!(party.sc_code_type.as_str(), "" | "USCI"));
                own(filled && is_one && credit_code::fault(text).is_some())
            }
            Self::Postcode => {
                let state = party.map_or("", |party| party.state_code.as_str());
                address::postcode_fault(country, text, state).map(Some)
            }
            Self::State => address::state_fault(country, text).map(Some),
        }
    }
}

/// `5` or `9-11`.
fn bounds(text: &str) -> Option<(usize, usize)> {
    let (least, most) = text.split_once('-').unwrap_or((text, text));
    let (least, most) = (least.trim().parse().ok()?, most.trim().parse().ok()?);
    (1 <= least && least <= most && most <= LENGTH_MAX).then_some((least, most))
}

/// `A,B,C`.
fn choices(text: &str) -> Option<Vec<String>> {
    let choices: Vec<String> =
        text.split([',', '，']).map(str::trim).filter(|one| !one.is_empty()).map(ToOwned::to_owned).collect();
    (1..=CHOICES_MAX).contains(&choices.len()).then_some(choices)
}

fn is_hs_code(text: &str, least: usize) -> bool {
    let digits: String = text.chars().filter(|c| *c != '.').collect();
    digits.len() >= least && digits.bytes().take(least).all(|b| b.is_ascii_digit())
}

/// `A1A 1A1`; the blank may be missing.
fn is_canadian(text: &str) -> bool {
    let kept: String = text.chars().filter(|c| !matches!(c, ' ' | '-')).collect();
    let in_turn = |(place, letter): (usize, u8)| {
        if place % 2 == 0 { letter.is_ascii_uppercase() } else { letter.is_ascii_digit() }
    };
    kept.len() == 6 && kept.bytes().enumerate().all(in_turn)
}
