//! 财务设置 of a company: its own currency, the tax rate of invoices, the age groups of reports, and in which
//! currencies vouchers are kept.

use domain::switch;
use kernel::{Findings, Msg, Scope};
use platform::call::Tx;
use platform::field::Field;
use platform::log::Level;
use platform::refusal::Refusal;
use platform::registry::{Node, Room};
use platform::setting::page::SettingPage;
use platform::setting::{self, Module, Setting};
use platform::store::{Conn, Value, sql};

use crate::configure::PAGE;

const NOUN: &str = switch::FINANCE;
/// More groups than this fit on no report.
const GROUPS_MAX: usize = 12;

const NO_CURRENCY: Msg = Msg::new("finance.currency", "币种不存在：{code}", "There is no such currency: {code}");
const NOT_ASCENDING: Msg = Msg::new("finance.ages", "账龄分段须从小到大", "The age groups have to ascend.");
const NO_GROUP: Msg = Msg::new("finance.no_ages", "账龄分段须有1至{n}段", "There have to be 1 to {n} age groups.");

const MONEY: Module = Module::new("financeMoney", "币种与税率", "Currencies and tax").on(NOUN);
const REPORTS: Module = Module::new("financeReports", "报表", "Reports").on(NOUN);

/// Currency the books are kept in.
pub const CURRENCY: Setting = Setting::new(
    "baseCurrency",
    MONEY,
    Field::code("currency", "本位币", "Own currency").required().max(3).initially("\"CNY\""),
);
/// Tax rate of a new invoice, in hundredths of a percent.
pub const TAX_RATE: Setting = Setting::new(
    "invoiceTaxRate",
    MONEY,
    Field::decimal(2, "默认开票税率", "Tax rate of invoices").required().range(0, 10_000).unit("%").initially("6"),
);
/// Upper ends of the age groups, in days.
pub const AGES: Setting = Setting::new(
    "ageGroups",
    REPORTS,
    Field::int("账龄默认分段", "Age groups").range(1, 3_650).unit("天").initially("[30,60,90,180,365]"),
)
.many()
.help("账龄报表的初始分段，从小到大填写天数", "Days at which the groups of the age reports end, ascending");

const FINANCE: SettingPage = SettingPage {
    noun: NOUN,
    base: "/hrs/org/finance",
    access: "hrs_org_configure",
    edit: "sys_orgconf_finance",
    page: PAGE,
    title: ("财务设置", "Finance settings"),
    level: Level::High,
    check: Some(check),
};

/// Adds the tab to the room.
pub fn add(room: &mut Room) {
    room.nodes.push(Node::button("sys_orgconf_finance", "hrs_org_configure", "财务设置", "Finance settings", 50));
    room.settings.extend([&CURRENCY, &TAX_RATE, &switch::VOUCHER_CURRENCY, &AGES]);
    room.operations.extend(FINANCE.operations());
}

/// The currency is one there is; the age groups ascend.
fn check(tx: &mut Tx<'_>, _: Option<Scope>, findings: &mut Findings) -> Result<(), Refusal> {
    let org = tx.org();
    let code: String = setting::value(tx, org, &CURRENCY, None)?;
    if facts::is_currency(tx, org, &code)? {
        keep_on_org(tx, code)?;
    } else {
        findings.error(CURRENCY.key, NO_CURRENCY.with(&[("code", &code)]));
    }
    let ages: Vec<i64> = setting::values(tx, org, &AGES, None)?;
    if ages.is_empty() || ages.len() > GROUPS_MAX {
        findings.error(AGES.key, NO_GROUP.with(&[("n", &GROUPS_MAX.to_string())]));
    }
    let ascends = ages.iter().zip(ages.iter().skip(1)).all(|(one, next)| one < next);
    findings.error_if(!ascends, AGES.key, NOT_ASCENDING);
    Ok(())
}

/// Papers read the currency off the company.
fn keep_on_org(tx: &mut Tx<'_>, code: String) -> Result<(), Refusal> {
    let mut update = sql::update_global("org", &[("currency", Value::Text(code))]);
    update.and_where(sql::eq("id", tx.org()));
    tx.exec(&update.into())?;
    Ok(())
}
