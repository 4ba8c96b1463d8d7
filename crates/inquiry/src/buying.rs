//! 询价管理: the page /af_enquiry_manage, on which buyers work the inquiries that were handed in.

use kernel::Id;
use platform::access::Actor;
use platform::call::{Answer, Call, Outcome};
use platform::document::FormPage;
use platform::field::Field;
use platform::list::{self, Button, Column, Filter, ListPage, Match, RowView};
use platform::refusal::Refusal;
use platform::registry::{OFFERS_MAX, Offer, SelectAsk};
use platform::sea_query::{Condition, Expr, ExprTrait, Order};
use platform::store::{Cell, Conn, Value, sql};
use serde_json::{Value as Json, json};

use crate::page::{
    ASKED, ASKING, BUYER, CREATED, CUSTOMER, DIMENSIONS, DRAFT, EXPIRED, Inquiry, JOINS, LOST, OPEN, QUOTED, ROUTE,
    SALES, SECTIONS, SELECTED, TABLE, UNASSIGNED, asked_answered, route,
};
use crate::{COST, seen};

/// Address of the page.
pub(crate) const PAGE: &str = "/af_enquiry_manage";
/// Kind of thing in the log of what buyers and agents did. Sales have a log of their own: it names customers that are
/// kept from buyers, and theirs names agents.
pub(crate) const KIND: &str = "enquiry";
/// Beginning of its calls.
pub(crate) const BASE: &str = "/afbase/enquiry";
const MINUTE_MS: i64 = 60_000;

/// Those that were handed in, of those the caller may see.
fn handed_in(actor: &Actor) -> Condition {
    Condition::all().add(seen::visible(actor)).add(sql::of(TABLE, "state").ne(sql::value(DRAFT)))
}

fn remaining() -> Expr {
    Expr::cust("CASE WHEN inquiry.state IN ('UNASSIGNED', 'ASKING', 'QUOTED') THEN inquiry.answer_by END")
}

/// `5h 03m`, and `-0h 10m` of what is overdue.
fn as_remaining(actor: &Actor, stored: &Value) -> Value {
    let Ok(Some(by)) = Option::<i64>::from_value(stored) else { return Value::Null };
    let minutes = (by - actor.now.millis()).div_euclid(MINUTE_MS);
    let (sign, minutes) = if minutes < 0 { ("-", -minutes) } else { ("", minutes) };
    Value::Text(format!("{sign}{}h {:02}m", minutes / 60, minutes % 60))
}

fn first_answer() -> Expr {
    Expr::cust("(inquiry.first_answer_at - inquiry.submitted_at) / 60000")
}

fn overdue(actor: &Actor, yes: bool) -> Condition {
    let late = Condition::all()
        .add(sql::of(TABLE, "answer_by").lt(sql::value(actor.now)))
        .add(sql::is_in(sql::of(TABLE, "state"), [UNASSIGNED, ASKING, QUOTED]));
    if yes { late } else { late.not() }
}

const REMAINING: Field = Field::text("剩余时限", "Time left").wire("remaining");
const BEST_PER_KG: Field = Field::decimal(2, "最低价/KG", "Best per kg").column("best_per_kg").wire("bestPerKg");
const BEST_TOTAL: Field = Field::decimal(2, "最低总价", "Best total").column("best_total").wire("bestTotal");
const BEST_CURRENCY: Field = Field::upper("币种", "Currency").column("best_currency").wire("bestCurrency");
const FIRST: Field = Field::int("首答用时", "First answer").wire("firstAnswer").unit("min");

/// The inquiries that were handed in.
pub(crate) const LIST: ListPage = ListPage {
    joins: JOINS,
    columns: &[
        list::ID,
        list::VERSION,
        Column::own(Inquiry::INQUIRY_CODE).width(140).copy(),
        Column::own(Inquiry::STATE).width(90),
        Column::expr(remaining, REMAINING).width(100).read_as(as_remaining),
        Column::expr(seen::marked_customer, CUSTOMER).width(130).read_as(seen::told_customer),
        Column::expr(route, ROUTE).width(90),
        Column::own(Inquiry::READY_DATE).width(110),
        Column::own(Inquiry::PIECES).width(70).sum(),
        Column::own(Inquiry::WEIGHT).width(100).sum(),
        Column::own(Inquiry::VOLUME).width(100).sum(),
        Column::own(Inquiry::CHARGE_WEIGHT).width(110).sum(),
        Column::own(Inquiry::DENSITY).width(110),
        Column::own(Inquiry::GOODS_NAME_CN).width(130),
        Column::own(Inquiry::GOODS_TYPE).width(90),
        Column::own(Inquiry::BATTERY_TYPE).width(100),
        Column::own(Inquiry::TARGET_PRICE).width(90),
        Column::expr(asked_answered, ASKED).width(90),
        Column::own(BEST_PER_KG).width(100).needs(COST),
        Column::own(BEST_TOTAL).width(110).needs(COST),
        Column::own(BEST_CURRENCY).width(70).needs(COST),
        Column::of("buyer", BUYER).width(90),
        Column::of("sales", SALES).width(90),
        Column::own(Inquiry::ROUND).width(70),
        Column::own(CREATED).width(150),
        Column::expr(first_answer, FIRST).width(100),
        Column::own(Inquiry::ANSWER_BY).behind(),
    ],
    filters: &[
        Filter::new("inquiryCode", Match::Contains, Inquiry::INQUIRY_CODE),
        Filter::new("coopName", Match::Own(seen::of_told_customer), CUSTOMER),
        Filter::new("departureStation", Match::OneOf, Inquiry::DEPARTURE_STATION),
        Filter::new("arrivalStation", Match::OneOf, Inquiry::ARRIVAL_STATION),
        Filter::new("state", Match::OneOf, Inquiry::STATE).initially("UNASSIGNED,ASKING,QUOTED,SELECTED"),
        Filter::new("buyerId", Match::Equals, Inquiry::BUYER_ID),
        Filter::new("overdue", Match::Flag(overdue), Field::flag("超时", "Overdue")),
        Filter::new("goodsType", Match::OneOf, Inquiry::GOODS_TYPE).more(),
        Filter::new("salesId", Match::Equals, Inquiry::SALES_ID).more(),
        Filter::new("density", Match::Range, Inquiry::DENSITY).more(),
        Filter::new("createTime", Match::Range, CREATED).more(),
        Filter::new("readyDate", Match::Range, Inquiry::READY_DATE).more(),
    ],
    buttons: &[
        Button::new("af-enq-assign", ("分配", "Assign"), "row", "custom")
            .calls("POST /afbase/enquiry/{id}/assign")
            .when("state", &[UNASSIGNED, ASKING, QUOTED]),
        Button::new("af-enq-send", ("发送询价", "Send inquiry"), "row", "custom")
            .calls("POST /afbase/enquiry/{id}/send")
            .when("state", &[UNASSIGNED, ASKING, QUOTED, LOST, EXPIRED]),
        Button::new("af-enq-quote", ("录入报价", "Enter quote"), "row", "custom")
            .calls("POST /afbase/inquiryQuote")
            .when("state", &[UNASSIGNED, ASKING, QUOTED]),
        Button::new("af-enq-compare", ("比价", "Compare"), "row", "link")
            .calls("/af_inquiry_compare?inquiryUuid={id}")
            .when("state", &[ASKING, QUOTED, SELECTED, LOST, EXPIRED]),
        Button::new("af-enq-send", ("催办", "Remind"), "row", "call")
            .calls("POST /afbase/enquiry/{id}/urge")
            .asks("确认催办未答复的代理？", "Remind the agents that have not answered?")
            .when("state", &[ASKING, QUOTED])
            .for_many(),
        Button::new("af-enq-lost", ("未成交", "Lost"), "row", "custom")
            .calls("POST /afbase/enquiry/{id}/lost")
            .when("state", OPEN),
        Button::new("af-enq-export", ("导出", "Export"), "toolbar", "export"),
    ],
    export: "af-enq-export",
    visible: Some(handed_in),
    decorate: Some(decorate),
    form: "af.enquiry.form",
    ..ListPage::new("af.enquiry.list", PAGE, ("询价管理", "Inquiry centre"), "af_enquiry_manage", BASE, TABLE)
};

fn decorate(actor: &Actor, row: &RowView<'_>, out: &mut String) {
    let state = String::from_value(row.value("state")).unwrap_or_default();
    let codes: &[&str] = match state.as_str() {
        UNASSIGNED => &["af-enq-assign", "af-enq-send", "af-enq-quote", "af-enq-lost"],
        ASKING | QUOTED => &["af-enq-assign", "af-enq-send", "af-enq-quote", "af-enq-compare", "af-enq-lost"],
        SELECTED => &["af-enq-compare", "af-enq-lost"],
        LOST | EXPIRED => &["af-enq-send", "af-enq-compare"],
        _ => &[],
    };
    list::write_can(actor, codes, out);
}

/// An inquiry as buyers read it; they change nothing of it.
pub(crate) const FORM: FormPage = FormPage {
    page: PAGE,
    object_type: KIND,
    seen: Some(need_handed_in),
    rows: &[DIMENSIONS],
    sections: SECTIONS,
    ..FormPage::of::<Inquiry>(
        "af.enquiry.form",
        ("询价", "Inquiry"),
        ("af_enquiry_manage", BASE, "enquiry"),
        Inquiry::INQUIRY_CODE,
    )
};

fn need_handed_in(conn: &mut dyn Conn, actor: &Actor, id: Id) -> Result<(), Refusal> {
    let mut select = sql::from(actor.org_id, TABLE);
    select.column((TABLE, "id")).and_where(sql::of_eq(TABLE, "id", id)).cond_where(handed_in(actor));
    if conn.first(&select.into())?.is_some() { Ok(()) } else { Err(Refusal::NotFound) }
}

/// Answers the select of inquiries that take answers, by their numbers.
pub(crate) fn offer(call: &mut Call, ask: &SelectAsk) -> Result<Vec<Offer>, Refusal> {
    let actor = call.actor()?;
    if !actor.has("af_inquiry_compare") {
        actor.need("af_enquiry_manage")?;
    }
    let mut select = sql::from(actor.org_id, TABLE);
    select
        .columns(["id", "inquiry_code"].map(|column| (TABLE, column)))
        .expr(route())
        .cond_where(handed_in(actor))
        .order_by((TABLE, "id"), Order::Desc)
        .limit(OFFERS_MAX);
    if ask.value.is_empty() {
        select
            .and_where(sql::is_in(sql::of(TABLE, "state"), [UNASSIGNED, ASKING, QUOTED]))
            .and_where(sql::contains(sql::of(TABLE, "inquiry_code"), &ask.keyword));
    } else {
        select.and_where(sql::of_eq(TABLE, "id", ask.value.parse::<i64>().unwrap_or(0)));
    }
    let rows = call.read(|conn| Ok(conn.query(&select.into())?))?;
    rows.iter()
        .map(|row| Ok(Offer { value: row.get::<i64>(0)?.to_string(), label: row.get(1)?, hint: row.get(2)? }))
        .collect()
}

/// GET {id}: without the customer where buyers are not told.
pub(crate) fn view(call: &mut Call) -> Outcome {
    let is_told = seen::is_told(call.actor()?);
    let Answer::Data(mut data) = FORM.view(call)? else {
        return Err(Refusal::broken("the view of a form is data"));
    };
    let is_hidden = data.get("hideCustomer").and_then(Json::as_bool).unwrap_or_default();
    if let Some(members) = data.as_object_mut().filter(|_| is_hidden && !is_told) {
        for name in ["coopId", "contact", "pickUpAddress"] {
            members.insert(name.to_owned(), Json::Null);
        }
        members.insert("prospect".to_owned(), json!(seen::SECRET));
    }
    Ok(Answer::Data(data))
}
