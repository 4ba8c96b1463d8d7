//! Fields and columns that the lists of settlement share.

use platform::access::Actor;
use platform::document::Document;
use platform::field::{Choice, Field};
use platform::list::{Column, Join};
use platform::refusal::Refusal;
use platform::sea_query::{Condition, Expr, ExprTrait};
use platform::store::sql;

/// A text of a table that is joined.
pub const fn text(wire: &'static str, column: &'static str, zh: &'static str, en: &'static str) -> Field {
    Field::text(zh, en).column(column).wire(wire)
}

/// A text that a list makes of other tables.
pub const fn made(wire: &'static str, zh: &'static str, en: &'static str) -> Field {
    text(wire, wire, zh, en)
}

/// Money in thousandths, of a document's own currency or of the functional one.
pub const fn money(zh: &'static str, en: &'static str, column: &'static str, wire: &'static str) -> Field {
    Field::decimal(3, zh, en).digits(2).column(column).wire(wire)
}

/// Money in thousandths, of the currency its row names.
pub const fn own_money(zh: &'static str, en: &'static str, column: &'static str, wire: &'static str) -> Field {
    money(zh, en, column, wire).in_currency("currency")
}

/// How far an invoice of either side is settled.
pub const INVOICE_SETTLED: Field = Field::state(
    &[
        Choice::new("OPEN", "未核销", "Open").tone("warning"),
        Choice::new("PART", "部分核销", "Partly settled").tone("info"),
        Choice::new("DONE", "核销完毕", "Settled").tone("done"),
    ],
    "核销状态",
    "Settled",
)
.column("settled_state")
.wire("writeoff");

/// What [`INVOICE_SETTLED`] is of an invoice; nothing of one that is not in force, or not any more.
pub fn invoice_settled() -> Expr {
    Expr::cust(
        "CASE WHEN invoice.state IN ('REMOVED', 'PENDING') THEN NULL WHEN invoice.settled = invoice.amount THEN 'DONE' \
         WHEN invoice.settled <> 0 THEN 'PART' ELSE 'OPEN' END",
    )
}

/// Invoices that are settled so far: codes with commas between.
pub fn invoices_settled(_: &Actor, codes: &str) -> Result<Condition, Refusal> {
    let one = |code: &str| invoice_settled().eq(sql::value(code.to_owned()));
    Ok(sql::any_of(codes.split(',').map(|code| one(code.trim()))))
}

/// The voucher of a document that has one, and who made it.
pub const VOUCHER_JOINS: &[Join] = &[
    Join { table: book::TABLE, alias: "voucher", on: &[("voucher_id", "id")], by_org: true },
    Join { table: "app_user", alias: "voucher_maker", on: &[("voucher.created_by", "id")], by_org: true },
];
/// 凭证日期.
pub const VOUCHER_DATE: Field = Field::day("凭证日期", "Voucher date").column("voucher_date").wire("voucherDate");
/// 凭证号, as 记-1.
pub const VOUCHER_NUMBER: Field = text("voucherNumber", "number", "凭证号", "Voucher number");
/// Who made the voucher.
pub const VOUCHER_CREATOR: Field = text("voucherCreatorName", "name_cn", "凭证制单人", "Voucher made by");
/// The three of a list of documents.
pub const VOUCHER_COLUMNS: &[Column] = &[
    Column::expr(voucher_number, VOUCHER_NUMBER).unsorted().width(90),
    Column::of("voucher", VOUCHER_DATE).unsorted().width(100),
    Column::of("voucher_maker", VOUCHER_CREATOR).unsorted().width(90),
];
/// 凭证: 有 or 无.
pub const HAS_VOUCHER: Field = Field::flag("有凭证", "Has a voucher").column("has_voucher").wire("voucher");

fn voucher_number() -> Expr {
    Expr::cust("voucher.word || '-' || CAST(voucher.number AS text)")
}

/// Documents that have a voucher, or have none.
pub fn has_voucher<D: Document>(_: &Actor, yes: bool) -> Condition {
    let voucher = sql::of(D::TABLE, "voucher_id");
    Condition::all().add(if yes { voucher.is_not_null() } else { voucher.is_null() })
}
