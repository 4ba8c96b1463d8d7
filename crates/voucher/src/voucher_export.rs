//! 凭证导出. Documents become vouchers, vouchers files, and are given back (catalogue css.md /css_voucher_export): a tab for each
//! type 0 to 10, where several tables post as one type a tab for each of them.

mod act;
pub(crate) mod seen;
mod tabs;

use book::origin::Origin;
use book::rule::MODES;
use platform::access::Access;
use platform::document::Document;
use platform::prelude::*;
use platform::registry::{Operation, Room};
use platform::sea_query::{Condition, Expr, ExprTrait};
use settle::field::{VOUCHER_COLUMNS, VOUCHER_DATE, VOUCHER_JOINS, VOUCHER_NUMBER, text};

pub(crate) const PATH: &str = "/css_voucher_export";
const CODE: &str = "css_voucher_export";
const GENERATE: &str = "css-vc-generate";
const EXPORT: &str = "css-vc-export";
const RETURN: &str = "css-vc-return";
const LIST: &str = "css-vc-list-export";

/// The lists, in the order of their tabs.
const TABS: &[&str] = &[
    "voucher.export.list",
    "voucher.export-income-lock.list",
    "voucher.export-cost.list",
    "voucher.export-cost-lock.list",
    "voucher.export-income-writeoff.list",
    "voucher.export-cost-writeoff.list",
    "voucher.export-expense.list",
    "voucher.export-expense-paid.list",
    "voucher.export-request.list",
    "voucher.export-advance-in.list",
    "voucher.export-refund-out.list",
    "voucher.export-advance-out.list",
    "voucher.export-refund-in.list",
    "voucher.export-offset.list",
    "voucher.export-revaluation.list",
    "voucher.export-transfer.list",
    "voucher.export-accrual.list",
];

const WAITING: &str = "WAITING";
const MADE: &str = "MADE";
const STATUSES: &[Choice] =
    &[Choice::new(WAITING, "未生成", "To be made").tone("warning"), Choice::new(MADE, "已生成", "Made").tone("done")];
const STATUS: Field = Field::select(STATUSES, "凭证", "Voucher").column("voucher_status").wire("voucherStatus");
const CUSTOMER: Field = text("customerName", "coop_name", "往来单位", "Partner");

const COOP_JOIN: Join = Join { table: "coop", alias: "coop", on: &[("coop_id", "id")], by_org: true };

/// Of 凭证: what waits for one, what has one.
fn of_status<D: Document>(_: &Actor, codes: &str) -> Result<Condition, Refusal> {
    let has = || sql::of(D::TABLE, "voucher_id");
    Ok(sql::any_of(codes.split(',').filter_map(|code| match code.trim() {
        WAITING => Some(has().is_null()),
        MADE => Some(has().is_not_null()),
        _ => None,
    })))
}

/// Of a 凭证号, with its word or without.
fn of_number(_: &Actor, text: &str) -> Result<Condition, Refusal> {
    let (word, number) =
        text.trim().rsplit_once('-').map_or((None, text.trim()), |(word, number)| (Some(word), number));
    let Ok(number) = number.parse::<i64>() else { return Ok(Condition::all().add(Expr::cust("1 = 0"))) };
    let of_word = word.map(|word| sql::of_eq("voucher", "word", word.to_owned()));
    Ok(Condition::all().add(sql::of_eq("voucher", "number", number)).add_option(of_word))
}

fn voucher_filters<D: Document>() -> Vec<Filter> {
    vec![
        Filter::new("voucherStatus", Match::Own(of_status::<D>), STATUS).initially(WAITING),
        Filter::new("voucherDate", Match::Range, VOUCHER_DATE).columns(&[("voucher", "voucher_date")]).more(),
        Filter::new("voucherNumber", Match::Own(of_number), VOUCHER_NUMBER).more(),
        settle::ways::voucher_maker::<D>(),
    ]
}

const DATE: Field = Field::day("凭证日期", "Voucher date").column("voucher_date").wire("voucherDate");
const WORD: Field = Field::text("凭证字", "Word").column("word").wire("voucherWord").max(4);
const NUMBER: Field = Field::int("凭证号", "Voucher number").column("number").wire("voucherNumber").range(1, 999_999);
const MODE: Field = Field::select(MODES, "方式", "Made").column("mode").required();
const ATTACHMENTS: Field = Field::int("附件数", "Attachments").column("attachments").range(0, 999);

/// A tab: what its list is called and calls.
struct Tab {
    key: &'static str,
    title: (&'static str, &'static str),
    base: &'static str,
    noun: &'static str,
    number: Field,
    origin: &'static Origin,
}

/// What the tabs have in common.
fn tab<D: Document>(tab: &Tab) -> Page<D> {
    let origin = tab.origin;
    let leads = tab.key == "voucher.export";
    // The page is called by what all tabs are for.
    let title = if leads { ("凭证导出", "Voucher export") } else { tab.title };
    let page = Page::of(tab.key, title, (PATH, "/cssManager/finance", 20), tab.number)
        .calls(tab.base, tab.noun)
        .beside(TABS)
        .visible(move |actor| seen::visible(actor, origin))
        .joins(VOUCHER_JOINS)
        .follows(&["voucher"])
        .filters(&voucher_filters::<D>());
    if leads { page.tab_called(tab.title) } else { page.tab() }
}

/// The buttons of a tab; `made` where its documents wait to be posted.
fn acted<D: Document>(page: Page<D>, origin: &'static Origin, made: bool) -> Page<D> {
    let page = page.columns(VOUCHER_COLUMNS);
    let page = if made {
        page.action(
            Action::tool(GENERATE, ("生成凭证", "Make vouchers"), move |tx, filled| act::generate(tx, filled, origin))
                .asks(&[DATE, WORD, NUMBER, MODE, ATTACHMENTS])
                .first_by(&[DATE, WORD], act::first)
                .note(
                    "凭证日期为空取单据月份的最后一天（未过则为今天），凭证号为空取下一号；已有凭证的单据重新导出或换号",
                    "Without a date it is the last day of the documents' month, or today; without a number the next one. What has a voucher is exported again, or gets another number.",
                )
                .for_many(),
        )
    } else {
        page
    };
    page.action(
        Action::tool(EXPORT, ("导出凭证", "Export vouchers"), move |tx, filled| act::export(tx, filled, origin))
            .for_many(),
    )
    .action(
        Action::tool(RETURN, ("退回凭证", "Return vouchers"), move |tx, filled| act::give_back(tx, filled, origin))
            .confirms(
                "确认退回凭证？凭证包含的全部单据恢复为未生成",
                "Return the vouchers? All their documents wait for one again.",
            )
            .danger()
            .for_many(),
    )
    .action(Action::export(LIST))
}

/// Adds the tabs to the room.
pub(crate) fn add(room: &mut Room) {
    tabs::add(room);
    room.operations.push(
        Operation::get("get_next_voucher_number", "/css/voucherExport/maxVoucherNumber", Access::Code(CODE), act::next)
            .param("voucherDate")
            .param("word")
            .summary("The voucher number proposed for a date and a word"),
    );
}
