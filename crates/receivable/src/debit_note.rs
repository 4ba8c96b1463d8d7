//! 应收账单. Bills of one order and one partner of every scope: found, changed, printed, sent, made void (catalogue css.md
//! /af_css_debit_note). Statements, invoices and write-offs of them are pages of their own.

mod act;
mod charges;
mod edit;
mod look;
mod paper;

use charge::chain::{IN_FORCE, NOTE, VOID};
use charge::ledger::INCOME_VIEW;
use order::listed;
use order::store::TABLE as ORDER;
use order::visible_order;
use platform::access::Access;
use platform::log::Kept;
use platform::prelude::*;
use platform::registry::{Operation, Room};
use settle::field::{money, text};
use settle::note::OBJECT;
use settle::status::NOTE_STATES;
use settle::ways;

use crate::answer::CONFIRM_STATES;
use crate::bill;
use crate::bill::look::{INVOICE_DAY, INVOICE_TITLES, INVOICES, OVERDUE, SETTLED_AMOUNTS, WRITE_OFFS};
use crate::income_invoice;
use crate::income_writeoff::form::About;
use crate::{income_writeoff, statement};

pub(crate) use act::{EVENT as VOID_EVENT, KIND};
pub(crate) use look::{invoiced_on, seen, with_invoice, with_title};
pub(crate) use paper::NOTES;

/// Its page.
pub(crate) const PATH: &str = "/af_css_debit_note";
/// Beginning of its calls.
pub(crate) const BASE: &str = "/css/debitNote";
/// Making notes.
pub(crate) const ADD: &str = "css-dn-add";
const EDIT: &str = "css-dn-edit";
const VOIDS: &str = "css-dn-void";
const PRINT: &str = "css-dn-print";
const MAIL: &str = "css-dn-mail";
const EXPORT: &str = "css-dn-export";
const FILE_BYTES_MAX: i64 = 20 * 1024 * 1024;

const WRONG_STATE: Msg =
    Msg::new("debit_note.state", "账单{state}，不能执行此操作", "This can't be done: the note is {state}.");

const STATES: &[Choice] =
    &[Choice::new(IN_FORCE, "有效", "In force").tone("ready"), Choice::new(VOID, "已作废", "Void").tone("neutral")];
const SENT_TIME: Field = Field::instant("发送时间", "Sent").column("sent_at").wire("sendTime").read_only();
const ANSWER_TIME: Field =
    Field::instant("确认时间", "Answered").column("confirmed_at").wire("confirmTime").read_only();
const ANSWERED: When = When::Filled(&ANSWER_TIME);
const IS_SENT: When = When::Filled(&SENT_TIME);
const IS_VOID: When = When::Is(&DebitNote::STATE, VOID);

document! {
    /// One debit note, without its figures: these are sums of its rows.
    pub struct DebitNote in "debit_note" {
        /// Number.
        note_num: String = Field::text("账单编号", "Number").wire("debitNoteNum").read_only().max(30),
        /// In force, or void.
        state: String = Field::state(STATES, "是否有效", "In force"),
        /// The account it asks to be paid to, and whose title stands above it.
        bank_id: Option<Id> = Field::reference("orgBank", "公司抬头", "Company account"),
        /// Its date.
        note_date: String = Field::day("账单日期", "Date").wire("debitNoteDate").required(),
        /// When it is due.
        due_date: String = Field::day("到期日", "Due date").required(),
        /// Somebody typed that.
        due_typed: bool = Field::flag("到期日手工", "Due date typed").read_only(),
        /// Printed on it.
        remark: String = Field::long("账单备注", "Remark").wire("debitNoteRemark").max(500),
        /// For the company alone.
        inner_remark: String = Field::long("内部备注", "Internal remark").max(500),
        /// When it was sent last.
        sent_at: Option<i64> = SENT_TIME.shown_when(&IS_SENT),
        /// What its customer said.
        confirm_state: String = Field::state(CONFIRM_STATES, "客户确认", "Customer's answer"),
        /// When he did.
        confirmed_at: Option<i64> = ANSWER_TIME.shown_when(&ANSWERED),
        /// Who did.
        confirmer: String = Field::text("确认人", "Answered by").wire("confirmedBy").max(50).read_only().shown_when(&ANSWERED),
        /// What he said beside it.
        confirm_remark: String = Field::long("确认说明", "What was said").max(200).read_only().shown_when(&ANSWERED),
        /// Why it was made void.
        void_reason: String = Field::text("作废原因", "Why void").required().max(200).read_only().shown_when(&IS_VOID),
    }
}

const HEAD: &[Field] = &[
    DebitNote::NOTE_NUM,
    DebitNote::STATE,
    DebitNote::BANK_ID,
    DebitNote::NOTE_DATE,
    DebitNote::DUE_DATE,
    DebitNote::REMARK,
    DebitNote::INNER_REMARK,
];
const ANSWER: &[Field] = &[
    DebitNote::CONFIRM_STATE,
    DebitNote::SENT_AT,
    DebitNote::CONFIRMED_AT,
    DebitNote::CONFIRMER,
    DebitNote::CONFIRM_REMARK,
    DebitNote::VOID_REASON,
];

const STATUS: Field = Field::state(NOTE_STATES, "账单状态", "Status").column("status").wire("debitNoteStatus");
/// What the page opens with: the void ones are left out.
const SHOWN_STATES: &str = "MADE,STATED,TO_INVOICE,PART_INVOICED,INVOICED,PART_SETTLED,SETTLED";
const SCOPE: Field = Field::select(SCOPES, "业务范畴", "Scope").column("business_scope");
const COOP_ID: Field = Field::reference("coop", "收款客户", "Customer").column("coop_id");
const FUNCTIONAL: Field = money("账单金额（本币）", "Amount (functional)", "functional", "functionalAmount");
const SETTLED: Field =
    money("已核销（本币）", "Settled (functional)", "functional_settled", "functionalAmountWriteoff");
const OPEN: Field = money("未核销（本币）", "Open (functional)", "functional_open", "functionalAmountNoWriteoff");
const CREATED: Field = Field::instant("账单制作时间", "Made").column("created_at").wire("createTime");

const CUSTOMER: Field = text("customerName", "coop_name", "收款客户", "Customer");
const STATEMENT_NUM: Field = text("statementNum", "statement_num", "清单号", "Statement");
const APPLY_REMARK: Field = text("applyRemark", "remark", "开票要求", "Wanted of the invoice");
const APPLICANT: Field = text("invoiceCreatorName", "name_cn", "开票申请人", "Applicant");
const APPLIED: Field = Field::instant("开票申请时间", "Applied for").column("created_at").wire("invoiceCreateTime");
const CREATOR: Field = text("creatorName", "name_cn", "制单人", "Made by");
const SALES: Field = text("salesName", "name_cn", "责任销售", "Sales");

const JOINS: &[Join] = &[
    Join { table: ORDER, alias: ORDER, on: &[("order_id", "id")], by_org: true },
    Join { table: "coop", alias: "coop", on: &[("coop_id", "id")], by_org: true },
    Join { table: "statement", alias: "statement", on: &[("statement_id", "id")], by_org: true },
    Join { table: "invoice_application", alias: "application", on: &[("application_id", "id")], by_org: true },
    Join { table: "app_user", alias: "applicant", on: &[("application.created_by", "id")], by_org: true },
    Join { table: "app_user", alias: "creator", on: &[("created_by", "id")], by_org: true },
    Join { table: "app_user", alias: "sales", on: &[("freight_order.sales_id", "id")], by_org: true },
];

const COLUMNS: &[Column] = &[
    Column::own(DebitNote::STATE).hidden(),
    Column::own(COOP_ID).hidden(),
    Column::of(ORDER, listed::UUID).unsorted().hidden(),
    Column::own(DebitNote::NOTE_NUM).width(160).copy(),
    Column::own(STATUS).unsorted().width(100),
    Column::of("coop", CUSTOMER).unsorted().width(150),
    Column::made(look::AMOUNTS).unsorted().width(200).needs(INCOME_VIEW),
    Column::made(SETTLED_AMOUNTS).unsorted().width(180).needs(INCOME_VIEW),
    Column::own(OPEN).unsorted().width(130).needs(INCOME_VIEW).sum(),
    Column::own(DebitNote::DUE_DATE).width(100),
    Column::own(SCOPE).unsorted().width(90).behind(),
    Column::own(DebitNote::NOTE_DATE).width(100),
    Column::of(ORDER, listed::NUMBER).unsorted().width(150).copy(),
    Column::of(ORDER, listed::CODE).unsorted().width(140).link("/css_order_charge?o={orderUuid}"),
    Column::of(ORDER, listed::CARRIER).unsorted().width(110),
    Column::of(ORDER, listed::DATE).unsorted().width(100),
    Column::own(FUNCTIONAL).unsorted().width(130).needs(INCOME_VIEW).sum(),
    Column::own(SETTLED).unsorted().width(130).needs(INCOME_VIEW).sum(),
    Column::made(look::UNINVOICED).unsorted().width(180).needs(INCOME_VIEW),
    Column::of(ORDER, listed::CUSTOMER_NUMBER).unsorted().width(120),
    Column::of("statement", STATEMENT_NUM).unsorted().width(150),
    Column::made(WRITE_OFFS).unsorted().width(160),
    Column::own(DebitNote::REMARK).unsorted().width(180),
    Column::made(look::INVOICE_DATES).unsorted().width(110),
    Column::made(INVOICES).unsorted().width(140),
    Column::made(INVOICE_TITLES).unsorted().width(180),
    Column::of("application", APPLY_REMARK).unsorted().width(150).behind(),
    Column::of("applicant", APPLICANT).unsorted().width(100).behind(),
    Column::of("application", APPLIED).unsorted().width(150).behind(),
    Column::own(DebitNote::SENT_AT).unsorted().width(150),
    Column::own(DebitNote::CONFIRM_STATE).unsorted().width(90),
    Column::own(DebitNote::CONFIRMED_AT).unsorted().width(150).behind(),
    Column::own(DebitNote::CONFIRMER).unsorted().width(90).behind(),
    Column::own(DebitNote::CONFIRM_REMARK).unsorted().width(180),
    Column::of("sales", SALES).unsorted().width(90).behind(),
    Column::of("creator", CREATOR).unsorted().width(90),
    Column::own(CREATED).unsorted().width(150),
];

const FILTERS: &[Filter] = &[
    Filter::new("businessScope", Match::OneOf, SCOPE).initially("AE"),
    Filter::new("debitNoteNum", Match::Contains, DebitNote::NOTE_NUM),
    Filter::new("bizNumber", Match::Contains, listed::NUMBER).columns(&[(ORDER, "biz_number")]),
    Filter::new("orderCode", Match::Contains, listed::CODE).columns(&[(ORDER, "order_code")]),
    Filter::new("customerName", Match::Contains, CUSTOMER).columns(&[("coop", "coop_name"), ("coop", "coop_code")]),
    Filter::new("status", Match::OneOf, STATUS).initially(SHOWN_STATES),
    Filter::new("debitNoteDate", Match::Range, DebitNote::NOTE_DATE),
    Filter::new("overdue", Match::Flag(|actor, yes| bill::look::overdue(NOTE, actor, yes)), OVERDUE),
    Filter::new("dueDate", Match::Range, DebitNote::DUE_DATE).more(),
    Filter::new("statementNum", Match::Contains, STATEMENT_NUM).columns(&[("statement", "statement_num")]).more(),
    Filter::new("customerNumber", Match::Contains, listed::CUSTOMER_NUMBER)
        .columns(&[(ORDER, "customer_number")])
        .more(),
    Filter::new("serviceItemId", Match::Own(look::with_item), look::ITEM)
        .several()
        .searched(ways::notes_of_items)
        .more(),
    Filter::new("bizDate", Match::Range, listed::DATE).columns(&[(ORDER, "biz_date")]).more(),
    Filter::new("bizCarrier", Match::Contains, listed::CARRIER).columns(&[(ORDER, "biz_carrier")]).more(),
    Filter::new("currency", Match::Own(look::in_currency), look::CURRENCY).more(),
    Filter::new("invoiceNum", Match::Own(look::with_invoice), INVOICES).searched(ways::notes_of_invoice).more(),
    Filter::new("invoiceTitle", Match::Own(look::with_title), INVOICE_TITLES).searched(ways::notes_of_title).more(),
    Filter::new("invoiceDate", Match::Days(look::invoiced_on), INVOICE_DAY).searched(ways::notes_invoiced_on).more(),
    Filter::new("invoiceCreatorName", Match::Contains, APPLICANT)
        .columns(&[("applicant", "name_cn")])
        .searched(ways::notes_of_applicant)
        .more(),
    Filter::new("invoiceCreateTime", Match::Days(look::applied_on), APPLIED).searched(ways::notes_applied_at).more(),
    Filter::new("creatorName", Match::Contains, CREATOR).columns(&[("creator", "name_cn")]).more(),
    Filter::new("salesName", Match::Contains, SALES).columns(&[("sales", "name_cn")]).more(),
    Filter::new("confirmState", Match::OneOf, DebitNote::CONFIRM_STATE).more(),
];

/// The page.
pub static PAGE: LazyLock<Page<DebitNote>> = LazyLock::new(|| acted(listed(formed())));

fn formed() -> Page<DebitNote> {
    let door = (PATH, "/afManager/fee", 10);
    Page::of("css.debit-note", ("应收账单", "Debit notes"), door, DebitNote::NOTE_NUM)
        .one("账单", "Debit note")
        .calls(BASE, "debit_note")
        .states(DebitNote::STATE, WRONG_STATE)
        .section("main", ("账单", "Debit note"), HEAD)
        .section("answer", ("发送与确认", "Sent and answered"), ANSWER)
        .members(&["requestId"])
        .rules(edit::check)
        .visible(visible_order)
        .view_more(look::more)
        .tells(look::told)
}

fn listed(page: Page<DebitNote>) -> Page<DebitNote> {
    page.joins(JOINS)
        .columns(COLUMNS)
        .filters(FILTERS)
        // A customer's notes stand together, the newest first.
        .sort("coopId,desc;debitNoteDate,desc")
        .fills(look::fill)
        .totals(look::totals)
        .decorate(bill::look::mark)
}

fn acted(page: Page<DebitNote>) -> Page<DebitNote> {
    let in_force = [IN_FORCE];
    page.action(Action::own(ADD, ("制账单", "Make notes")))
        .action(Action::own(PRINT, ("打印", "Print")).for_many())
        .action(Action::own(MAIL, ("发送", "Send")).for_many())
        .action(
            Action::tool(statement::OF_LIST, ("制清单", "Make a statement"), statement::of_notes)
                .verb("statement")
                .asks(&statement::OF_NOTES)
                .first(statement::today)
                .for_many(),
        )
        .action(Action::edit(EDIT).begins_in(&in_force))
        .action(
            Action::row(EDIT, ("加入/移出费用", "Charges"))
                .verb("charges")
                .begins_in(&in_force)
                .note("勾选的费用在账单上", "The ticked charges stand on the note.")
                .lines(charges::LINES)
                .lines(charges::RATES)
                .first(charges::first)
                .does(charges::change)
                .rewrites(),
        )
        .action(Action::row(EDIT, ("附件", "Files")).verb("files").begins_in(&in_force).first(look::files).files(
            "files",
            ("附件", "Files"),
            FILE_BYTES_MAX,
            false,
        ))
        .action(
            Action::row(MAIL, ("标记已发送", "Mark as sent"))
                .verb("markSent")
                .begins_in(&in_force)
                .confirms("确认账单已通过其他方式发送？", "Was the note sent by another way?")
                .for_many()
                .does(act::mark_sent),
        )
        .action(
            Action::row(MAIL, ("登记确认", "Register the answer"))
                .verb("confirm")
                .begins_in(&in_force)
                .asks(&[act::ANSWER, DebitNote::CONFIRMER.typed(), act::REMARK])
                .for_many()
                .does(act::confirm),
        )
        .action(
            Action::moves(VOIDS, ("作废", "Make void"), &in_force, VOID)
                .or(&in_force)
                .asks(&[act::REASON])
                .note("作废后费用可重新制账单", "Its charges can stand on another note then.")
                .danger()
                .for_many()
                .level(Level::High)
                .does(act::void)
                .rewrites(),
        )
        .action(income_writeoff::action(income_writeoff::ADD, ("核销", "Settle"), About::Note).begins_in(&in_force))
        .action(income_invoice::action(income_invoice::apply::About::Note).begins_in(&in_force))
        .action(Action::export(EXPORT))
}

/// Adds the page to the room.
pub(crate) fn add(room: &mut Room) {
    room.page(&PAGE);
    room.orders_of.push(Kept::in_rows(OBJECT, OBJECT));
    room.effects.push(act::EFFECT);
    room.select_uses.push(("orgBank", Access::AnyOf(&[ADD, EDIT])));
    room.operations.extend(operations());
}

fn operations() -> Vec<Operation> {
    let at = |rest: &str| format!("{BASE}/{rest}");
    let (print, mail) = (Access::Code(PRINT), Access::Code(MAIL));
    vec![
        Operation::post("print_debit_notes", &at("printNotes"), print, |call| bill::print(&NOTES, call))
            .summary("The address of up to 200 notes as one PDF, or of one as a workbook, which works once"),
        Operation::get("list_debit_note_seals", &at("seals"), print, |call| bill::seals(&NOTES, call))
            .param("businessScope")
            .param("language")
            .summary("The seals and signatures the caller may put on notes"),
        Operation::get("get_debit_note_mail", &at("mail"), mail, |call| bill::draft(&NOTES, call))
            .param("ids")
            .summary("The mails with notes as they are proposed, one for each customer"),
        Operation::post("send_debit_notes", &at("send"), mail, |call| bill::send(&NOTES, call))
            .summary("Mails notes to their customers, one mail for each of them"),
    ]
}
