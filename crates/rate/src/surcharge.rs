//! The other charges of a shipment: of each code and entitlement the row that says most about it.

use std::collections::BTreeMap;

use kernel::{Amount, Day, Price};
use platform::refusal::Refusal;
use platform::sea_query::ExprTrait;
use platform::store::{Conn, Row, sql};
use serde::Serialize;
use trade::surcharge::{Basis, Quantities, amount};

use crate::{Station, station, valid};

const TABLE: &str = "surcharge";

/// What charges are wanted for.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Shipment {
    /// Carrier, two letters.
    pub carrier: String,
    /// Airport of departure.
    pub from: String,
    /// Airport of destination.
    pub to: String,
    /// Day of the flight.
    pub day: Day,
    /// Kind of goods.
    pub goods_type: String,
    /// Currency of the waybill; empty for any.
    pub currency: String,
    /// What bases count.
    pub quantities: Quantities,
}

/// A charge of a shipment.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
#[serde(rename_all = "camelCase")]
pub struct Charged {
    /// Two letters.
    pub code: String,
    /// A due agent, C due carrier.
    pub due: String,
    /// Basis by its name.
    pub basis: String,
    /// Per unit of the basis.
    pub rate: Price,
    /// How much of the basis, as it is shown.
    pub quantity: String,
    /// Amount.
    pub amount: Amount,
    /// PP or CC; empty: as the waybill's other charges.
    pub pay: String,
    /// Currency.
    pub currency: String,
}

/// The charges of a shipment in the order of their codes, the agent's first. Of each code and entitlement one row
/// holds: the one that names the destination most closely, then the departure, the carrier and the goods; then the
/// company's own before the platform's; then the newest.
pub fn charges(conn: &mut dyn Conn, org: i64, shipment: &Shipment) -> Result<Vec<Charged>, Refusal> {
    let (from, to) = (station(conn, org, &shipment.from)?, station(conn, org, &shipment.to)?);
    let mut select = valid(org, TABLE, shipment.day);
    select.columns([
        "org_id",
        "carrier_code",
        "code",
        "due",
        "departure",
        "arrival",
        "nation_code",
        "goods_type",
        "basis",
        "unit_price",
        "minimum",
        "maximum",
        "pay_mode",
        "currency",
        "valid_from",
    ]);
    let carrier = sql::col("carrier_code");
    select.and_where(carrier.clone().is_null().or(carrier.eq(sql::value(shipment.carrier.clone()))));
    if !shipment.currency.is_empty() {
        select.and_where(sql::eq("currency", shipment.currency.clone()));
    }
    let mut best: BTreeMap<(String, String), (Rank, Row)> = BTreeMap::new();
    for row in conn.query(&select.into())? {
        let Some(rank) = rank(&row, shipment, (&from, &to), org)? else { continue };
        let key: (String, String) = (row.get(3)?, row.get(2)?);
        if best.get(&key).is_none_or(|(known, _)| rank < *known) {
            best.insert(key, (rank, row));
        }
    }
    best.into_values().filter_map(|(_, row)| charged(&row, shipment).transpose()).collect()
}

/// Lower is better.
type Rank = (u8, u8, bool, bool, bool, std::cmp::Reverse<String>);

/// How well a row fits; none when it is for something else.
fn rank(row: &Row, shipment: &Shipment, (from, to): (&Station, &Station), org: i64) -> Result<Option<Rank>, Refusal> {
    let text = |place: usize| row.get::<String>(place);
    let (carrier, goods) = (text(1)?, text(7)?);
    let fits = |named: &str, own: &str| named.is_empty() || named == own;
    if !fits(&carrier, &shipment.carrier) || !fits(&goods, &shipment.goods_type) {
        return Ok(None);
    }
    let (departure, arrival, nation) = (text(4)?, text(5)?, text(6)?);
    let start = if departure.is_empty() { Some(2) } else { from.rank(&departure) };
    let end = match (arrival.is_empty(), nation.is_empty()) {
        (false, _) => to.rank(&arrival),
        (true, false) => (nation == to.nation).then_some(2),
        (true, true) => Some(3),
    };
    let platforms = row.get::<i64>(0)? != org;
    let newest = std::cmp::Reverse(text(14)?);
    Ok(end.zip(start).map(|(end, start)| (end, start, carrier.is_empty(), goods.is_empty(), platforms, newest)))
}

fn charged(row: &Row, shipment: &Shipment) -> Result<Option<Charged>, Refusal> {
    let basis: String = row.get(8)?;
    let Some(counted) = Basis::named(&basis) else { return Ok(None) };
    let thousandths = shipment.quantities.of(counted);
    let (rate, least, most): (Price, Option<Amount>, Option<Amount>) = (row.get(9)?, row.get(10)?, row.get(11)?);
    Ok(Some(Charged {
        code: row.get(2)?,
        due: row.get(3)?,
        basis,
        rate,
        quantity: kernel::Weight::from_raw(thousandths).to_string(),
        amount: amount(rate, thousandths, least, most),
        pay: row.get(12)?,
        currency: row.get(13)?,
    }))
}
