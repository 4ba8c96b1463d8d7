//! Waybill forms: first fill, look, check, drafts, finishing, taking back, deleting, printing.

use facts::master::{self, Master};
use kernel::{Findings, Id, Msg, Uuid};
use platform::call::{Answer, Call, Outcome, Tx, with_findings};
use platform::log::{Level, LogEntry};
use platform::refusal::{Refusal, findings_json, messages as common};
use platform::store::{Cell, Conn, Value, sql};
use serde::Deserialize;
use serde_json::{Map, Value as Json, json};
use waybill::destination::{Counts, Destinations, merged};
use waybill::sign::{self, Kinds, Seals};
use waybill::{Form, forms, rules};

use crate::prefill::{self, Source};
use crate::{alone, compare, confirmed};

const PAGE: &str = "/af_mawb_make";
const HOUSE_PAGE: &str = "/hawb_info_page";

/// Messages of waybill forms.
pub mod messages {
    use super::Msg;

    /// A finished form does not change.
    pub const DONE: Msg =
        Msg::new("awbprint.done", "单证已完成，不能修改", "The document is finished and can't be changed.");
    /// The number has its form.
    pub const MADE: Msg = Msg::new("awbprint.made", "该主单已制单", "This master waybill has been made.");
    /// The house has its form.
    pub const HOUSE_MADE: Msg = Msg::new("awbprint.house_made", "该分单已制单", "This house waybill has been made.");
    /// The order has no number yet.
    pub const NO_NUMBER: Msg =
        Msg::new("awbprint.no_number", "请先录入主单号", "Please enter the master waybill number first.");
    /// The number is not the order's.
    pub const OTHER_NUMBER: Msg =
        Msg::new("awbprint.other_number", "主单号与订单不一致", "The number is not the order's master waybill number.");
    /// The house number is not the house waybill's.
    pub const OTHER_HOUSE: Msg =
        Msg::new("awbprint.other_house", "分单号与分单不一致", "The number is not the house waybill's.");
    /// Only drafts are deleted.
    pub const ONLY_DRAFTS: Msg =
        Msg::new("awbprint.only_drafts", "只能删除已暂存的单证", "Only drafts can be deleted.");
    /// Not finished.
    pub const NOT_DONE: Msg = Msg::new("awbprint.not_done", "单证未完成", "The document is not finished.");
    /// Finished already.
    pub const DONE_ALREADY: Msg = Msg::new("awbprint.done_already", "单证已完成", "The document is finished already.");
    /// Its order or house has other numbers by now.
    pub const NUMBERS_CHANGED: Msg = Msg::new(
        "awbprint.numbers_changed",
        "单号已变更为{n}，请删除本单证后重新制单",
        "The number is {n} by now; delete this document and make a new one.",
    );
    /// A carrier has its message, or will have it.
    pub const SENT: Msg = Msg::new(
        "awbprint.sent",
        "该单证已发送报文，请先撤销报文",
        "A message of this document was sent; cancel the message first.",
    );
    /// What was sent is not what is written any more.
    pub const SEND_AGAIN: Msg = Msg::new(
        "awbprint.send_again",
        "该单证已发送报文，修改后请重新发送",
        "A message of this document was sent; send it again after this change.",
    );
    /// Differences need a reason.
    pub const REASON: Msg =
        Msg::new("awbprint.reason", "请填写差异原因", "Please fill in the reason for the differences.");
    /// No houses.
    pub const DIRECT: Msg =
        Msg::new("awbprint.direct", "该主单为直单，无分单", "This master goes direct and has no house waybills.");
    /// The carrier has the waybill.
    pub const ACCEPTED: Msg = Msg::new(
        "awbprint.accepted",
        "报文已被接收，请先撤销报文",
        "The carrier has accepted the message. Please cancel the message first.",
    );
    /// Nothing to print.
    pub const NOTHING: Msg = Msg::new("awbprint.nothing", "运单未制单", "The waybill has not been made.");
}

/// Members of a body beside the boxes.
struct Meta {
    order_uuid: String,
    hawb_id: Option<Id>,
    awb_print_id: Option<Id>,
    row_uuid: String,
    confirmed: Vec<String>,
    boxes: Json,
}

impl Meta {
    fn read(call: &Call) -> Result<Self, Refusal> {
        let mut body: Map<String, Json> = call.json()?;
        let confirmed = confirmed(&body);
        let mut text = |name: &str| match body.remove(name) {
            Some(Json::String(text)) => text,
            _ => String::new(),
        };
        let id = |text: String| text.parse().ok().map(Id);
        let (order_uuid, row_uuid) = (text("orderUuid"), text("rowUuid"));
        let (hawb_id, awb_print_id) = (id(text("hawbId")), id(text("awbPrintId")));
        // What view and first fill tell beside the boxes.
        const TOLD: [&str; 12] = [
            "confirmed",
            "state",
            "printCount",
            "revision",
            "differenceReason",
            "orderCode",
            "orderCodes",
            "goodsType",
            "houses",
            "stockKind",
            "editor",
            "editTime",
        ];
        for name in TOLD {
            body.remove(name);
        }
        Ok(Self { order_uuid, hawb_id, awb_print_id, row_uuid, confirmed, boxes: Json::Object(body) })
    }
}

/// The order a form is about, seen by the caller.
pub(crate) struct Ordered {
    /// Row.
    pub id: Id,
    /// Its number.
    pub code: String,
    /// Its master; empty without one.
    pub master: Master,
    awb_id: Option<Id>,
}

/// What a form is of: an order, or nothing but its own numbers.
struct Of {
    order: Option<Ordered>,
    /// House waybill of the order.
    hawb: Option<Id>,
    master: Master,
}

/// The order of a UUID, as far as the caller may see it.
pub(crate) fn order(conn: &mut dyn Conn, actor: &platform::access::Actor, uuid: &str) -> Result<Ordered, Refusal> {
    let uuid = Uuid::parse(uuid).ok_or(Refusal::NotFound)?;
    let mut select = sql::from(actor.org_id, "freight_order");
    select.columns(["id", "order_code", "awb_number", "awb_id", master::ROUND]).and_where(sql::eq("uuid", uuid));
    let row = conn.first(&select.into())?.ok_or(Refusal::NotFound)?;
    let master = Master { number: row.get(2)?, round: row.get(4)? };
    let order = Ordered { id: row.get(0)?, code: row.get(1)?, master, awb_id: row.get(3)? };
    waybill::orders::need_visible(conn, actor, order.id)?;
    Ok(order)
}

/// UUID and code of an order.
pub(crate) fn order_of(conn: &mut dyn Conn, org: i64, id: Id) -> Result<(String, String), Refusal> {
    let mut select = sql::from(org, "freight_order");
    select.columns(["uuid", "order_code"]).and_where(sql::eq("id", id));
    let row = conn.first(&select.into())?.ok_or(Refusal::NotFound)?;
    Ok((row.get(0)?, row.get(1)?))
}

/// A form of the caller's org that the caller may see.
pub(crate) fn visible(conn: &mut dyn Conn, actor: &platform::access::Actor, id: Id) -> Result<Form, Refusal> {
    let form = forms::find(conn, actor.org_id, id)?.ok_or(Refusal::NotFound)?;
    waybill::reach::need_form(conn, actor, &form)?;
    Ok(form)
}

/// Refuses who may not see a form.
pub(crate) fn need_seen(conn: &mut dyn Conn, actor: &platform::access::Actor, id: Id) -> Result<(), Refusal> {
    visible(conn, actor, id).map(drop)
}

/// GET prefill: the form as a new one begins.
pub fn prefill(call: &mut Call) -> Outcome {
    let actor = call.actor()?.clone();
    let uuid = call.path("orderUuid").to_owned();
    let house = call.query("type") == "1";
    let hawb_id = call.query("hawbId").parse().ok().map(Id);
    let today = prefill::today(call.now());
    let form = call.read(|conn| {
        let order = order(conn, &actor, &uuid)?;
        if house && hawb_id.is_none() {
            return Err(Refusal::NotFound);
        }
        first_fill(conn, &actor, &order, (hawb_id.filter(|_| house), today))
    })?;
    Ok(Answer::Data(form))
}

/// The form of an order, or of one of its houses, as a new one begins.
pub(crate) fn first_fill(
    conn: &mut dyn Conn,
    actor: &platform::access::Actor,
    order: &Ordered,
    (hawb_id, today): (Option<Id>, String),
) -> Result<Json, Refusal> {
    let source = source(conn, actor, order.id, (hawb_id, today))?;
    let mut form = prefill::fill(conn, &source)?;
    if let Some(form) = form.as_object_mut() {
        form.insert("orderCode".to_owned(), json!(order.code));
        let master = if hawb_id.is_some() { Master::default() } else { order.master.clone() };
        tell_cargo(conn, actor.org_id, (order.id, &master), form)?;
    }
    Ok(form)
}

fn source(
    conn: &mut dyn Conn,
    actor: &platform::access::Actor,
    order_id: Id,
    (hawb_id, today): (Option<Id>, String),
) -> Result<Source, Refusal> {
    let orders = if hawb_id.is_some() { Vec::new() } else { prefill::orders_of(conn, actor, order_id)? };
    Ok(Source { org: actor.org_id, order_id, orders, hawb_id, today })
}

/// What other charges are looked up by and no box tells: the goods of the order, and how many houses the master has;
/// where there is no master, those of the order.
fn tell_cargo(
    conn: &mut dyn Conn,
    org: i64,
    (order, master): (Id, &Master),
    form: &mut Map<String, Json>,
) -> Result<(), Refusal> {
    let mut select = sql::from(org, "freight_order");
    select.columns(["goods_type", "hawb_count"]).and_where(sql::eq("id", order));
    let row = conn.first(&select.into())?.ok_or(Refusal::NotFound)?;
    form.insert("goodsType".to_owned(), json!(row.get::<String>(0)?));
    let houses = if master.is_empty() {
        row.get::<Option<i64>>(1)?.unwrap_or_default()
    } else {
        waybill::houses::count(conn, org, master)?
    };
    form.insert("houses".to_owned(), json!(houses));
    Ok(())
}

/// As what the number was received, which says on what paper it is printed; empty for one that never was.
fn stock_kind(conn: &mut dyn Conn, org: i64, master: &Master) -> Result<String, Refusal> {
    let mut select = sql::from(org, "awb");
    select.column("kind").and_where(master.is());
    Ok(conn.first(&select.into())?.unwrap_or_default().get(0)?)
}

/// A stored form with what the page shows beside its boxes.
pub(crate) fn told(conn: &mut dyn Conn, org: i64, form: &Form) -> Result<Json, Refusal> {
    let order = form.order_id.map(|id| order_of(conn, org, id)).transpose()?;
    let (uuid, code) = order.map_or((Json::Null, Json::Null), |(uuid, code)| (json!(uuid), json!(code)));
    let mut data = form.body.clone();
    if let Some(object) = data.as_object_mut() {
        let editor = stock::lookup::user_name(conn, org, form.updated_by)?;
        for (name, value) in [
            ("awbPrintId", json!(form.id)),
            ("rowUuid", json!(form.row_uuid)),
            ("state", json!(form.state)),
            ("revision", json!(form.revision)),
            ("printCount", json!(form.print_count)),
            ("differenceReason", json!(form.difference_reason)),
            ("orderUuid", uuid),
            ("orderCode", code),
            ("hawbId", json!(form.hawb_id)),
            ("editor", json!(editor)),
            ("editTime", json!(kernel::show_second(form.updated_at))),
        ] {
            object.insert(name.to_owned(), value);
        }
        match form.order_id {
            Some(order) => {
                let master = if form.kind == 0 { form.master() } else { Master::default() };
                tell_cargo(conn, org, (order, &master), object)?;
            }
            None => drop(object.insert("houses".to_owned(), json!(houses_below(conn, org, form)?))),
        }
        object.insert("stockKind".to_owned(), json!(stock_kind(conn, org, &form.master())?));
    }
    Ok(data)
}

/// How many houses there are below a master of no order.
fn houses_below(conn: &mut dyn Conn, org: i64, form: &Form) -> Result<i64, Refusal> {
    if form.kind == 0 { waybill::houses::count(conn, org, &form.master()) } else { Ok(0) }
}

/// GET view of a form.
pub fn view(call: &mut Call) -> Outcome {
    let actor = call.actor()?.clone();
    let id = call.path_id("awbPrintId")?;
    let data = call.read(|conn| {
        let form = visible(conn, &actor, id)?;
        told(conn, actor.org_id, &form)
    })?;
    Ok(Answer::Data(data))
}

/// GET viewByOrderUuid: what there is to print for an order.
pub fn view_by_order(call: &mut Call) -> Outcome {
    let actor = call.actor()?.clone();
    let uuid = call.path("orderUuid").to_owned();
    let data = call.read(|conn| {
        let order = order(conn, &actor, &uuid)?;
        let master = forms::master_of_order(conn, actor.org_id, order.id)?;
        let hawbs = crate::print_list::houses(conn, actor.org_id, &[order.id])?;
        let sums = if order.master.is_empty() {
            Json::Null
        } else {
            compare::sums(conn, actor.org_id, &order.master, master.as_ref())?
        };
        Ok(json!({
            "awbNumber": order.master.number,
            "awbPrintId": master.as_ref().map(|form| form.id),
            "rowUuid": master.as_ref().map(|form| form.row_uuid.clone()),
            "state": master.as_ref().map_or("NONE", |form| form.state.as_str()),
            "printCount": master.as_ref().map_or(0, |form| form.print_count),
            "hawbs": hawbs.into_iter().map(|(_, house)| house).collect::<Vec<_>>(),
            "sums": sums,
        }))
    })?;
    Ok(Answer::Data(data))
}

/// GET hawbListByOrderUuid: the house waybills of an order.
pub fn house_list(call: &mut Call) -> Outcome {
    let actor = call.actor()?.clone();
    let uuid = call.path("orderUuid").to_owned();
    let rows = call.read(|conn| {
        let order = order(conn, &actor, &uuid)?;
        let hawbs = crate::print_list::houses(conn, actor.org_id, &[order.id])?;
        Ok(hawbs.into_iter().map(|(_, house)| house).collect::<Vec<_>>())
    })?;
    Ok(Answer::Data(json!(rows)))
}

/// POST check: findings, sums and line totals of a form as it stands.
pub fn check(call: &mut Call) -> Outcome {
    let meta = Meta::read(call)?;
    let checked = rules::check(&meta.boxes, None, false)?;
    let (actor, today) = (call.actor()?.clone(), call.now().day());
    let told = call.read(|conn| {
        let mut told = Destinations::of(conn, actor.org_id)?.look(conn, &checked.form, today)?;
        told.absorb("", waybill::beside::contradict(conn, &actor, &checked.form)?);
        told.absorb("", waybill::unfit(&checked.form));
        Ok(told)
    })?;
    let language = call.language();
    Ok(Answer::Data(json!({
        "findings": findings_json(&merged(&checked.findings, &told), language),
        "sums": checked.sums,
        "lines": checked.lines,
    })))
}

/// POST mawb: a new master form.
pub fn create_master(call: &mut Call) -> Outcome {
    create(call, 0)
}

/// POST hawb: a new house form.
pub fn create_house(call: &mut Call) -> Outcome {
    create(call, 1)
}

fn page(kind: i64) -> &'static str {
    if kind == 0 { PAGE } else { HOUSE_PAGE }
}

fn create(call: &Call, kind: i64) -> Outcome {
    let meta = Meta::read(call)?;
    let checked = rules::check(&meta.boxes, Some(kind == 1), false)?;
    let row_uuid = call.app.new_uuid()?.as_str().to_owned();
    let language = call.language().to_owned();
    let saved = call.write(|tx| {
        let (actor, org) = (tx.actor, tx.org());
        let mut findings = checked.findings.clone();
        let of = of_new(tx, actor, kind, (&meta, &checked), &mut findings)?;
        let told = look(tx, &checked)?;
        let id = tx.new_id();
        let mut written = forms::Written {
            kind,
            master: &of.master,
            hawb_number: &checked.hawb_number,
            awb_id: of.order.as_ref().and_then(|order| order.awb_id),
            order_id: of.order.as_ref().map(|order| order.id),
            hawb_id: of.hawb,
            body: &checked.body,
            counts: Counts::of(&told),
        };
        alone::need_unmade(tx, org, &written.key(id), kind)?;
        Refusal::unless_clean(&findings, &[])?;
        if of.order.is_none() && kind == 0 {
            written.awb_id = alone::take(tx, &checked, &meta.confirmed)?;
        }
        let stamp = (tx.org(), tx.actor.user_id, tx.now);
        forms::add(tx, stamp, (id, &row_uuid), &written)?;
        let words = of.order.as_ref().map_or_else(|| "制单".to_owned(), |order| format!("制单 {}", order.code));
        let numbers = (of.master.number.as_str(), checked.hawb_number.as_str());
        tx.log(entry(id, numbers, (kind, written.order_id)).did("新建", "暂存").text(words))?;
        Ok((json!({ "awbPrintId": id, "rowUuid": row_uuid }), merged(&findings, &told)))
    });
    match made_meanwhile(saved, kind) {
        Err(refusal) => Err(refusal),
        Ok((data, findings)) => Ok(Answer::Data(with_findings(data, &findings, &language))),
    }
}

/// Two people began the same form at the same moment.
fn made_meanwhile<T>(saved: Result<T, Refusal>, kind: i64) -> Result<T, Refusal> {
    let made = if kind == 0 { messages::MADE } else { messages::HOUSE_MADE };
    match saved {
        Err(Refusal::Unique(_)) => Err(Refusal::business(made)),
        other => other,
    }
}

/// What a new form is of, with what stands against its numbers.
fn of_new(
    tx: &mut Tx<'_>,
    actor: &platform::access::Actor,
    kind: i64,
    (meta, checked): (&Meta, &rules::Checked),
    findings: &mut Findings,
) -> Result<Of, Refusal> {
    if meta.order_uuid.is_empty() {
        if !actor.has(alone::ADD) {
            return Err(Refusal::Forbidden);
        }
        alone::check(tx, checked, None, findings)?;
        return Ok(Of { order: None, hawb: None, master: Master::now(checked.awb_number.as_str()) });
    }
    let order = order(tx, actor, &meta.order_uuid)?;
    let hawb = own_numbers(tx, &order, (kind, meta.hawb_id), checked, findings)?;
    Ok(Of { hawb, master: order.master.clone(), order: Some(order) })
}

/// What the rules of destinations say of a form: told while it is a draft, in the way of finishing it.
fn look(tx: &mut Tx<'_>, checked: &rules::Checked) -> Result<Findings, Refusal> {
    let (org, today) = (tx.org(), tx.now.day());
    Destinations::of(tx, org)?.look(tx, &checked.form, today)
}

/// POST createAllHawb: a draft for every house waybill of an order that has none.
pub fn create_all_houses(call: &mut Call) -> Outcome {
    let uuid = call.path("orderUuid").to_owned();
    let language = call.language().to_owned();
    let today = prefill::today(call.now());
    let (made, refused) = call.write(|tx| {
        let (actor, org) = (tx.actor, tx.org());
        let order = order(tx, actor, &uuid)?;
        if order.master.is_empty() {
            return Err(Refusal::business(messages::NO_NUMBER));
        }
        let mut select = sql::from(org, "hawb");
        select.columns(["id", "hawb_number"]).and_where(sql::eq("order_id", order.id));
        let hawbs = tx.query(&select.into())?;
        if hawbs.is_empty() {
            return Err(Refusal::business(messages::DIRECT));
        }
        let (mut made, mut refused) = (Vec::new(), Vec::new());
        let mut destinations = Destinations::of(tx, org)?;
        for row in &hawbs {
            let (hawb, number): (Id, String) = (row.get(0)?, row.get(1)?);
            if forms::find_key(tx, org, &forms::house_key(hawb))?.is_some() {
                continue;
            }
            let source = source(tx, actor, order.id, (Some(hawb), today.clone()))?;
            let checked = rules::check(&prefill::fill(tx, &source)?, Some(true), false)?;
            match checked.findings.items.iter().find(|finding| finding.severity == kernel::Severity::Error) {
                Some(finding) => refused.push(format!("{number}: {}", finding.text.in_language(&language))),
                None => {
                    let (now, form) = (tx.now, &checked.form);
                    let told = destinations.look(tx, form, now.day())?;
                    add_house(tx, &order, (hawb, &number), (&checked, Counts::of(&told)))?;
                    made.push(number);
                }
            }
        }
        if made.is_empty() {
            tx.no_log_line();
        }
        Ok((made, refused))
    })?;
    Ok(Answer::Data(json!({ "changed": made.len(), "skipped": refused.len(), "messages": refused })))
}

fn add_house(
    tx: &mut Tx<'_>,
    order: &Ordered,
    (hawb, number): (Id, &str),
    (checked, counts): (&rules::Checked, Counts),
) -> Result<(), Refusal> {
    let (id, row_uuid) = (tx.new_id(), tx.app.new_uuid()?);
    let written = forms::Written {
        kind: 1,
        master: &order.master,
        hawb_number: number,
        awb_id: order.awb_id,
        order_id: Some(order.id),
        hawb_id: Some(hawb),
        body: &checked.body,
        counts,
    };
    let stamp = (tx.org(), tx.actor.user_id, tx.now);
    forms::add(tx, stamp, (id, row_uuid.as_str()), &written)?;
    let entry = entry(id, (&order.master.number, number), (1, Some(order.id)));
    tx.log(entry.did("新建", "生成分单").text(format!("制单 {}", order.code)))
}

/// Kind of thing in the log.
pub(crate) const OBJECT: &str = "awbPrint";

/// A line of the log about a form by its numbers, on the page its kind is made on.
pub(crate) fn entry(id: Id, (master, house): (&str, &str), (kind, order): (i64, Option<Id>)) -> LogEntry {
    let number = if kind == 0 { master.to_owned() } else { format!("{master} / {house}") };
    let page = if order.is_some() { page(kind) } else { alone::PAGE };
    LogEntry::of(OBJECT, id, number, page)
}

/// A line of the log about a stored form.
pub(crate) fn entry_of(form: &Form) -> LogEntry {
    entry(form.id, (&form.awb_number, &form.hawb_number), (form.kind, form.order_id))
}

/// The numbers on a form are those of its order and house waybill; answers the house waybill.
fn own_numbers(
    tx: &mut Tx<'_>,
    order: &Ordered,
    (kind, hawb_id): (i64, Option<Id>),
    checked: &rules::Checked,
    findings: &mut Findings,
) -> Result<Option<Id>, Refusal> {
    if order.master.is_empty() {
        return Err(Refusal::business(messages::NO_NUMBER));
    }
    if !checked.awb_number.is_empty() && checked.awb_number != order.master.number {
        findings.error("awbNumber", messages::OTHER_NUMBER.text());
    }
    if kind == 0 {
        return Ok(None);
    }
    let hawb = hawb_id.ok_or(Refusal::NotFound)?;
    let mut select = sql::from(tx.org(), "hawb");
    select.column("hawb_number").and_where(sql::eq("id", hawb)).and_where(sql::eq("order_id", order.id));
    let number: String = tx.first(&select.into())?.ok_or(Refusal::NotFound)?.get(0)?;
    if !checked.hawb_number.is_empty() && checked.hawb_number != number {
        findings.error("hawbNumber", messages::OTHER_HOUSE.text());
    }
    Ok(Some(hawb))
}

/// PUT mawb: changes a draft of a master.
pub fn update_master(call: &mut Call) -> Outcome {
    update(call, 0)
}

/// PUT hawb: changes a draft of a house.
pub fn update_house(call: &mut Call) -> Outcome {
    update(call, 1)
}

fn update(call: &Call, kind: i64) -> Outcome {
    let meta = Meta::read(call)?;
    let id = meta.awb_print_id.ok_or(Refusal::NotFound)?;
    let checked = rules::check(&meta.boxes, Some(kind == 1), false)?;
    let row_uuid = call.app.new_uuid()?.as_str().to_owned();
    let language = call.language().to_owned();
    let saved = call.write(|tx| {
        let actor = tx.actor;
        let form = visible(tx, actor, id)?;
        alone::need(tx, actor, &form, alone::ADD)?;
        if form.kind != kind {
            return Err(Refusal::NotFound);
        }
        if form.done() {
            return Err(Refusal::business(messages::DONE));
        }
        same_version(tx, &form, &meta.row_uuid, &meta.boxes)?;
        let mut findings = checked.findings.clone();
        let master = master_of_stored(tx, &form, &checked, &mut findings)?;
        Refusal::unless_clean(&findings, &[])?;
        let told = look(tx, &checked)?;
        let mut cells = forms::body_cells(&master, &checked.hawb_number, &checked.body, Counts::of(&told));
        if form.order_id.is_none() {
            cells.extend(alone::renumbered(tx, &form, &checked, &meta.confirmed)?);
        }
        write(tx, &form, &row_uuid, &cells)?;
        if master != form.master() {
            alone::give_back(tx, &form)?;
        }
        let numbers = (master.number.as_str(), checked.hawb_number.as_str());
        let changes = waybill::boxes::changes(&form.body, &checked.body);
        let entry = entry(form.id, numbers, (form.kind, form.order_id)).did("修改", "暂存");
        tx.log(entry.changes(waybill::boxes::logged(changes)))?;
        if forms::has_message(tx, form.id, forms::WITH_CARRIER)? {
            findings.warning("", messages::SEND_AGAIN.text());
        }
        Ok((json!({ "awbPrintId": form.id, "rowUuid": row_uuid }), merged(&findings, &told)))
    });
    let (data, findings) = made_meanwhile(saved, kind)?;
    Ok(Answer::Data(with_findings(data, &findings, &language)))
}

/// The master of a stored form that is changed, with what stands against its numbers: an order's own, or as typed.
fn master_of_stored(
    tx: &mut Tx<'_>,
    form: &Form,
    checked: &rules::Checked,
    findings: &mut Findings,
) -> Result<Master, Refusal> {
    let (actor, org) = (tx.actor, tx.org());
    let Some(id) = form.order_id else {
        alone::check(tx, checked, Some(form), findings)?;
        return Ok(alone::master_of(form, checked));
    };
    let (uuid, _) = order_of(tx, org, id)?;
    let order = order(tx, actor, &uuid)?;
    own_numbers(tx, &order, (form.kind, form.hawb_id), checked, findings)?;
    Ok(order.master)
}

fn write(tx: &mut Tx<'_>, form: &Form, row_uuid: &str, cells: &[(&'static str, Value)]) -> Result<(), Refusal> {
    let stamp = (tx.org(), tx.actor.user_id, tx.now);
    if forms::change(tx, stamp, form, row_uuid, cells)? { Ok(()) } else { Err(Refusal::Stale(Json::Null)) }
}

/// Refuses an old version with the present form and the boxes that differ.
fn same_version(tx: &mut Tx<'_>, form: &Form, row_uuid: &str, boxes: &Json) -> Result<(), Refusal> {
    if form.row_uuid == row_uuid {
        return Ok(());
    }
    let org = tx.org();
    let current = told(tx, org, form)?;
    let changed: Vec<String> = boxes
        .as_object()
        .map(|boxes| boxes.iter().filter(|(name, value)| form.body.get(name.as_str()) != Some(*value)))
        .into_iter()
        .flatten()
        .map(|(name, _)| name.clone())
        .collect();
    Err(Refusal::Stale(json!({ "current": current, "changed": changed })))
}

#[derive(Debug, Deserialize)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
struct Move {
    row_uuid: String,
    #[serde(default)]
    confirmed: Vec<String>,
    #[serde(default)]
    reason: Option<String>,
}

/// PUT finish: all rules, the comparison with the order, then read-only.
pub fn finish(call: &mut Call) -> Outcome {
    let body: Move = call.json()?;
    let id = call.path_id("awbPrintId")?;
    let row_uuid = call.app.new_uuid()?.as_str().to_owned();
    let reason = body.reason.unwrap_or_default().trim().chars().take(200).collect::<String>();
    let language = call.language().to_owned();
    let (data, findings) = call.write(|tx| {
        let actor = tx.actor;
        let form = visible(tx, actor, id)?;
        alone::need(tx, actor, &form, alone::FINISH)?;
        if form.done() {
            return Err(Refusal::business(messages::DONE_ALREADY));
        }
        same_version(tx, &form, &body.row_uuid, &Json::Null)?;
        need_own_numbers(tx, &form)?;
        let checked = rules::check(&form.body, Some(form.kind == 1), true)?;
        let told = look(tx, &checked)?;
        let mut findings = merged(&checked.findings, &told);
        let (org, today) = (tx.org(), kernel::show_day(tx.now.day()));
        if let Some(entry) = stock::blacklist::hit(tx, org, &form.awb_number, &today)? {
            findings.error("awbNumber", entry.text());
        }
        let differs = compare::with_order(tx, &form, &mut findings)?;
        Refusal::unless_clean(&findings, &body.confirmed)?;
        if differs && reason.is_empty() {
            return Err(Refusal::field("reason", messages::REASON.text()));
        }
        let mut cells = vec![
            ("state", forms::DONE.into_value()),
            ("difference_reason", if differs { reason.as_str().into_value() } else { Value::Null }),
            ("finished_by", tx.actor.user_id.into_value()),
            ("finished_at", tx.now.into_value()),
        ];
        cells.extend(Counts::of(&told).cells());
        write(tx, &form, &row_uuid, &cells)?;
        let words = if differs { format!("完成，差异原因：{reason}") } else { "完成".to_owned() };
        tx.log(entry_of(&form).did("修改", "完成").text(words))?;
        Ok((json!({ "awbPrintId": form.id, "rowUuid": row_uuid, "state": forms::DONE }), findings))
    })?;
    Ok(Answer::Data(with_findings(data, &findings, &language)))
}

/// PUT back: a finished form becomes a draft of the next revision.
pub fn back(call: &mut Call) -> Outcome {
    let body: Move = call.json()?;
    let id = call.path_id("awbPrintId")?;
    let row_uuid = call.app.new_uuid()?.as_str().to_owned();
    let data = call.write(|tx| {
        let actor = tx.actor;
        let form = visible(tx, actor, id)?;
        alone::need(tx, actor, &form, alone::BACK)?;
        if !form.done() {
            return Err(Refusal::business(messages::NOT_DONE));
        }
        same_version(tx, &form, &body.row_uuid, &Json::Null)?;
        need_unaccepted(tx, &form)?;
        let cells = [
            ("state", forms::DRAFT.into_value()),
            ("revision", Value::Int(form.revision + 1)),
            ("finished_by", Value::Null),
            ("finished_at", Value::Null),
        ];
        write(tx, &form, &row_uuid, &cells)?;
        tx.log(entry_of(&form).did("修改", "退回"))?;
        Ok(json!({ "awbPrintId": form.id, "rowUuid": row_uuid, "state": forms::DRAFT }))
    })?;
    Ok(Answer::Data(data))
}

/// Refuses while the carrier has the message of a form: what it knows would differ from what is printed.
fn need_unaccepted(tx: &mut Tx<'_>, form: &Form) -> Result<(), Refusal> {
    if forms::has_message(tx, form.id, &["ACCEPTED"])? { Err(Refusal::business(messages::ACCEPTED)) } else { Ok(()) }
}

/// Refuses a form whose house or master was given another number since: paper would bear the old one.
fn need_own_numbers(tx: &mut Tx<'_>, form: &Form) -> Result<(), Refusal> {
    let mut select = match (form.hawb_id, form.order_id) {
        (None, None) => return Ok(()),
        (Some(hawb), _) => {
            let mut select = sql::from(tx.org(), "hawb");
            select.and_where(sql::eq("id", hawb));
            select
        }
        (None, Some(order)) => {
            let mut select = sql::from(tx.org(), "freight_order");
            select.and_where(sql::eq("id", order));
            select
        }
    };
    select.columns(["awb_number", "hawb_number"]);
    let row = tx.first(&select.into())?.ok_or(Refusal::NotFound)?;
    let (master, house): (String, String) = (row.get(0)?, row.get(1)?);
    let now = if form.hawb_id.is_some() { (master, house) } else { (master, form.hawb_number.clone()) };
    if now == (form.awb_number.clone(), form.hawb_number.clone()) {
        return Ok(());
    }
    let shown = [now.0, now.1].into_iter().filter(|number| !number.is_empty()).collect::<Vec<_>>().join(" / ");
    Err(Refusal::Business(messages::NUMBERS_CHANGED.with(&[("n", if shown.is_empty() { "-" } else { &shown })])))
}

/// DELETE of a draft.
pub fn remove(call: &mut Call) -> Outcome {
    let id = call.path_id("awbPrintId")?;
    let asked = call.query("rowUuid").to_owned();
    call.write(|tx| {
        let (actor, org) = (tx.actor, tx.org());
        let form = visible(tx, actor, id)?;
        alone::need(tx, actor, &form, alone::DELETE)?;
        if form.done() {
            return Err(Refusal::business(messages::ONLY_DRAFTS));
        }
        same_version(tx, &form, &asked, &Json::Null)?;
        if forms::has_message(tx, form.id, forms::WITH_CARRIER)? {
            return Err(Refusal::business(messages::SENT));
        }
        let about = tx.about(org, (OBJECT, form.id))?;
        let mut delete = sql::delete(org, "awb_print");
        delete.and_where(sql::eq("id", form.id)).and_where(sql::eq("row_uuid", asked.as_str()));
        if tx.exec(&delete.into())? == 0 {
            return Err(Refusal::Stale(Json::Null));
        }
        alone::give_back(tx, &form)?;
        tx.log(entry_of(&form).did("删除", "删除").level(Level::High).about(about))
    })?;
    Ok(Answer::Data(Json::Null))
}

/// Which form is printed, and how.
struct Print {
    awb_print_type: String,
    /// Without it, the form is named by itself.
    order_uuid: String,
    awb_print_id: Option<Id>,
    how: How,
}

impl Print {
    fn read(call: &Call) -> Result<Self, Refusal> {
        let mut body: Map<String, Json> = call.json()?;
        let mut text = |name: &str| match body.remove(name) {
            Some(Json::String(text)) => text,
            _ => String::new(),
        };
        let (awb_print_type, order_uuid) = (text("awbPrintType"), text("orderUuid"));
        let awb_print_id = text("awbPrintId").parse().ok().map(Id);
        let how = platform::body::read_at(&Json::Object(body), "")?;
        Ok(Self { awb_print_type, order_uuid, awb_print_id, how })
    }
}

/// Forms that are printed together.
#[derive(Debug, Deserialize)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub(crate) struct PrintMany {
    /// The forms.
    pub ids: Vec<Id>,
    /// How all of them are printed.
    pub how: How,
}

/// On what paper, and in which copies.
#[derive(Debug, Deserialize)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub(crate) struct How {
    #[serde(default)]
    print_type: Option<String>,
    #[serde(default)]
    copies: Vec<String>,
    #[serde(default)]
    show_rate: Option<bool>,
    #[serde(default)]
    paper: Option<String>,
    #[serde(default)]
    paper_size: Option<String>,
    #[serde(default)]
    offset_x: Option<Json>,
    #[serde(default)]
    offset_y: Option<Json>,
    /// Seals and signatures by their templates; without it the default ones.
    #[serde(default)]
    pub seal_ids: Option<Vec<Id>>,
}

/// GET seals: what there is to put on forms of a kind, or of both.
pub(crate) fn seals(call: &mut Call) -> Outcome {
    Ok(Answer::Data(sign::offered(call, kinds(call.query("awbPrintType"))?)?))
}

fn kinds(print: &str) -> Result<Kinds, Refusal> {
    Kinds::of(print).ok_or_else(|| Refusal::BadRequest(common::BAD_PARAMETER.with(&[("name", "awbPrintType")])))
}

/// POST downloadAWB or downloadHAWB: draws the PDF; the answer is an address that works once.
pub fn print(call: &mut Call) -> Outcome {
    let body = Print::read(call)?;
    let mut options = options(&body.how)?;
    if body.awb_print_type == "PRINT_HAWB" {
        options.logo = waybill::company_logo(&call.app, call.actor()?.org_id)?;
    }
    let seals = sign::chosen(call, kinds(&body.awb_print_type)?, body.how.seal_ids.as_deref())?;
    let (org, now) = (call.actor()?.org_id, call.now());
    let (form, sheet) = call.write(|tx| {
        let actor = tx.actor;
        let form = named(tx, actor, &body.awb_print_type, (&body.order_uuid, body.awb_print_id))?;
        let options = printed(tx, &form, options, &seals)?;
        let sheet = waybill::sheet(tx, org, &form, &options)?;
        sign::count(tx, std::slice::from_ref(&sheet))?;
        Ok((form, sheet))
    })?;
    let file = waybill::draw(&form, sheet, now)?;
    let path = call.app.system_write(|conn| waybill::download::prepare(conn, org, now, file))?;
    Ok(seals.answer(json!(path), sign::documents(form.kind == 1)))
}

/// Refuses what must not be on paper; else counts the print, and answers the options with the company's signatures and
/// the seals that are for the form, whose uses are counted by who prints.
pub(crate) fn printed(
    tx: &mut Tx<'_>,
    form: &Form,
    mut options: waybill::PrintOptions,
    seals: &Seals,
) -> Result<waybill::PrintOptions, Refusal> {
    let (actor, org, now) = (tx.actor, tx.org(), tx.now);
    alone::need(tx, actor, form, alone::PRINT)?;
    need_own_numbers(tx, form)?;
    stock::blacklist::need_clear(tx, org, &form.awb_number, &kernel::show_day(now.day()))?;
    sign::lay(tx, form, &mut options)?;
    forms::count_print(tx, org, form.id, now)?;
    let entry = entry_of(form);
    sign::seal(tx, form, (seals, entry.page), &mut options)?;
    tx.log(entry.did("打印", "打印").level(Level::Low))?;
    Ok(options)
}

/// The form that is to be printed: the master or a house of an order, or any form by itself.
pub(crate) fn named(
    conn: &mut dyn Conn,
    actor: &platform::access::Actor,
    paper: &str,
    (order_uuid, id): (&str, Option<Id>),
) -> Result<Form, Refusal> {
    let org = actor.org_id;
    let kind = match paper {
        "PRINT_MAWB" => 0,
        "PRINT_HAWB" => 1,
        _ => return Err(Refusal::BadRequest(common::BAD_PARAMETER.with(&[("name", "awbPrintType")]))),
    };
    if order_uuid.is_empty() {
        let form = visible(conn, actor, id.ok_or(Refusal::NotFound)?)?;
        return if form.kind == kind { Ok(form) } else { Err(Refusal::NotFound) };
    }
    let order = order(conn, actor, order_uuid)?;
    let form = if kind == 0 {
        forms::master_of_order(conn, org, order.id)?
    } else {
        forms::houses_of_order(conn, org, order.id)?.into_iter().find(|form| Some(form.id) == id)
    };
    form.ok_or_else(|| Refusal::business(messages::NOTHING))
}

/// What was asked for, in the words of the drawing.
pub(crate) fn options(body: &How) -> Result<waybill::PrintOptions, Refusal> {
    let bad = |name: &str| Refusal::BadRequest(common::BAD_PARAMETER.with(&[("name", name)]));
    let offset = |given: &Option<Json>, name: &str| -> Result<i64, Refusal> {
        let text = match given {
            None | Some(Json::Null) => return Ok(0),
            Some(Json::Number(number)) => number.to_string(),
            Some(Json::String(text)) => text.trim().to_owned(),
            Some(_) => return Err(bad(name)),
        };
        let tenths = kernel::parse_scaled(if text.is_empty() { "0" } else { &text }, 1).map_err(|_| bad(name))?;
        if (-200..=200).contains(&tenths) { Ok(tenths) } else { Err(bad(name)) }
    };
    let over_preprinted = match body.print_type.as_deref().unwrap_or("2") {
        "1" => true,
        "2" => false,
        _ => return Err(bad("printType")),
    };
    let paper_size = body.paper_size.as_deref().unwrap_or(waybill::Stationery::A4.key());
    Ok(waybill::PrintOptions {
        show_rate: body.show_rate.unwrap_or(true),
        over_preprinted,
        stationery: waybill::Stationery::of(paper_size).ok_or_else(|| bad("paperSize"))?,
        neutral: body.paper.as_deref() != Some("carrier"),
        copies: body.copies.clone(),
        offset_x: offset(&body.offset_x, "offsetX")?,
        offset_y: offset(&body.offset_y, "offsetY")?,
        ..Default::default()
    })
}
