//! 资金日记账 (css.md /css_bank_journal). What came and went on a money account, and its balance after each.

mod opening;
mod rows;
mod write;

use std::sync::LazyLock;

use charge::ledger::COST_VIEW;
use kernel::Msg;
use platform::access::Access;
use platform::field::Field;
use platform::list::{Asks, Button, Column, Filter, ListPage, Match, Report};
use platform::registry::{Node, Operation, Room};
use settle::fund;

/// Its page.
const PATH: &str = "/css_bank_journal";
const CODE: &str = "css_bank_journal";
const BASE: &str = "/css/bankJournal";
const OPENING: &str = "css-bank-journal";
const TRANSFER: &str = "css-bank-transfer";
const EXPORT: &str = "css-bank-journal-export";

const NO_ACCOUNT: Msg = Msg::new("bank_journal.account", "请选择账户", "Choose an account.");

/// An amount in the account's currency, in thousandths.
const fn money(zh: &'static str, en: &'static str, name: &'static str) -> Field {
    Field::decimal(3, zh, en).digits(2).column(name)
}

const fn text(zh: &'static str, en: &'static str, name: &'static str) -> Field {
    Field::text(zh, en).column(name)
}

const ACCOUNT: Field = Field::reference("moneyAccount", "账户", "Account").column("account_id");
const DATE: Field = Field::day("日期", "Date").column("movement_date").wire("date");
const NUMBER: Field = text("单号", "Number", "number");
const KIND: Field = Field::state(fund::KINDS, "类型", "Kind").column("kind");
const COUNTERPARTY: Field = text("对方单位", "Counterparty", "coop_name").wire("counterparty");
const SUMMARY: Field = text("摘要", "Summary", "summary");
const IN: Field = money("收入", "In", "amount_in").wire("in");
const OUT: Field = money("支出", "Out", "amount_out").wire("out");
const BALANCE: Field = money("余额", "Balance", "balance");

/// Their values are made in this order ([`rows`]).
const COLUMNS: &[Column] = &[
    Column::made(DATE).unsorted().width(110),
    Column::made(NUMBER).unsorted().width(160).copy(),
    Column::made(KIND).unsorted().width(80),
    Column::made(COUNTERPARTY).unsorted().width(160),
    Column::made(SUMMARY).unsorted().width(220),
    Column::made(IN).unsorted().width(130).needs(COST_VIEW).sum(),
    Column::made(OUT).unsorted().width(130).needs(COST_VIEW).sum(),
    Column::made(BALANCE).unsorted().width(140).needs(COST_VIEW),
];

const FILTERS: &[Filter] = &[
    Filter::new("accountId", Match::Equals, ACCOUNT).asks(NO_ACCOUNT),
    Filter::new("date", Match::Range, DATE).initially("thisMonth"),
    Filter::new("kind", Match::Parameters, KIND),
    Filter::new("coopName", Match::Parameter, COUNTERPARTY),
];

static OPENING_ASKS: LazyLock<Asks> = LazyLock::new(|| Asks {
    fields: write::OPENING.to_vec(),
    note: (
        "期初日之后的收支计入余额；之后的期间已结账时不能修改",
        "What moves after that day counts; it stays as it is once a later month is closed.",
    ),
    ..Asks::default()
});
static TRANSFER_ASKS: LazyLock<Asks> = LazyLock::new(|| Asks { fields: write::TRANSFER.to_vec(), ..Asks::default() });
static BUTTONS: LazyLock<[Button; 6]> = LazyLock::new(|| {
    let asks =
        |code, label, call, asks| Button { asks: Some(asks), ..Button::new(code, label, "toolbar", "ask").calls(call) };
    let [template, import, take_back] = opening::buttons();
    [
        asks(TRANSFER, ("账户互转", "Transfer"), "POST /css/bankJournal/transfer", &TRANSFER_ASKS),
        asks(OPENING, ("设置期初", "Set opening"), "POST /css/bankJournal/opening", &OPENING_ASKS),
        template,
        import,
        take_back,
        Button::new(EXPORT, ("导出", "Export"), "toolbar", "export"),
    ]
});

fn list() -> ListPage {
    ListPage {
        columns: COLUMNS,
        filters: FILTERS,
        buttons: &*BUTTONS,
        export: EXPORT,
        follows: &[fund::OPENING],
        report: Some(Report { chart: None }),
        behind: Some(&rows::JOURNAL),
        ..ListPage::new(
            "payable.bank-journal.list",
            PATH,
            ("资金日记账", "Bank and cash journal"),
            CODE,
            BASE,
            fund::TABLE,
        )
    }
}

/// Adds the page to the room.
pub(crate) fn add(room: &mut Room) {
    room.nodes.push(Node::page(PATH, "/cssManager/cost", "资金日记账", "Bank and cash journal", 50));
    let buttons =
        [(OPENING, "设置期初", "Set opening"), (EXPORT, "导出", "Export"), (TRANSFER, "账户互转", "Transfer")];
    for (place, (code, zh, en)) in (1i64..).zip(buttons) {
        room.nodes.push(Node::button(code, CODE, zh, en, place * 10));
    }
    room.lists.push(list());
    opening::add(room);
    room.operations.extend([
        Operation::post("set_fund_opening", &format!("{BASE}/opening"), Access::Code(OPENING), write::open)
            .summary("What a money account held at the end of a day"),
        Operation::post("transfer_funds", &format!("{BASE}/transfer"), Access::Code(TRANSFER), write::transfer)
            .summary("Moves money from one account to another, with its fee"),
    ]);
}
