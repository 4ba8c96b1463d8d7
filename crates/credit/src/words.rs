//! What is said of credit.

use charge::ledger::money_text;
use kernel::{Msg, Scope, Text, grouped};
use trade::charge::Currency;

use crate::gate::Gate;

const LIMIT: Msg = Msg::new(
    "credit.limit",
    "信用额度{limit}，已占用{used}，超额{over}",
    "credit limit {limit}, used {used}, {over} beyond it",
);
const OVERDUE: Msg =
    Msg::new("credit.overdue", "逾期{amount}，最长{days}天", "{amount} overdue, for up to {days} days");
const BOTH: Msg = Msg::new("credit.both", "{limit}；{overdue}", "{limit}; {overdue}");
const BLACK: Msg = Msg::new(
    "credit.black",
    "{name}已列入黑名单（{reason}），不能办理业务",
    "{name} is on the black list ({reason}); nothing can be done for it.",
);
const APPROVAL: Msg = Msg::new("credit.approval", "超信用{gate}需审批", "{gate} beyond the credit needs an approval.");
const LOCKED: Msg = Msg::new("credit.locked", "{name}{scope}业务已锁定", "Business of {name} is locked for {scope}.");
const OF: Msg = Msg::new("credit.of", "{name}：{detail}", "{name}: {detail}");
const NO_AGREEMENT: Msg = Msg::new(
    "credit.no_agreement",
    "{name}{scope}业务没有生效的合作协议",
    "No agreement with {name} is in force for {scope}.",
);
const EXPIRED: Msg =
    Msg::new("credit.expired", "{name}资质已到期：{kinds}", "Qualifications of {name} have expired: {kinds}");
const PREPAY: Msg = Msg::new(
    "credit.prepay",
    "{name}为预付客户，订单应收未结清",
    "{name} pays in advance; income of the order is open.",
);

/// An amount as it is read.
pub fn amount(raw: i64, own: Currency) -> String {
    grouped(&money_text(raw, own))
}

/// What made a lock.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub struct Why {
    /// The limit, where there is one.
    pub limit: Option<i64>,
    /// What counts against it.
    pub exposure: i64,
    /// What is beyond it.
    pub over: i64,
    /// What is overdue.
    pub overdue: i64,
    /// For how long at most.
    pub days: i64,
}

/// `信用额度60,000.00，已占用67,000.00，超额7,000.00；逾期40,000.00，最长81天`: the parts that hold.
pub fn detail(why: &Why, own: Currency) -> Option<Text> {
    let limit = why.limit.filter(|_| why.over > 0).map(|limit| {
        let said = [limit, why.exposure, why.over].map(|raw| amount(raw, own));
        let [limit, used, over] = said.each_ref().map(String::as_str);
        LIMIT.with(&[("limit", limit), ("used", used), ("over", over)])
    });
    let overdue = (why.overdue > 0)
        .then(|| OVERDUE.with(&[("amount", &amount(why.overdue, own)), ("days", &why.days.to_string())]));
    match (limit, overdue) {
        (Some(limit), Some(overdue)) => Some(BOTH.with_each(
            &[("limit", &limit.zh), ("overdue", &overdue.zh)],
            &[("limit", &limit.en), ("overdue", &overdue.en)],
        )),
        (limit, overdue) => limit.or(overdue),
    }
}

/// The partner is on the black list.
pub fn black(name: &str, reason: &str) -> Text {
    BLACK.with(&[("name", name), ("reason", if reason.is_empty() { "-" } else { reason })])
}

/// An act at a gate needs a decision; the key says at which, for who applies.
pub fn needs_approval(gate: Gate) -> Text {
    let (zh, en) = gate.name();
    let key = match gate {
        Gate::Order => "credit.approval.ORDER",
        Gate::Booking => "credit.approval.BOOKING",
        Gate::Release => "credit.approval.RELEASE",
        Gate::Delivery => "credit.approval.DELIVERY",
        Gate::Invoice => "credit.approval.INVOICE",
    };
    Text { key, ..APPROVAL.with_each(&[("gate", zh)], &[("gate", en)]) }
}

/// The business of a partner is locked, told as a notice.
pub fn locked(name: &str, scope: Scope) -> Text {
    of_scope(LOCKED, name, scope)
}

/// No agreement with a partner is in force.
pub fn no_agreement(name: &str, scope: Scope) -> Text {
    of_scope(NO_AGREEMENT, name, scope)
}

/// What a partner needs is past its last day.
pub fn expired(name: &str, kinds: &[String]) -> Text {
    EXPIRED.with_each(&[("name", name), ("kinds", &kinds.join("、"))], &[("name", name), ("kinds", &kinds.join(", "))])
}

/// A partner that pays in advance has not.
pub fn prepay(name: &str) -> Text {
    PREPAY.with(&[("name", name)])
}

/// A detail with the name of whom it is about.
pub fn of(name: &str, detail: &Text) -> Text {
    OF.with_each(&[("name", name), ("detail", &detail.zh)], &[("name", name), ("detail", &detail.en)])
}

fn of_scope(message: Msg, name: &str, scope: Scope) -> Text {
    message.with_each(&[("name", name), ("scope", scope.zh())], &[("name", name), ("scope", scope.en())])
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_detail_names_what_holds() {
        let own = Currency::named("CNY").expect("a currency");
        let why = Why { limit: Some(60_000_000), exposure: 67_000_000, over: 7_000_000, overdue: 40_000_000, days: 81 };
        let said = |why: &Why| detail(why, own).map(|text| text.zh);
        assert_eq!(
            said(&why).as_deref(),
            Some("信用额度60,000.00，已占用67,000.00，超额7,000.00；逾期40,000.00，最长81天")
        );
        assert_eq!(said(&Why { over: 0, ..why }).as_deref(), Some("逾期40,000.00，最长81天"));
        assert_eq!(
            said(&Why { overdue: 0, ..why }).as_deref(),
            Some("信用额度60,000.00，已占用67,000.00，超额7,000.00")
        );
        assert_eq!(said(&Why::default()), None);
    }
}
