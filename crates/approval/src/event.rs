//! The business acts that may need a decision: one table of all modules.

use kernel::Msg;
use platform::field::Choice;

/// Unlocking without a setting.
pub const NO_UNLOCK_SETTING: Msg = Msg::new(
    "approval.unlock.setting",
    "未配置解锁审批，请联系管理员",
    "No approval of unlocking is set up. Please contact the administrator.",
);
/// Releasing beyond the credit without a setting.
pub const NO_CREDIT_SETTING: Msg = Msg::new(
    "approval.credit.setting",
    "未配置超信用审批，请联系管理员",
    "No approval beyond the credit is set up. Please contact the administrator.",
);
/// A bad debt without a setting.
pub const NO_BAD_DEBT_SETTING: Msg = Msg::new(
    "approval.bad_debt.setting",
    "未配置坏账审批，请联系管理员",
    "No approval of bad debts is set up. Please contact the administrator.",
);

/// What happens to an act for which nothing is set.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Without {
    /// It is refused.
    Refused(Msg),
    /// It is done at once.
    Passes,
    /// The head of the applicant's department decides.
    DeptHead,
    /// The administrator of the company decides.
    Admin,
}

/// A fact of an act that conditions may look at.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct FactField {
    /// Name.
    pub name: &'static str,
    /// Chinese label.
    pub zh: &'static str,
    /// English label.
    pub en: &'static str,
    /// How its value is given: number, text, dept, scope or coopLevel.
    pub kind: &'static str,
}

const fn fact(name: &'static str, zh: &'static str, en: &'static str, kind: &'static str) -> FactField {
    FactField { name, zh, en, kind }
}

/// Every fact.
pub const FACTS: &[FactField] = &[
    fact("amount", "金额(本位币)", "Amount (functional currency)", "number"),
    fact("profit", "毛利", "Gross profit", "number"),
    fact("profitRate", "毛利率%", "Gross margin %", "number"),
    fact("lockDays", "锁账天数", "Days locked", "number"),
    fact("overdueDays", "逾期天数", "Days overdue", "number"),
    fact("overAmount", "超额金额", "Amount beyond the limit", "number"),
    fact("limit", "额度", "Limit", "number"),
    fact("increase", "增幅%", "Increase %", "number"),
    fact("termDays", "账期天数", "Credit days", "number"),
    fact("blackDays", "黑名单天数", "Days on the blacklist", "number"),
    fact("difference", "差异金额", "Difference", "number"),
    fact("differenceRate", "差异%", "Difference %", "number"),
    fact("agreementType", "协议类型", "Kind of agreement", "text"),
    fact("sellRate", "MSR", "Minimum sell rate", "text"),
    fact("buyingRate", "采购价", "Buy rate", "text"),
    fact("routeManager", "航线负责人", "Route manager", "text"),
    fact("dept", "申请部门", "Applicant's department", "dept"),
    fact("scope", "业务范畴", "Scope", "scope"),
    fact("coopLevel", "客户等级", "Customer level", "coopLevel"),
];

/// The fact of a name.
pub fn fact_field(name: &str) -> Option<&'static FactField> {
    FACTS.iter().find(|field| field.name == name)
}

/// A business act.
#[derive(Debug, Clone, Copy)]
pub struct Event {
    /// Number.
    pub id: i64,
    /// Chinese name in lists.
    pub zh: &'static str,
    /// English name in lists.
    pub en: &'static str,
    /// Chinese and English name in sentences, where it differs.
    pub word: (&'static str, &'static str),
    /// The one scope it is about; empty for any.
    pub scope: &'static str,
    /// Without a setting.
    pub without: Without,
    /// Facts its conditions may look at.
    pub facts: &'static [&'static str],
}

impl Event {
    /// Whether it unlocks something, for some days or until it is locked again: one event of each scope does.
    pub fn unlocks(&self) -> bool {
        !self.scope.is_empty()
    }

    /// Its Chinese name in a sentence.
    pub fn word_zh(&self) -> &'static str {
        if self.word.0.is_empty() { self.zh } else { self.word.0 }
    }

    /// Its English name in a sentence.
    pub fn word_en(&self) -> &'static str {
        if self.word.1.is_empty() { self.en } else { self.word.1 }
    }
}

const fn unlock(scope: &'static str, zh: &'static str, en: &'static str) -> Event {
    Event {
        id: 0,
        zh,
        en,
        word: ("解锁申请", "application to unlock"),
        scope,
        without: Without::Refused(NO_UNLOCK_SETTING),
        facts: &["lockDays", "dept", "coopLevel"],
    }
}

const fn event(zh: &'static str, en: &'static str, without: Without, facts: &'static [&'static str]) -> Event {
    Event { id: 0, zh, en, word: ("", ""), scope: "", without, facts }
}

const COOP: &[&str] = &["coopLevel", "scope", "dept"];
const MONEY: &[&str] = &["amount", "dept", "scope", "coopLevel"];
const LOSS: &[&str] = &["amount", "profit", "profitRate", "dept", "scope", "coopLevel"];
const PASSES: Without = Without::Passes;
const CREDIT: Without = Without::Refused(NO_CREDIT_SETTING);
const BAD_DEBT: Without = Without::Refused(NO_BAD_DEBT_SETTING);

macro_rules! events {
    ($($id:literal: $made:expr;)*) => {
        /// All of them, by number.
        pub const EVENTS: &[Event] = &[$(Event { id: $id, ..$made }),*];
        /// The events as choices of a field.
        pub const CHOICES: &[Choice] = &[$(Choice::new(stringify!($id), $made.zh, $made.en)),*];
    };
}

events! {
    15: unlock("AE", "AE 解锁申请", "AE unlocking");
    25: unlock("AI", "AI 解锁申请", "AI unlocking");
    27: unlock("SE", "SE 解锁申请", "SE unlocking");
    29: unlock("SI", "SI 解锁申请", "SI unlocking");
    31: unlock("TE", "TE 解锁申请", "TE unlocking");
    33: unlock("TI", "TI 解锁申请", "TI unlocking");
    35: unlock("LC", "LC 解锁申请", "LC unlocking");
    37: unlock("IO", "IO 解锁申请", "IO unlocking");
    101: event("新增客商准入", "Admission of a partner", PASSES, COOP);
    102: event("客户信用额度/账期调整", "Credit limit or term", PASSES, &["limit", "increase", "termDays", "dept"]);
    103: event("合作协议、合同审批", "Agreement or contract", PASSES, &["limit", "termDays", "agreementType", "dept"]);
    104: event("黑名单恢复", "Off the blacklist", PASSES, &["blackDays", "dept"]);
    105: event("超信用放单放货", "Release beyond the credit", CREDIT, &["overAmount", "overdueDays", "amount", "dept"]);
    106: event("负毛利订单", "Order with a loss", PASSES, LOSS);
    107: event("报价低于底价", "Price below the floor", PASSES, &["amount", "profitRate", "dept", "coopLevel"]);
    108: event("付款申请", "Payment request", PASSES, MONEY);
    109: event("费用报销", "Expense report", Without::DeptHead, &["amount", "dept"]);
    110: event("成本确认差异", "Difference of a cost", PASSES, &["difference", "differenceRate", "dept", "scope"]);
    111: event("开票申请", "Invoice request", PASSES, MONEY);
    112: event("发票红冲", "Red invoice", PASSES, MONEY);
    113: event("核销撤销、坏账", "Write-off reversal or bad debt", BAD_DEBT, MONEY);
    114: event("账单作废", "Void of a bill", PASSES, MONEY);
    115: event("预算审批", "Budget", PASSES, &["amount", "dept"]);
    116: event("订单强制关闭", "Order closed for good", PASSES, &["dept", "scope", "coopLevel"]);
    120: event("权限申请", "Request of a permission", Without::Admin, &["dept"]);
    121: event("包舱协议", "Space agreement", PASSES, &["amount", "dept"]);
    122: event("仓储费减免", "Reduction of storage", PASSES, MONEY);
    123: event("舱位超售", "Oversold space", PASSES, &["dept"]);
    124: event("航线签单差额", "Routing signed below cost", PASSES, &["difference", "dept"]);
    125: event("保税账册调整", "Adjustment of the bonded book", PASSES, &["amount", "dept"]);
}

/// The event of a number.
pub fn event_of(id: i64) -> Option<&'static Event> {
    EVENTS.iter().find(|event| event.id == id)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_event_has_its_number_scope_and_facts() {
        assert_eq!(EVENTS.len(), 30);
        for (event, choice) in EVENTS.iter().zip(CHOICES) {
            assert_eq!(choice.value, event.id.to_string());
            assert!(event.facts.iter().all(|name| fact_field(name).is_some()), "{}", event.id);
        }
        for scope in kernel::Scope::all() {
            let event = event_of(scope.unlock_event().into()).expect("an event");
            assert_eq!(event.scope, scope.code());
            assert_eq!(event.without, Without::Refused(NO_UNLOCK_SETTING));
        }
        let not_passing: Vec<i64> =
            EVENTS.iter().filter(|event| event.without != Without::Passes).map(|event| event.id).collect();
        assert_eq!(not_passing, [15, 25, 27, 29, 31, 33, 35, 37, 105, 109, 113, 120]);
    }
}
