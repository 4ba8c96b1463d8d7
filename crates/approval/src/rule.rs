//! What a setting says: levels, who decides on each, under which conditions, and what is done when
//! nobody can or the applicant is asked himself.

use std::collections::BTreeMap;

use kernel::Id;
use platform::field::Choice;
use serde::{Deserialize, Serialize};

use crate::event::fact_field;

/// Most levels of a setting.
pub const LEVELS_MAX: usize = 9;
/// Most conditions of a level.
pub const CONDITIONS_MAX: usize = 5;
/// Most people or roles named for a level.
pub const NAMED_MAX: usize = 20;
/// Decimals of the numbers conditions compare.
const DECIMALS: u32 = 2;

macro_rules! coded {
    (
        $(#[$meta:meta])*
        $name:ident, $choices:ident {
            $($(#[$doc:meta])* $kind:ident = $code:literal, $zh:literal, $en:literal;)*
        }
    ) => {
        $(#[$meta])*
        #[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
        pub enum $name {
            $($(#[$doc])* #[serde(rename = $code)] $kind),*
        }

        impl $name {
            /// All of them.
            pub const ALL: &'static [Self] = &[$(Self::$kind),*];

            /// Code on the wire and in the table.
            pub const fn code(self) -> &'static str {
                match self { $(Self::$kind => $code),* }
            }

            /// Chinese name.
            pub const fn zh(self) -> &'static str {
                match self { $(Self::$kind => $zh),* }
            }

            /// That of a code.
            pub fn from_code(code: &str) -> Option<Self> {
                Self::ALL.iter().copied().find(|known| known.code() == code)
            }
        }

        #[doc = concat!("[`", stringify!($name), "`] as choices of a field.")]
        pub const $choices: &[Choice] = &[$(Choice::new($code, $zh, $en)),*];
    };
}

coded! {
    /// Who decides on a level.
    Approver, APPROVERS {
        /// The people named.
        User = "user", "指定用户", "Named users";
        /// Active users with one of the roles named.
        Role = "role", "角色", "Roles";
        /// Head of the applicant's department.
        DeptHead = "deptHead", "申请人部门负责人", "Head of the applicant's department";
        /// Head of a department above it.
        UpperHead = "upperHead", "上级部门负责人", "Head of a department above";
        /// Sales person of the order.
        Sales = "sales", "订单销售", "Sales person of the order";
        /// Customer service of the order.
        Servicer = "servicer", "订单客服", "Customer service of the order";
        /// Who answers for the partner.
        CoopOwner = "coopOwner", "客商负责人", "Who answers for the partner";
        /// The administrator of the company.
        Admin = "admin", "企业管理员", "Company administrator";
    }
}

coded! {
    /// How several approvers of a level decide.
    Mode, MODES {
        /// Any one.
        Any = "any", "或签", "Any one";
        /// All of them.
        All = "all", "会签", "All";
        /// One after the other.
        InOrder = "order", "依次", "In order";
    }
}

coded! {
    /// What happens when the time of a level is over.
    OnTimeout, TIMEOUTS {
        /// The approver is reminded.
        Remind = "remind", "提醒", "Remind";
        /// It counts as agreed.
        Agree = "agree", "自动同意", "Agree";
        /// It counts as refused.
        Refuse = "refuse", "自动驳回", "Refuse";
        /// The administrator decides.
        Admin = "admin", "转管理员", "Hand to the administrator";
    }
}

coded! {
    /// What happens when nobody can decide on a level.
    EmptyPolicy, EMPTY_POLICIES {
        /// The administrator decides.
        Admin = "admin", "转管理员", "Hand to the administrator";
        /// The level passes.
        Pass = "pass", "自动通过", "Pass";
        /// The application is refused.
        Refuse = "refuse", "拒绝提交", "Refuse the application";
    }
}

coded! {
    /// What happens when the applicant is an approver.
    SelfPolicy, SELF_POLICIES {
        /// He is left out.
        Skip = "skip", "自动跳过", "Skip";
        /// The head above him decides.
        Upper = "upper", "转上级", "Hand to the head above";
        /// He decides.
        Allow = "allow", "不限制", "Allow";
    }
}

coded! {
    /// How a condition compares.
    Compare, COMPARES {
        /// Equal.
        Eq = "eq", "=", "=";
        /// Not equal.
        Ne = "ne", "≠", "≠";
        /// Greater.
        Gt = "gt", ">", ">";
        /// Greater or equal.
        Ge = "ge", "≥", "≥";
        /// Less.
        Lt = "lt", "<", "<";
        /// Less or equal.
        Le = "le", "≤", "≤";
        /// One of several, comma between.
        In = "in", "属于", "is one of";
    }
}

/// What is known of an act.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub enum Fact {
    /// A number with two decimals.
    Number(i64),
    /// A text: a code or an id.
    Text(String),
    /// Several of them, as the scopes of a partner.
    Texts(Vec<String>),
}

impl Fact {
    /// A whole number.
    pub fn whole(number: i64) -> Self {
        Self::Number(number.saturating_mul(100))
    }

    /// As people read it.
    pub fn show(&self) -> String {
        match self {
            Self::Number(number) => kernel::format_scaled(*number, DECIMALS, if number % 100 == 0 { 0 } else { 2 }),
            Self::Text(text) => text.clone(),
            Self::Texts(texts) => texts.join(","),
        }
    }
}

/// What is known of an act, by name.
pub type Facts = BTreeMap<String, Fact>;

/// A line of a level's conditions.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub struct Condition {
    /// Name of the fact.
    pub field: String,
    /// Comparison.
    pub compare: Compare,
    /// What it is compared with.
    pub value: String,
}

impl Condition {
    /// Whether its value fits its field and comparison.
    pub fn is_sound(&self) -> bool {
        let values: Vec<&str> = self.values().collect();
        let several = self.compare == Compare::In;
        if values.is_empty() || !several && values.len() > 1 {
            return false;
        }
        match fact_field(&self.field).map(|field| field.kind) {
            Some("number") => values.iter().all(|value| kernel::parse_scaled(value, DECIMALS).is_ok()),
            Some(_) => matches!(self.compare, Compare::Eq | Compare::Ne | Compare::In),
            None => false,
        }
    }

    /// What it is compared with, one by one.
    pub(crate) fn values(&self) -> impl Iterator<Item = &str> {
        self.value.split([',', '，']).map(str::trim).filter(|value| !value.is_empty())
    }

    /// Whether it holds. What is not known of an act does not take a level away.
    pub fn holds(&self, facts: &Facts) -> bool {
        match facts.get(&self.field) {
            None => true,
            Some(Fact::Text(text)) => self.names(std::slice::from_ref(text)),
            Some(Fact::Texts(texts)) => self.names(texts),
            Some(Fact::Number(number)) => {
                self.number_holds(*number, |value| kernel::parse_scaled(value, DECIMALS).ok())
            }
        }
    }

    /// Whether any of some texts is among its values; for ≠ whether none is.
    fn names(&self, texts: &[String]) -> bool {
        let named = self.values().any(|value| texts.iter().any(|text| text == value));
        named != (self.compare == Compare::Ne)
    }

    fn number_holds(&self, number: i64, parse: impl Fn(&str) -> Option<i64>) -> bool {
        let mut wanted = self.values().filter_map(parse);
        if self.compare == Compare::In {
            return wanted.any(|value| value == number);
        }
        let Some(value) = wanted.next() else { return true };
        match self.compare {
            Compare::Eq | Compare::In => number == value,
            Compare::Ne => number != value,
            Compare::Gt => number > value,
            Compare::Ge => number >= value,
            Compare::Lt => number < value,
            Compare::Le => number <= value,
        }
    }
}

/// One level of a setting.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub struct Level {
    /// Its name; 一级审批 and so on when empty.
    #[serde(default)]
    pub name: String,
    /// Who decides.
    pub approver_type: Approver,
    /// People or roles named.
    #[serde(default)]
    pub approver_ids: Vec<Id>,
    /// How many departments up, 1 to 3.
    #[serde(default = "one")]
    pub approver_up: i64,
    /// How several decide.
    #[serde(default = "any")]
    pub mode: Mode,
    /// All of them must hold, else the level is left out.
    #[serde(default)]
    pub conditions: Vec<Condition>,
    /// Hours to decide in; 0 for no limit.
    #[serde(default)]
    pub limit_hours: i64,
    /// What happens afterwards.
    #[serde(default = "remind")]
    pub on_timeout: OnTimeout,
    /// Who gets a copy.
    #[serde(default)]
    pub cc_ids: Vec<Id>,
}

const fn one() -> i64 {
    1
}

const fn any() -> Mode {
    Mode::Any
}

const fn remind() -> OnTimeout {
    OnTimeout::Remind
}

/// What a setting says beside its levels.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct Policies {
    /// Nobody can decide.
    pub empty: EmptyPolicy,
    /// The applicant is an approver.
    pub own: SelfPolicy,
    /// The applicant may withdraw after a decision.
    pub may_withdraw: bool,
    /// Approvers may ask others in.
    pub may_add_sign: bool,
}

impl Default for Policies {
    fn default() -> Self {
        Self { empty: EmptyPolicy::Admin, own: SelfPolicy::Skip, may_withdraw: true, may_add_sign: true }
    }
}

/// 一 to 九.
pub fn ordinal(level: usize) -> &'static str {
    ["一", "二", "三", "四", "五", "六", "七", "八", "九"].get(level.saturating_sub(1)).copied().unwrap_or("")
}

#[cfg(test)]
mod tests {
    use super::*;

    fn condition(field: &str, compare: Compare, value: &str) -> Condition {
        Condition { field: field.to_owned(), compare, value: value.to_owned() }
    }

    #[test]
    fn numbers_are_compared_as_numbers_at_their_edges() {
        let facts = Facts::from([("lockDays".to_owned(), Fact::whole(30))]);
        let table = [
            (Compare::Eq, "30", true),
            (Compare::Eq, "30.00", true),
            (Compare::Ne, "30", false),
            (Compare::Gt, "30", false),
            (Compare::Gt, "29.99", true),
            (Compare::Gt, "4", true),
            (Compare::Ge, "30", true),
            (Compare::Ge, "30.01", false),
            (Compare::Lt, "30", false),
            (Compare::Lt, "30.01", true),
            (Compare::Le, "30", true),
            (Compare::Le, "29.99", false),
            (Compare::In, "10, 30", true),
            (Compare::In, "10,31", false),
        ];
        for (compare, value, wanted) in table {
            assert_eq!(condition("lockDays", compare, value).holds(&facts), wanted, "{compare:?} {value}");
        }
    }

    #[test]
    fn texts_are_one_of_several() {
        let facts = Facts::from([("coopLevel".to_owned(), Fact::Text("A".to_owned()))]);
        assert!(condition("coopLevel", Compare::Eq, "A").holds(&facts));
        assert!(condition("coopLevel", Compare::In, "B，A").holds(&facts));
        assert!(!condition("coopLevel", Compare::In, "B").holds(&facts));
        assert!(!condition("coopLevel", Compare::Ne, "A").holds(&facts));
        assert!(condition("coopLevel", Compare::Ne, "B").holds(&facts));
    }

    #[test]
    fn of_several_texts_one_is_enough() {
        let scopes = |codes: &[&str]| {
            let texts = codes.iter().map(|code| (*code).to_owned()).collect();
            Facts::from([("scope".to_owned(), Fact::Texts(texts))])
        };
        let table = [
            (Compare::Eq, "SE", true, false),
            (Compare::Eq, "SI", false, false),
            (Compare::In, "SI,SE", true, false),
            (Compare::In, "SI,LC", false, false),
            (Compare::Ne, "SE", false, true),
            (Compare::Ne, "SI", true, true),
        ];
        for (compare, value, of_two, of_one) in table {
            let held = |codes: &[&str]| condition("scope", compare, value).holds(&scopes(codes));
            assert_eq!((held(&["AE", "SE"]), held(&["AE"])), (of_two, of_one), "{compare:?} {value}");
        }
        assert_eq!(scopes(&["AE", "SE"]).get("scope").map(Fact::show), Some("AE,SE".to_owned()));
    }

    #[test]
    fn every_comparison_has_its_code() {
        assert!(Compare::ALL.iter().all(|one| Compare::from_code(one.code()) == Some(*one)));
        assert_eq!(Compare::from_code("like"), None);
    }

    #[test]
    fn what_is_not_known_takes_no_level_away() {
        assert!(condition("profit", Compare::Lt, "0").holds(&Facts::new()));
    }

    #[test]
    fn a_condition_fits_its_field() {
        assert!(condition("amount", Compare::Ge, "10000.50").is_sound());
        assert!(condition("amount", Compare::In, "1,2").is_sound());
        assert!(condition("coopLevel", Compare::In, "A,B").is_sound());
        for (field, compare, value) in [
            ("amount", Compare::Ge, ""),
            ("amount", Compare::Ge, "1,2"),
            ("amount", Compare::Ge, "1.001"),
            ("amount", Compare::Ge, "x"),
            ("coopLevel", Compare::Gt, "A"),
            ("nothing", Compare::Eq, "A"),
        ] {
            assert!(!condition(field, compare, value).is_sound(), "{field} {value}");
        }
    }
}
