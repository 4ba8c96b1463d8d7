//! The page /af_identify: list and form.

use ::order::visible_order;
use kernel::Id;
use platform::access::Actor;
use platform::attached;
use platform::call::{Answer, Call, Outcome};
use platform::document;
use platform::document::{Document, FormPage, Section};
use platform::field::{Choice, Field};
use platform::list::{self, Button, Column, Filter, Join, ListPage, Match, RowView};
use platform::refusal::Refusal;
use platform::sea_query::{Expr, Order as Way};
use platform::store::{Cell, Conn, sql};
use platform::when::When;
use serde_json::{Value as Json, json};

use super::lines::{self, LINES};
use super::rules;
use crate::order::{self, Order};

/// Address of the page.
pub(crate) const PAGE: &str = "/af_identify";
/// Beginning of its calls.
pub(crate) const BASE: &str = "/afbase/identify";
/// Its table, and the kind of thing in the log and of its files.
pub(crate) const TABLE: &str = "order_appraisal";
/// Where files of certificates are sent to.
pub(crate) const UPLOAD: &str = "/afbase/identify/file";

/// Kept.
pub(crate) const DRAFT: &str = "DRAFT";
/// Declared to the terminal.
pub(crate) const DECLARED: &str = "DECLARED";
/// The terminal has not answered.
pub(crate) const NONE: &str = "NONE";
/// It takes the certificates.
pub(crate) const PASSED: &str = "PASSED";
/// It does not.
pub(crate) const RETURNED: &str = "RETURNED";

const STATES: &[Choice] =
    &[Choice::new(DRAFT, "暂存", "Kept"), Choice::new(DECLARED, "已申报", "Declared").tone("info")];
/// Answers of the terminal.
pub(crate) const RESULTS: &[Choice] =
    &[Choice::new(PASSED, "通过", "Passed").tone("done"), Choice::new(RETURNED, "退回", "Returned").tone("danger")];
const AUDITS: &[Choice] = &[
    Choice::new(NONE, "未审", "Not audited"),
    Choice::new(PASSED, "通过", "Passed").tone("done"),
    Choice::new(RETURNED, "退回", "Returned").tone("danger"),
];

/// It was kept once, and so its certificates counted: there is something to tell of declaring it.
const KEPT: When = When::Filled(&Appraisal::REPORT_COUNT);

document! {
    /// Certificates that are declared together.
    pub struct Appraisal in "order_appraisal" {
        /// The order.
        order_id: Id = Field::reference(order::SELECT, "订单", "Order").required().fixed(),
        /// Who audits them; the terminal of the order when it is empty.
        terminal: String = Field::text("货站", "Terminal").max(60),
        /// Who handles them here; who keeps them when it is empty.
        handler: String = Field::text("操作人", "Handled by").max(50),
        /// State.
        state: String = Field::state(STATES, "状态", "State").shown_when(&KEPT),
        /// What the terminal answered.
        audit_state: String = Field::state(AUDITS, "审核状态", "Audit").shown_when(&KEPT),
        /// What its answer names.
        declaration_no: String = Field::text("申报编号", "Declaration no.").read_only().shown_when(&KEPT).max(30),
        /// Who audited them.
        auditor: String = Field::text("审核人", "Audited by").max(50),
        /// When.
        audit_at: Option<i64> = Field::instant("审核时间", "Audited").wire("auditTime"),
        /// Why they came back.
        audit_remark: String = Field::text("审核意见", "Remark of the audit").max(500),
        /// When they were declared.
        declared_at: Option<i64> = Field::instant("申报时间", "Declared").read_only().wire("declareTime"),
        /// Certificates.
        report_count: Option<i64> = Field::int("报告数", "Certificates").read_only().wire("reports"),
        /// Their numbers.
        report_numbers: String = Field::text("报告编号", "Report no.").read_only().max(1200),
        /// The first day on which one of them ends.
        valid_until: String = Field::day("最早到期", "First to end").read_only(),
    }
}

const CODE: Field = Field::text("订单号", "Order").column("order_code").wire("orderCode");
const AWB: Field = Field::text("主单号", "MAWB").column("awb_number").wire("awbNumber");
const FLIGHT_DATE: Field = Field::day("航班日期", "Flight date").column("expect_departure").wire("flightDate");
const CARRIER: Field = Field::text("航司", "Carrier").wire("carrierCode");
const DECLARER: Field = Field::text("申报人", "Declared by").column("name_cn").wire("declarer");

fn carrier() -> Expr {
    Expr::cust(
        "(SELECT MIN(l.carrier_code) FROM order_leg l WHERE l.org_id = order_appraisal.org_id \
         AND l.order_id = order_appraisal.order_id AND l.leg_no = 1)",
    )
}

/// The declarations of the orders the caller may see.
pub(crate) const LIST: ListPage = ListPage {
    joins: &[
        Join { table: "freight_order", alias: "freight_order", on: &[("order_id", "id")], by_org: true },
        Join { table: "app_user", alias: "declarer", on: &[("declared_by", "id")], by_org: true },
    ],
    columns: &[
        list::ID,
        list::VERSION,
        Column::own(Appraisal::ORDER_ID).hidden(),
        Column::of("freight_order", CODE).width(140).copy(),
        Column::of("freight_order", AWB).width(130).copy(),
        Column::expr(carrier, CARRIER).width(70),
        Column::of("freight_order", FLIGHT_DATE).width(110),
        Column::own(Appraisal::TERMINAL).width(140),
        Column::own(Appraisal::HANDLER).width(90),
        Column::own(Appraisal::REPORT_COUNT).width(80).sum(),
        Column::own(Appraisal::REPORT_NUMBERS).width(180).unsorted(),
        Column::own(Appraisal::VALID_UNTIL).width(110),
        Column::own(Appraisal::STATE).width(80),
        Column::own(Appraisal::AUDIT_STATE).width(80),
        Column::own(Appraisal::DECLARATION_NO).width(140).copy(),
        Column::own(Appraisal::AUDITOR).width(90),
        Column::own(Appraisal::AUDIT_AT).width(150),
        Column::own(Appraisal::AUDIT_REMARK).width(180).unsorted(),
        Column::of("declarer", DECLARER).width(90),
        Column::own(Appraisal::DECLARED_AT).width(150),
    ],
    filters: &[
        Filter::new("orderCode", Match::Contains, CODE).columns(&[("freight_order", "order_code")]),
        Filter::new("awbNumber", Match::Contains, AWB).columns(&[("freight_order", "awb_number")]),
        Filter::new("reportIssueNo", Match::Contains, Appraisal::REPORT_NUMBERS).one_mode(),
        Filter::new("state", Match::OneOf, Appraisal::STATE),
        Filter::new("auditState", Match::OneOf, Appraisal::AUDIT_STATE),
        Filter::new("validUntil", Match::Range, Appraisal::VALID_UNTIL).more(),
    ],
    buttons: &[
        Button::new("af-identify-add", ("新增", "Add"), "primary", "create"),
        Button::new("af-identify-add", ("编辑", "Edit"), "row", "edit").when("state", &[DRAFT]),
        Button::new("af-identify-declare", ("申报", "Declare"), "row", "call")
            .calls("POST /afbase/identify/declare/{id}")
            .when("state", &[DRAFT]),
        Button::new("af-identify-audit", ("登记审核", "Register audit"), "row", "custom")
            .calls("POST /afbase/identify/audit/{id}")
            .when("state", &[DECLARED]),
        Button::new("af-identify-undeclare", ("删除申报", "Take back"), "row", "call")
            .calls("POST /afbase/identify/deleteDeclare/{id}")
            .asks("确认删除申报，退回暂存？", "Take the declaration back?")
            .when("auditState", &[NONE, RETURNED]),
        Button::new("af-identify-del", ("删除", "Delete"), "row", "remove")
            .asks("确认删除该鉴定证书？", "Delete these certificates?")
            .when("state", &[DRAFT]),
    ],
    visible: Some(visible_order),
    decorate: Some(decorate),
    tabs: "auditState",
    form: "af.identify.form",
    ..ListPage::new("af.identify.list", PAGE, ("鉴定证书", "Goods appraisal certificates"), "af_identify", BASE, TABLE)
};

fn decorate(actor: &Actor, row: &RowView<'_>, out: &mut String) {
    let text = |name: &str| String::from_value(row.value(name)).unwrap_or_default();
    let codes: &[&str] = match (text("state").as_str(), text("auditState").as_str()) {
        (DECLARED, PASSED) => &["af-identify-audit"],
        (DECLARED, _) => &["af-identify-audit", "af-identify-undeclare"],
        _ => &["af-identify-add", "af-identify-declare", "af-identify-del"],
    };
    list::write_can(actor, codes, out);
}

const FILES: Field = Field::files(UPLOAD, "鉴定证书文件", "Files of the certificates").wire("files");

/// The form beside the list.
pub(crate) const FORM: FormPage = FormPage {
    codes: ["af-identify-add", "af-identify-add", "af-identify-del", ""],
    page: PAGE,
    seen: Some(need_seen),
    rules: Some(rules::check),
    after: Some(rules::after),
    rows: &[LINES],
    view_more: Some(rules::view_more),
    remove_rule: Some(rules::removable),
    members: &["files", "orderCode", "orderUuid", "awbNumber", "route", "flightNo", "flightDate", "editor", "editTime"],
    sections: &[
        Section {
            key: "main",
            title: ("申报", "Declaration"),
            fields: &[
                Appraisal::ORDER_ID,
                Appraisal::TERMINAL,
                Appraisal::HANDLER,
                Appraisal::STATE,
                Appraisal::AUDIT_STATE,
                Appraisal::DECLARATION_NO,
            ],
        },
        Section { key: "files", title: ("文件", "Files"), fields: &[FILES] },
    ],
    ..FormPage::of::<Appraisal>(
        "af.identify.form",
        ("鉴定证书", "Appraisal certificates"),
        ("af_identify", BASE, "appraisal"),
        Appraisal::TERMINAL,
    )
};

/// A declaration as it is stored.
pub(crate) fn own(conn: &mut dyn Conn, org: i64, id: Id) -> Result<Appraisal, Refusal> {
    let mut select = sql::from(org, TABLE);
    select.columns(Appraisal::FIELDS.iter().map(|field| field.column)).and_where(sql::eq("id", id));
    let row = conn.first(&select.into())?.ok_or(Refusal::NotFound)?;
    Ok(Appraisal::from_values(&row.0)?)
}

/// A declaration with its order, which the caller may see.
pub(crate) fn seen(conn: &mut dyn Conn, actor: &Actor, id: Id) -> Result<(Appraisal, Order), Refusal> {
    let appraisal = own(conn, actor.org_id, id)?;
    let order = order::of_id(conn, actor, appraisal.order_id)?;
    Ok((appraisal, order))
}

fn need_seen(conn: &mut dyn Conn, actor: &Actor, id: Id) -> Result<(), Refusal> {
    seen(conn, actor, id).map(drop)
}

/// GET file/{id}: a file of certificates whose order the caller may see, or that he has uploaded just now.
pub(crate) fn file(call: &mut Call) -> Outcome {
    let (actor, id) = (call.actor()?, call.path_id("id")?);
    let file = call.read(|conn| {
        let (object, file) = attached::find(conn, actor.org_id, TABLE, id)?.ok_or(Refusal::NotFound)?;
        match object {
            Some(appraisal) => need_seen(conn, actor, appraisal)?,
            None if file.is_of(actor) => {}
            None => return Err(Refusal::NotFound),
        }
        Ok(file)
    })?;
    file.answer(call)
}

/// GET list/{orderUuid}: the declarations of an order, the first first.
pub(crate) fn of_order(call: &mut Call) -> Outcome {
    let (actor, uuid) = (call.actor()?, call.path_uuid("orderUuid")?);
    let rows = call.read(|conn| {
        let org = actor.org_id;
        let order = order::of_uuid(conn, actor, &uuid)?;
        let mut select = sql::from(org, TABLE);
        select.column("id").and_where(sql::eq("order_id", order.id)).order_by("id", Way::Asc);
        let ids = conn.query(&select.into())?;
        let ids = ids.iter().map(|row| row.get(0)).collect::<Result<Vec<Id>, _>>()?;
        let mut told = Vec::new();
        for id in ids {
            let one = own(conn, org, id)?;
            let reports: Vec<String> = lines::of(conn, org, id)?.into_iter().map(|line| line.number).collect();
            told.push(json!({
                "id": id,
                "terminal": one.terminal,
                "state": one.state,
                "auditState": one.audit_state,
                "auditor": one.auditor,
                "auditTime": one.audit_at.map(|at| kernel::show_second(kernel::Instant::from_millis(at))),
                "auditRemark": one.audit_remark,
                "reportNumbers": reports,
                "validUntil": one.valid_until,
            }));
        }
        Ok(told)
    })?;
    Ok(Answer::Data(Json::Array(rows)))
}
