//! 公布版次. The platform keeps the rates it publishes by edition: a draft nobody else sees, published with an effective
//! day, from which its lines hold; withdrawn as long as that day is not there.

use std::collections::BTreeMap;

use kernel::{Findings, Id, Instant, Msg, Text, day_after_days, parse_day, show_day};
use message::{About, By, Told, Values};
use platform::PLATFORM_ORG;
use platform::access::{Access, Actor};
use platform::call::{Answer, Call, Outcome, Tx};
use platform::document;
use platform::document::{Document, Draft, FormPage, RowValues, Rows, Section, Unique, claim};
use platform::field::{Choice, Field};
use platform::list::{self, Button, Column, Filter, ListPage, Match, RowView};
use platform::log::{Change, Level, LogEntry};
use platform::message::{MessageEvent, Placeholder, To};
use platform::refusal::Refusal;
use platform::registry::{Node, Operation, Room};
use platform::sea_query::{Expr, ExprTrait};
use platform::store::{Cell, Conn, Value, sql};
use serde::Deserialize;
use serde_json::{Map, Value as Json, json};

use crate::tact::{self, Tact};
use crate::tact_public;

/// Address of the page; the beginning of its calls.
pub(crate) const PAGE: &str = "/af_tact_edition";
const BASE: &str = "/afbase/tactPublic/edition";
const TABLE: &str = "tact_edition";
const LINES_MAX: usize = 500;

const DRAFT: &str = "DRAFT";
const PUBLISHED: &str = "PUBLISHED";
/// Shown of a published edition whose day has come; never stored.
const EFFECTIVE: &str = "EFFECTIVE";
const STATES: &[Choice] = &[
    Choice::new(DRAFT, "草稿", "Draft"),
    Choice::new(PUBLISHED, "已发布", "Published").tone("info"),
    Choice::new(EFFECTIVE, "生效", "In effect").tone("done"),
];

const NO_TAKEN: Msg = Msg::new("edition.no", "版次已存在", "This edition exists already.");
const NOT_DRAFT: Msg = Msg::new("edition.draft", "版次已发布，不能修改", "A published edition can't be changed.");
const NOT_PUBLISHED: Msg = Msg::new("edition.published", "版次未发布", "This edition is not published.");
const IN_EFFECT: Msg = Msg::new("edition.effect", "版次已生效，不能撤回", "The edition is in effect already.");
const NO_LINES: Msg = Msg::new("edition.lines", "请填写运价明细", "Please enter the rates.");
const TWICE: Msg = Msg::new("edition.twice", "航司与航线重复", "Carrier and route are repeated.");
const PAST: Msg = Msg::new("edition.past", "生效日期不能早于今天", "The edition can't take effect before today.");
const BACKWARDS: Msg = Msg::new("edition.backwards", "失效日期不能早于生效日期", "The validity ends before it begins.");
const FAILS: Msg = Msg::new("edition.fails", "{rate}：{why}", "{rate}: {why}");

/// The published rate of a watched lane changes.
pub(crate) const CHANGED: MessageEvent = MessageEvent::new(
    "base.tact_published",
    "系统",
    ("公布运价有变化", "A published rate changes"),
    ("平台发布的版次包含您订阅的航线时", "When an edition of published rates has a lane you watch"),
)
.to(To::Concerned("订阅人", "Who watches the lane"))
.says(
    ("公布运价{lanes}有变化", "Published rates of {lanes} change"),
    ("版次{number}自{from}起生效", "Edition {number} takes effect on {from}."),
    &[
        Placeholder::new("lanes", "航线", "Lanes"),
        Placeholder::new("number", "版次", "Edition"),
        Placeholder::new("from", "生效日期", "Effective from"),
    ],
);

document! {
    /// One edition.
    pub struct Edition in "tact_edition" {
        /// Its number.
        edition_no: String = Field::upper("版次", "Edition").required().max(20),
        /// In words.
        title: String = Field::text("说明", "Description").max(100),
        /// From when its rates hold.
        effective_from: String = Field::day("生效日期", "Effective from").required(),
        /// Until when; open when it is left out.
        valid_to: String = Field::day("失效日期", "Valid to"),
        /// State.
        state: String = Field::state(STATES, "状态", "State"),
        /// How many lines it has.
        rates: i64 = Field::int("运价数", "Rates").read_only(),
        /// When it was published.
        published_at: Option<i64> = Field::instant("发布时间", "Published").read_only().wire("publishTime"),
    }
}

/// A line: route and the usual breaks, as the rate it becomes.
static LINE_FIELDS: [Field; 18] = [
    Tact::CARRIER_CODE,
    Tact::DEPARTURE,
    Tact::ARRIVAL,
    Tact::CURRENCY,
    Tact::MINIMUM,
    Tact::RATE_N,
    Tact::RATE_45,
    Tact::RATE_100,
    Tact::RATE_200,
    Tact::RATE_250,
    Tact::RATE_300,
    Tact::RATE_500,
    Tact::RATE_700,
    Tact::RATE_1000,
    Tact::RATE_1500,
    Tact::RATE_2000,
    Tact::RATE_3000,
    Tact::RATE_5000,
];

const LINES: Rows = Rows {
    member: "lines",
    title: ("运价明细", "Rates"),
    behind: "",
    table: "tact_edition_line",
    parent: "edition_id",
    fields: &LINE_FIELDS,
    most: LINES_MAX,
    sheet: true,
};

fn state_and_day() -> Expr {
    Expr::cust("tact_edition.state || ' ' || tact_edition.effective_from")
}

/// 已发布, and 生效 from its day on.
fn as_state(actor: &Actor, stored: &Value) -> Value {
    let text = String::from_value(stored).unwrap_or_default();
    let (state, day) = text.split_once(' ').unwrap_or((text.as_str(), ""));
    let holds = state == PUBLISHED && day <= show_day(actor.now.day()).as_str();
    Value::Text(if holds { EFFECTIVE } else { state }.to_owned())
}

const SHOWN_STATE: Field = Field::state(STATES, "状态", "State").wire("state");

/// The editions; the platform's alone.
pub(crate) const LIST: ListPage = ListPage {
    columns: &[
        list::ID,
        list::VERSION,
        Column::own(Edition::EDITION_NO).width(130),
        Column::own(Edition::TITLE).width(220),
        Column::own(Edition::EFFECTIVE_FROM).width(110),
        Column::own(Edition::VALID_TO).width(110),
        Column::expr(state_and_day, SHOWN_STATE).width(90).read_as(as_state).unsorted(),
        Column::own(Edition::RATES).width(90),
        Column::own(Edition::PUBLISHED_AT).width(150),
    ],
    filters: &[
        Filter::new("editionNo", Match::Contains, Edition::EDITION_NO),
        Filter::new("effectiveFrom", Match::Range, Edition::EFFECTIVE_FROM),
    ],
    buttons: &[
        Button::new("af-tactpub-edit", ("新增版次", "New edition"), "primary", "create"),
        Button::new("af-tactpub-edit", ("维护", "Maintain"), "row", "edit"),
        Button::new("af-tactpub-publish", ("发布", "Publish"), "row", "call")
            .calls("POST /afbase/tactPublic/edition/{id}/publish")
            .asks(
                "发布后所有公司可见，并截断被替换的运价，是否继续？",
                "All companies will see it, and the rates it replaces end. Go on?",
            )
            .when("state", &[DRAFT]),
        Button::new("af-tactpub-publish", ("撤回", "Withdraw"), "row", "call")
            .calls("POST /afbase/tactPublic/edition/{id}/withdraw")
            .asks("确认撤回该版次？", "Withdraw this edition?")
            .when("state", &[PUBLISHED]),
    ],
    sort: "effectiveFrom,desc",
    decorate: Some(decorate),
    form: "base.tact-edition.form",
    ..ListPage::new("base.tact-edition.list", PAGE, ("公布版次", "Editions"), "af_tact_edition", BASE, TABLE)
};

fn decorate(actor: &Actor, row: &RowView<'_>, out: &mut String) {
    let codes: &[&str] = match as_state(actor, row.value("state")) {
        Value::Text(state) if state == DRAFT => &["af-tactpub-edit", "af-tactpub-publish"],
        Value::Text(state) if state == PUBLISHED => &["af-tactpub-publish"],
        _ => &[],
    };
    list::write_can(actor, codes, out);
}

/// The form beside the list.
pub(crate) const FORM: FormPage = FormPage {
    codes: ["af-tactpub-edit", "af-tactpub-edit", "", ""],
    page: PAGE,
    uniques: &[Unique { index: "uq_tact_edition_no", columns: &["edition_no"], field: "editionNo", message: NO_TAKEN }],
    rules: Some(rules),
    rows: &[LINES],
    sections: &[Section {
        key: "main",
        title: ("版次", "Edition"),
        fields: &[
            Edition::EDITION_NO,
            Edition::EFFECTIVE_FROM,
            Edition::VALID_TO,
            Edition::STATE,
            Edition::TITLE,
            Edition::RATES,
        ],
    }],
    ..FormPage::of::<Edition>(
        "base.tact-edition.form",
        ("公布版次", "Edition"),
        ("af_tact_edition", BASE, "tact_edition"),
        Edition::EDITION_NO,
    )
};

/// Adds page and calls.
pub(crate) fn add(room: &mut Room) {
    room.nodes.push(Node::page(PAGE, "/afManager/tact", "公布版次", "Editions", 25).hidden().platform());
    room.lists.push(LIST);
    room.forms.push(FORM.contract());
    room.operations.extend(FORM.operations());
    let publishes = Access::Code("af-tactpub-publish");
    let at = |rest: &str| format!("{BASE}/{{id}}/{rest}");
    room.operations.extend([
        Operation::post("publish_tact_edition", &at("publish"), publishes, publish)
            .summary("Its lines hold from its day on; the rates they replace end the day before"),
        Operation::post("withdraw_tact_edition", &at("withdraw"), publishes, withdraw)
            .summary("Back to a draft, as long as its day is not there"),
    ]);
    room.messages.push(&CHANGED);
}

fn own(conn: &mut dyn Conn, id: Id) -> Result<Edition, Refusal> {
    let mut select = sql::from(PLATFORM_ORG, TABLE);
    select.columns(Edition::FIELDS.iter().map(|field| field.column)).and_where(sql::eq("id", id));
    let row = conn.first(&select.into())?.ok_or(Refusal::NotFound)?;
    Ok(Edition::from_values(&row.0)?)
}

fn rules(tx: &mut Tx<'_>, draft: &mut Draft<'_>, findings: &mut Findings) -> Result<(), Refusal> {
    if !draft.is_new() && own(tx, draft.id)?.state != DRAFT {
        return Err(Refusal::business(NOT_DRAFT));
    }
    draft.set(Edition::STATE, DRAFT.into_value());
    if draft.is_new() {
        draft.set(Edition::RATES, Value::Int(0));
    }
    let edition = Edition::from_values(&draft.values)?;
    let backwards = !edition.valid_to.is_empty() && edition.valid_to < edition.effective_from;
    findings.error_if(backwards, "validTo", BACKWARDS);
    let Some(lines) = draft.rows(LINES.member).map(<[RowValues]>::to_vec) else { return Ok(()) };
    let key = |line: &RowValues| line.iter().take(3).cloned().collect::<Vec<_>>();
    for (place, line) in lines.iter().enumerate() {
        let known = lines.iter().take(place).any(|other| key(other) == key(line));
        findings.error_if(known, &format!("lines.{place}.arrival"), TWICE);
    }
    draft.set(Edition::RATES, Value::Int(i64::try_from(lines.len()).unwrap_or(i64::MAX)));
    Ok(())
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Asked {
    version: i64,
}

/// The body of the rate a line becomes.
fn body_of(edition: &Edition, line: &RowValues) -> Map<String, Json> {
    let shown = LINES.shown(std::slice::from_ref(line));
    let mut body = shown.get(0).and_then(Json::as_object).cloned().unwrap_or_default();
    body.insert("validFrom".to_owned(), json!(edition.effective_from));
    if !edition.valid_to.is_empty() {
        body.insert("validTo".to_owned(), json!(edition.valid_to));
    }
    // That replaced rates end is what publishing means; a dearer break was typed so.
    body.insert("confirmed".to_owned(), json!(["validity.overlaps", "tact.dearer"]));
    body
}

/// Carrier, departure and arrival of a line.
fn lane(line: &RowValues) -> Result<[String; 3], Refusal> {
    let text = |place: usize| String::from_value(line.get(place).unwrap_or(&Value::Null));
    Ok([text(0)?, text(1)?, text(2)?])
}

/// `X9 PVG-FRA`.
fn lane_name([carrier, from, to]: &[String; 3]) -> String {
    format!("{carrier} {from}-{to}")
}

/// Notes until when the rates held that a line is about to cut.
fn note_cuts(tx: &mut Tx<'_>, id: Id, edition: &Edition, lane: &[String; 3]) -> Result<(), Refusal> {
    let mut select = sql::from(PLATFORM_ORG, "tact_rate");
    select.columns(["id", "valid_to"]);
    for (column, text) in ["carrier_code", "departure", "arrival"].into_iter().zip(lane) {
        select.and_where(sql::eq(column, text.clone()));
    }
    select
        .and_where(sql::col("valid_from").lt(sql::value(edition.effective_from.clone())))
        .and_where(sql::col("valid_to").gte(sql::value(edition.effective_from.clone())));
    for row in tx.query(&select.into())? {
        let cells = [
            ("edition_id", id.into_value()),
            ("rate_id", row.get::<Id>(0)?.into_value()),
            ("valid_to", row.get::<String>(1)?.into_value()),
        ];
        tx.exec(&sql::insert(PLATFORM_ORG, "tact_edition_cut", &cells).into())?;
    }
    Ok(())
}

/// POST {id}/publish {version}: all lines or none, each by the rules of rates.
fn publish(call: &mut Call) -> Outcome {
    let (id, Asked { version }) = (call.path_id("id")?, call.json()?);
    let made = call.write(|tx| {
        claim(tx, TABLE, id, version)?;
        let edition = own(tx, id)?;
        if edition.state != DRAFT {
            return Err(Refusal::business(NOT_DRAFT));
        }
        if edition.effective_from < show_day(tx.now.day()) {
            return Err(Refusal::business(PAST));
        }
        let lines = LINES.of(tx, PLATFORM_ORG, id)?;
        if lines.is_empty() {
            return Err(Refusal::business(NO_LINES));
        }
        let mut wrong = Findings::new();
        for (place, line) in lines.iter().enumerate() {
            let lane = lane(line)?;
            note_cuts(tx, id, &edition, &lane)?;
            let name = lane_name(&lane);
            let mut fails = |why: &Text| {
                let (zh, en) =
                    ([("rate", name.as_str()), ("why", &why.zh)], [("rate", name.as_str()), ("why", &why.en)]);
                wrong.error(format!("lines.{place}"), FAILS.with_each(&zh, &en));
            };
            match tx.attempt(|tx| tact::FORM.make(tx, &body_of(&edition, line), "发布版次"))? {
                Ok(rate) => mark(tx, rate, id)?,
                Err(Refusal::Findings(findings)) => findings.items.iter().for_each(|finding| fails(&finding.text)),
                Err(Refusal::Confirm(questions)) => questions.iter().for_each(|question| fails(&question.text)),
                Err(other) => return Err(other),
            }
        }
        Refusal::unless_clean(&wrong, &[])?;
        go(tx, id, &edition, (PUBLISHED, "发布"))?;
        tell(tx, id, &edition, &lines)?;
        Ok(lines.len())
    })?;
    Ok(Answer::Data(json!({ "id": id, "version": version + 1, "state": PUBLISHED, "rates": made })))
}

/// Ties a rate to an edition.
pub(crate) fn mark(tx: &mut Tx<'_>, rate: Id, edition: Id) -> Result<(), Refusal> {
    let mut update = sql::update(tx.org(), "tact_rate", &[("edition_id", edition.into_value())]);
    tx.exec(&update.and_where(sql::eq("id", rate)).to_owned().into())?;
    Ok(())
}

/// Writes the new state with its log line.
fn go(tx: &mut Tx<'_>, id: Id, edition: &Edition, (state, function): (&'static str, &str)) -> Result<(), Refusal> {
    let published = (state == PUBLISHED).then_some(tx.now);
    let cells = [("state", state.into_value()), ("published_at", published.into_value())];
    tx.exec(&sql::update(PLATFORM_ORG, TABLE, &cells).and_where(sql::eq("id", id)).to_owned().into())?;
    let name = |state: &str| STATES.iter().find(|one| one.value == state).map_or("", |one| one.zh).to_owned();
    let change =
        Change { field: "state".to_owned(), label: "状态".to_owned(), old: name(&edition.state), new: name(state) };
    let entry = LogEntry::of(TABLE, id, &edition.edition_no, PAGE).did("修改", function).level(Level::High);
    tx.log(entry.text(format!("自{}起", edition.effective_from)).changes(vec![change]))
}

/// Tells whoever watches a lane of the edition, in his company; each once, of all his lanes.
fn tell(tx: &mut Tx<'_>, id: Id, edition: &Edition, lines: &[RowValues]) -> Result<(), Refusal> {
    let mut watched: BTreeMap<(i64, Id), Vec<String>> = BTreeMap::new();
    for line in lines {
        let lane = lane(line)?;
        for watcher in tact_public::watchers(tx, &lane)? {
            watched.entry(watcher).or_default().push(lane_name(&lane));
        }
    }
    for ((org, user), lanes) in watched {
        let told = Told {
            to: vec![user],
            values: Values::default()
                .with("lanes", lanes.join("、"))
                .with("number", edition.edition_no.clone())
                .with("from", edition.effective_from.clone()),
            about: About {
                kind: TABLE,
                id: Some(id),
                number: edition.edition_no.clone(),
                url: format!("{}?edition={}", tact_public::PAGE, edition.edition_no),
            },
            ..Told::default()
        };
        let by = By::product(tx.app, org);
        message::send(tx, by, &CHANGED, &told)?;
    }
    Ok(())
}

/// POST {id}/withdraw {version}: what it cut holds again.
fn withdraw(call: &mut Call) -> Outcome {
    let (id, Asked { version }) = (call.path_id("id")?, call.json()?);
    call.write(|tx| {
        claim(tx, TABLE, id, version)?;
        let edition = own(tx, id)?;
        if edition.state != PUBLISHED {
            return Err(Refusal::business(NOT_PUBLISHED));
        }
        if edition.effective_from <= show_day(tx.now.day()) {
            return Err(Refusal::business(IN_EFFECT));
        }
        let mut rates = sql::delete(PLATFORM_ORG, "tact_rate");
        rates.and_where(sql::eq("edition_id", id));
        tx.exec(&rates.into())?;
        restore(tx, id, &edition)?;
        go(tx, id, &edition, (DRAFT, "撤回"))
    })?;
    Ok(Answer::Data(json!({ "id": id, "version": version + 1, "state": DRAFT })))
}

/// Rates that were cut hold as long as before, unless somebody changed their end since.
fn restore(tx: &mut Tx<'_>, id: Id, edition: &Edition) -> Result<(), Refusal> {
    let Some(last) = parse_day(&edition.effective_from).map(|day| show_day(day_after_days(day, -1))) else {
        return Ok(());
    };
    let mut cuts = sql::from(PLATFORM_ORG, "tact_edition_cut");
    cuts.columns(["rate_id", "valid_to"]).and_where(sql::eq("edition_id", id));
    for row in tx.query(&cuts.into())? {
        let (rate, valid_to): (Id, String) = (row.get(0)?, row.get(1)?);
        let stamp: Instant = tx.now;
        let cells = [("valid_to", valid_to.into_value()), ("updated_at", stamp.into_value())];
        let mut update = sql::update(PLATFORM_ORG, "tact_rate", &cells);
        update
            .value("version", sql::col("version").add(1))
            .and_where(sql::eq("id", rate))
            .and_where(sql::eq("valid_to", last.clone()));
        tx.exec(&update.into())?;
    }
    let mut gone = sql::delete(PLATFORM_ORG, "tact_edition_cut");
    gone.and_where(sql::eq("edition_id", id));
    tx.exec(&gone.into())?;
    Ok(())
}
