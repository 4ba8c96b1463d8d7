//! 客商对账 (prm.md 4). Our bill beside the partner's list, line by line, until both agree on one figure. What was agreed on
//! otherwise becomes adjustments of the bill.

mod confirm;
mod dispute;
mod file;
mod look;
mod matching;
mod outside;
mod treat;

use domain::coop::visible_coop;
use platform::dictionary::Use;
use platform::prelude::*;
use platform::registry::Room;
use settle::field::{own_money, text};
use settle::periodic::bill::CHECK_STATES;
use settle::periodic::check::{APPROVING, CHECKING, CONFIRMED, DISPUTED, IS_OPEN, LINE, STATES, WAITING};

const PATH: &str = "/prm_coop_check";
const CONFIRM: &str = "prm-check-confirm";
const FILE_BYTES_MAX: i64 = 20 * 1024 * 1024;

const WRONG_STATE: Msg =
    Msg::new("bill_check.state", "对账{state}，不能执行此操作", "A check that is {state} can't be treated like this.");
const IS_DISPUTED: When = When::Is(&BillCheck::STATE, DISPUTED);
const SIDES: &[Choice] = agreement::SIDES.split_at(2).0;

document! {
    /// The check of a bill with its partner; its amounts are those of its lines.
    pub struct BillCheck in "bill_check" {
        --- "main" ("客商对账", "Bill check");
        /// Number of the bill.
        bill_code: String = Field::text("账单号", "Bill").read_only(),
        /// State.
        state: String = Field::state(STATES, "状态", "State").read_only(),
        /// The partner.
        coop_id: Id = Field::reference("coop", "客商", "Partner").read_only(),
        /// Income or cost.
        side: String = Field::select(SIDES, "收付方向", "Side").read_only(),
        /// The month of the bill.
        period: String = Field::text("期间", "Period").read_only(),
        /// Its currency.
        currency_code: String = Field::code("currency", "币种", "Currency").wire("currency").read_only(),
        /// What the comparison came to.
        result: String = Field::state(CHECK_STATES, "核对", "Result").read_only(),
        /// What a difference may come to.
        tolerance_amount: i64 = Field::decimal(3, "容差金额", "Tolerance").digits(2).required().range(0, 1_000_000_000),
        /// The same in percent of ours; both hold.
        tolerance_percent: i64 = Field::decimal(2, "容差%", "Tolerance %").required().range(0, 10_000).unit("%"),
        /// Who looks after it.
        handler_id: Id = Field::reference("user", "处理人", "Handled by").read_only(),
        /// When the bill was mailed last.
        sent_at: Option<i64> = Field::instant("发送时间", "Sent").wire("sentTime").read_only(),
        /// When the partner answered.
        answered_at: Option<i64> = Field::instant("回复时间", "Answered").wire("answerTime").read_only(),
        /// Who answered.
        answered_by: String = Field::text("回复人", "Answered by").read_only(),
        /// What the partner said beside its amounts.
        answer_remark: String = Field::long("回复说明", "What was said").read_only(),
        /// What is wrong.
        dispute: String =
            Field::long("异议说明", "What is wrong").required().max(500).read_only().shown_when(&IS_DISPUTED),
    }
}

const COOP_CODE: Field = Field::text("代码", "Code").column("coop_code");
const COOP_NAME: Field = Field::text("客商", "Partner").column("coop_name");
const HANDLER: Field = text("handlerName", "name_cn", "处理人", "Handled by");
const OURS: Field = own_money("我方金额", "Our amount", "our_amount", "ourAmount");
const THEIRS: Field = own_money("对方金额", "Their amount", "their_amount", "theirAmount");
const DIFF: Field = own_money("差异", "Difference", "diff", "diff");
const DIFF_RATE: Field = Field::decimal(2, "差异率%", "Difference %").column("diff_rate");
const OVERDUE: Field = Field::int("超时未回(天)", "Days without an answer").column("overdue_check");

const fn counted(column: &'static str, wire: &'static str, zh: &'static str, en: &'static str) -> Field {
    Field::int(zh, en).column(column).wire(wire)
}

/// The page.
pub static PAGE: LazyLock<Page<BillCheck>> = LazyLock::new(|| agreed(compared(listed())));

fn listed() -> Page<BillCheck> {
    let door = (PATH, "/prmManager/bill", 20);
    Page::of("prm.coop-check", ("客商对账", "Bill checking"), door, BillCheck::BILL_CODE)
        .one("对账", "Check")
        .calls("/prm/coopCheck", "coop_check")
        .states(BillCheck::STATE, WRONG_STATE)
        .elsewhere(&[WAITING])
        .visible(visible_coop)
        .joins(&[
            Join { table: "coop", alias: "coop", on: &[("coop_id", "id")], by_org: true },
            Join { table: "app_user", alias: "handler", on: &[("handler_id", "id")], by_org: true },
        ])
        .follows(&["bill_check_line"])
        .columns(&[
            Column::own(BillCheck::BILL_CODE).width(130).link("/prm_coop_bill?billCode={billCode}").unsorted(),
            Column::own(BillCheck::STATE).width(90).unsorted(),
            Column::of("coop", COOP_CODE).width(90).unsorted(),
            Column::of("coop", COOP_NAME).width(150).unsorted(),
            Column::own(BillCheck::SIDE).width(80).unsorted(),
            Column::own(BillCheck::PERIOD).width(90).unsorted(),
            Column::own(BillCheck::CURRENCY_CODE).width(70).unsorted(),
            Column::own(OURS).width(120).unsorted(),
            Column::own(THEIRS).width(120).unsorted(),
            Column::expr(look::difference, DIFF).width(110).unsorted(),
            Column::made(DIFF_RATE).width(80).unsorted(),
            Column::own(BillCheck::RESULT).width(90).unsorted(),
            Column::own(counted("line_count", "lines", "行数", "Lines")).width(70).unsorted(),
            Column::own(counted("equal_lines", "equal", "一致", "Equal")).width(70).unsorted(),
            Column::own(counted("within_lines", "within", "容差内", "Within")).width(70).unsorted(),
            Column::own(counted("different_lines", "different", "不符", "Different")).width(70).unsorted(),
            Column::own(counted("only_ours", "onlyOurs", "仅我方", "Only ours")).width(80).unsorted(),
            Column::own(counted("only_theirs", "onlyTheirs", "仅对方", "Only theirs")).width(80).unsorted(),
            Column::own(BillCheck::SENT_AT).width(150).unsorted(),
            Column::own(BillCheck::ANSWERED_AT).width(150).unsorted(),
            Column::of("handler", HANDLER).width(90).unsorted(),
        ])
        .edited_by()
        .filters(&[
            Filter::new("billCode", Match::Contains, BillCheck::BILL_CODE),
            Filter::new("coopName", Match::Contains, COOP_NAME)
                .columns(&[("coop", "coop_name"), ("coop", "coop_code")]),
            Filter::new("side", Match::OneOf, BillCheck::SIDE),
            Filter::new("period", Match::Equals, BillCheck::PERIOD),
            Filter::new("result", Match::OneOf, BillCheck::RESULT),
            Filter::new("state", Match::OneOf, BillCheck::STATE),
            Filter::new("handlerId", Match::Equals, BillCheck::HANDLER_ID).more(),
            Filter::new("overdueCheck", Match::Own(look::unanswered), OVERDUE).more(),
        ])
        .tabs("state")
        .fills(look::rates)
        .tells(look::told)
}

/// How both lists come beside each other.
fn compared(page: Page<BillCheck>) -> Page<BillCheck> {
    page.action(
        Action::moves("prm-check-import", ("导入对方账单", "Take the partner's list"), &IS_OPEN, CHECKING)
            .verb("import")
            .asks(&file::FIELDS)
            .files(file::MEMBER, ("对方账单", "Partner's list"), FILE_BYTES_MAX, true)
            .tables()
            .note(
                "列名按客商记住，留空时按常用列名识别；核对键依次为订单号、客户单号、主单/分单号、自定义核对键",
                "The headings are remembered for each partner; left empty, usual ones are looked for. Rows are found by the \
                 order, the customer's number, the master or house number, and the other key, in this order.",
            )
            .first(file::first)
            .does(file::take)
            .rewrites(),
    )
    .action(
        Action::moves("prm-check-match", ("自动核对", "Match"), &[CHECKING, DISPUTED], CHECKING)
            .verb("match")
            .does(matching::again)
            .rewrites(),
    )
    .action(
        Action::moves("prm-check-adjust", ("调整", "Treat differences"), &IS_OPEN, CHECKING)
            .verb("saveLines")
            .asks(&treat::FIELDS)
            .lines(treat::ROWS)
            .first(treat::first)
            .does(treat::save)
            .rewrites(),
    )
}

/// How a check ends.
fn agreed(page: Page<BillCheck>) -> Page<BillCheck> {
    page.action(
        Action::moves(CONFIRM, ("确认一致", "Agree"), &[CHECKING], CONFIRMED)
            .verb("confirm")
            .or(&[APPROVING])
            .confirms("确认一致？差异将以调整行计入账单", "Agree? Differences become adjustments of the bill.")
            .level(Level::High)
            .does(confirm::confirm),
    )
    .action(
        Action::moves("prm-check-dispute", ("登记异议", "Record a dispute"), &[WAITING, CHECKING], DISPUTED)
            .verb("dispute")
            .asks(&[BillCheck::DISPUTE.typed()])
            .files("disputeFiles", ("附件", "Files"), FILE_BYTES_MAX, false)
            .level(Level::High)
            .does(dispute::record),
    )
    .action(Action::export("prm-check-export"))
}

/// Adds the page, what the partner sees of it, and what follows from decisions.
pub(crate) fn add(room: &mut Room) {
    room.page(&PAGE);
    room.uses.extend(Use::of(LINE, [&treat::REASON]));
    room.selects.push(("checkLine", treat::offers));
    room.operations.extend(outside::operations());
    room.effects.push(confirm::EFFECT);
    room.setbacks.push(confirm::SETBACK);
    room.messages.push(&dispute::TOLD);
    room.messages.push(&outside::TOLD);
}
