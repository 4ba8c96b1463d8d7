//! What a driver tells on the public page: plate, name, phone and hour; that he has set out, and that he is there.

use kernel::{Findings, Instant, Msg, Scope};
use platform::call::{Answer, Call, Outcome, Tx};
use platform::field::messages::REQUIRED;
use platform::field::{Field, tail};
use platform::log::Level;
use platform::refusal::Refusal;
use platform::sea_query::ExprTrait;
use platform::store::{Cell, Conn, Value, sql};
use serde::Deserialize;
use serde_json::{Value as Json, json};

use super::moves::FLOW;
use super::page::{self, ARRIVED, AWAITED, Notice, SENT, TABLE, TRANSIT, UNSENT, VIEWED, VOID};
use super::place::{self, Flag, Position};
use super::rules::{LATE, late};
use super::{order, public, queue};
use crate::public::{Reader, of_scope, reading_by};
use crate::share::NOTICE;

/// Largest body of the call.
pub(crate) const BODY_MAX: usize = 8 * 1024;
/// Calls one link may make in a minute.
const CALLS_PER_MINUTE: u32 = 20;
/// Digits of a phone number.
const PHONE_DIGITS: std::ops::RangeInclusive<usize> = 5..=20;

const TOO_FAR: Msg = Msg::new(
    "delivery.too_far",
    "距离仓库{n}公里，不能签到",
    "You are {n} km away from the warehouse and can't sign in yet.",
);
const NO_POSITION: Msg = Msg::new(
    "delivery.no_position",
    "未获取到您的位置，请允许定位后重试，或到窗口办理到货登记",
    "Your position is not known. Please allow it and try again, or register at the desk.",
);
const BAD_PHONE: Msg = Msg::new("delivery.phone", "电话格式不正确", "The phone number has the wrong format.");
const ACTIONS: [&str; 3] = ["save", "depart", "arrive"];
const NO_ACTION: Msg = Msg::new("delivery.action", "操作不存在", "There is no such action.");

fn is_phone(text: &str) -> bool {
    let digits = text.chars().filter(char::is_ascii_digit).count();
    PHONE_DIGITS.contains(&digits) && text.chars().all(|c| c.is_ascii_digit() || " +-()".contains(c))
}

const PLATE: Field = Notice::PLATE_NO.required();
const NAME: Field = Notice::DRIVER_NAME.required();
const PHONE: Field = Notice::DRIVER_PHONE.pattern("^[0-9 +()-]{5,30}$", is_phone, BAD_PHONE);
const LONGITUDE: Field = Field::decimal(6, "经度", "Longitude").wire("longitude").range(-180_000_000, 180_000_000);
const LATITUDE: Field = Field::decimal(6, "纬度", "Latitude").wire("latitude").range(-90_000_000, 90_000_000);

#[derive(Debug, Deserialize)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
struct Asked {
    order_uuid: String,
    flag: String,
    code: String,
    action: String,
    #[serde(default)]
    plate_no: Json,
    #[serde(default)]
    driver_name: Json,
    /// Left empty: the one that is known.
    #[serde(default)]
    driver_phone: Json,
    #[serde(default)]
    slot: Json,
    #[serde(default)]
    longitude: Json,
    #[serde(default)]
    latitude: Json,
}

/// What a driver wrote, and where he is.
struct Told {
    values: Vec<(Field, Value)>,
    position: Option<Position>,
}

impl Asked {
    /// Checks what was written against the notice it is for.
    fn read(&self, notice: &Notice) -> Result<Told, Refusal> {
        let mut findings = Findings::new();
        let mut read = |field: Field, json: &Json| field.parse(Some(json), &field.name(), &mut findings);
        let mut values = vec![
            (PLATE, read(PLATE, &self.plate_no)),
            (NAME, read(NAME, &self.driver_name)),
            (Notice::SLOT, read(Notice::SLOT, &self.slot)),
        ];
        let phone = read(PHONE, &self.driver_phone);
        let degrees = [read(LONGITUDE, &self.longitude), read(LATITUDE, &self.latitude)];
        if phone != Value::Null {
            values.push((PHONE, phone));
        } else if notice.driver_phone.is_empty() && findings.at("driverPhone").next().is_none() {
            findings.error("driverPhone", REQUIRED.with_each(&[("field", PHONE.zh)], &[("field", PHONE.en)]));
        }
        let slot = values.iter().find(|(field, _)| field.column == Notice::SLOT.column);
        let slot = String::from_value(slot.map_or(&Value::Null, |(_, value)| value))?;
        let latest = notice.latest_at.map(Instant::from_millis);
        if let Some(latest) = late(&notice.receipt_date, &slot, latest).filter(|_| !slot.is_empty()) {
            findings.error("slot", LATE.with(&[("time", &latest)]));
        }
        Refusal::unless_clean(&findings, &[])?;
        let [longitude, latitude] = degrees;
        let degrees = Option::<i64>::from_value(&longitude)?.zip(Option::<i64>::from_value(&latitude)?);
        Ok(Told { values, position: degrees.map(|(longitude, latitude)| Position { longitude, latitude }) })
    }
}

/// POST deliveryNotice/driver: with the code of a notice alone; the link to an order lets nobody write.
pub(crate) fn tell(call: &mut Call) -> Outcome {
    let asked: Asked = call.json()?;
    let Some(flag) = Flag::named(&asked.flag) else {
        return Err(Refusal::business(crate::public::messages::NO_QUERY));
    };
    let named = of_scope(&asked.order_uuid, Some(Scope::Ae));
    let address = (named, asked.code.as_str(), call.asked.ip.as_str());
    let reader = reading_by(&call.app, address, &[NOTICE], |_, reader| Ok(reader.clone()))?;
    let key = format!("delivery driver:{}", reader.share.id);
    call.app.limits.take(key, CALLS_PER_MINUTE, call.now())?;
    if !ACTIONS.contains(&asked.action.as_str()) {
        return Err(Refusal::field("action", NO_ACTION.text()));
    }
    let name = asked.driver_name.as_str().unwrap_or_default().trim().chars().take(50).collect::<String>();
    call.caller = Some(facts::outside::actor(reader.org, &name, call.now()));
    let language = call.language().to_owned();
    let data = call.write(|tx| written(tx, &reader, flag, &asked, &language))?;
    Ok(Answer::Data(data))
}

fn written(tx: &mut Tx<'_>, reader: &Reader, flag: Flag, asked: &Asked, language: &str) -> Result<Json, Refusal> {
    let org = tx.org();
    let (id, notice) = public::of_share(tx, reader, flag)?;
    order::own(tx, org, notice.order_id)?.need_alive()?;
    let before: &[&str] = if asked.action == "depart" { &[UNSENT, SENT, VIEWED] } else { AWAITED };
    FLOW.need(&notice.state, before)?;
    let Told { mut values, position } = asked.read(&notice)?;
    let now = tx.now.into_value();
    let (state, function) = match asked.action.as_str() {
        "depart" => {
            values.push((Notice::DEPART_AT, now));
            (TRANSIT, "司机出发")
        }
        "arrive" => {
            near(tx, org, &notice, position)?;
            let warehouse = notice.warehouse_id.ok_or_else(|| Refusal::broken("a notice without a warehouse"))?;
            let number = queue::next(tx, warehouse)?;
            values.extend([(Notice::ARRIVE_AT, now), (Notice::QUEUE_NO, number.into_value())]);
            (ARRIVED, "司机签到")
        }
        _ => (AWAITED.iter().copied().find(|state| *state == notice.state).unwrap_or(UNSENT), "司机填写"),
    };
    let mut claim = sql::update(org, TABLE, &[("updated_at", tx.now.into_value())]);
    claim
        .value("version", sql::col("version").add(1))
        .and_where(sql::eq("id", id))
        .and_where(sql::eq("state", notice.state.as_str()));
    // Of two who move a notice at once, the second is told of the first.
    if tx.exec(&claim.into())? == 0 {
        FLOW.need(&page::own(tx, org, id)?.state, &[])?;
    }
    FLOW.go(tx, id, (state, ("修改", function), Level::Middle), &values)?;
    let notice = page::own(tx, org, id)?;
    Ok(shown(&notice, language))
}

/// Refuses who is not at the warehouse of a notice.
fn near(conn: &mut dyn Conn, org: i64, notice: &Notice, position: Option<Position>) -> Result<(), Refusal> {
    let position = position.ok_or_else(|| Refusal::business(NO_POSITION))?;
    let warehouse = notice.warehouse_id.map(|id| place::of_id(conn, org, id)).transpose()?.flatten();
    let place = warehouse.and_then(|warehouse| warehouse.position).ok_or_else(|| Refusal::business(NO_POSITION))?;
    match position.too_far_from(place) {
        Some(n) => Err(Refusal::Business(TOO_FAR.with(&[("n", &n)]))),
        None => Ok(()),
    }
}

/// The driver's part of the page; of his phone the last digits alone.
pub(super) fn shown(notice: &Notice, language: &str) -> Json {
    let (zh, en) = page::state_name(&notice.state);
    let text = |text: &str| if text.is_empty() { Json::Null } else { json!(text) };
    let time = |time: Option<i64>| json!(time.map(|time| kernel::show_second(Instant::from_millis(time))));
    let phone = if notice.driver_phone.is_empty() { String::new() } else { tail(&notice.driver_phone) };
    debug_assert!(notice.state != VOID, "nothing is shown of a void notice");
    json!({
        "noticeNumber": notice.notice_code,
        "state": notice.state,
        "stateName": if language.starts_with("en") { en } else { zh },
        "plateNo": text(&notice.plate_no),
        "driverName": text(&notice.driver_name),
        "driverPhone": text(&phone),
        "receiptDate": text(&notice.receipt_date),
        "slot": text(&notice.slot),
        "latestTime": time(notice.latest_at),
        "departTime": time(notice.depart_at),
        "arriveTime": time(notice.arrive_at),
        "queueNo": text(&notice.queue_no),
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_phone_number_has_five_to_twenty_digits() {
        for good in ["12345", "138 0000 0000", "+86 (21) 6000-0000", "12345678901234567890"] {
            assert!(is_phone(good), "{good}");
        }
        for bad in ["", "1234", "123456789012345678901", "13800000000x", "一二三四五"] {
            assert!(!is_phone(bad), "{bad}");
        }
    }
}
