//! The notice of an order as it is stored, and how it changes.

use facts::order_log::log_entry;
use kernel::{Id, Msg};
use order::FREE_DAYS_MAX;
use platform::call::Tx;
use platform::document;
use platform::document::{Document, claim};
use platform::field::{Choice, Field};
use platform::log::{Change, LogEntry, differences};
use platform::refusal::Refusal;
use platform::store::{Cell, Conn, Value, sql};
use serde_json::Value as Json;

use super::order::ImportOrder;
use super::page::PAGE;

/// Its table.
pub(crate) const TABLE: &str = "arrival_notice";

/// Nobody was told.
pub(crate) const UNTOLD: &str = "UNTOLD";
/// A mail went out.
pub(crate) const SENT: &str = "SENT";
/// Somebody is known to have been told.
pub(crate) const CONFIRMED: &str = "CONFIRMED";

/// States of a notice.
pub(crate) const STATES: &[Choice] = &[
    Choice::new(UNTOLD, "未通知", "Not told").tone("warning"),
    Choice::new(SENT, "已发送", "Sent").tone("info"),
    Choice::new(CONFIRMED, "已确认", "Confirmed").tone("done"),
];
/// The paper is in English.
pub(crate) const ENGLISH: &str = "en";
/// Languages of the paper.
const LANGUAGES: &[Choice] = &[Choice::new("zh", "中文", "Chinese"), Choice::new(ENGLISH, "英文", "English")];
/// How somebody was told.
const WAYS: &[Choice] = &[
    Choice::new("PHONE", "电话", "Telephone"),
    Choice::new("MAIL", "邮件", "E-mail"),
    Choice::new("SMS", "短信", "Text message"),
];

const WRONG_STATE: Msg =
    Msg::new("arrival.state", "到货通知{state}，不能进行此操作", "This can't be done: the notice is {state}.");

document! {
    /// A notice.
    pub struct Notice in "arrival_notice" {
        /// The order.
        order_id: Id = Field::reference("", "订单", "Order").required().fixed(),
        /// State.
        state: String = Field::state(STATES, "状态", "State"),
        /// `zh` or `en`.
        language: String = Field::select(LANGUAGES, "语言", "Language").required(),
        /// Who receives the cargo.
        consignee: String = Field::text("收货人", "Consignee").required().max(100),
        /// Who is asked for there.
        contact: String = Field::text("联系人", "Contact").max(50),
        /// How he is reached.
        phone: String = Field::text("电话", "Phone").max(50),
        /// Where the cargo lies.
        warehouse_id: Option<Id> = Field::reference("", "提货货站", "Terminal"),
        /// Days of free storage.
        free_days: Option<i64> = Field::int("免仓天数", "Days of free storage").range(0, FREE_DAYS_MAX),
        /// What to bring; the usual when it is empty.
        documents: String = Field::long("提货所需文件", "Documents to bring").max(500),
        /// What else there is to say.
        remark: String = Field::long("备注", "Remark").max(500),
        /// When its paper was made last.
        made_at: Option<i64> = Field::instant("生成时间", "Made").wire("madeTime"),
        /// When it was mailed last.
        sent_at: Option<i64> = Field::instant("发送时间", "Sent").wire("sentTime"),
        /// To which addresses.
        sent_to: String = Field::text("发送至", "Sent to").max(1000),
        /// When somebody was told.
        confirmed_at: Option<i64> = Field::instant("通知时间", "Told at").wire("time").required(),
        /// Whom.
        confirmed_person: String = Field::text("被通知人", "Who was told").wire("person").max(50).required(),
        /// How.
        confirmed_way: String = Field::select(WAYS, "通知方式", "Told by").wire("way").required(),
        /// What was said.
        confirmed_remark: String = Field::text("通知备注", "Remark").wire("confirmRemark").max(200),
    }
}

impl Notice {
    /// Its paper was made.
    pub(crate) fn is_made(&self) -> bool {
        self.made_at.is_some()
    }

    /// Refuses one in another state than these.
    pub(crate) fn need_state(&self, states: &[&str]) -> Result<(), Refusal> {
        if states.contains(&self.state.as_str()) {
            return Ok(());
        }
        let (zh, en) = state_name(&self.state);
        Err(Refusal::Business(WRONG_STATE.with_each(&[("state", zh)], &[("state", en)])))
    }
}

/// Chinese and English name of a state.
fn state_name(state: &str) -> (&'static str, &'static str) {
    STATES.iter().find(|choice| choice.value == state).map_or(("", ""), |choice| (choice.zh, choice.en))
}

/// A notice with its row.
pub(crate) struct Kept {
    pub(crate) id: Id,
    pub(crate) version: i64,
    pub(crate) notice: Notice,
    values: Vec<Value>,
}

/// The notice of an order; none before anybody made one.
pub(crate) fn of_order(conn: &mut dyn Conn, org: i64, order: Id) -> Result<Option<Kept>, Refusal> {
    let mut select = sql::from(org, TABLE);
    select.columns(["id", "version"]);
    select.columns(Notice::FIELDS.iter().map(|field| field.column)).and_where(sql::eq("order_id", order));
    let Some(row) = conn.first(&select.into())? else { return Ok(None) };
    let (id, version, values) = (row.get(0)?, row.get(1)?, row.0.get(2..).unwrap_or_default().to_vec());
    Ok(Some(Kept { id, version, notice: Notice::from_values(&values)?, values }))
}

/// Takes the notice of an order for a change, in the version the caller saw; a new one when there is none.
pub(crate) fn take(tx: &mut Tx<'_>, order: &ImportOrder, version: Option<i64>) -> Result<Kept, Refusal> {
    let org = tx.org();
    match of_order(tx, org, order.id)? {
        Some(kept) => {
            claim(tx, TABLE, kept.id, version.unwrap_or_default())?;
            Ok(Kept { version: kept.version + 1, ..kept })
        }
        None if version.is_some() => Err(Refusal::Stale(Json::Null)),
        None => begin(tx, order).map_err(at_the_same_moment),
    }
}

fn begin(tx: &mut Tx<'_>, order: &ImportOrder) -> Result<Kept, Refusal> {
    let (org, id, user) = (tx.org(), tx.new_id(), tx.actor.user_id);
    let cells = [
        ("id", id.into_value()),
        ("order_id", order.id.into_value()),
        ("state", UNTOLD.into_value()),
        ("language", "zh".into_value()),
        ("version", Value::Int(1)),
        ("created_by", user.into_value()),
        ("created_at", tx.now.into_value()),
        ("updated_by", user.into_value()),
        ("updated_at", tx.now.into_value()),
    ];
    tx.exec(&sql::insert(org, TABLE, &cells).into())?;
    of_order(tx, org, order.id)?.ok_or(Refusal::NotFound)
}

/// Somebody began it at the same moment: the caller looks again.
fn at_the_same_moment(refusal: Refusal) -> Refusal {
    match refusal {
        Refusal::Unique(_) => Refusal::Stale(Json::Null),
        other => other,
    }
}

/// Writes columns of a notice that was taken; answers what changed of its declared fields.
pub(crate) fn write(tx: &mut Tx<'_>, kept: &Kept, cells: &[(&'static str, Value)]) -> Result<Vec<Change>, Refusal> {
    tx.exec(&sql::update(tx.org(), TABLE, cells).and_where(sql::eq("id", kept.id)).to_owned().into())?;
    let given = |field: &Field| cells.iter().find(|(column, _)| *column == field.column).map(|(_, value)| value);
    let new: Vec<Value> =
        Notice::FIELDS.iter().zip(&kept.values).map(|(field, old)| given(field).unwrap_or(old).clone()).collect();
    Ok(differences(Notice::FIELDS, &kept.values, &new))
}

/// A line in the log of its order.
pub(crate) fn entry(order: &ImportOrder) -> LogEntry {
    log_entry(order.id, order.code.as_str(), PAGE)
}
