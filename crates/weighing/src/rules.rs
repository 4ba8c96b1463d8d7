//! What a weighing holds when it is saved: a number, its volume, and that it takes the place of the one before.

use kernel::{Findings, Id, Msg};
use message::order::Words;
use platform::access::Actor;
use platform::call::Tx;
use platform::document::{Draft, Written};
use platform::field::Field;
use platform::refusal::Refusal;
use platform::sea_query::{Expr, ExprTrait, Order};
use platform::store::{Cell, Conn, Value, sql};
use trade::cargo::{parse_dimensions, pieces_of, volume_of};

use crate::orders;
use crate::page::{OUTSIDE, TABLE, Weighing};

const FUTURE: Msg = Msg::new("weighing.future", "过磅时间不能晚于当前时间", "A weighing can't lie in the future.");
const SIZES: Msg = Msg::new(
    "weighing.measure",
    "第{n}组尺寸不正确，格式为长*宽*高/件数，多组用;分隔",
    "Size {n} is not valid: L*W*H/pieces, several with ; between.",
);
const SIZE_PIECES: Msg = Msg::new(
    "weighing.size_pieces",
    "尺寸件数{a}与件数{b}不一致",
    "The sizes are of {a} pieces, the weighing is of {b}.",
);
const NO_STATION: Msg = Msg::new("weighing.terminal", "货站不存在或已停用", "There is no such active cargo station.");

/// Refuses who may see no order of a weighed number.
pub(crate) fn need_seen(conn: &mut dyn Conn, actor: &Actor, id: Id) -> Result<(), Refusal> {
    let mut select = sql::from(actor.org_id, TABLE);
    select.column("id").and_where(sql::eq("id", id)).cond_where(orders::visible(actor));
    conn.first(&select.into())?.map(drop).ok_or(Refusal::NotFound)
}

/// Completes and checks a weighing before it is written.
pub(crate) fn check(tx: &mut Tx<'_>, draft: &mut Draft<'_>, findings: &mut Findings) -> Result<(), Refusal> {
    if draft.is_new() {
        begin(tx, draft, findings)?;
    }
    let time = Option::<i64>::from_value(draft.value(Weighing::WEIGH_TIME))?;
    findings.error_if(time.is_some_and(|time| time > tx.now.millis()), "weighTime", FUTURE);
    sizes(draft, findings)
}

fn begin(tx: &mut Tx<'_>, draft: &mut Draft<'_>, findings: &mut Findings) -> Result<(), Refusal> {
    let day = tx.now.day().strftime("%y%m%d").to_string();
    let number = tx.next_number("terminal weighing", &day)?;
    draft.set(Weighing::WEIGHING_CODE, format!("GB-{day}{number:04}").into_value());
    draft.set(Weighing::IS_CURRENT, Value::Bool(true));
    let typed = String::from_value(draft.value(Weighing::AWB_NUMBER))?;
    match stock::mend(&typed) {
        Some(number) => draft.set(Weighing::AWB_NUMBER, number.into_value()),
        None if typed.is_empty() => {}
        None => findings.error("awbNumber", trade::waybill_number::MASTER_WRONG.text()),
    }
    let Some(terminal) = Option::<Id>::from_value(draft.value(Weighing::TERMINAL_ID))? else { return Ok(()) };
    let mut select = sql::from(tx.org(), "warehouse");
    select.column("id").and_where(sql::eq("id", terminal)).and_where(sql::eq("active", true));
    findings.error_if(tx.first(&select.into())?.is_none(), "terminalId", NO_STATION);
    Ok(())
}

/// Sizes are of all the pieces, and give the volume where it was left out.
fn sizes(draft: &mut Draft<'_>, findings: &mut Findings) -> Result<(), Refusal> {
    let text = String::from_value(draft.value(Weighing::MEASURE))?;
    let pieces = Option::<i64>::from_value(draft.value(Weighing::PIECES))?;
    match parse_dimensions(&text) {
        Err(place) => findings.error("measure", SIZES.with(&[("n", &place.to_string())])),
        Ok(found) if found.is_empty() => {}
        Ok(found) => {
            let own = pieces_of(&found);
            if let Some(pieces) = pieces.filter(|pieces| *pieces != own) {
                let told = [("a", &*own.to_string()), ("b", &*pieces.to_string())];
                findings.warning("measure", SIZE_PIECES.with(&told));
            }
            let volume = Option::<kernel::Volume>::from_value(draft.value(Weighing::VOLUME))?;
            if let Some(text) = trade::cargo::volume_beside(&found, volume) {
                findings.warning("measure", text);
            }
            if *draft.value(Weighing::VOLUME) == Value::Null {
                draft.set(Weighing::VOLUME, Value::Int(volume_of(&found).raw()));
            }
        }
    }
    Ok(())
}

/// What a weighing is of: number, house, station, registration of the number.
const PLACE: [&str; 4] = ["awb_number", "hawb_number", "terminal_id", facts::master::ROUND];

fn same(column: &'static str, value: &Value) -> Expr {
    if *value == Value::Null { sql::col(column).is_null() } else { sql::eq(column, value.clone()) }
}

/// Of the weighings of a place the newest is current, the others are history.
fn renew(tx: &mut Tx<'_>, place: &[Value], without: Option<Id>) -> Result<(), Refusal> {
    let of_place = || PLACE.into_iter().zip(place).map(|(column, value)| same(column, value));
    let mut newest = sql::from(tx.org(), TABLE);
    newest.column("id").and_where(sql::col("id").ne(sql::value(without.unwrap_or(Id(0)))));
    newest.order_by("weigh_time", Order::Desc).order_by("id", Order::Desc).limit(1);
    of_place().for_each(|same| {
        newest.and_where(same);
    });
    let newest = tx.first(&newest.into())?.map(|row| row.get::<Id>(0)).transpose()?;
    for (current, which) in [(false, sql::col("id").ne(sql::value(newest))), (true, sql::eq("id", newest))] {
        let mut update = sql::update(tx.org(), TABLE, &[("is_current", Value::Bool(current))]);
        update.and_where(which).and_where(sql::eq("is_current", !current));
        of_place().for_each(|same| {
            update.and_where(same);
        });
        tx.exec(&update.into())?;
    }
    Ok(())
}

/// Takes its place among the weighings of its number and station, and tells whose cargo it finds otherwise.
pub(crate) fn after(tx: &mut Tx<'_>, draft: &Draft<'_>) -> Result<Written, Refusal> {
    let place = place_of(tx, draft.id)?;
    renew(tx, &place, None)?;
    if FIGURES.iter().any(|field| draft.changes(*field)) {
        tell_outside(tx, draft)?;
    }
    Ok(Written::default())
}

/// What a station weighs.
const FIGURES: [Field; 3] = [Weighing::PIECES, Weighing::WEIGHT, Weighing::VOLUME];

/// Tells the people of the orders of a current weighing that is outside the tolerance.
fn tell_outside(tx: &mut Tx<'_>, draft: &Draft<'_>) -> Result<(), Refusal> {
    let org = tx.org();
    let mut select = sql::from(org, TABLE);
    let expected = [orders::expected_pieces(), orders::expected_weight(), orders::expected_volume()];
    select.exprs([orders::state()].into_iter().chain(expected));
    select.and_where(sql::of_eq(TABLE, "id", draft.id)).and_where(sql::of_eq(TABLE, "is_current", true));
    let Some(row) = tx.first(&select.into())? else { return Ok(()) };
    if row.get::<String>(0)? != OUTSIDE {
        return Ok(());
    }
    let mut words = Words::default();
    for (field, expected) in FIGURES.into_iter().zip(row.0.iter().skip(1)) {
        let weighed = draft.value(field);
        if *expected == Value::Null || expected == weighed {
            continue;
        }
        let say = |language| (field.show(weighed, language), field.show(expected, language));
        let ((zh, of_order), (en, by_order)) = (say("zh-CN"), say("en-US"));
        words.add((
            format!("货站过磅{} {zh}（订单 {of_order}）", field.zh),
            format!("weighed {} {en} (order {by_order})", field.en),
        ));
    }
    for order in orders::weighed(tx, org, draft.id)? {
        message::order::weighed(tx, order, &words)?;
    }
    Ok(())
}

/// Behind a weighing that is removed stands the one before.
pub(crate) fn removed(tx: &mut Tx<'_>, id: Id) -> Result<(), Refusal> {
    let actor = tx.actor;
    need_seen(tx, actor, id)?;
    let place = place_of(tx, id)?;
    renew(tx, &place, Some(id))
}

fn place_of(tx: &mut Tx<'_>, id: Id) -> Result<Vec<Value>, Refusal> {
    let mut own = sql::from(tx.org(), TABLE);
    own.columns(PLACE).and_where(sql::eq("id", id));
    Ok(tx.first(&own.into())?.ok_or(Refusal::NotFound)?.0)
}
