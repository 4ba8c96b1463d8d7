//! 开票管理. Business staff ask for an invoice, finance issues and registers it (catalogue css.md /css_income_invoice). What
//! applications and invoices are made of is [`settle::application`] and [`settle::invoicing`].

pub(crate) mod apply;
mod change;
mod decide;
mod digital;
mod digital_list;
mod issue;
mod look;
mod seen;
mod send;
mod told;

use charge::ledger::INCOME_VIEW;
use platform::access::Access;
use platform::document::Document;
use platform::log::Kept;
use platform::prelude::*;
use platform::registry::{Body, Operation, Room};
use settle::application::{self, CANCELLED, PENDING, STATUSES, VALID};
use settle::field::{
    INVOICE_SETTLED, VOUCHER_COLUMNS, VOUCHER_JOINS, invoice_settled, invoices_settled, money, own_money, text,
};
use settle::invoice;
use settle::invoicing::{self, INCOME_TYPES, NORMAL, PART_RED, RED, summed};
use settle::{scope, ways};

use crate::bill::look::MAILS;
use crate::income_writeoff::form::About as Settled;
use crate::income_writeoff::{self, ADD as SETTLE};
use apply::About;

/// Its page.
pub(crate) const PATH: &str = "/css_income_invoice";
const CODE: &str = "css_income_invoice";
/// Applying, here, on notes and on statements.
pub(crate) const APPLY: &str = "css-ia-add";
const CANCEL: &str = "css-ia-cancel";
const ISSUE: &str = "css-inv-add";
const EDIT: &str = "css-inv-edit";
const TAKE_BACK: &str = "css-inv-red";
const REMOVE: &str = "css-inv-del";
const MAIL: &str = "css-inv-mail";
const IMPORT: &str = "css-inv-import";
/// 导出开票模板: beyond the catalogue, for who sends applications to the tax office.
const DIGITAL_FILE: &str = "css-inv-digital";
const EXPORT: &str = "css-inv-export";
const TABS: &[&str] = &["css.income-invoice.list", "css.issued-invoice.list", "css.open-invoice.list"];
/// What the files of an invoice are kept as: its table and the verb of their dialog.
const FILES: &str = "invoice_files";
const FILE_BYTES_MAX: i64 = 20 * 1024 * 1024;

const WRONG_STATE: Msg =
    Msg::new("application.state", "申请{state}，不能执行此操作", "This can't be done: the application is {state}.");
const WRONG_INVOICE: Msg =
    Msg::new("income_invoice.state", "发票{state}，不能执行此操作", "This can't be done: the invoice is {state}.");

document! {
    /// One application, without its amounts, which are told to who may see them.
    pub struct ApplicationRow in "invoice_application" {
        /// Number.
        application_num: String = Field::text("申请单号", "Application").wire("applyNum").read_only().max(30),
        /// Whether it is in force.
        state: String = Field::state(application::STATES, "申请状态", "State"),
        /// Scope of its notes.
        business_scope: String = Field::select(scope::CHOICES, "业务范畴", "Scope").read_only(),
        /// Type of invoice.
        invoice_type: String = Field::select(INCOME_TYPES, "发票类型", "Type").read_only(),
        /// Title of the buyer.
        title: String = Field::text("发票抬头", "Title").wire("invoiceTitle").max(120).read_only(),
        /// His tax number.
        taxpayer_num: String = Field::upper("纳税人识别号", "Tax number").max(20).read_only(),
        /// His address.
        address: String = Field::text("地址", "Address").max(200).read_only(),
        /// His phone.
        phone: String = Field::text("电话", "Phone").max(40).read_only(),
        /// His bank.
        bank_name: String = Field::text("开户行", "Bank").max(120).read_only(),
        /// His account there.
        bank_number: String = Field::text("账号", "Account").max(40).read_only(),
        /// Where it is sent.
        mail: String = Field::text("收票邮箱", "E-mail").max(120).read_only(),
        /// What is wanted of the invoice.
        remark: String = Field::long("开票要求", "Wanted").wire("applyRemark").max(500).read_only(),
    }
}

document! {
    /// One issued invoice, without its amounts.
    pub struct IssuedInvoice in "invoice" {
        /// Number.
        invoice_num: String = Field::text("发票号", "Number").required().max(20).read_only(),
        /// Code; of paper alone.
        invoice_code: String = Field::text("发票代码", "Code").max(12).read_only(),
        /// Type.
        invoice_type: String = Field::select(INCOME_TYPES, "发票类型", "Type").read_only(),
        /// Its date.
        invoice_date: String = Field::day("开票日期", "Date").required().read_only(),
        /// Title of the buyer.
        title: String = Field::text("发票抬头", "Title").wire("invoiceTitle").max(120).read_only(),
        /// His tax number.
        taxpayer_num: String = Field::text("纳税人识别号", "Tax number").max(20).read_only(),
        /// State.
        state: String = Field::state(invoicing::STATES, "状态", "State"),
        /// 红字信息确认单编号.
        red_confirm_num: String = Field::text("红字信息确认单编号", "Confirmation of the red invoice").max(20).read_only(),
        /// Why it takes another one back.
        red_reason: String = Field::text("红冲原因", "Why taken back").max(200).read_only(),
    }
}

const STATUS: Field = Field::state(STATUSES, "开票状态", "Invoiced").column("status").wire("invoiceStatus");
const CUSTOMER: Field = text("customerName", "coop_name", "客户", "Customer");
const APPLICANT: Field = text("creatorName", "name_cn", "申请人", "Applicant");
const APPLIED: Field = Field::instant("申请时间", "Applied for").column("created_at").wire("createTime");
const CURRENCY: Field = Field::code("currency", "币种", "Currency").column("currency_code").wire("currency");
const AMOUNT: Field = own_money("价税合计", "Amount", "amount", "amount");
const NOT_TAX: Field = own_money("不含税金额", "Without tax", "not_tax", "amountNotTax");
const TAX: Field = own_money("税额", "Tax", "tax", "amountTax");
const TAX_RATE: Field = text("taxRate", "tax_rate", "税率", "Tax rate");
const FACE: Field = money("票面金额（本币）", "On its face", "face_amount", "faceAmount");
const SETTLED_AMOUNT: Field = own_money("已核销", "Settled", "settled", "amountWriteoff");
const OPEN: Field = own_money("未核销", "Open", "open", "amountWriteoffNo");
const APPLY_NUM: Field = text("applyNum", "application_num", "申请单号", "Application");
const OPENER: Field = text("openInvoiceUserName", "name_cn", "开票人", "Issued by");
const OPENED: Field = Field::instant("开票时间", "Issued").column("created_at").wire("openInvoiceTime");
const REMARK: Field = text("invoiceRemark", "remark", "发票备注", "Remark");
const RED_OF: Field = text("redOf", "invoice_num", "红冲原票", "Takes back");

const APPLICATION_JOINS: &[Join] = &[
    Join { table: "coop", alias: "coop", on: &[("coop_id", "id")], by_org: true },
    Join { table: "statement", alias: "statement", on: &[("statement_id", "id")], by_org: true },
    Join { table: "app_user", alias: "applicant", on: &[("created_by", "id")], by_org: true },
];

const APPLICATION_COLUMNS: &[Column] = &[
    Column::own(ApplicationRow::APPLICATION_NUM).width(160).copy(),
    Column::own(STATUS).unsorted().width(90),
    Column::own(ApplicationRow::STATE).unsorted().width(90),
    Column::own(ApplicationRow::BUSINESS_SCOPE).unsorted().width(90).behind(),
    Column::made(look::SOURCE).unsorted().width(180),
    Column::of("coop", CUSTOMER).unsorted().width(150),
    Column::own(ApplicationRow::INVOICE_TYPE).unsorted().width(90),
    Column::own(ApplicationRow::TITLE).unsorted().width(180),
    Column::own(ApplicationRow::TAXPAYER_NUM).unsorted().width(170),
    Column::made(look::AMOUNTS).unsorted().width(200).needs(INCOME_VIEW),
    Column::made(look::INVOICED).unsorted().width(180).needs(INCOME_VIEW),
    Column::made(look::UNINVOICED).unsorted().width(180).needs(INCOME_VIEW),
    Column::own(ApplicationRow::REMARK).unsorted().width(180),
    Column::of("applicant", APPLICANT).unsorted().width(90),
    Column::own(APPLIED).width(150),
];

const APPLICATION_FILTERS: &[Filter] = &[
    Filter::new("number", Match::Own(look::of_number), look::NUMBER).searched(ways::applications_of_number),
    Filter::new("customerName", Match::Contains, CUSTOMER).columns(&[("coop", "coop_name"), ("coop", "coop_code")]),
    Filter::new("invoiceTitle", Match::Contains, ApplicationRow::TITLE),
    Filter::new("invoiceStatus", Match::OneOf, STATUS),
    Filter::new("state", Match::OneOf, ApplicationRow::STATE).initially("PENDING,VALID"),
    Filter::new("invoiceType", Match::OneOf, ApplicationRow::INVOICE_TYPE).more(),
    Filter::new("invoiceNum", Match::Own(look::of_invoice), IssuedInvoice::INVOICE_NUM)
        .searched(ways::applications_of_invoice)
        .more(),
    Filter::new("creatorName", Match::Contains, APPLICANT).columns(&[("applicant", "name_cn")]).more(),
    Filter::new("createTime", Match::Range, APPLIED).more(),
    Filter::new("orderCode", Match::Own(look::of_order), look::ORDER_CODE).searched(ways::applications_of_order).more(),
];

/// The applications.
pub static APPLICATIONS: LazyLock<Page<ApplicationRow>> = LazyLock::new(|| {
    let door = (PATH, "/cssManager/income", 20);
    Page::of("css.income-invoice", ("开票管理", "Income invoices"), door, ApplicationRow::APPLICATION_NUM)
        .one("开票申请", "Application")
        .calls("/css/invoiceApplication", "invoice_application")
        .beside(TABS)
        .tab_called(("开票申请", "Applications"))
        .states(ApplicationRow::STATE, WRONG_STATE)
        .elsewhere(&[PENDING, VALID])
        .section_from(
            "main",
            ("开票申请", "Application"),
            ApplicationRow::APPLICATION_NUM,
            ApplicationRow::REMARK,
        )
        .visible(seen::applications)
        .joins(APPLICATION_JOINS)
        .follows(&[invoice::TABLE, invoice::ALLOCATION])
        .columns(APPLICATION_COLUMNS)
        .filters(APPLICATION_FILTERS)
        .sort("createTime,desc")
        .fills(look::fill)
        .tells(told::application)
        .action(
            Action::tool(APPLY, ("申请开票", "Apply for invoices"), |tx, filled| apply::save(tx, filled, About::Nothing))
                .verb("apply")
                .asks(apply::FIELDS)
                .lines(apply::ROWS)
                .note(apply::SAID.0, apply::SAID.1)
                .first_by(apply::FOLLOWED, |conn, actor, _, chosen| apply::first(conn, actor, About::Nothing, chosen)),
        )
        .action(
            Action::row(ISSUE, ("开票登记", "Register invoices"))
                .verb("open")
                .begins_in(&[VALID])
                .asks(issue::FIELDS)
                .lines(issue::INVOICES)
                .lines(issue::LINES)
                .note(
                    "一行一张发票；开票项目按序号对应发票，留空按费用自动生成",
                    "A row for each invoice; items name their invoice by its place, without them they follow the charges.",
                )
                .level(Level::High)
                .first(issue::first)
                .does(issue::save)
                .rewrites(),
        )
        .action(
            Action::moves(CANCEL, ("撤销申请", "Cancel"), &[VALID], CANCELLED)
                .confirms("确认撤销申请？", "Cancel the application?")
                .danger()
                .for_many()
                .level(Level::High)
                .does(apply::cancel)
                .rewrites(),
        )
        .action(Action::own(DIGITAL_FILE, ("导出开票模板", "For the tax office")).for_many())
        .action(Action::export(EXPORT))
});

const INVOICE_JOINS: &[Join] = &[
    Join { table: "coop", alias: "coop", on: &[("coop_id", "id")], by_org: true },
    Join { table: application::TABLE, alias: "application", on: &[("application_id", "id")], by_org: true },
    Join { table: "statement", alias: "statement", on: &[("application.statement_id", "id")], by_org: true },
    Join { table: invoice::TABLE, alias: "original", on: &[("red_of", "id")], by_org: true },
    Join { table: "app_user", alias: "opener", on: &[("created_by", "id")], by_org: true },
];

const INVOICE_COLUMNS: &[Column] = &[
    Column::own(IssuedInvoice::INVOICE_NUM).width(180).copy(),
    Column::own(IssuedInvoice::INVOICE_CODE).unsorted().width(110).behind(),
    Column::own(IssuedInvoice::INVOICE_DATE).width(100),
    Column::own(IssuedInvoice::INVOICE_TYPE).unsorted().width(90),
    Column::own(IssuedInvoice::STATE).unsorted().width(90),
    Column::of("coop", CUSTOMER).unsorted().width(150),
    Column::own(IssuedInvoice::TITLE).unsorted().width(180),
    Column::own(IssuedInvoice::TAXPAYER_NUM).unsorted().width(170),
    Column::own(CURRENCY).unsorted().width(70),
    Column::own(AMOUNT).unsorted().width(120).needs(INCOME_VIEW),
    Column::own(NOT_TAX).unsorted().width(120).needs(INCOME_VIEW),
    Column::own(TAX).unsorted().width(110).needs(INCOME_VIEW),
    Column::own(TAX_RATE).unsorted().width(80),
    Column::own(FACE).unsorted().width(130).needs(INCOME_VIEW).behind(),
    Column::of("application", APPLY_NUM).unsorted().width(160),
    Column::made(look::BUSINESS).unsorted().width(180),
    Column::of("opener", OPENER).unsorted().width(90),
    Column::own(OPENED).unsorted().width(150),
    Column::own(SETTLED_AMOUNT).unsorted().width(120).needs(INCOME_VIEW),
    Column::expr(summed::open, OPEN).unsorted().width(120).needs(INCOME_VIEW),
    Column::expr(invoice_settled, INVOICE_SETTLED).unsorted().width(90),
    Column::own(REMARK).unsorted().width(180),
    Column::of("original", RED_OF).unsorted().width(150),
    Column::own(IssuedInvoice::RED_REASON).unsorted().width(140).behind(),
    Column::made(look::SENT).unsorted().width(150),
];

const INVOICE_FILTERS: &[Filter] = &[
    Filter::new("invoiceNum", Match::Contains, IssuedInvoice::INVOICE_NUM),
    Filter::new("number", Match::Own(look::invoices_of_number), look::NUMBER).searched(ways::invoices_of_number),
    Filter::new("customerName", Match::Contains, CUSTOMER).columns(&[("coop", "coop_name"), ("coop", "coop_code")]),
    Filter::new("invoiceTitle", Match::Contains, IssuedInvoice::TITLE),
    Filter::new("writeoff", Match::Own(invoices_settled), INVOICE_SETTLED),
    Filter::new("orderCode", Match::Own(look::invoices_of_order), look::ORDER_CODE)
        .searched(ways::invoices_of_order)
        .more(),
    Filter::new("invoiceType", Match::OneOf, IssuedInvoice::INVOICE_TYPE).more(),
    Filter::new("invoiceDate", Match::Range, IssuedInvoice::INVOICE_DATE).more(),
    Filter::new("currency", Match::OneOf, CURRENCY).more(),
    Filter::new("openUser", Match::Contains, OPENER).columns(&[("opener", "name_cn")]).more(),
    Filter::new("openTime", Match::Range, OPENED).searched(ways::issued_at).more(),
    Filter::new("state", Match::OneOf, IssuedInvoice::STATE).initially(invoicing::LISTED).more(),
    Filter::new("red", Match::Flag(look::is_red), look::IS_RED).more(),
];

/// The invoices.
pub static INVOICES: LazyLock<Page<IssuedInvoice>> = LazyLock::new(|| {
    let door = (PATH, "/cssManager/income", 20);
    let page = Page::of("css.issued-invoice", ("发票", "Invoices"), door, IssuedInvoice::INVOICE_NUM)
        .calls("/css/incomeInvoice", "income_invoice")
        .tab()
        .beside(TABS)
        .states(IssuedInvoice::STATE, WRONG_INVOICE)
        .elsewhere(&[PART_RED, RED, invoicing::PENDING])
        .section_from("main", ("发票", "Invoice"), IssuedInvoice::INVOICE_NUM, IssuedInvoice::RED_REASON)
        .visible(seen::invoices)
        .seen(seen::need_invoice)
        .joins(INVOICE_JOINS)
        .follows(&[invoice::ALLOCATION, MAILS])
        .joins(VOUCHER_JOINS)
        .columns(INVOICE_COLUMNS)
        .columns(VOUCHER_COLUMNS)
        .filters(INVOICE_FILTERS)
        .sort("invoiceDate,desc")
        .fills(look::fill_invoices)
        .totals(look::totals)
        .tells(told::invoice)
        .unique("uq_invoice_issued", &["invoice_code", "invoice_num"], "invoiceNum", invoicing::ISSUED_TAKEN);
    acted(page)
});

fn acted(page: Page<IssuedInvoice>) -> Page<IssuedInvoice> {
    let in_force = [NORMAL, PART_RED, RED];
    page.action(
        Action::row(EDIT, ("修改", "Edit"))
            .verb("update")
            .begins_in(&in_force)
            .asks(change::CHANGED)
            .note("金额只能在核销前修改", "The amount can be changed before it is settled.")
            .first(change::first_of_change)
            .does(change::change)
            .rewrites(),
    )
    .action(
        Action::row(EDIT, ("附件", "Files"))
            .verb("files")
            .begins_in(&in_force)
            .first(look::files)
            .files("files", ("附件", "Files"), FILE_BYTES_MAX, false)
            .does(change::attach),
    )
    .action(
        Action::row(MAIL, ("发送发票", "Send"))
            .verb("send")
            .begins_in(&in_force)
            .asks(mail::typed::FIELDS)
            .note("附件中的发票文件随邮件发送", "The files of the invoice go with the mail.")
            .first(send::first)
            .does(send::send),
    )
    .action(
        Action::row(TAKE_BACK, ("红冲", "Take back"))
            .verb("red")
            .begins_in(&[NORMAL, PART_RED])
            .asks(change::RED_FIELDS)
            .note("红冲金额返回未开票", "What is taken back can be invoiced anew.")
            .danger()
            .level(Level::High)
            .first(change::first_of_red)
            .does(change::red)
            .rewrites(),
    )
    .action(
        Action::moves(REMOVE, ("删除登记", "Remove"), &[NORMAL], invoice::REMOVED)
            .confirms("确认删除发票登记？", "Remove the registration?")
            .danger()
            .for_many()
            .level(Level::High)
            .does(change::remove)
            .rewrites(),
    )
    .action(income_writeoff::action(SETTLE, ("核销", "Settle"), Settled::Invoice).begins_in(&[NORMAL, PART_RED]))
    .action(
        Action::tool(IMPORT, ("导入发票", "Import invoices"), digital_list::run)
            .asks(digital_list::FIELDS)
            .note(
                "列名留空时按税务局导出清单的名称识别，使用过的列名会记住；有误时不登记任何发票",
                "Columns left empty are found by the names of the tax office; names are remembered. With any fault nothing \
                 is registered.",
            )
            .first(digital_list::first),
    )
    .action(Action::export(EXPORT))
}

const OPEN_COLUMNS: &[Column] = &[
    Column::own(IssuedInvoice::INVOICE_NUM).width(180).copy(),
    Column::own(IssuedInvoice::INVOICE_DATE).width(100),
    Column::own(IssuedInvoice::STATE).unsorted().width(90),
    Column::of("coop", CUSTOMER).unsorted().width(150),
    Column::own(IssuedInvoice::TITLE).unsorted().width(180),
    Column::own(CURRENCY).unsorted().width(70),
    Column::own(AMOUNT).unsorted().width(120).needs(INCOME_VIEW),
    Column::own(SETTLED_AMOUNT).unsorted().width(120).needs(INCOME_VIEW),
    Column::expr(summed::open, OPEN).unsorted().width(120).needs(INCOME_VIEW),
    Column::made(look::BUSINESS).unsorted().width(180),
    Column::own(REMARK).unsorted().width(180),
];

const OPEN_FILTERS: &[Filter] = &[
    Filter::new("invoiceNum", Match::Contains, IssuedInvoice::INVOICE_NUM),
    Filter::new("number", Match::Own(look::invoices_of_number), look::NUMBER).searched(ways::invoices_of_number),
    Filter::new("customerName", Match::Contains, CUSTOMER).columns(&[("coop", "coop_name"), ("coop", "coop_code")]),
    Filter::new("orderCode", Match::Own(look::invoices_of_order), look::ORDER_CODE).searched(ways::invoices_of_order),
    Filter::new("currency", Match::OneOf, CURRENCY).more(),
    Filter::new("invoiceDate", Match::Range, IssuedInvoice::INVOICE_DATE).more(),
];

/// 发票核销: the invoices with something open, the newest first. All of them are in force: it has no states.
pub static OPEN_INVOICES: LazyLock<Page<IssuedInvoice>> = LazyLock::new(|| {
    let door = (PATH, "/cssManager/income", 20);
    Page::of("css.open-invoice", ("发票核销", "To be settled"), door, IssuedInvoice::INVOICE_NUM)
        .calls("/css/openInvoice", "open_invoice")
        .tab()
        .beside(TABS)
        .section_from("main", ("发票", "Invoice"), IssuedInvoice::INVOICE_NUM, IssuedInvoice::RED_REASON)
        .visible(seen::open_invoices)
        .seen(seen::need_invoice)
        .joins(INVOICE_JOINS)
        .follows(&[invoice::ALLOCATION])
        .columns(OPEN_COLUMNS)
        .filters(OPEN_FILTERS)
        .sort("invoiceDate,desc")
        .fills(look::fill_sources)
        .totals(look::totals)
        .tells(told::invoice)
        .action(income_writeoff::action(SETTLE, ("核销", "Settle"), Settled::Invoice))
});

/// 申请开票 on a note or a statement: the form of this page about that row.
pub(crate) fn action<D: Document>(about: fn(Id) -> About) -> Action<D> {
    Action::row(APPLY, ("申请开票", "Apply for invoices"))
        .verb("apply")
        .asks(apply::OF_KNOWN)
        .lines(apply::ROWS)
        .note(apply::SAID.0, apply::SAID.1)
        .first(move |conn, actor, id| {
            apply::first(conn, actor, id.map_or(About::Nothing, about), &platform::page::Chosen::default())
        })
        .does(move |tx, step| {
            let about = about(step.id);
            apply::save(tx, step, about)
        })
        .rewrites()
}

/// Adds its tabs to the room.
pub(crate) fn add(room: &mut Room) {
    room.page(&APPLICATIONS);
    room.page(&OPEN_INVOICES);
    room.page(&INVOICES);
    room.orders_of.push(Kept::asked(application::OBJECT, seen::about_application));
    room.orders_of.push(Kept::asked(invoice::TABLE, seen::about_invoice));
    room.effects.extend(decide::EFFECTS);
    room.setbacks.extend(decide::SETBACKS);
    room.selects.push(("applicableStatement", seen::statements));
    room.select_uses.push(("applicableStatement", Access::Code(APPLY)));
    room.operations.extend(operations());
    for select in ["currency", "coop"] {
        room.select_uses.push((select, Access::AnyOf(&[CODE, APPLY, ISSUE])));
    }
}

fn operations() -> Vec<Operation> {
    vec![
        Operation::post(
            "export_digital_invoices",
            "/css/invoiceApplication/digital",
            Access::Code(DIGITAL_FILE),
            digital::export,
        )
        .summary("Applications as rows of the tax office's template for issuing many invoices at once"),
        Operation::post(
            "add_issued_invoice_file",
            digital_list::FILE_PATH,
            Access::Code(IMPORT),
            digital_list::keep_file,
        )
        .body(Body::Files)
        .body_up_to(digital_list::BYTES_MAX)
        .summary("Keeps a list of issued invoices to be imported"),
    ]
}
