//! 服务套餐: how much of a service a company may use in a period, and the counting of it.
//!
//! What was used stands in `service_use`, one row for each taking, whether the company is limited or not; what a company
//! may use stands in `service_package`, rows of the platform. A service without a row is not limited. Storage is counted
//! by the files themselves ([`storage`]).

mod period;
pub mod storage;

use kernel::{Day, Instant, Msg, Text};
use sea_query::{Expr, ExprTrait, SelectStatement};

use crate::PLATFORM_ORG;
use crate::call::Tx;
use crate::field::Choice;
use crate::refusal::Refusal;
use crate::store::{Cell, Conn, Row, sql};

pub use period::{PERIODS, Period};

/// The table of what companies may use.
pub const TABLE: &str = "service_package";
const USES: &str = "service_use";

const FULL: Msg = Msg::new(
    "package.full",
    "{service}套餐共{max}次，已用{used}次，余量不足，请联系客服",
    "The package of {service} has {max}, of which {used} are used. Not enough is left; please contact support.",
);

/// A service a company may be given so much of.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub enum Service {
    /// Tracking of air orders.
    AirTracks,
    /// Tracking of sea orders.
    SeaTracks,
    /// Sending of manifests.
    Manifests,
    /// Questions to the assistant.
    Questions,
    /// Text messages.
    TextMessages,
    /// Files.
    Storage,
}

/// The services as fields offer them.
pub const SERVICES: &[Choice] = &[
    Choice::new("TRACK_AE_AI", "空运轨迹订阅", "Air tracking"),
    Choice::new("TRACK_SE_SI", "海运轨迹订阅", "Sea tracking"),
    Choice::new("MANIFEST", "舱单发送", "Manifests"),
    Choice::new("AI_QUESTION", "AI问答", "Assistant questions"),
    Choice::new("SMS", "短信", "Text messages"),
    Choice::new("STORAGE", "存储GB", "Storage (GB)"),
];

impl Service {
    /// All of them, in the order of [`SERVICES`].
    pub const ALL: [Self; 6] =
        [Self::AirTracks, Self::SeaTracks, Self::Manifests, Self::Questions, Self::TextMessages, Self::Storage];

    /// Code on the wire and in the database.
    pub const fn code(self) -> &'static str {
        match self {
            Self::AirTracks => "TRACK_AE_AI",
            Self::SeaTracks => "TRACK_SE_SI",
            Self::Manifests => "MANIFEST",
            Self::Questions => "AI_QUESTION",
            Self::TextMessages => "SMS",
            Self::Storage => "STORAGE",
        }
    }

    /// The service of a code.
    pub fn of(code: &str) -> Option<Self> {
        Self::ALL.into_iter().find(|service| service.code() == code)
    }

    /// Its name in Chinese and English.
    pub fn names(self) -> (&'static str, &'static str) {
        SERVICES
            .iter()
            .find(|choice| choice.value == self.code())
            .map_or((self.code(), self.code()), |choice| (choice.zh, choice.en))
    }
}

/// What a company may use of a service.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Package {
    /// The service.
    pub service: Service,
    /// When the count begins anew.
    pub period: Period,
    /// Most in a period, of storage in GB; none: not limited.
    pub quantity: Option<i64>,
    /// First day of the first period.
    pub start: Day,
}

/// The columns [`Package::of`] reads.
pub const COLUMNS: [&str; 4] = ["service_type", "period", "quantity", "start_date"];

impl Package {
    /// The package of a row that begins with [`COLUMNS`]; none of what the product does not know.
    pub fn of(row: &Row) -> Result<Option<Self>, Refusal> {
        let (service, period, start): (String, String, String) = (row.get(0)?, row.get(1)?, row.get(3)?);
        let parts = (Service::of(&service), Period::of(&period), kernel::parse_day(&start));
        let (Some(service), Some(period), Some(start)) = parts else { return Ok(None) };
        let quantity = row.get::<Option<i64>>(2)?.filter(|_| period != Period::Unlimited);
        Ok(Some(Self { service, period, quantity, start }))
    }

    /// What a company used of it in the period a moment belongs to: times, of storage bytes.
    pub fn used(&self, conn: &mut dyn Conn, org: i64, now: Instant) -> Result<i64, Refusal> {
        match self.service {
            Service::Storage => storage::used(conn, org),
            service => used(conn, org, service, self.period.begin(self.start, now.day())),
        }
    }
}

/// The packages of a company, by service.
pub fn of_company(conn: &mut dyn Conn, org: i64) -> Result<Vec<Package>, Refusal> {
    let mut select = sql::from(PLATFORM_ORG, TABLE);
    select.columns(COLUMNS).and_where(sql::eq("company_id", org));
    let rows = conn.query(&select.into())?;
    let packages = rows.iter().filter_map(|row| Package::of(row).transpose());
    let mut packages = packages.collect::<Result<Vec<_>, _>>()?;
    packages.sort_by_key(|package| package.service);
    Ok(packages)
}

/// The package of a company for a service; none: not limited.
pub fn find(conn: &mut dyn Conn, org: i64, service: Service) -> Result<Option<Package>, Refusal> {
    conn.first(&package_of(org, service).into())?.map_or(Ok(None), |row| Package::of(&row))
}

/// The same; others who hold it wait for the end of the transaction.
fn hold(tx: &mut Tx<'_>, org: i64, service: Service) -> Result<Option<Package>, Refusal> {
    let select = package_of(org, service).lock_exclusive().to_owned();
    tx.first(&select.into())?.map_or(Ok(None), |row| Package::of(&row))
}

fn package_of(org: i64, service: Service) -> SelectStatement {
    let mut select = sql::from(PLATFORM_ORG, TABLE);
    select.columns(COLUMNS).and_where(sql::eq("company_id", org)).and_where(sql::eq("service_type", service.code()));
    select
}

/// What a company used since a day began.
fn used(conn: &mut dyn Conn, org: i64, service: Service, since: Day) -> Result<i64, Refusal> {
    let mut select = sql::from(org, USES);
    select
        .expr(Expr::cust("CAST(COALESCE(SUM(quantity), 0) AS bigint)"))
        .and_where(sql::eq("service_type", service.code()))
        .and_where(sql::col("created_at").gte(sql::value(Instant::start_of(since))));
    Ok(conn.first(&select.into())?.unwrap_or_default().get(0)?)
}

/// Takes so many of a service for the company of a transaction, or refuses what is left of its package: others who take
/// of it wait for the end of the transaction, and what is undone gives back by itself. Storage is kept, not taken.
pub fn take(tx: &mut Tx<'_>, service: Service, count: i64) -> Result<(), Refusal> {
    let (org, now, user) = (tx.org(), tx.now, tx.actor.user_id);
    if let Some(package) = hold(tx, org, service)?
        && let Some(max) = package.quantity
    {
        let used = package.used(tx, org, now)?;
        if used.saturating_add(count) > max {
            return Err(Refusal::Business(full(service, max, used)));
        }
    }
    let cells = [
        ("id", tx.new_id().into_value()),
        ("service_type", service.code().into_value()),
        ("quantity", count.into_value()),
        ("created_by", user.into_value()),
        ("created_at", now.into_value()),
    ];
    tx.exec(&sql::insert(org, USES, &cells).into())?;
    Ok(())
}

fn full(service: Service, max: i64, used: i64) -> Text {
    let ((zh, en), max, used) = (service.names(), max.to_string(), used.to_string());
    let with = |name| [("service", name), ("max", max.as_str()), ("used", used.as_str())];
    FULL.with_each(&with(zh), &with(en))
}
