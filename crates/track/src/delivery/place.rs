//! The places of a delivery notice: a terminal at the airport or the forwarder's own warehouse, where they lie, and
//! until when they take cargo for a flight.

use kernel::{Id, Instant, Msg, Text};
use platform::refusal::Refusal;
use platform::sea_query::{ExprTrait, Order};
use platform::store::{Conn, Row, sql};

/// Millionths of a degree, as coordinates are stored.
const DEGREE: f64 = 1_000_000.0;
/// Mean radius of the earth in metres.
const EARTH: f64 = 6_371_008.8;
/// Metres around a warehouse within which a driver has arrived.
const NEAR: f64 = 1_000.0;
const MINUTE_MS: i64 = 60_000;

const NO_WAREHOUSE: Msg = Msg::new("track.no_warehouse", "未选择交货货站", "No delivery terminal has been chosen.");
const NO_STOREHOUSE: Msg = Msg::new("track.no_storehouse", "未选择操作库房", "No operating warehouse has been chosen.");
const WAREHOUSE_NOT_LOCATED: Msg =
    Msg::new("track.warehouse_not_located", "货站未维护定位信息", "The position of the terminal is not known.");
const STOREHOUSE_NOT_LOCATED: Msg =
    Msg::new("track.storehouse_not_located", "库房未维护定位信息", "The position of the warehouse is not known.");
const NOT_A_WAREHOUSE: Msg =
    Msg::new("track.not_a_warehouse", "请选择出口货站", "Please choose a terminal for exports.");
const NOT_A_STOREHOUSE: Msg =
    Msg::new("track.not_a_storehouse", "请选择出口库房", "Please choose a warehouse for exports.");

/// Where cargo is delivered to.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Flag {
    /// The terminal at the airport.
    Warehouse,
    /// The forwarder's own.
    Storehouse,
}

impl Flag {
    /// Both.
    pub(crate) const ALL: [Self; 2] = [Self::Warehouse, Self::Storehouse];

    /// By its name on the wire.
    pub(crate) fn named(name: &str) -> Option<Self> {
        Self::ALL.into_iter().find(|flag| flag.name() == name)
    }

    /// Its name on the wire and in the table.
    pub(crate) const fn name(self) -> &'static str {
        match self {
            Self::Warehouse => "warehouse",
            Self::Storehouse => "storehouse",
        }
    }

    /// Column of the order that names the place.
    pub(crate) const fn column(self) -> &'static str {
        match self {
            Self::Warehouse => "departure_warehouse",
            Self::Storehouse => "departure_storehouse",
        }
    }

    /// Kinds of warehouses it means: cargo and city terminals, or storehouses.
    pub(crate) const fn kinds(self) -> &'static [i64] {
        match self {
            Self::Warehouse => &[1, 5],
            Self::Storehouse => &[2],
        }
    }

    /// The order names none.
    pub(crate) const fn missing(self) -> Msg {
        match self {
            Self::Warehouse => NO_WAREHOUSE,
            Self::Storehouse => NO_STOREHOUSE,
        }
    }

    const fn not_located(self) -> Msg {
        match self {
            Self::Warehouse => WAREHOUSE_NOT_LOCATED,
            Self::Storehouse => STOREHOUSE_NOT_LOCATED,
        }
    }

    const fn wrong_kind(self) -> Msg {
        match self {
            Self::Warehouse => NOT_A_WAREHOUSE,
            Self::Storehouse => NOT_A_STOREHOUSE,
        }
    }
}

/// Degrees east and north, in millionths.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) struct Position {
    pub(crate) longitude: i64,
    pub(crate) latitude: i64,
}

impl Position {
    fn radians(raw: i64) -> f64 {
        // Beyond what a coordinate can be there is no place at all.
        (f64::from(i32::try_from(raw).unwrap_or(i32::MAX)) / DEGREE).to_radians()
    }

    /// Metres to another place, along the surface of a sphere.
    fn metres_to(self, other: Self) -> f64 {
        let (north, other_north) = (Self::radians(self.latitude), Self::radians(other.latitude));
        let half = |one: f64, other: f64| ((one - other) / 2.0).sin().powi(2);
        let east = half(Self::radians(self.longitude), Self::radians(other.longitude));
        let chord = half(north, other_north) + north.cos() * other_north.cos() * east;
        2.0 * EARTH * chord.sqrt().min(1.0).asin()
    }

    /// Kilometres to a warehouse, upwards to tenths, for one who is too far away to have arrived.
    pub(crate) fn too_far_from(self, warehouse: Self) -> Option<String> {
        let metres = self.metres_to(warehouse);
        (metres > NEAR).then(|| format!("{:.1}", (metres / 100.0).ceil() / 10.0))
    }
}

/// A warehouse as its driver finds it.
#[derive(Debug, Clone)]
pub(crate) struct Warehouse {
    pub(crate) id: Id,
    pub(crate) code: String,
    pub(crate) name: String,
    pub(crate) address: String,
    pub(crate) position: Option<Position>,
    pub(crate) contact: String,
    pub(crate) phone: String,
    pub(crate) open_hours: String,
    pub(crate) guide: String,
    /// Minutes before departure after which it takes nothing.
    receive_cutoff: Option<i64>,
    kind: i64,
    /// In use, and for exports.
    usable: bool,
}

const COLUMNS: [&str; 14] = [
    "id",
    "warehouse_code",
    "name_cn",
    "address_cn",
    "longitude",
    "latitude",
    "contact",
    "phone",
    "open_hours",
    "delivery_guide",
    "receive_cutoff",
    "warehouse_type",
    "active",
    "for_export",
];

fn read(row: &Row) -> Result<Warehouse, Refusal> {
    let degrees = row.get::<Option<i64>>(4)?.zip(row.get::<Option<i64>>(5)?);
    Ok(Warehouse {
        id: row.get(0)?,
        code: row.get(1)?,
        name: row.get(2)?,
        address: row.get(3)?,
        position: degrees.map(|(longitude, latitude)| Position { longitude, latitude }),
        contact: row.get(6)?,
        phone: row.get(7)?,
        open_hours: row.get(8)?,
        guide: row.get(9)?,
        receive_cutoff: row.get(10)?,
        kind: row.get(11)?,
        usable: row.get::<bool>(12)? && row.get::<bool>(13)?,
    })
}

impl Warehouse {
    /// What keeps it from standing on a new notice: another kind, out of use, or nobody knows where it lies.
    pub(crate) fn fault(&self, flag: Flag) -> Option<Text> {
        if !self.usable || !flag.kinds().contains(&self.kind) {
            return Some(flag.wrong_kind().text());
        }
        self.unlocated(flag)
    }

    /// Said while nobody knows where it lies.
    pub(crate) fn unlocated(&self, flag: Flag) -> Option<Text> {
        self.position.is_none().then(|| flag.not_located().text())
    }

    /// Until when it takes the cargo of an order: so long before the first planned departure. None while one of
    /// both is not known.
    pub(crate) fn latest(&self, conn: &mut dyn Conn, org: i64, order: Id) -> Result<Option<Instant>, Refusal> {
        let Some(minutes) = self.receive_cutoff else { return Ok(None) };
        let legs = trackevent::leg::legs_of_order(conn, org, order)?;
        Ok(legs.first().and_then(|leg| leg.etd).map(|departure| departure.plus_millis(-minutes * MINUTE_MS)))
    }
}

/// The warehouse of an id.
pub(crate) fn of_id(conn: &mut dyn Conn, org: i64, id: Id) -> Result<Option<Warehouse>, Refusal> {
    let mut select = sql::from(org, "warehouse");
    select.columns(COLUMNS).and_where(sql::eq("id", id));
    conn.first(&select.into())?.as_ref().map(read).transpose()
}

/// The warehouse an order means: orders name theirs by code or by Chinese name.
pub(crate) fn of_text(conn: &mut dyn Conn, org: i64, text: &str) -> Result<Option<Warehouse>, Refusal> {
    let text = text.trim();
    let named = sql::eq("warehouse_code", text.to_uppercase()).or(sql::eq("name_cn", text));
    let mut select = sql::from(org, "warehouse");
    select.columns(COLUMNS).and_where(named).order_by("active", Order::Desc).order_by("id", Order::Asc).limit(1);
    conn.first(&select.into())?.as_ref().map(read).transpose()
}

#[cfg(test)]
mod tests {
    use super::*;

    const GATE: Position = Position { longitude: 121_805_000, latitude: 31_150_000 };

    fn at(longitude: i64, latitude: i64) -> Option<String> {
        Position { longitude, latitude }.too_far_from(GATE)
    }

    #[test]
    fn a_driver_has_arrived_within_a_kilometre() {
        assert_eq!(at(121_805_000, 31_150_000), None);
        // A degree of latitude is 111.195 km: 0.008993 are 999.97 m, a millionth more is 1000.09 m.
        assert_eq!((at(121_805_000, 31_158_993), at(121_805_000, 31_158_994)), (None, Some("1.1".to_owned())));
        assert_eq!((at(121_805_000, 31_141_007), at(121_805_000, 31_141_006)), (None, Some("1.1".to_owned())));
        // Degrees of longitude are narrower here.
        assert_eq!((at(121_815_507, 31_150_000), at(121_815_510, 31_150_000)), (None, Some("1.1".to_owned())));
        assert_eq!(at(121_473_000, 31_230_000), Some("32.9".to_owned()));
        assert_eq!(at(-58_195_000, -31_150_000), Some("20015.2".to_owned()), "the other side of the earth");
    }

    #[test]
    fn the_two_places_are_known_by_their_names() {
        assert_eq!(Flag::named("storehouse"), Some(Flag::Storehouse));
        assert_eq!([Flag::named("Warehouse"), Flag::named(""), Flag::named("x")], [None; 3]);
    }
}
