//! 应收清单. Debit notes of one customer gathered into one bill: made, changed, printed, sent, agreed on, made void (catalogue
//! css.md /css_statement). Its figures are those of its notes (invariant 6).

mod act;
mod book;
mod detail_list;
mod due;
mod form;
mod look;
mod members;
mod paper;
mod pieces;
mod pool;
mod seen;
mod table;

use charge::chain::{IN_FORCE, PROCESSING, VOID};
use charge::ledger::INCOME_VIEW;
use order::listed;
use platform::access::Access;
use platform::bulk;
use platform::list;
use platform::prelude::*;
use platform::registry::{Operation, Room};
use settle::field::{money, text};
use settle::status::STATEMENT_STATES;
use settle::{scope, ways};

use crate::answer::CONFIRM_STATES;
use crate::bill;
use crate::bill::look::{INVOICE_DAY, INVOICE_TITLES, INVOICES, OVERDUE, SETTLED_AMOUNTS, WRITE_OFFS};
use crate::debit_note::{with_invoice, with_title};
use crate::income_invoice;
use crate::income_writeoff;
use crate::income_writeoff::form::About as Settled;

pub(crate) use act::need_undecided;
pub(crate) use form::{OF_NOTES, of_notes, today};
pub(crate) use paper::STATEMENTS;

/// Its page.
const PATH: &str = "/css_statement";
const CODE: &str = "css_statement";
/// Beginning of its calls.
const BASE: &str = "/css/statement";
/// Its table.
const TABLE: &str = settle::note::STATEMENT;
/// What the log calls it.
const OBJECT: &str = "statement";
const ADD: &str = "css-st-add";
const EDIT: &str = "css-st-edit";
const VOIDS: &str = "css-st-void";
const PRINT: &str = "css-st-print";
const MAIL: &str = "css-st-mail";
const CONFIRM: &str = "css-st-confirm";
const EXPORT: &str = "css-st-export";
const DETAIL: &str = "css-st-detail";
/// 制清单 on the list of notes.
pub(crate) const OF_LIST: &str = "css-dn-statement";
const FILE_BYTES_MAX: i64 = 20 * 1024 * 1024;

const WRONG_STATE: Msg =
    Msg::new("statement.state", "清单{state}，不能执行此操作", "This can't be done: the statement is {state}.");

const STATES: &[Choice] = &[
    Choice::new(IN_FORCE, "有效", "In force").tone("ready"),
    bulk::CHOICE,
    Choice::new(VOID, "已作废", "Void").tone("neutral"),
];

const SENT_TIME: Field = Field::instant("发送时间", "Sent").column("sent_at").wire("sendTime").read_only();
const ANSWERED_BY: Field =
    Field::text("确认人", "Answered by").column("confirmer").wire("confirmedBy").max(50).read_only();
const IS_SENT: When = When::Filled(&SENT_TIME);
const ANSWERED: When = When::Filled(&ANSWERED_BY);
const IS_VOID: When = When::Is(&Statement::STATE, VOID);

document! {
    /// One statement; its figures are sums of its notes, and shown to who may see them.
    pub struct Statement in "statement" {
        --- "main" ("清单", "Statement");
        /// Number.
        statement_num: String = Field::text("清单号", "Number").read_only().max(30),
        /// In force, or void.
        state: String = Field::state(STATES, "是否有效", "In force").read_only(),
        /// Scope of its notes.
        business_scope: String = Field::select(scope::CHOICES, "业务范畴", "Scope").read_only(),
        /// Who pays.
        coop_id: Id = Field::reference("coop", "收款客户", "Customer").required().read_only(),
        /// The account it asks to be paid to, and whose title stands above it.
        bank_id: Option<Id> = Field::reference("orgBank", "公司抬头", "Company account").read_only(),
        /// Its date.
        statement_date: String = Field::day("清单日期", "Date").required().read_only(),
        /// When it is due.
        due_date: String = Field::day("到期日", "Due date").read_only(),
        /// Printed on it.
        remark: String = Field::long("清单备注", "Remark").wire("statementRemark").max(500).read_only(),
        --- "answer" ("发送与确认", "Sent and answered");
        /// What its customer said.
        confirm_state: String = Field::state(CONFIRM_STATES, "客户确认", "Customer's answer").read_only(),
        /// When it was sent last.
        sent_at: Option<i64> = SENT_TIME.shown_when(&IS_SENT),
        /// The day its customer agreed on.
        confirmed_on: String = Field::day("确认日期", "Agreed on").read_only().shown_when(&ANSWERED),
        /// Who did.
        confirmer: String = ANSWERED_BY.shown_when(&ANSWERED),
        /// What he said beside it.
        confirm_remark: String = Field::long("确认说明", "What was said").max(200).read_only().shown_when(&ANSWERED),
        /// Why it was made void.
        void_reason: String = Field::text("作废原因", "Why void").required().max(200).read_only().shown_when(&IS_VOID),
    }
}

const STATUS: Field = Field::state(STATEMENT_STATES, "清单状态", "Status").column("status").wire("statementStatus");
/// What the page opens with: the void ones are left out.
const SHOWN_STATES: &str = "PROCESSING,STATED,TO_INVOICE,PART_INVOICED,INVOICED,PART_SETTLED,SETTLED";
const NOTES: Field = Field::int("账单数", "Notes").column("notes");
const FUNCTIONAL: Field = money("清单金额（本币）", "Amount (functional)", "functional", "functionalAmount");
const SETTLED: Field =
    money("已核销金额（本币）", "Settled (functional)", "functional_settled", "functionalAmountWriteoff");
const OPEN: Field = money("未核销金额（本币）", "Open (functional)", "functional_open", "functionalAmountNoWriteoff");
const CREATED: Field = Field::instant("清单制作时间", "Made").column("created_at").wire("createTime");
const FIRST_DAY: Field = Field::day("账期起", "Period from").column("first_day");
const LAST_DAY: Field = Field::day("账期止", "Period to").column("last_day");
const CUSTOMER: Field = text("customerName", "coop_name", "收款客户", "Customer");
const APPLY_REMARK: Field = text("applyRemark", "remark", "开票申请备注", "Wanted of the invoice");
const APPLICANT: Field = text("invoiceCreatorName", "name_cn", "开票申请人", "Applicant");
const APPLIED: Field = Field::instant("开票申请时间", "Applied for").column("created_at").wire("invoiceCreateTime");
const CREATOR: Field = text("creatorName", "name_cn", "制单人", "Made by");

const JOINS: &[Join] = &[
    Join { table: "coop", alias: "coop", on: &[("coop_id", "id")], by_org: true },
    Join { table: "invoice_application", alias: "application", on: &[("application_id", "id")], by_org: true },
    Join { table: "app_user", alias: "applicant", on: &[("application.created_by", "id")], by_org: true },
    Join { table: "app_user", alias: "creator", on: &[("created_by", "id")], by_org: true },
];

const COLUMNS: &[Column] = &[
    Column::own(Statement::STATE).hidden(),
    Column::own(Statement::COOP_ID).unsorted().hidden(),
    Column::own(FIRST_DAY).unsorted().hidden(),
    Column::own(LAST_DAY).unsorted().hidden(),
    Column::own(Statement::STATEMENT_NUM).width(160).copy(),
    Column::own(STATUS).unsorted().width(100),
    Column::made(bulk::PROGRESS).unsorted().width(150).behind(),
    Column::own(Statement::BUSINESS_SCOPE).unsorted().width(90).behind(),
    Column::own(Statement::STATEMENT_DATE).width(100),
    Column::made(look::PERIOD).unsorted().width(180),
    Column::of("coop", CUSTOMER).unsorted().width(150),
    Column::own(NOTES).unsorted().width(80),
    Column::made(look::AMOUNTS).unsorted().width(200).needs(INCOME_VIEW),
    Column::made(SETTLED_AMOUNTS).unsorted().width(180).needs(INCOME_VIEW),
    Column::own(FUNCTIONAL).unsorted().width(130).needs(INCOME_VIEW).sum(),
    Column::own(SETTLED).unsorted().width(140).needs(INCOME_VIEW).sum(),
    Column::own(OPEN).unsorted().width(140).needs(INCOME_VIEW).sum(),
    Column::own(Statement::DUE_DATE).unsorted().width(100),
    Column::own(Statement::CONFIRM_STATE).unsorted().width(90),
    Column::own(Statement::CONFIRMED_ON).unsorted().width(100).behind(),
    Column::own(Statement::CONFIRMER).unsorted().width(90).behind(),
    Column::own(Statement::CONFIRM_REMARK).unsorted().width(180),
    Column::made(WRITE_OFFS).unsorted().width(160),
    Column::own(Statement::REMARK).unsorted().width(180),
    Column::made(INVOICES).unsorted().width(140),
    Column::of("application", APPLY_REMARK).unsorted().width(150).behind(),
    Column::of("applicant", APPLICANT).unsorted().width(100).behind(),
    Column::of("application", APPLIED).unsorted().width(150).behind(),
    Column::own(Statement::SENT_AT).unsorted().width(150).behind(),
    Column::of("creator", CREATOR).unsorted().width(90),
    Column::own(CREATED).unsorted().width(150),
];

/// The filters of the page and of the export of its notes; both know the table of statements by its name.
const FILTERS: &[Filter] = &[
    Filter::new("businessScope", Match::OneOf, Statement::BUSINESS_SCOPE).columns(&[(TABLE, "business_scope")]),
    Filter::new("statementNum", Match::Contains, Statement::STATEMENT_NUM).columns(&[(TABLE, "statement_num")]),
    Filter::new("statementDate", Match::Range, Statement::STATEMENT_DATE).columns(&[(TABLE, "statement_date")]),
    Filter::new("customerName", Match::Contains, CUSTOMER).columns(&[("coop", "coop_name"), ("coop", "coop_code")]),
    Filter::new("debitNoteNum", Match::Own(look::with_note), look::NOTE_NUM).searched(ways::statements_of_note),
    Filter::new("status", Match::OneOf, STATUS).columns(&[(TABLE, "status")]).initially(SHOWN_STATES),
    Filter::new("overdue", Match::Flag(|actor, yes| bill::look::overdue(TABLE, actor, yes)), OVERDUE),
    Filter::new("orderCode", Match::Own(look::with_order), listed::CODE)
        .searched(|text| ways::statements_of_order("order_code", text))
        .more(),
    Filter::new("bizNumber", Match::Own(look::with_number), listed::NUMBER)
        .searched(|text| ways::statements_of_order("biz_number", text))
        .more(),
    Filter::new("customerNumber", Match::Own(look::with_customer_number), listed::CUSTOMER_NUMBER)
        .searched(|text| ways::statements_of_order("customer_number", text))
        .more(),
    Filter::new("confirmState", Match::OneOf, Statement::CONFIRM_STATE).columns(&[(TABLE, "confirm_state")]).more(),
    Filter::new("dueDate", Match::Range, Statement::DUE_DATE).columns(&[(TABLE, "due_date")]).more(),
    Filter::new("invoiceNum", Match::Own(|actor, text| Ok(look::has(with_invoice(actor, text)?))), INVOICES)
        .searched(ways::statements_of_invoice)
        .more(),
    Filter::new("invoiceTitle", Match::Own(|actor, text| Ok(look::has(with_title(actor, text)?))), INVOICE_TITLES)
        .searched(ways::statements_of_title)
        .more(),
    Filter::new("invoiceDate", Match::Days(look::invoiced_on), INVOICE_DAY)
        .searched(ways::statements_invoiced_on)
        .more(),
    Filter::new("servicerId", Match::Own(look::with_servicer), look::SERVICER)
        .searched(ways::statements_of_servicers)
        .more(),
    Filter::new("salesId", Match::Own(look::with_sales), look::SALES).searched(ways::statements_of_sales).more(),
    Filter::new("creatorName", Match::Contains, CREATOR).columns(&[("creator", "name_cn")]).more(),
];

/// The page.
pub static PAGE: LazyLock<Page<Statement>> = LazyLock::new(|| acted(listed()));

fn listed() -> Page<Statement> {
    let door = (PATH, "/cssManager/income", 10);
    Page::of("css.statement", ("应收清单", "Statements of account"), door, Statement::STATEMENT_NUM)
        .one("清单", "Statement")
        .calls(BASE, "statement")
        .states(Statement::STATE, WRONG_STATE)
        .elsewhere(&[PROCESSING])
        .visible(seen::visible)
        .joins(JOINS)
        .follows(&["debit_note", "invoice_allocation", "write_off_line"])
        .columns(COLUMNS)
        .filters(FILTERS)
        .sort("statementDate,desc")
        .fills(look::fill)
        .totals(look::totals)
        .decorate(bill::look::mark)
        .view_more(look::more)
        .tells(look::told)
}

fn acted(page: Page<Statement>) -> Page<Statement> {
    let in_force = [IN_FORCE];
    page.action(
        Action::tool(ADD, ("新增清单", "Make a statement"), form::make)
            .verb("doSave")
            .asks(&form::ASKED_OF_NEW)
            .lines(form::LINES)
            .first_by(&form::FOLLOWED, form::first),
    )
    .action(
        Action::row(EDIT, ("修改", "Edit"))
            .verb("doUpdate")
            .begins_in(&in_force)
            .note(
                "勾选的账单在清单上，未列出的保持不变",
                "The ticked notes stand on it; those not listed stay as they are.",
            )
            .asks(&form::ASKED)
            .lines(form::LINES)
            .first_by(&form::NARROWED, form::first_of)
            .does(form::change)
            .rewrites(),
    )
    .action(Action::own(PRINT, ("打印", "Print")).for_many())
    .action(Action::own(MAIL, ("发送", "Send")).for_many())
    .action(
        Action::row(MAIL, ("标记已发送", "Mark as sent"))
            .verb("markSent")
            .begins_in(&in_force)
            .note("清单已用其他方式交给客户", "It was handed over otherwise than by mail.")
            .for_many()
            .does(act::mark_sent),
    )
    .action(
        Action::row(CONFIRM, ("客户确认", "Customer's answer"))
            .begins_in(&in_force)
            .asks(&act::ANSWER_FIELDS)
            .files("confirmFiles", ("确认文件", "Confirmation"), FILE_BYTES_MAX, false)
            .first(act::first)
            .does(act::confirm)
            .rewrites(),
    )
    .action(
        Action::moves(VOIDS, ("作废", "Make void"), &in_force, VOID)
            .or(&in_force)
            .asks(&[act::REASON])
            .note("作废后账单可重新制清单", "Its notes can stand on another statement then.")
            .danger()
            .for_many()
            .level(Level::High)
            .does(act::void)
            .rewrites(),
    )
    .action(income_writeoff::action(income_writeoff::ADD, ("核销", "Settle"), Settled::Statement).begins_in(&in_force))
    .action(income_invoice::action(income_invoice::apply::About::Statement).begins_in(&in_force))
    .action(Action::export(EXPORT))
    .action(Action::own(DETAIL, ("导出明细", "Export its notes")))
    .action(
        Action::row(EDIT, ("继续处理", "Go on"))
            .verb("goOn")
            .begins_in(&[PROCESSING])
            .note("已不能制清单的账单将被略过", "Notes that can't come any more are left out.")
            .confirms("确认继续处理？", "Go on with it?")
            .does(pieces::go_on)
            .rewrites(),
    )
    .action(
        Action::row(VOIDS, ("撤回", "Take back"))
            .verb("takeBack")
            .begins_in(&[PROCESSING])
            .asks(&[act::REASON])
            .note("已写入的账单将移出清单，清单作废", "Its notes are taken off again, and it is made void.")
            .danger()
            .level(Level::High)
            .does(pieces::take_back)
            .rewrites(),
    )
}

/// Adds the page to the room.
pub(crate) fn add(room: &mut Room) {
    room.page(&PAGE);
    room.orders_of.push(seen::ORDERS);
    room.bulk.push(&pieces::KIND);
    room.effects.push(act::EFFECT);
    room.operations.extend(operations());
}

fn operations() -> Vec<Operation> {
    let at = |rest: &str| format!("{BASE}/{rest}");
    let (print, mail) = (Access::Code(PRINT), Access::Code(MAIL));
    vec![
        Operation::post("list_notes_for_statement", &at("pool"), Access::AnyOf(&[ADD, EDIT]), form::pool)
            .reads()
            .summary("The notes of a customer that can stand on a statement, of the orders the caller sees"),
        Operation::post("print_statements", &at("printStatements"), print, |call| bill::print(&STATEMENTS, call))
            .summary("The address of up to 200 statements as one PDF, or of one as a workbook, which works once"),
        Operation::get("list_statement_seals", &at("seals"), print, |call| bill::seals(&STATEMENTS, call))
            .param("businessScope")
            .param("language")
            .summary("The seals and signatures the caller may put on statements"),
        Operation::get("get_statement_mail", &at("mail"), mail, |call| bill::draft(&STATEMENTS, call))
            .param("ids")
            .summary("The mails with statements as they are proposed, one for each customer"),
        Operation::post("send_statements", &at("send"), mail, |call| bill::send(&STATEMENTS, call))
            .summary("Mails statements to their customers, one mail for each of them"),
        Operation::post("export_statement_notes", &at("exportDetail"), Access::Code(DETAIL), |call| {
            list::workbook(&detail_list::LIST, call)
        })
        .summary("The notes of the statements that are found, as a workbook"),
    ]
}
