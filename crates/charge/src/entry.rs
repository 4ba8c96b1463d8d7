//! Charge lines as they are typed: the rows of a body over the lines an order has, and every rule over them (catalogue
//! css.md /css_order_charge).

use std::collections::{BTreeMap, BTreeSet};
use std::sync::Arc;

use kernel::{Day, ExchangeRate, Findings, Id, Instant, Msg, Scope};
use platform::field::Field;
use platform::refusal::{Refusal, messages};
use platform::setting::{Module, Setting};
use platform::store::Conn;
use serde_json::{Map, Value as Json};
use trade::charge::Side;
use trade::charge::basis::{Basis, Measures};
use trade::charge::card::Break;
use trade::charge::choice::Shipment;

use crate::card::{self, RateCard};
use crate::coop_service::{self, OfPartners};
use crate::figure::{self, Around, rate_kind};
use crate::item::{self, ServiceItem};
use crate::line::{Charge, LINES_MAX, Line, NEXT_BREAK, NO_ITEM, PROGRESSIVE, Source, member_of};
use crate::terms::{Offered, Terms};
use crate::{rate, rating};

const STRANGE: Msg =
    Msg::new("charge.strange", "该行已删除或不属于此订单", "The line was removed or belongs to another order.");
const TOO_MANY: Msg = Msg::new("charge.many", "一票订单最多{n}行费用", "An order has {n} charges at most.");
const OF_OTHER_SIDE: Msg =
    Msg::new("charge.item_side", "该服务项目不用于{side}", "The service item is not used for {side}.");
const STOPPED_ITEM: Msg =
    Msg::new("charge.item_stopped", "服务项目已停用", "The service item is not offered any more.");
const STOPPED_COOP: Msg = Msg::new(
    "charge.coop_stopped",
    "{name}已停用，不能录入费用",
    "{name} is stopped; no charges can be entered for it.",
);
const NO_COOP: Msg = Msg::new("charge.coop", "往来单位不存在", "There is no such partner.");
const BASIS_OF_OTHERS: Msg =
    Msg::new("charge.basis", "该业务范畴没有此计费标准", "Orders of this scope have no such basis.");
const NO_RATE_RIGHT: Msg = Msg::new("charge.rate_right", "没有修改汇率的权限", "You may not change exchange rates.");
/// A rate that is far from the one of the table.
pub const DEVIATES: Msg =
    Msg::new("charge.rate_deviates", "汇率偏离维护汇率{x}%，是否继续？", "The rate is {x} % off the table. Continue?");
const NOT_LINKED: Msg = Msg::new(
    "charge.link",
    "代收代付须关联本订单的应收费用",
    "What is passed on must be linked to income of the same order.",
);
const OTHER_LINK: Msg = Msg::new(
    "charge.link_item",
    "只能关联同一代收代付项目的应收费用",
    "Only income of the same item, which must be one that is passed on, can be linked.",
);
const DOUBLE: Msg =
    Msg::new("charge.double", "存在重复费用，是否继续？", "There is the same charge already. Continue?");

/// Which day's rate a new line takes (css.md 0.17 rateDate).
pub static RATE_DATE: Setting = Setting::new(
    "rateDate",
    Module::new("settle", "结算", "Settlement"),
    Field::select(RATE_DATES, "汇率日期", "Day of exchange rates").initially("\"entry\""),
);
const RATE_DATES: &[platform::field::Choice] = &[
    platform::field::Choice::new("entry", "录入日期", "Day of entry"),
    platform::field::Choice::new("business", "业务日期", "Business day"),
    platform::field::Choice::new("finance", "财务日期", "Financial date"),
];

/// The moment whose rates an order takes, by its [`RATE_DATE`]: of its business day, of its financial date, or now.
pub fn rate_at(decided: &str, (business, finance): (Option<Day>, Option<Day>), now: Instant) -> Instant {
    let day = match decided {
        "business" => business,
        "finance" => finance,
        _ => None,
    };
    day.map_or(now, Instant::start_of)
}

/// Who carries an order, to be named when a card asks for him.
#[derive(Debug, Clone)]
pub enum CarriedBy {
    /// The airline whose numbers of masters begin so.
    Prefix(String),
    /// A partner.
    Coop(Id),
}

/// An order as its charges see it.
#[derive(Debug, Clone)]
pub struct Subject {
    /// Row.
    pub id: Id,
    /// Code.
    pub code: String,
    /// Scope.
    pub scope: Scope,
    /// Its customer.
    pub customer: Option<Id>,
    /// The day it counts on.
    pub biz_day: Option<Day>,
    /// The day it was locked for.
    pub financial_day: Option<Day>,
    /// Of an export where it begins, of an import where it ends.
    pub port: String,
    /// Who supplies it where an item has no supplier of its own, by the type of the item; with an empty type who supplies
    /// the rest: waybill source, booking agent, trucker.
    pub suppliers: BTreeMap<&'static str, Id>,
    /// The services it wants, by their codes.
    pub services: BTreeSet<&'static str>,
    /// Its figures.
    pub measures: Measures,
    /// What rate cards ask of it.
    pub shipment: Shipment,
    /// Who carries it where its flight does not say it.
    pub carrier: Option<CarriedBy>,
}

/// What the lines of all orders of a company are checked against: who looks at many orders reads it once.
pub struct Ground {
    offered: Arc<Offered>,
    rates: Arc<rate::Table>,
    /// Of [`RATE_DATE`].
    rate_date: String,
}

impl Ground {
    /// Of a company.
    pub fn of(conn: &mut dyn Conn, org: i64) -> Result<Self, Refusal> {
        Ok(Self {
            offered: Arc::new(Offered::to(conn, org)?),
            rates: Arc::new(rate::Table::of(conn, org, &[])?),
            rate_date: platform::setting::value(conn, org, &RATE_DATE, None)?,
        })
    }
}

/// What the lines of an order are checked against, gathered once.
pub struct Known {
    items: BTreeMap<Id, ServiceItem>,
    coops: BTreeMap<Id, facts::Coop>,
    suppliers: BTreeMap<Id, Id>,
    of_partners: OfPartners,
    cards: BTreeMap<Id, (RateCard, Vec<Break>)>,
    offered: Arc<Offered>,
    rates: Arc<rate::Table>,
    rate_at: Instant,
}

impl Known {
    /// What some lines of an order name; a statement for each kind of thing.
    pub fn gather(
        conn: &mut dyn Conn,
        (org, now): (i64, Instant),
        subject: &Subject,
        lines: &[Line],
    ) -> Result<Self, Refusal> {
        let ground = Ground::of(conn, org)?;
        Self::over(conn, (org, now), &ground, (subject, lines))
    }

    /// The same, over what is known already.
    pub fn over(
        conn: &mut dyn Conn,
        (org, now): (i64, Instant),
        ground: &Ground,
        (subject, lines): (&Subject, &[Line]),
    ) -> Result<Self, Refusal> {
        let named = lines.iter().filter_map(|line| line.charge.service_item_id);
        let items = item::by_id(conn, org, named)?;
        let without: Vec<Id> = lines
            .iter()
            .filter(|line| line.side == Side::Payable && line.charge.coop_id.is_none())
            .filter_map(|line| line.charge.service_item_id)
            .collect();
        let of_type = |id: &Id| {
            let own = items.get(id).and_then(|item| subject.suppliers.get(item.service_type.as_str()));
            own.or_else(|| subject.suppliers.get("")).copied()
        };
        let mut suppliers: BTreeMap<Id, Id> = without.iter().filter_map(|item| Some((*item, of_type(item)?))).collect();
        if !without.is_empty() {
            let about = (subject.scope.code(), without.as_slice());
            let own = coop_service::default_suppliers(conn, org, about, &subject.port, now.day())?;
            suppliers.extend(own.into_iter().map(|(item, (_, row))| (item, row.coop_id)));
        }
        let begun = lines.iter().filter(|line| line.charge.basis.is_empty());
        let begun: Vec<Id> = begun.filter_map(|line| line.charge.service_item_id).collect();
        let of_partners = if begun.is_empty() {
            OfPartners::new()
        } else {
            coop_service::of_items(conn, org, (subject.scope.code(), &begun), &subject.port, now.day())?
        };
        let coops = lines.iter().filter_map(|line| line.charge.coop_id);
        let coops = facts::coops(conn, org, coops.chain(subject.customer).chain(suppliers.values().copied()))?;
        Ok(Self {
            items,
            coops,
            suppliers,
            of_partners,
            cards: card::with_breaks(conn, org, lines.iter().filter_map(|line| line.charge.card_id))?,
            offered: Arc::clone(&ground.offered),
            rates: Arc::clone(&ground.rates),
            rate_at: rate_at(&ground.rate_date, (subject.biz_day, subject.financial_day), now),
        })
    }

    /// What lines of an order are made of.
    pub fn around<'a>(&'a self, subject: &'a Subject) -> Around<'a> {
        Around {
            scope: subject.scope,
            measures: &subject.measures,
            customer: subject.customer,
            suppliers: &self.suppliers,
            of_partners: &self.of_partners,
            items: &self.items,
            rates: &self.rates,
            rate_at: self.rate_at,
        }
    }

    /// The currency everything is counted in.
    pub fn own(&self) -> trade::charge::Currency {
        self.rates.own
    }

    /// The rate of the table a line would take now; none where the table has none.
    pub fn rate_now(&self, line: &Line) -> Option<ExchangeRate> {
        self.rates.at(&line.charge.currency_code, rate_kind(line.side), self.rate_at)
    }

    /// The item of a line.
    pub fn item(&self, line: &Line) -> Option<&ServiceItem> {
        self.items.get(&line.charge.service_item_id?)
    }

    /// The partner of a line.
    pub fn coop(&self, line: &Line) -> Option<&facts::Coop> {
        self.coops.get(&line.charge.coop_id?)
    }
}

/// A line with its place in the body; lines that were not sent have none.
#[derive(Debug, Clone)]
pub struct Typed {
    /// The line as it is to be.
    pub line: Line,
    /// Where it was sent.
    pub place: Option<usize>,
}

impl Typed {
    /// Where something of it is found.
    pub fn at(&self, field: &str) -> String {
        let place = self.place.map_or_else(String::new, |place| format!("{place}."));
        format!("{}.{place}{field}", member_of(self.line.side))
    }
}

/// Members of a row that are told and not read.
const TOLD: &[&str] =
    &["creatorName", "createTime", "tags", "closed", "state", "source", "financialDate", "cardId", "refreshed"];

/// Fields of a row that are read.
fn typed_fields() -> impl Iterator<Item = &'static Field> {
    use platform::document::Document;
    Charge::FIELDS.iter().filter(|field| !field.read_only && field.column != Charge::STATE.column)
}

/// Reads the rows of one side of a body over the lines of an order.
pub fn read_side(
    body: &Map<String, Json>,
    side: Side,
    kept: &[Line],
    findings: &mut Findings,
) -> Result<Vec<Typed>, Refusal> {
    let member = member_of(side);
    let bad = |name: &str| Refusal::BadRequest(messages::BAD_PARAMETER.with(&[("name", name)]));
    let rows = match body.get(member) {
        None | Some(Json::Null) => return Ok(Vec::new()),
        Some(rows) => rows.as_array().ok_or_else(|| bad(member))?,
    };
    if rows.len() > LINES_MAX {
        findings.error(member, TOO_MANY.with(&[("n", &LINES_MAX.to_string())]));
        return Ok(Vec::new());
    }
    let mut seen = BTreeSet::new();
    let mut typed = Vec::new();
    for (place, row) in rows.iter().enumerate() {
        let row = row.as_object().ok_or_else(|| bad(member))?;
        let id = row.get("id").and_then(Json::as_str).filter(|id| !id.is_empty());
        let id = id.map(|id| id.parse().map(Id).map_err(|_| bad("id"))).transpose()?;
        let was = id.and_then(|id| kept.iter().find(|line| line.id == Some(id) && line.side == side));
        if id.is_some_and(|id| was.is_none() || !seen.insert(id)) {
            findings.error(format!("{member}.{place}"), STRANGE.text());
            continue;
        }
        typed.push(Typed {
            line: read_row(row, (side, was), &format!("{member}.{place}"), findings)?,
            place: Some(place),
        });
    }
    Ok(typed)
}

fn read_row(
    row: &Map<String, Json>,
    (side, was): (Side, Option<&Line>),
    at: &str,
    findings: &mut Findings,
) -> Result<Line, Refusal> {
    use platform::document::Document;
    let known = |name: &str| {
        name == "id"
            || name.ends_with("Label")
            || name.ends_with("Name")
            || TOLD.contains(&name)
            || Charge::FIELDS.iter().any(|field| field.name() == name)
    };
    if let Some(name) = row.keys().find(|name| !known(name)) {
        return Err(Refusal::BadRequest(messages::UNKNOWN_FIELD.with(&[("field", name)])));
    }
    let base = was.cloned().unwrap_or_else(|| Line::new(side, Source::Manual));
    let mut values = base.charge.values();
    for (field, value) in Charge::FIELDS.iter().zip(&mut values) {
        let derived = field.column == Charge::QUANTITY.column && is_derived_percentage(row, &base.charge);
        if derived || !typed_fields().any(|typed| typed.column == field.column) {
            continue;
        }
        if let Some(json) = row.get(&field.name()) {
            let lenient = Field { required: false, ..*field };
            *value = lenient.parse(Some(json), &format!("{at}.{}", field.name()), findings);
            if *value == platform::store::Value::Null && matches!(field.kind, platform::field::Kind::Bool) {
                *value = platform::store::Value::Bool(false);
            }
        }
    }
    let mut line = Line { charge: Charge::from_values(&values)?, ..base };
    settle_flags(&mut line, row, was);
    settle_link(&mut line, was);
    claim(&mut line, row, was.is_none());
    Ok(line)
}

/// Whether a row is a percentage whose base nobody typed: it may be greater than any quantity that is typed.
fn is_derived_percentage(row: &Map<String, Json>, base: &Charge) -> bool {
    let basis = row.get("basis").and_then(Json::as_str).unwrap_or(&base.basis);
    let typed = row.get("quantityTyped").and_then(Json::as_bool);
    Basis::named(basis) == Basis::Percent && typed == Some(false)
}

/// What a row says of where it comes from, as proposals say it: the card it was rated by, which is looked at again, and of a
/// new row its source.
fn claim(line: &mut Line, row: &Map<String, Json>, is_new: bool) {
    const PROPOSED: [Source; 4] = [Source::Template, Source::Rated, Source::Copied, Source::Imported];
    let text = |name: &str| row.get(name).and_then(Json::as_str).unwrap_or_default();
    if row.contains_key("cardId") {
        line.charge.card_id = text("cardId").parse().ok().map(Id);
        line.charge.tag =
            [NEXT_BREAK, PROGRESSIVE].into_iter().find(|tag| *tag == text("tag")).unwrap_or_default().to_owned();
    }
    let source = PROPOSED.into_iter().find(|source| source.code() == text("source"));
    if let Some(source) = source.filter(|_| is_new) {
        line.charge.source = source.code().to_owned();
        line.charge.template_id =
            text("templateId").parse().ok().map(Id).filter(|_| matches!(source, Source::Template | Source::Copied));
    }
}

/// What a row does not say about its typed figures: a figure that is sent with a new row was typed.
fn settle_flags(line: &mut Line, row: &Map<String, Json>, was: Option<&Line>) {
    let charge = &mut line.charge;
    if was.is_none() {
        let says = |name: &str| row.contains_key(name);
        charge.quantity_typed = if says("quantityTyped") { charge.quantity_typed } else { charge.quantity.is_some() };
        charge.rate_typed = if says("rateTyped") { charge.rate_typed } else { charge.exchange_rate.is_some() };
        let bare = charge.price.is_none() && charge.amount.is_some();
        charge.amount_fixed = if says("amountFixed") { charge.amount_fixed } else { bare };
    }
    charge.quantity_typed &= charge.quantity.is_some();
    charge.amount_fixed &= charge.amount.is_some();
    charge.rate_typed &= charge.exchange_rate.is_some();
    let old = was.map(|was| &was.charge);
    let same_basis = old.is_some_and(|old| {
        old.basis == charge.basis
            && old.container_type == charge.container_type
            && old.quantity_typed == charge.quantity_typed
            && old.service_item_id == charge.service_item_id
    });
    line.derives = !same_basis;
    // What a card made of the order is looked at as it was sent: it may be rated anew.
    let is_rated = row.get("cardId").and_then(Json::as_str).is_some_and(|card| !card.is_empty());
    if same_basis && !charge.quantity_typed && !is_rated {
        charge.quantity = old.and_then(|old| old.quantity);
    }
    line.refreshed = row.get("refreshed").and_then(Json::as_bool) == Some(true);
    if !charge.rate_typed {
        let kept = old.filter(|old| old.currency_code == charge.currency_code && !old.rate_typed && !line.refreshed);
        charge.exchange_rate = kept.and_then(|old| old.exchange_rate);
    }
}

/// A cost alone passes money on; its link goes with its item.
fn settle_link(line: &mut Line, was: Option<&Line>) {
    let is_of_other = was.is_some_and(|was| {
        was.charge.service_item_id != line.charge.service_item_id
            && was.charge.linked_charge_id == line.charge.linked_charge_id
    });
    if line.side == Side::Receivable || is_of_other {
        line.charge.linked_charge_id = None;
    }
}

/// The lines an order is to have: those it has with what was sent over them, without those that go, and the new ones.
pub fn merged(kept: &[Line], typed: Vec<Typed>, gone: &BTreeSet<Id>) -> Vec<Typed> {
    let mut sent: BTreeMap<Id, Typed> = BTreeMap::new();
    let mut fresh = Vec::new();
    for one in typed {
        match one.line.id {
            Some(id) => drop(sent.insert(id, one)),
            None => fresh.push(one),
        }
    }
    let stay = kept.iter().filter(|line| line.id.is_none_or(|id| !gone.contains(&id)));
    let mut all: Vec<Typed> = stay
        .map(|line| {
            let own = line.id.and_then(|id| sent.remove(&id));
            own.unwrap_or_else(|| Typed { line: line.clone(), place: None })
        })
        .collect();
    all.extend(fresh);
    all
}

/// Makes every figure and applies every rule; `may_rate` says whether the caller may type exchange rates.
pub fn check(
    all: &mut [Typed],
    kept: &[Line],
    (subject, known): (&Subject, &Known),
    may_rate: bool,
    findings: &mut Findings,
) {
    let around = known.around(subject);
    let mut lines: Vec<Line> = all.iter().map(|typed| typed.line.clone()).collect();
    for (line, typed) in lines.iter_mut().zip(all.iter()) {
        if typed.place.is_some() && !line.stands() {
            figure::complete(line, &around);
            rated(line, kept, (subject, known));
        }
    }
    let unsent: BTreeSet<Id> = all.iter().filter(|one| one.place.is_none()).filter_map(|one| one.line.id).collect();
    let is_unsent = |line: &Line| line.id.is_some_and(|id| unsent.contains(&id));
    // A percentage that was not sent follows the lines of its side, and stays where none of them was sent or removed.
    let is_there = |old: &Line| all.iter().any(|one| one.line.id == old.id);
    let sent = all.iter().filter(|one| one.place.is_some()).map(|one| one.line.side);
    let touched: Vec<Side> = sent.chain(kept.iter().filter(|old| !is_there(old)).map(|old| old.side)).collect();
    let follows = |line: &Line| line.is_percentage() && touched.contains(&line.side);
    let stays = |line: &Line| line.stands() || (is_unsent(line) && !follows(line));
    let at = |place: usize, field: &str| all.get(place).map_or_else(String::new, |typed| typed.at(field));
    figure::figures(&mut lines, &around, stays, at, findings);
    for (typed, line) in all.iter_mut().zip(lines) {
        typed.line = line;
    }
    for typed in all.iter().filter(|typed| typed.place.is_some()) {
        let was = kept.iter().find(|line| line.id.is_some() && line.id == typed.line.id);
        named(typed, was, (subject, known), findings);
        terms(typed, known, findings);
        linked(typed, was, (&*all, known), findings);
        typed_rate(typed, was, &around, may_rate, findings);
    }
    doubles(all, kept, findings);
    let fresh = all.iter().find(|typed| typed.line.id.is_none());
    if let Some(fresh) = fresh.filter(|_| all.len() > LINES_MAX) {
        findings.error(member_of(fresh.line.side), TOO_MANY.with(&[("n", &LINES_MAX.to_string())]));
    }
}

/// What a card is said to have rated and did not is typed; what it rated and nobody changed stays so.
fn rated(line: &mut Line, kept: &[Line], (subject, known): (&Subject, &Known)) {
    let typed = |line: &mut Line| {
        if line.charge.source == Source::Rated.code() {
            line.charge.source = Source::Manual.code().to_owned();
        }
    };
    let Some(id) = line.charge.card_id else { return typed(line) };
    if kept.iter().any(|old| old.id.is_some() && old.id == line.id && alike_figures(old, line)) {
        return;
    }
    let card = known.cards.get(&id);
    if card.is_some_and(|(card, breaks)| rating::is_of(line, (card, breaks), &subject.measures)) {
        line.charge.source = Source::Rated.code().to_owned();
        return;
    }
    line.charge.card_id = None;
    line.charge.tag = String::new();
    typed(line);
    // Somebody changed the line: what he typed stands, else the basis says the quantity again.
    let old = kept.iter().find(|old| old.id.is_some() && old.id == line.id);
    line.charge.quantity_typed |= old.is_some_and(|old| old.charge.quantity != line.charge.quantity);
    line.derives = !line.charge.quantity_typed;
}

/// Whether a line has the terms and figures it had.
fn alike_figures(old: &Line, line: &Line) -> bool {
    let of = |charge: &Charge| {
        let terms = (charge.service_item_id, charge.coop_id, charge.basis.clone(), charge.currency_code.clone());
        (terms, charge.price, charge.quantity, charge.amount, charge.card_id)
    };
    of(&old.charge) == of(&line.charge)
}

/// Item and partner are there, and fit.
fn named(typed: &Typed, was: Option<&Line>, (subject, known): (&Subject, &Known), findings: &mut Findings) {
    let (line, charge) = (&typed.line, &typed.line.charge);
    let kept = |same: bool| was.is_some() && same;
    let at = typed.at("serviceItemId");
    let n = (typed.place.unwrap_or_default() + 1).to_string();
    match known.item(line) {
        None if charge.service_item_id.is_none() => findings.error(&*at, NO_ITEM.with(&[("n", &n)])),
        None => findings.error(&*at, item::NOT_OF_SCOPE.text()),
        Some(item) => {
            let unchanged = kept(was.is_some_and(|was| was.charge.service_item_id == charge.service_item_id));
            let side = if line.side == Side::Receivable { "INCOME" } else { "COST" };
            if item.business_scope != subject.scope.code() {
                findings.error(&*at, item::NOT_OF_SCOPE.text());
            } else if item.kind != side && item.kind != "BOTH" && !unchanged {
                let english = if line.side == Side::Receivable { "receivables" } else { "payables" };
                findings.error(&*at, OF_OTHER_SIDE.with_each(&[("side", line.side.name())], &[("side", english)]));
            } else {
                findings.error_if(!item.active && !unchanged, &at, STOPPED_ITEM);
            }
        }
    }
    let at = typed.at("coopId");
    let unchanged = kept(was.is_some_and(|was| was.charge.coop_id == charge.coop_id));
    match (charge.coop_id, known.coop(line)) {
        (None, _) => findings.error(&*at, Charge::COOP_ID.asked_for()),
        (Some(_), None) => findings.error(&*at, NO_COOP.text()),
        (Some(_), Some(coop)) if coop.is_stopped() && !unchanged => {
            findings.error(&*at, STOPPED_COOP.with(&[("name", &coop.name)]));
        }
        _ => {}
    }
    let required = [
        (charge.price.is_none() && !charge.amount_fixed, Charge::PRICE),
        (charge.quantity.is_none(), Charge::QUANTITY),
        (
            charge.container_type.is_empty() && Basis::named(&charge.basis) == Basis::ContainerType,
            Charge::CONTAINER_TYPE,
        ),
    ];
    for (missing, field) in required {
        let at = typed.at(&field.name());
        if missing && findings.at(&at).next().is_none() {
            findings.error(at, field.asked_for());
        }
    }
    let basis = Basis::named(&charge.basis);
    findings.error_if(!basis.is_of(subject.scope), &typed.at("basis"), BASIS_OF_OTHERS);
}

/// Currency, basis, tax, limits and digits are those that are offered.
fn terms(typed: &Typed, known: &Known, findings: &mut Findings) {
    let charge = &typed.line.charge;
    let terms = Terms {
        currency: charge.currency_code.clone(),
        least: charge.amount_min,
        most: charge.amount_max,
        digits: charge.digits,
        basis: charge.basis.clone(),
        tax: charge.tax_rate.clone(),
    };
    let at = |name: &str| typed.at(if name == "currencyCode" { "currency" } else { name });
    terms.check(&known.offered, at, findings);
}

/// What a cost is linked to is income of its order and item. A link it had stays: it goes when that line does
/// ([`crate::ledger::write`]).
fn linked(typed: &Typed, was: Option<&Line>, (all, known): (&[Typed], &Known), findings: &mut Findings) {
    let charge = &typed.line.charge;
    let Some(id) = charge.linked_charge_id else { return };
    if was.is_some_and(|was| was.charge.linked_charge_id == Some(id)) {
        return;
    }
    let at = typed.at("linkedChargeId");
    let is_income = |line: &Line| line.id == Some(id) && line.side == Side::Receivable && line.counts();
    match all.iter().map(|one| &one.line).find(|line| is_income(line)) {
        None => findings.error(at, NOT_LINKED.text()),
        Some(income) => {
            let is_same = income.charge.service_item_id == charge.service_item_id;
            let is_passed_on = known.item(&typed.line).is_some_and(|item| item.is_agency);
            findings.error_if(!is_same || !is_passed_on, &at, OTHER_LINK);
        }
    }
}

/// A rate that is typed needs its right, and is asked about when it is far from the table.
fn typed_rate(typed: &Typed, was: Option<&Line>, around: &Around<'_>, may_rate: bool, findings: &mut Findings) {
    let charge = &typed.line.charge;
    let Some(raw) = charge.exchange_rate.filter(|_| charge.rate_typed) else { return };
    let as_before =
        |was: &Charge| was.rate_typed && was.exchange_rate == Some(raw) && was.currency_code == charge.currency_code;
    if was.is_some_and(|was| as_before(&was.charge)) {
        return;
    }
    let at = typed.at("exchangeRate");
    let rate = ExchangeRate::from_raw(raw);
    let kind = rate_kind(typed.line.side);
    if around.rates.at(&charge.currency_code, kind, around.rate_at) == Some(rate) {
        return;
    }
    if !may_rate {
        findings.error(at, NO_RATE_RIGHT.text());
        return;
    }
    if let Some(percent) = around.rates.deviation(&charge.currency_code, kind, around.rate_at, rate) {
        findings.confirm(at, DEVIATES.with(&[("x", &percent.show(2))]));
    }
}

/// The same charge twice is asked about, where one of both is new or changed.
fn doubles(all: &[Typed], kept: &[Line], findings: &mut Findings) {
    let key = |line: &Line| {
        let charge = &line.charge;
        (
            crate::line::code_of(line.side),
            charge.service_item_id,
            charge.coop_id,
            charge.currency_code.clone(),
            charge.amount,
        )
    };
    let was = |line: &Line| kept.iter().find(|old| old.id.is_some() && old.id == line.id).map(key);
    let mut counts: BTreeMap<_, usize> = BTreeMap::new();
    for typed in all.iter().filter(|typed| typed.line.counts()) {
        *counts.entry(key(&typed.line)).or_default() += 1;
    }
    let twice = |typed: &&Typed| {
        let own = key(&typed.line);
        typed.place.is_some() && counts.get(&own).is_some_and(|count| *count > 1) && was(&typed.line) != Some(own)
    };
    if let Some(typed) = all.iter().find(twice) {
        findings.confirm(typed.at("serviceItemId"), DOUBLE.text());
    }
}
