//! What an order of any scope is called and counted by (css.md 0.3): columns of the shared row that every save writes, so
//! that lists, papers and money read them without a word about scopes.

use kernel::{Scope, Weight};
use platform::field::Field;
use platform::refusal::Refusal;
use platform::sea_query::{Condition, ExprTrait};
use platform::store::{Cell, Row, Value, sql};

use crate::air::Head;
use crate::carriage::{self, Detail};
use crate::draft::Draft;
use crate::profile::Profile;
use crate::store::TABLE;

/// Products of orders that bring money and are no votes: they count in no number of orders, weights or boxes, and are never
/// told as cancelled (css.md 0.12).
pub const MONEY_ONLY: [&str; 2] = ["协议结算", OPENING];
/// Of what a company brought of its old books.
pub const OPENING: &str = "期初";

/// Orders that count as such.
pub fn counts() -> Condition {
    let product = sql::of(TABLE, "business_product");
    Condition::any().add(product.clone().is_null()).add(sql::is_in(product, MONEY_ONLY.map(ToOwned::to_owned)).not())
}

/// What an order is called and counted by, as its row tells it.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Business {
    /// Its number; none where it has none yet.
    pub number: Option<String>,
    /// The day it counts on.
    pub date: Option<String>,
    /// By what it travels.
    pub carrier: Option<String>,
    /// What it is charged by, in the unit of its scope.
    pub quantity: Option<Weight>,
    /// Its boxes in twenty-foot equivalents, in hundredths.
    pub teu: Option<i64>,
}

impl Business {
    /// What it is read of.
    pub(crate) const COLUMNS: [&'static str; 5] = ["biz_number", "biz_date", "biz_carrier", "biz_quantity", "biz_teu"];

    /// Of a row with these columns from a place on.
    pub(crate) fn read(row: &Row, place: usize) -> Result<Self, Refusal> {
        Ok(Self {
            number: row.get(place)?,
            date: row.get(place + 1)?,
            carrier: row.get(place + 2)?,
            quantity: row.get(place + 3)?,
            teu: row.get(place + 4)?,
        })
    }
}

/// The fields that make the figures of a scope.
struct Made {
    /// Parts of its number, an underline between.
    number: &'static [Field],
    /// The day it counts on.
    date: Field,
    /// By what it travels, a slash between.
    carrier: &'static [Field],
}

const MASTER: Field = Head::AWB_NUMBER;
const VESSEL: &[Field] = &[Detail::SHIP_NAME, Detail::SHIP_VOYAGE_NUMBER];

const fn made(scope: Scope) -> Made {
    let (number, date, carrier): (&[Field], Field, &[Field]) = match scope {
        Scope::Ae => (&[MASTER], Head::EXPECT_DEPARTURE, &[Head::EXPECT_FLIGHT]),
        Scope::Ai => (&[MASTER, carriage::Head::HAWB_NUMBER], Head::EXPECT_ARRIVAL, &[Head::EXPECT_FLIGHT]),
        Scope::Se => (&[Detail::MLB_NUMBER], Head::EXPECT_DEPARTURE, VESSEL),
        Scope::Si => (&[Detail::MLB_NUMBER, Detail::HLB_NUMBER], Head::EXPECT_ARRIVAL, VESSEL),
        Scope::Te => (&[Detail::RAIL_WAYBILL_NO], Head::EXPECT_DEPARTURE, &[Head::BUSINESS_PRODUCT]),
        Scope::Ti => (&[Detail::RAIL_WAYBILL_NO], Head::EXPECT_ARRIVAL, &[Head::BUSINESS_PRODUCT]),
        Scope::Lc => (&[Head::CUSTOMER_NUMBER], Head::EXPECT_DEPARTURE, &[Detail::SHIPPING_METHOD]),
        Scope::Io => (&[Head::CUSTOMER_NUMBER], Detail::BUSINESS_DATE, &[Detail::SERVICE_TYPE]),
    };
    Made { number, date, carrier }
}

/// The day an order of a scope would count on.
pub(crate) fn date(profile: &Profile, draft: &Draft) -> Option<String> {
    Some(draft.text(made(profile.scope).date)).filter(|day| !day.is_empty())
}

/// Whether days differ that terms of payment are counted from: departure, arrival, and the day the order counts on.
pub fn days_differ(profile: &Profile, was: &Draft, is: &Draft) -> bool {
    let days = [
        made(profile.scope).date,
        Head::EXPECT_DEPARTURE,
        Head::EXPECT_ARRIVAL,
        Detail::ACTUAL_DEPARTURE,
        Detail::ACTUAL_ARRIVAL,
    ];
    days.into_iter().any(|field| was.value(field) != is.value(field))
}

fn joined(draft: &Draft, fields: &[Field], between: &str) -> Option<String> {
    let parts = fields.iter().map(|field| draft.text(*field)).filter(|part| !part.is_empty()).collect::<Vec<_>>();
    (!parts.is_empty()).then(|| parts.join(between))
}

/// The columns of the shared row.
pub(crate) fn cells(profile: &Profile, draft: &Draft) -> [(&'static str, Value); 5] {
    let made = made(profile.scope);
    let charged = [Head::CONFIRM_CHARGE_WEIGHT, Head::PLAN_CHARGE_WEIGHT];
    let charged = charged.map(|field| draft.head.value(field.column).clone());
    let quantity = charged.into_iter().find(|weight| *weight != Value::Null);
    [
        ("biz_number", joined(draft, made.number, "_").into_value()),
        ("biz_date", draft.value(made.date).clone()),
        ("biz_carrier", joined(draft, made.carrier, "/").into_value()),
        ("biz_quantity", quantity.unwrap_or(Value::Null)),
        ("biz_teu", draft.detail.value(Detail::TEU.column).clone()),
    ]
}
