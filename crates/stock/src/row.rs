//! A number of the stock: its states, its row, the guarded change and its log.

use facts::master::{self, Master};
use kernel::{Id, IdMint, Instant, show_day};
use platform::call::Tx;
use platform::refusal::Refusal;
use platform::store::{Cell, Conn, Row, Value, sql};
use sea_query::{Expr, ExprTrait, Order};

/// State of a number.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub enum State {
    /// Free.
    Unused,
    /// Kept for a partner or user.
    Reserved,
    /// On an order.
    Allocated,
    /// Flown.
    Used,
    /// Kept back.
    Locked,
    /// Never to be used.
    Void,
}

impl State {
    /// All states in the order the tiles show them.
    pub const ALL: [Self; 6] = [Self::Unused, Self::Reserved, Self::Allocated, Self::Used, Self::Locked, Self::Void];

    /// Stored code.
    pub const fn code(self) -> &'static str {
        match self {
            Self::Unused => "UNUSED",
            Self::Reserved => "RESERVED",
            Self::Allocated => "ALLOCATED",
            Self::Used => "USED",
            Self::Locked => "LOCKED",
            Self::Void => "VOID",
        }
    }

    /// Chinese name.
    pub const fn zh(self) -> &'static str {
        match self {
            Self::Unused => "未使用",
            Self::Reserved => "已预订",
            Self::Allocated => "已配单",
            Self::Used => "已使用",
            Self::Locked => "已锁定",
            Self::Void => "已作废",
        }
    }

    /// The state of a stored code.
    pub fn from_code(code: &str) -> Option<Self> {
        Self::ALL.into_iter().find(|state| state.code() == code)
    }
}

/// A row of the stock.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct AwbRow {
    /// Its id.
    pub id: Id,
    /// Its version.
    pub version: i64,
    /// `999-99999999`.
    pub awb_number: String,
    /// Its state.
    pub state: State,
    /// 自有, 一级代理 or 同行.
    pub source_type: String,
    /// Partner it came from.
    pub source_coop_id: Option<Id>,
    /// Station it may start from; empty for any.
    pub departure_station: String,
    /// Paper: 纸质套打, 中性 or 电子.
    pub kind: String,
    /// Order that took it first.
    pub order_id: Option<Id>,
    /// Codes of its orders, comma between.
    pub order_codes: String,
    /// Partner it is reserved for.
    pub reserved_coop_id: Option<Id>,
    /// User it is reserved for.
    pub reserved_user_id: Option<Id>,
    /// Last day of the reservation.
    pub reserved_until: String,
    /// State before it was locked.
    pub state_before_lock: String,
    /// Entry of the blacklist that locked it.
    pub blacklist_id: Option<Id>,
    /// Day its receipt lets it be used until.
    pub expire_date: String,
    /// Which registration of the number this is.
    pub generation: i64,
    /// The number in this registration.
    pub master: Master,
    /// Given back to the airline.
    pub returned: bool,
    /// Who registered it.
    pub created_by: Id,
    /// When.
    pub created_at: Instant,
}

/// Lines of a log written by one statement; small enough for the parameter limits of both databases.
const LINES: usize = 100;

const COLUMNS: [&str; 21] = [
    "id",
    "version",
    "awb_number",
    "state",
    "source_type",
    "source_coop_id",
    "departure_station",
    "kind",
    "order_id",
    "order_codes",
    "reserved_coop_id",
    "reserved_user_id",
    "reserved_until",
    "state_before_lock",
    "expire_date",
    "generation",
    "created_by",
    "created_at",
    "returned",
    "blacklist_id",
    master::ROUND,
];

impl AwbRow {
    pub(crate) fn columns() -> [&'static str; 21] {
        COLUMNS
    }

    pub(crate) fn read(row: &Row) -> Result<Self, Refusal> {
        let state: String = row.get(3)?;
        Ok(Self {
            id: row.get(0)?,
            version: row.get(1)?,
            awb_number: row.get(2)?,
            state: State::from_code(&state).ok_or_else(|| Refusal::broken(format!("unknown stock state {state}")))?,
            source_type: row.get(4)?,
            source_coop_id: row.get(5)?,
            departure_station: row.get(6)?,
            kind: row.get(7)?,
            order_id: row.get(8)?,
            order_codes: row.get(9)?,
            reserved_coop_id: row.get(10)?,
            reserved_user_id: row.get(11)?,
            reserved_until: row.get(12)?,
            state_before_lock: row.get(13)?,
            expire_date: row.get(14)?,
            generation: row.get(15)?,
            created_by: row.get(16)?,
            created_at: row.get(17)?,
            returned: row.get(18)?,
            blacklist_id: row.get(19)?,
            master: Master { number: row.get(2)?, round: row.get(20)? },
        })
    }

    /// Its state on a day: a reservation that has run out counts no more.
    pub fn state_on(&self, today: &str) -> State {
        let over =
            self.state == State::Reserved && !self.reserved_until.is_empty() && self.reserved_until.as_str() < today;
        if over { State::Unused } else { self.state }
    }

    /// Codes of its orders.
    pub fn codes(&self) -> Vec<&str> {
        self.order_codes.split(',').filter(|code| !code.is_empty()).collect()
    }
}

/// Numbers whose reservation ran out before a day: it counts no more, also before somebody has freed them. Never null, so
/// that it may be turned round: a reservation without an end lasts.
pub fn run_out(today: &str) -> Expr {
    let until = sql::of("awb", "reserved_until");
    let over = until.clone().is_not_null().and(until.lt(sql::value(today)));
    sql::of_eq("awb", "state", State::Reserved.code()).and(over)
}

/// In whose name, when and with which ids a number changes.
#[derive(Debug, Clone)]
pub struct By<'a> {
    /// Org.
    pub org: i64,
    /// Account; zero for a machine.
    pub user_id: Id,
    /// Shown name.
    pub name: String,
    /// The moment.
    pub now: Instant,
    /// Maker of ids.
    pub mint: &'a IdMint,
}

impl<'a> By<'a> {
    /// In the name of a transaction's actor.
    pub fn tx(tx: &Tx<'a>) -> Self {
        Self { org: tx.org(), user_id: tx.actor.user_id, name: tx.actor.name.clone(), now: tx.now, mint: &tx.app.mint }
    }

    /// The day, as text.
    pub fn today(&self) -> String {
        show_day(self.now.day())
    }
}

/// The present row of a number.
pub fn find(conn: &mut dyn Conn, org: i64, awb_number: &str) -> Result<Option<AwbRow>, Refusal> {
    let mut select = sql::from(org, "awb");
    select.columns(COLUMNS).and_where(sql::eq("awb_number", awb_number)).order_by("generation", Order::Desc).limit(1);
    conn.first(&select.into())?.as_ref().map(AwbRow::read).transpose()
}

/// The row of an id.
pub fn find_id(conn: &mut dyn Conn, org: i64, id: Id) -> Result<Option<AwbRow>, Refusal> {
    let mut select = sql::from(org, "awb");
    select.columns(COLUMNS).and_where(sql::eq("id", id));
    conn.first(&select.into())?.as_ref().map(AwbRow::read).transpose()
}

/// Changes a row if nobody changed it since it was read; answers whether it did.
pub fn change(
    conn: &mut dyn Conn,
    by: &By<'_>,
    row: &AwbRow,
    cells: &[(&'static str, Value)],
) -> Result<bool, Refusal> {
    let mut all = vec![
        ("version", Value::Int(row.version + 1)),
        ("updated_by", by.user_id.into_value()),
        ("updated_at", by.now.into_value()),
    ];
    all.extend(cells.iter().cloned());
    let mut update = sql::update(by.org, "awb", &all);
    update.and_where(sql::eq("id", row.id)).and_where(sql::eq("version", row.version));
    Ok(conn.exec(&update.into())? == 1)
}

/// Adds a line to the log of a number.
pub fn note(conn: &mut dyn Conn, by: &By<'_>, awb_id: Id, (action, text): (&str, &str)) -> Result<(), Refusal> {
    note_each(conn, by, &[awb_id], (action, text))
}

/// Adds the same line to the logs of some numbers.
pub(crate) fn note_each(
    conn: &mut dyn Conn,
    by: &By<'_>,
    awb_ids: &[Id],
    (action, text): (&str, &str),
) -> Result<(), Refusal> {
    let line = |awb_id: &Id| {
        [
            ("id", by.mint.next(by.now).into_value()),
            ("awb_id", awb_id.into_value()),
            ("action", action.into_value()),
            ("text", text.into_value()),
            ("operator_id", by.user_id.into_value()),
            ("operator_name", Value::Text(by.name.clone())),
            ("created_at", by.now.into_value()),
        ]
    };
    for chunk in awb_ids.chunks(LINES) {
        let Some((first, rest)) = chunk.split_first() else { continue };
        let mut insert = sql::insert(by.org, "awb_log", &line(first));
        for awb_id in rest {
            let cells = line(awb_id).map(|(_, cell)| cell);
            insert.values_panic(std::iter::once(Value::Int(by.org)).chain(cells).map(sql::value));
        }
        conn.exec(&insert.into())?;
    }
    Ok(())
}
