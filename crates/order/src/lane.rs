//! Trade lanes 航线, and who carries an order: what rate cards ask of it beyond its own fields (catalogue css.md 1.5).

use charge::entry::{CarriedBy, Subject};
use kernel::{Id, Mode, Scope};
use platform::PLATFORM_ORG;
use platform::refusal::Refusal;
use platform::store::{Conn, sql};
use trade::charge::choice::Condition;

use crate::air::Head;
use crate::carriage::Detail;
use crate::draft::Draft;
use crate::place::nation;
use crate::profile::{Profile, profile};

/// What the lane of a continent is called.
pub const LANES: [(&str, &str); 6] =
    [("EU", "欧洲线"), ("NA", "北美线"), ("SA", "南美线"), ("AS", "亚洲线"), ("AF", "非洲线"), ("OC", "大洋洲线")];

/// An order with what cards of some conditions ask of it beyond its own fields: its lane, and who carries it.
pub fn laned(
    conn: &mut dyn Conn,
    org: i64,
    subject: &Subject,
    asks: impl Fn(Condition) -> bool,
) -> Result<Subject, Refusal> {
    let mut subject = subject.clone();
    if asks(Condition::Carrier)
        && let Some(carrier) = &subject.carrier
    {
        let name = named(conn, org, carrier)?;
        subject.shipment.words.extend(name.map(|name| (Condition::Carrier, name)));
    }
    if asks(Condition::Route) {
        let lane = lane(conn, org, &subject)?;
        subject.shipment.words.extend(lane.map(|lane| (Condition::Route, lane.to_owned())));
    }
    Ok(subject)
}

/// The lane the far end of an order lies on: of an import where it begins, of all others where it goes.
fn lane(conn: &mut dyn Conn, org: i64, subject: &Subject) -> Result<Option<&'static str>, Refusal> {
    let imported = matches!(subject.scope, Scope::Ai | Scope::Si | Scope::Ti);
    let far = if imported { Condition::Origin } else { Condition::Destination };
    let Some(code) = subject.shipment.words.get(&far) else { return Ok(None) };
    let Some(nation) = nation(conn, org, profile(subject.scope).places, code)? else { return Ok(None) };
    let mut select = sql::from(PLATFORM_ORG, "country");
    select.column("continent").and_where(sql::eq("code", nation));
    let continent = conn.first(&select.into())?.map(|row| row.get::<Option<String>>(0)).transpose()?.flatten();
    Ok(LANES.iter().find(|(code, _)| continent.as_deref() == Some(*code)).map(|(_, lane)| *lane))
}

/// Who carries an order whose flight does not say it: the airline of its master, or the company of its ship, train or truck.
pub(crate) fn carrier(profile: &Profile, draft: &Draft) -> Option<CarriedBy> {
    let company = match profile.scope.mode() {
        Mode::Air => {
            let number = draft.text(Head::AWB_NUMBER);
            let prefix = number.get(..3).filter(|_| !draft.has(Head::EXPECT_FLIGHT.column))?;
            return Some(CarriedBy::Prefix(prefix.to_owned()));
        }
        Mode::Sea => Detail::SHIP_COMPANY_ID,
        Mode::Rail => Detail::RAIL_OPERATOR_ID,
        Mode::Road => Detail::TRUCKER_ID,
        Mode::Other => return None,
    };
    draft.detail.get::<Id>(company).map(CarriedBy::Coop)
}

/// As cards name him: an airline by its code, all others by their partner code.
fn named(conn: &mut dyn Conn, org: i64, carrier: &CarriedBy) -> Result<Option<String>, Refusal> {
    Ok(match carrier {
        CarriedBy::Prefix(prefix) => facts::carrier_by_prefix(conn, org, prefix)?.map(|carrier| carrier.code),
        CarriedBy::Coop(id) => facts::coop(conn, org, *id)?.map(|coop| coop.code.to_uppercase()),
    })
}
