//! What a call asks for: what is entered, and for which orders.

use charge::ledger;
use charge::line::code_of;
use kernel::{Id, Msg};
use platform::access::Actor;
use platform::call::Call;
use platform::import::messages::{NO_ROWS, TOO_MANY_ROWS};
use platform::refusal::{Refusal, messages};
use serde::Deserialize;
use serde_json::{Map, Value as Json};
use trade::charge::Side;
use trade::charge::basis::Measures;

use super::{IMPORT, NO_ORDERS, ORDERS_MAX, RATE, ROWS_MAX, SAVE, SHARE, TOO_MANY, UPDATE};

const KIND: Msg = Msg::new("charge_batch.kind", "请选择应收或应付", "Choose receivable or payable.");
const ITEMS: Msg = Msg::new("charge_batch.items", "请选择1至{n}个服务项目", "Choose between 1 and {n} service items.");
const ITEMS_MAX: usize = 10;

/// What is entered.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Deserialize)]
#[serde(rename_all = "SCREAMING_SNAKE_CASE")]
pub(super) enum Mode {
    /// 逐票录入: amounts or prices, order by order.
    Cells,
    /// 分摊: an amount over all orders.
    Share,
    /// 批量计费: what the cards make of each order.
    Rate,
    /// 批量改价: other terms of lines that are there.
    Update,
    /// 导入: rows of a workbook.
    Rows,
}

impl Mode {
    /// The button it needs.
    pub(super) const fn code(self) -> &'static str {
        match self {
            Self::Cells => SAVE,
            Self::Share => SHARE,
            Self::Rate => RATE,
            Self::Update => UPDATE,
            Self::Rows => IMPORT,
        }
    }

    /// As the log tells it.
    pub(super) const fn did(self) -> &'static str {
        match self {
            Self::Cells => "批量录入费用",
            Self::Share => "按票分摊费用",
            Self::Rate => "批量计费",
            Self::Update => "批量改价",
            Self::Rows => "导入费用",
        }
    }
}

/// What the figures of a grid, or the shares of an amount, are measured by.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default, Deserialize)]
#[serde(rename_all = "SCREAMING_SNAKE_CASE")]
pub(super) enum By {
    /// Cells are amounts.
    #[default]
    Amount,
    /// Cells are prices.
    Price,
    /// Chargeable weight, or tons.
    ChargeWeight,
    /// Gross weight.
    Gross,
    /// Volume.
    Volume,
    /// Pieces.
    Pieces,
    /// Each order the same.
    Orders,
}

impl By {
    /// What an order weighs among the others.
    pub(super) fn weight(self, of: &Measures) -> i64 {
        match self {
            Self::Gross => of.gross.raw(),
            Self::Volume => of.volume.raw(),
            Self::Pieces => of.pieces,
            Self::Orders => 1,
            Self::ChargeWeight | Self::Amount | Self::Price => of.shared_by(),
        }
    }
}

/// An order, in a grid with the figures of its cells.
#[derive(Debug, Deserialize)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub(super) struct OrderAsked {
    pub order_uuid: String,
    #[serde(default)]
    pub values: Vec<String>,
}

/// A row of a workbook.
#[derive(Debug, Deserialize)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub(super) struct RowAsked {
    /// Its number in the file.
    pub number: u32,
    pub texts: Map<String, Json>,
}

/// Which lines are changed: of an item, a partner, entered between two days.
#[derive(Debug, Default, Deserialize)]
#[serde(rename_all = "camelCase", deny_unknown_fields, default)]
pub(super) struct Which {
    pub service_item_id: String,
    pub coop_id: String,
    pub entered_from: String,
    pub entered_to: String,
}

/// What they get. A price is typed, or so many percent more.
#[derive(Debug, Default, Deserialize)]
#[serde(rename_all = "camelCase", deny_unknown_fields, default)]
pub(super) struct Change {
    pub unit_price: String,
    pub percent: String,
    pub tax_rate: String,
    pub coop_id: String,
    pub exchange_rate: String,
}

/// The body of a preview or a save.
#[derive(Debug, Deserialize)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub(super) struct Asked {
    /// Names the attempt; read at the door.
    #[serde(default, rename = "requestId")]
    _request_id: String,
    pub mode: Mode,
    /// 仅保存通过的.
    #[serde(default)]
    pub only_passed: bool,
    #[serde(default)]
    pub confirmed: Vec<String>,
    #[serde(default)]
    pub orders: Vec<OrderAsked>,
    #[serde(default)]
    pub kind: String,
    #[serde(default)]
    pub by: By,
    /// Columns of a grid as the beginnings of their lines; of a rating the items alone.
    #[serde(default)]
    pub items: Vec<Map<String, Json>>,
    /// What is shared, without its amount.
    #[serde(default)]
    pub charge: Map<String, Json>,
    #[serde(default)]
    pub amount: Option<Json>,
    /// 覆盖计费行: lines of cards are made anew.
    #[serde(default)]
    pub overwrite: Option<bool>,
    #[serde(default)]
    pub which: Which,
    #[serde(default)]
    pub change: Change,
    #[serde(default)]
    pub rows: Vec<RowAsked>,
}

impl Asked {
    /// Of a workbook that was read.
    pub(super) fn of_rows(rows: Vec<RowAsked>) -> Self {
        Self {
            _request_id: String::new(),
            mode: Mode::Rows,
            only_passed: false,
            confirmed: Vec::new(),
            orders: Vec::new(),
            kind: String::new(),
            by: By::default(),
            items: Vec::new(),
            charge: Map::new(),
            amount: None,
            overwrite: None,
            which: Which::default(),
            change: Change::default(),
            rows,
        }
    }

    /// Reads the body of a call whose caller may do what it asks.
    pub(super) fn of(call: &Call) -> Result<Self, Refusal> {
        let asked: Self = call.json()?;
        let actor = call.actor()?;
        actor.need(asked.mode.code())?;
        asked.bounds()?;
        match (asked.side()?, asked.mode) {
            (Some(side), _) => actor.need(ledger::view_of(side))?,
            (None, Mode::Rate | Mode::Rows) => {}
            (None, _) => return Err(Refusal::field("kind", KIND.text())),
        }
        Ok(asked)
    }

    fn bounds(&self) -> Result<(), Refusal> {
        let many = |message: Msg, n: usize| Refusal::Business(message.with(&[("n", &n.to_string())]));
        if self.mode == Mode::Rows {
            return match self.rows.len() {
                0 => Err(Refusal::business(NO_ROWS)),
                n if n > ROWS_MAX => Err(many(TOO_MANY_ROWS, ROWS_MAX)),
                _ => Ok(()),
            };
        }
        if self.orders.is_empty() {
            return Err(Refusal::field("orders", NO_ORDERS.text()));
        }
        if self.orders.len() > ORDERS_MAX {
            return Err(many(TOO_MANY, ORDERS_MAX));
        }
        if self.mode == Mode::Cells && !(1..=ITEMS_MAX).contains(&self.items.len()) {
            return Err(Refusal::field("items", ITEMS.with(&[("n", &ITEMS_MAX.to_string())])));
        }
        Ok(())
    }

    /// The side that is asked for; none of both.
    pub(super) fn side(&self) -> Result<Option<Side>, Refusal> {
        if self.kind.is_empty() {
            return Ok(None);
        }
        let found = Side::ALL.into_iter().find(|side| code_of(*side) == self.kind);
        found.map(Some).ok_or_else(|| Refusal::field("kind", KIND.text()))
    }

    /// The sides a rating is of: those asked for that its caller sees.
    pub(super) fn sides(&self, actor: &Actor) -> Result<Vec<Side>, Refusal> {
        let asked = self.side()?;
        let seen = |side: &Side| asked.is_none_or(|asked| asked == *side) && actor.has(ledger::view_of(*side));
        Ok(Side::ALL.into_iter().filter(seen).collect())
    }

    /// The items a rating is of; empty for all that cards rate by themselves.
    pub(super) fn rated_items(&self) -> Result<Vec<Id>, Refusal> {
        let id = |item: &Map<String, Json>| {
            let id = item.get("serviceItemId").and_then(Json::as_str).unwrap_or_default();
            id.parse().map(Id).map_err(|_| bad("items"))
        };
        self.items.iter().map(id).collect()
    }

    /// Whether rows that pass are saved without the others. An amount is shared over all orders or over none.
    pub(super) fn saves_alone(&self) -> bool {
        self.only_passed && self.mode != Mode::Share
    }
}

/// A member that makes no sense.
pub(super) fn bad(name: &str) -> Refusal {
    Refusal::BadRequest(messages::BAD_PARAMETER.with(&[("name", name)]))
}
