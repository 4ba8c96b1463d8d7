//! Declarations of what users are told of. A room declares each of its events once, in
//! [`crate::registry::Room::messages`]; crate `message` tells of them by the rule of the company.

use std::collections::BTreeSet;

use crate::field::Choice;

/// Kind of messages about orders.
pub const ORDER: &str = "订单";
/// Kind of messages about approvals.
pub const APPROVAL: &str = "审批";
/// Kind of messages of the product itself.
pub const SYSTEM: &str = "系统";
/// Kind of messages about notices.
pub const NOTICE: &str = "公告";

/// The kinds, those of pages to come among them.
pub const KINDS: &[Choice] = &[
    Choice::new(ORDER, ORDER, "Order"),
    Choice::new("费用", "费用", "Charge"),
    Choice::new("账单", "账单", "Bill"),
    Choice::new("客商", "客商", "Partner"),
    Choice::new(APPROVAL, APPROVAL, "Approval").tone("info"),
    Choice::new(SYSTEM, SYSTEM, "System"),
    Choice::new(NOTICE, NOTICE, "Notice"),
    Choice::new("询价", "询价", "Inquiry"),
];

/// Two names of a thing.
type Words = (&'static str, &'static str);

/// What a template may name in braces.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Placeholder {
    /// Name.
    pub name: &'static str,
    /// Chinese and English label.
    pub label: Words,
}

impl Placeholder {
    /// A placeholder.
    pub const fn new(name: &'static str, zh: &'static str, en: &'static str) -> Self {
        Self { name, label: (zh, en) }
    }
}

/// The day of the message, unless the event has a day of its own.
pub const DATE: Placeholder = Placeholder::new("date", "日期", "Date");

/// How far a user may turn an event off for himself.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Mute {
    /// Not at all.
    Nothing,
    /// Its mails; the message waits for him all the same.
    Mail,
    /// Mails and messages.
    All,
}

impl Mute {
    /// On the wire.
    pub const fn code(self) -> &'static str {
        match self {
            Self::Nothing => "nothing",
            Self::Mail => "mail",
            Self::All => "all",
        }
    }
}

/// A kind of receiver a company chooses.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub enum Receiver {
    /// Sales person of the order.
    Sales,
    /// Its customer service.
    Servicer,
    /// Its operator.
    Operator,
    /// Who made it.
    Creator,
    /// Head of the sales person's department.
    DeptHead,
    /// Administrators of the company.
    Admin,
}

impl Receiver {
    /// All of them.
    pub const ALL: [Self; 6] =
        [Self::Sales, Self::Servicer, Self::Operator, Self::Creator, Self::DeptHead, Self::Admin];

    /// Stored and on the wire.
    pub const fn code(self) -> &'static str {
        match self {
            Self::Sales => "sales",
            Self::Servicer => "servicer",
            Self::Operator => "operator",
            Self::Creator => "creator",
            Self::DeptHead => "deptHead",
            Self::Admin => "admin",
        }
    }

    /// Chinese and English name.
    pub const fn label(self) -> Words {
        match self {
            Self::Sales => ("订单销售", "Sales of the order"),
            Self::Servicer => ("订单客服", "Customer service of the order"),
            Self::Operator => ("订单操作", "Operator of the order"),
            Self::Creator => ("创建人", "Creator"),
            Self::DeptHead => ("部门负责人", "Head of the department"),
            Self::Admin => ("企业管理员", "Administrators"),
        }
    }

    /// The kind of a code.
    pub fn from_code(code: &str) -> Option<Self> {
        Self::ALL.into_iter().find(|kind| kind.code() == code)
    }
}

/// Who is told.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum To {
    /// Whom the event itself concerns; how they are called.
    Concerned(&'static str, &'static str),
    /// Whom the company chooses, beside users and roles it names.
    Chosen {
        /// What it may choose.
        among: &'static [Receiver],
        /// What it begins with.
        first: &'static [Receiver],
    },
}

/// An event users are told of.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct MessageEvent {
    /// Stable name, `room.thing`.
    pub key: &'static str,
    /// One of [`KINDS`].
    pub kind: &'static str,
    /// What it is called.
    pub name: Words,
    /// When it happens.
    pub explanation: Words,
    /// What its templates may name.
    pub takes: &'static [Placeholder],
    /// Title, unless the company wrote its own.
    pub title: Words,
    /// Text, unless the company wrote its own.
    pub text: Words,
    /// Who is told.
    pub to: To,
    /// How far a user may turn it off.
    pub mute: Mute,
    /// Days before an end at which it is told, the longest first; empty for what happens at once.
    pub days: &'static [i64],
    /// Of the platform's own org alone.
    pub platform: bool,
}

impl MessageEvent {
    /// An event that is told in the message centre at once, and can be turned off.
    pub const fn new(key: &'static str, kind: &'static str, name: Words, explanation: Words) -> Self {
        Self {
            key,
            kind,
            name,
            explanation,
            takes: &[],
            title: ("", ""),
            text: ("", ""),
            to: To::Concerned("", ""),
            mute: Mute::All,
            days: &[],
            platform: false,
        }
    }

    /// Its words, and what they may name.
    #[must_use]
    pub const fn says(mut self, title: Words, text: Words, takes: &'static [Placeholder]) -> Self {
        self.title = title;
        self.text = text;
        self.takes = takes;
        self
    }

    /// Who is told.
    #[must_use]
    pub const fn to(mut self, to: To) -> Self {
        self.to = to;
        self
    }

    /// How far a user may turn it off.
    #[must_use]
    pub const fn mutes(mut self, mute: Mute) -> Self {
        self.mute = mute;
        self
    }

    /// Told so many days before an end.
    #[must_use]
    pub const fn ahead(mut self, days: &'static [i64]) -> Self {
        self.days = days;
        self
    }

    /// Of the platform's own org alone.
    #[must_use]
    pub const fn platform(mut self) -> Self {
        self.platform = true;
        self
    }

    /// Names in braces of a template that the event does not know.
    pub fn unknown_in(&self, template: &str) -> BTreeSet<String> {
        let known = |name: &str| self.takes.iter().any(|one| one.name == name);
        named_in(template).filter(|name| !known(name)).map(|name| format!("{{{name}}}")).collect()
    }

    /// What is wrong with the declaration.
    pub fn fault(&self) -> Option<String> {
        let words = [self.title.0, self.title.1, self.text.0, self.text.1, self.name.0, self.explanation.0];
        if words.iter().any(|text| text.is_empty()) {
            return Some(format!("message {} lacks words", self.key));
        }
        if !KINDS.iter().any(|kind| kind.value == self.kind) {
            return Some(format!("message {} is of the unknown kind {}", self.key, self.kind));
        }
        let unknown = words.iter().flat_map(|text| self.unknown_in(text)).next();
        unknown.map(|name| format!("message {} names {name}, which it does not take", self.key))
    }
}

/// The names in braces of a template.
fn named_in(template: &str) -> impl Iterator<Item = &str> {
    template.split('{').skip(1).filter_map(|part| Some(part.split_once('}')?.0))
}

/// A template with its names replaced. What is put in is not read again, so that a text holding braces
/// stays as it is.
pub fn filled(template: &str, value: impl Fn(&str) -> Option<String>) -> String {
    let mut parts = template.split('{');
    let mut out = parts.next().unwrap_or_default().to_owned();
    for part in parts {
        match part.split_once('}').and_then(|(name, rest)| Some((value(name)?, rest))) {
            Some((value, rest)) => {
                out.push_str(&value);
                out.push_str(rest);
            }
            None => {
                out.push('{');
                out.push_str(part);
            }
        }
    }
    out
}

#[cfg(test)]
mod tests {
    use super::*;

    const EVENT: MessageEvent = MessageEvent::new("t.event", ORDER, ("事件", "Event"), ("说明", "Why")).says(
        ("{orderCode}", "{orderCode}"),
        ("{orderCode} {date}", "{orderCode} {date}"),
        &[Placeholder::new("orderCode", "单号", "Number"), DATE],
    );

    #[test]
    fn unknown_names_are_found_and_known_ones_are_not() {
        assert!(EVENT.fault().is_none());
        assert!(EVENT.unknown_in("{orderCode} {date} { x").is_empty());
        let found: Vec<String> = EVENT.unknown_in("{coopName}{orderCode}{}").into_iter().collect();
        assert_eq!(found, ["{coopName}", "{}"]);
        assert!(MessageEvent { kind: "别的", ..EVENT }.fault().is_some());
        assert!(MessageEvent { takes: &[DATE], ..EVENT }.fault().is_some());
    }

    #[test]
    fn what_is_put_in_is_not_read_again() {
        let value = |name: &str| (name == "a").then(|| "{b}".to_owned());
        assert_eq!(filled("x {a} {b} {a}{", value), "x {b} {b} {b}{");
    }
}
