//! A rule as it is kept and typed, and the rule it is.

use kernel::{Findings, Severity};

use super::{BoxOf, Condition, Direction, GROUP, Level, Rule};

/// Longest code.
pub const CODE_LENGTH_MAX: usize = 30;
/// Most countries of a rule.
const COUNTRIES_MAX: usize = 60;

/// What can be wrong with a rule.
pub mod messages {
    use kernel::Msg;

    /// The code.
    pub const CODE: Msg = Msg::new(
        "destination_rule.code",
        "规则代码由大写字母、数字、点和横线组成，最多30位",
        "A code has capital letters, digits, full stops and hyphens, 30 at most.",
    );
    /// The countries.
    pub const COUNTRIES: Msg = Msg::new(
        "destination_rule.countries",
        "请填写2位国家代码或ICS2，多个用逗号分隔",
        "Please enter two-letter country codes or ICS2, joined by commas.",
    );
    /// The box.
    pub const BOX: Msg = Msg::new("destination_rule.box", "检查项不存在", "There is no such box.");
    /// The parameter.
    pub const PARAMETER: Msg = Msg::new(
        "destination_rule.parameter",
        "参数与条件不符：位数填5或9-11，等于其一填A,B,C，HS填4-13，其余留空",
        "The parameter does not fit: 5 or 9-11 for lengths, A,B,C for one of, 4 to 13 for HS, else nothing.",
    );
    /// The condition is not for that box.
    pub const CONDITION: Msg =
        Msg::new("destination_rule.condition", "该条件不适用于此检查项", "The condition is not for that box.");
    /// The last day.
    pub const DAYS: Msg =
        Msg::new("destination_rule.days", "失效日期不能早于生效日期", "The last day can't be before the first one.");
}
use messages as m;

/// A rule as texts, by the names of its columns.
#[derive(Debug, Clone, Copy, Default)]
#[expect(missing_docs, reason = "the columns are named as the parts of the rule")]
pub struct Raw<'a> {
    pub code: &'a str,
    pub countries: &'a str,
    pub direction: &'a str,
    pub level: &'a str,
    pub field: &'a str,
    pub condition: &'a str,
    pub parameter: &'a str,
    pub severity: &'a str,
    pub zh: &'a str,
    pub en: &'a str,
    pub valid_from: &'a str,
    pub valid_to: &'a str,
}

impl Rule {
    /// The rule of some texts; what is wrong with them is said at their names on the wire.
    pub fn read(raw: &Raw<'_>, found: &mut Findings) -> Option<Self> {
        let code_letter = |b: u8| b.is_ascii_uppercase() || b.is_ascii_digit() || matches!(b, b'.' | b'-');
        let code_fits = (1..=CODE_LENGTH_MAX).contains(&raw.code.len()) && raw.code.bytes().all(code_letter);
        found.error_if(!code_fits, "code", m::CODE);
        let countries = countries(raw.countries);
        found.error_if(countries.is_none(), "countries", m::COUNTRIES);
        let at = BoxOf::named(raw.field);
        found.error_if(at.is_none(), "field", m::BOX);
        let condition = Condition::named(raw.condition, raw.parameter);
        found.error_if(condition.is_none(), "parameter", m::PARAMETER);
        if let (Some(at), Some(condition)) = (at, &condition) {
            found.error_if(!condition.fits(at), "condition", m::CONDITION);
        }
        let day = |text: &str| if text.is_empty() { None } else { kernel::parse_day(text) };
        let (valid_from, valid_to) = (day(raw.valid_from), day(raw.valid_to));
        let ends_first = valid_from.zip(valid_to).is_some_and(|(from, to)| to < from);
        found.error_if(ends_first, "validTo", m::DAYS);
        if found.has_errors() {
            return None;
        }
        Some(Self {
            code: raw.code.to_owned(),
            countries: countries?,
            direction: direction(raw.direction)?,
            level: level(raw.level)?,
            at: at?,
            condition: condition?,
            severity: severity(raw.severity)?,
            zh: raw.zh.to_owned(),
            en: if raw.en.is_empty() { raw.zh } else { raw.en }.to_owned(),
            valid_from,
            valid_to,
        })
    }
}

fn countries(text: &str) -> Option<Vec<String>> {
    let list: Vec<String> =
        text.split([',', '，', ' ']).filter(|one| !one.is_empty()).map(str::to_ascii_uppercase).collect();
    let is_one = |one: &String| one == GROUP || (one.len() == 2 && one.bytes().all(|b| b.is_ascii_uppercase()));
    ((1..=COUNTRIES_MAX).contains(&list.len()) && list.iter().all(is_one)).then_some(list)
}

fn direction(code: &str) -> Option<Direction> {
    Some(match code {
        "TO" => Direction::To,
        "FROM" => Direction::From,
        "THROUGH" => Direction::Through,
        _ => return None,
    })
}

fn level(code: &str) -> Option<Level> {
    Some(match code {
        "MASTER" => Level::Master,
        "HOUSE" => Level::House,
        "BOTH" => Level::Both,
        _ => return None,
    })
}

fn severity(code: &str) -> Option<Severity> {
    Some(match code {
        "ERROR" => Severity::Error,
        "WARNING" => Severity::Warning,
        _ => return None,
    })
}
