//! 应收应付对冲. What a partner owes is settled against what is owed to him (catalogue css.md /css_offset). What is written and
//! undone is [`settle::offset`].

mod form;
mod look;
mod print;

use charge::ledger::INCOME_VIEW;
use platform::access::Access;
use platform::call::Call;
use platform::log::Kept;
use platform::prelude::*;
use platform::registry::{Operation, Room};
use settle::field::{made, money, text};
use settle::offset::{OBJECT, REVERSED, STATES, VALID};
use settle::paper;

/// Its page.
const PATH: &str = "/css_offset";
const ADD: &str = "css-os-add";
const REVERSE: &str = "css-os-reverse";
const PRINT: &str = "css-os-print";
const EXPORT: &str = "css-os-export";
/// Each side tells the other: both are equal.
const BOTH_VIEWS: &str = "css-income-view css-cost-view";

const WRONG_STATE: Msg =
    Msg::new("offset.state", "对冲单{state}，不能执行此操作", "This can't be done: the offset is {state}.");

const IS_REVERSED: When = When::Is(&OffsetRow::STATE, REVERSED);

document! {
    /// One offset; its figures stand in the lines of its write-offs.
    pub struct OffsetRow in "offsetting" {
        /// Number.
        offset_num: String = Field::text("对冲单号", "Number").read_only().max(30),
        /// In force, or reversed.
        state: String = Field::state(STATES, "状态", "State"),
        /// Whose.
        coop_id: Option<Id> = Field::reference("coop", "往来单位", "Partner").read_only(),
        /// Its date.
        offset_date: String = Field::day("对冲日期", "Date").wire("date").read_only(),
        /// Remark.
        remark: String = Field::long("备注", "Remark").max(200).read_only(),
        /// Why it was undone.
        reverse_reason: String = Field::text("撤销原因", "Why reversed").required().max(200).read_only().shown_when(&IS_REVERSED),
    }
}

const HEAD: &[Field] = &[
    OffsetRow::OFFSET_NUM,
    OffsetRow::STATE,
    OffsetRow::COOP_ID,
    OffsetRow::OFFSET_DATE,
    OffsetRow::REMARK,
    OffsetRow::REVERSE_REASON,
];

const COOP_NAME: Field = text("coopName", "coop_name", "往来单位", "Partner");
const INCOME: Field = text("incomeAmount", "income_text", "冲应收", "Receivable netted");
const COST: Field = text("costAmount", "cost_text", "冲应付", "Payable netted");
const FUNCTIONAL: Field = money("本币金额", "Functional", "functional", "functional");
const DIFF: Field = money("汇兑损益", "Gain or loss", "exchange_diff", "exchangeDiff");
pub(crate) const INCOME_NUM: Field = made("incomeWriteoffNum", "收款核销单", "Write-off of income");
pub(crate) const COST_NUM: Field = made("costWriteoffNum", "付款核销单", "Write-off of cost");
pub(crate) const VOUCHER_NUM: Field = made("voucherNumber", "凭证号", "Voucher");
const CURRENCY: Field = Field::code("currency", "币种", "Currency").column("currency").wire("currency");
const CREATOR: Field = text("creatorName", "name_cn", "制单人", "Made by");
const CREATED: Field = Field::instant("制单时间", "Made").column("created_at").wire("createTime");

const JOINS: &[Join] = &[
    Join { table: "coop", alias: "coop", on: &[("coop_id", "id")], by_org: true },
    Join { table: "app_user", alias: "creator", on: &[("created_by", "id")], by_org: true },
];

const COLUMNS: &[Column] = &[
    Column::own(OffsetRow::OFFSET_NUM).width(160).copy(),
    Column::own(OffsetRow::OFFSET_DATE).width(100),
    Column::of("coop", COOP_NAME).unsorted().width(150),
    Column::own(INCOME).unsorted().width(180).needs(BOTH_VIEWS),
    Column::own(COST).unsorted().width(180).needs(BOTH_VIEWS),
    Column::own(FUNCTIONAL).unsorted().width(130).needs(BOTH_VIEWS).sum(),
    Column::own(DIFF).unsorted().width(110).needs(BOTH_VIEWS).sum(),
    Column::made(INCOME_NUM).unsorted().width(160),
    Column::made(COST_NUM).unsorted().width(160),
    Column::made(VOUCHER_NUM).unsorted().width(100),
    Column::own(OffsetRow::STATE).unsorted().width(80),
    Column::own(OffsetRow::REMARK).unsorted().width(160),
    Column::own(OffsetRow::REVERSE_REASON).unsorted().width(140).behind(),
    Column::of("creator", CREATOR).unsorted().width(90),
    Column::own(CREATED).unsorted().width(150).behind(),
];

const FILTERS: &[Filter] = &[
    Filter::new("offsetNum", Match::Contains, OffsetRow::OFFSET_NUM),
    Filter::new("coopName", Match::Contains, COOP_NAME).columns(&[("coop", "coop_name"), ("coop", "coop_code")]),
    Filter::new("date", Match::Range, OffsetRow::OFFSET_DATE),
    Filter::new("currency", Match::Own(look::of_currency), CURRENCY),
    Filter::new("state", Match::OneOf, OffsetRow::STATE),
    Filter::new("creatorName", Match::Contains, CREATOR).columns(&[("creator", "name_cn")]).more(),
];

/// The page.
pub static PAGE: LazyLock<Page<OffsetRow>> = LazyLock::new(|| {
    Page::of("css.offset", ("应收应付对冲", "Netting"), (PATH, "/cssManager/income", 60), OffsetRow::OFFSET_NUM)
        .one("对冲单", "Offset")
        .calls("/css/offset", "offset")
        .states(OffsetRow::STATE, WRONG_STATE)
        .section("main", ("对冲单", "Offset"), HEAD)
        .visible(look::visible)
        .joins(JOINS)
        .follows(&["write_off_line", book::SOURCE])
        .columns(COLUMNS)
        .filters(FILTERS)
        .sort("date,desc")
        .fills(look::fill)
        .tells(look::told)
        .action(
            Action::tool(ADD, ("新增", "Net"), form::save)
                .verb("save")
                .asks(form::FIELDS)
                .lines(form::RECEIVABLE)
                .lines(form::PAYABLE)
                .note(
                    "本次对冲留空的行不对冲；两边本币金额须相等，或同一币种金额相等",
                    "Rows left empty are left alone. Both sides are equal in the functional currency, or in their one currency.",
                )
                .first_by(form::FOLLOWED, |conn, actor, _, chosen| form::first(conn, actor, chosen)),
        )
        .action(
            Action::moves(REVERSE, ("撤销", "Reverse"), &[VALID], REVERSED)
                .asks(&[form::REASON])
                .note("撤销后两边未核销金额恢复", "What it settled of both sides is open again.")
                .danger()
                .level(Level::High)
                .does(form::reverse)
                .rewrites(),
        )
        .action(Action::own(PRINT, ("打印", "Print")).for_many())
        .action(Action::export(EXPORT))
});

/// Adds the page to the room.
pub(crate) fn add(room: &mut Room) {
    room.page(&PAGE);
    room.orders_of.push(Kept::asked(OBJECT, look::about));
    room.operations.push(
        Operation::post("print_offsets", "/css/offset/paper", Access::Code(PRINT), |call: &mut Call| {
            call.actor()?.need(INCOME_VIEW)?;
            paper::print(call, &print::PAPER, print::papers)
        })
        .summary("Up to 200 offsets as one PDF"),
    );
    room.select_uses.push(("coop", Access::Code(ADD)));
}
