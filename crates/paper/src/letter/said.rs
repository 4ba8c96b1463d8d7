//! What a letter says, whatever it is printed as: the letter, its order, parties, airports and services.

use ::order::SERVICES;
use kernel::Id;
use platform::access::Actor;
use platform::refusal::Refusal;
use platform::store::{Conn, sql};
use template::Values;

use super::page::{self, BOOKING, Letter};
use crate::order::{self, Order};

/// A letter with all it says, read from the database.
pub(crate) struct Said {
    pub(crate) letter: Letter,
    pub(crate) order: Order,
    /// The company, in the language of the paper.
    pub(crate) sender: String,
    pub(crate) shipper: String,
    pub(crate) consignee: String,
    pub(crate) notify: String,
    /// Names of the airports of departure and destination.
    pub(crate) stations: (String, String),
    /// Names of the services the order has.
    pub(crate) services: Vec<&'static str>,
}

impl Said {
    /// Reads a letter the caller may see.
    pub(crate) fn read(conn: &mut dyn Conn, actor: &Actor, id: Id, english: bool) -> Result<Self, Refusal> {
        let org = actor.org_id;
        let (letter, order) = page::seen(conn, actor, id)?;
        let company = facts::org(conn, org)?;
        let party = |conn: &mut dyn Conn, role: &str| order::party(conn, org, order.id, role);
        Ok(Self {
            sender: if english && !company.name_en.is_empty() { company.name_en } else { company.name },
            shipper: party(conn, "shipper")?,
            consignee: party(conn, "consignee")?,
            notify: party(conn, "notify")?,
            stations: (order::airport(conn, org, &order.departure)?, order::airport(conn, org, &order.arrival)?),
            services: services(conn, org, order.id, english)?,
            letter,
            order,
        })
    }

    /// The paper it is on.
    pub(crate) fn paper(&self) -> &'static str {
        if self.letter.kind == BOOKING { "托书" } else { "送货通知" }
    }

    /// `BOOKING_AE-2607150002.pdf`, `DELIVERY_NOTE_990-12345675.pdf`.
    pub(crate) fn file_name(&self, ending: &str) -> String {
        let name = if self.letter.kind == BOOKING { "BOOKING" } else { "DELIVERY_NOTE" };
        format!("{name}_{}.{ending}", self.order.number())
    }

    /// What stands above any paper.
    pub(crate) fn head(&self, today: &str) -> Values {
        [
            ("orgName", self.sender.clone()),
            ("coopName", self.letter.to_name.clone()),
            ("billNo", self.order.number().to_owned()),
            ("billDate", today.to_owned()),
        ]
        .into()
    }

    /// Its one line of cargo.
    pub(crate) fn row(&self) -> Values {
        let (letter, order) = (&self.letter, &self.order);
        [
            ("orderCode", order.code.clone()),
            ("awb", order.awb_number.clone()),
            ("route", order.route()),
            ("pieces", letter.pieces.unwrap_or_default().to_string()),
            ("weight", letter.weight.unwrap_or_default().show(1)),
            ("volume", letter.volume.unwrap_or_default().show(3)),
            ("chargeWeight", letter.charge_weight.map(|weight| weight.show(2)).unwrap_or_default()),
        ]
        .into()
    }

    /// The statements for the terminal, ticked or not: dangerous goods, batteries, magnetised goods.
    pub(crate) fn statements(&self, english: bool) -> [String; 3] {
        let letter = &self.letter;
        [
            (letter.security_no_dangerous, "货物不含危险品", "The cargo holds no dangerous goods"),
            (letter.security_no_batteries, "货物不含电池", "The cargo holds no batteries"),
            (letter.security_no_magnetic, "货物不含磁性物质", "The cargo holds nothing magnetised"),
        ]
        .map(|(ticked, zh, en)| format!("[{}] {}", if ticked { "X" } else { "  " }, if english { en } else { zh }))
    }
}

/// Parts that are there, a blank between them.
pub(crate) fn joined(parts: &[&str]) -> String {
    let mut kept: Vec<&str> = parts.iter().copied().filter(|part| !part.is_empty()).collect();
    // An airport without a name is its code.
    kept.dedup();
    kept.join(" ")
}

/// The services an order has, in the order of its form.
fn services(conn: &mut dyn Conn, org: i64, order: Id, english: bool) -> Result<Vec<&'static str>, Refusal> {
    let mut select = sql::from(org, "order_air_detail");
    select.columns(SERVICES.iter().map(|service| service.column)).and_where(sql::eq("id", order));
    let Some(row) = conn.first(&select.into())? else { return Ok(Vec::new()) };
    let mut names = Vec::new();
    for (place, service) in SERVICES.iter().enumerate() {
        if row.get(place)? {
            names.push(if english { service.en } else { service.zh });
        }
    }
    Ok(names)
}
