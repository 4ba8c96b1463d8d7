//! What a call asks of a split, read over the order it is about.

use std::collections::BTreeMap;

use kernel::{Findings, Id, Msg};
use platform::field::Field;
use platform::refusal::{Refusal, messages};
use platform::store::{Cell, Value};
use serde::Deserialize;
use serde_json::Value as Json;

use super::{FIGURES, PARTS, PARTS_MAX, Wanted, declared, house_field};
use crate::part::{Part, STRANGE};
use crate::parts::{BOXES, CONFIRM_DIMENSIONS, PLAN_BOXES, PLAN_DIMENSIONS};
use crate::profile::Profile;
use crate::store::Saved;

const COUNT: Msg = Msg::new("order.split.count", "新订单数须为1–9", "There are 1 to 9 new orders.");

/// What becomes of the master.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default, Deserialize)]
#[serde(rename_all = "UPPERCASE")]
enum Master {
    /// It stays with the order.
    #[default]
    Stay,
    /// The new orders are under it, too.
    Same,
}

/// What becomes of the charges.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default, Deserialize)]
#[serde(rename_all = "UPPERCASE")]
enum Charges {
    /// They stay with the order.
    #[default]
    Stay,
    /// They are shared by charge weight.
    Share,
}

/// The body of a call: the parts, the order itself first, and what goes to which. A figure that is not said follows from
/// the others.
#[derive(Debug, Clone, Default, Deserialize)]
#[serde(rename_all = "camelCase", deny_unknown_fields, default)]
pub struct Asked {
    /// The version its user saw.
    pub row_uuid: String,
    /// Keys of the questions answered with yes.
    pub confirmed: Vec<String>,
    parts: Vec<AskedPart>,
    master: Master,
    charges: Charges,
    plan_dimensions: Vec<Given>,
    confirm_dimensions: Vec<Given>,
    containers: Vec<Given>,
    container_list: Vec<AskedPlan>,
    hawbs: Vec<Given>,
    bills: Vec<Given>,
}

#[derive(Debug, Clone, Default, Deserialize)]
#[serde(rename_all = "camelCase", deny_unknown_fields, default)]
struct AskedPart {
    plan_pieces: Json,
    plan_weight: Json,
    plan_volume: Json,
    confirm_pieces: Json,
    confirm_weight: Json,
    confirm_volume: Json,
    house_number: Json,
}

/// A row, and the part it goes to.
#[derive(Debug, Clone, Copy, Deserialize)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
struct Given {
    id: Id,
    part: usize,
}

/// Boxes of a planned type, and the part they go to.
#[derive(Debug, Clone, Deserialize)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
struct AskedPlan {
    id: Id,
    part: usize,
    #[serde(default)]
    quantity: Json,
}

/// What is asked of one part.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Portion {
    figures: [Option<i64>; 6],
    /// The number of its house.
    pub house: Value,
}

impl Portion {
    /// A figure as it was given.
    pub(super) fn figure(&self, place: usize) -> Option<i64> {
        self.figures.get(place).copied().flatten()
    }

    /// The number of its house as a text.
    pub(super) fn house_text(&self) -> String {
        Option::<String>::from_value(&self.house).ok().flatten().unwrap_or_default()
    }
}

impl AskedPart {
    fn figures(&self) -> [&Json; 6] {
        [
            &self.plan_pieces,
            &self.plan_weight,
            &self.plan_volume,
            &self.confirm_pieces,
            &self.confirm_weight,
            &self.confirm_volume,
        ]
    }

    fn read(&self, (profile, part): (&Profile, usize), findings: &mut Findings) -> Portion {
        let mut figures = [None; 6];
        for ((own, json), (field, ..)) in figures.iter_mut().zip(self.figures()).zip(FIGURES) {
            // What is above nought is a rule of the parts, not of a figure.
            let field = Field {
                required: false,
                range: field.range.map(|(_, most)| (-most, most)),
                ..declared(profile, field)
            };
            let at = format!("{PARTS}.{part}.{}", field.name());
            *own = match field.parse(Some(json), &at, findings) {
                Value::Int(raw) => Some(raw),
                _ => None,
            };
        }
        let house = house_field(profile).map_or(Value::Null, |field| {
            field.parse(Some(&self.house_number), &format!("{PARTS}.{part}.houseNumber"), findings)
        });
        Portion { figures, house }
    }
}

impl Asked {
    /// Reads what is asked over an order; `houses` and `bills` are the ids of those it has. None where there are no parts.
    pub fn read(
        &self,
        saved: &Saved,
        (houses, bills): (&[Id], &[Id]),
        findings: &mut Findings,
    ) -> Result<Option<Wanted>, Refusal> {
        let (profile, count) = (saved.profile, self.parts.len());
        if !(2..=PARTS_MAX).contains(&count) {
            findings.error(PARTS, COUNT.text());
            return Ok(None);
        }
        let parts = self.parts.iter().enumerate();
        let mut wanted = Wanted {
            portions: parts.map(|(part, asked)| asked.read((profile, part), findings)).collect(),
            same_master: self.master == Master::Same,
            shares_charges: self.charges == Charges::Share,
            hawbs: given("hawbs", &self.hawbs, (houses, count), findings)?,
            bills: given("bills", &self.bills, (bills, count), findings)?,
            ..Wanted::default()
        };
        let rows: [(&Part, &[Given]); 3] = [
            (&PLAN_DIMENSIONS, &self.plan_dimensions),
            (&CONFIRM_DIMENSIONS, &self.confirm_dimensions),
            (&BOXES, &self.containers),
        ];
        let ids = |part: &Part| saved.draft.rows(part).iter().filter_map(|row| row.id).collect::<Vec<_>>();
        for (part, asked) in rows {
            wanted.given.extend(given(part.member, asked, (&ids(part), count), findings)?);
        }
        wanted.planned = self.planned((&ids(&PLAN_BOXES), count), findings)?;
        Ok(Some(wanted))
    }

    fn planned(
        &self,
        (rows, count): (&[Id], usize),
        findings: &mut Findings,
    ) -> Result<Vec<(Id, usize, Option<i64>)>, Refusal> {
        const QUANTITY: Field = Field::int("箱量", "Boxes").range(0, 999).column("quantity");
        let mut planned = Vec::new();
        for (place, asked) in self.container_list.iter().enumerate() {
            need_part(asked.part, count)?;
            let at = format!("{}.{place}", PLAN_BOXES.member);
            if !rows.contains(&asked.id) {
                findings.error(at, STRANGE.text());
                continue;
            }
            let quantity = match QUANTITY.parse(Some(&asked.quantity), &format!("{at}.quantity"), findings) {
                Value::Int(quantity) => Some(quantity),
                _ => None,
            };
            planned.push((asked.id, asked.part, quantity));
        }
        Ok(planned)
    }
}

/// There is no such part: no user's doing.
fn need_part(part: usize, count: usize) -> Result<(), Refusal> {
    if part < count { Ok(()) } else { Err(Refusal::BadRequest(messages::BAD_PARAMETER.with(&[("name", "part")]))) }
}

/// The rows that leave the order, by their parts; one the order has not, or that is named twice, is found at its place.
fn given(
    member: &str,
    asked: &[Given],
    (rows, count): (&[Id], usize),
    findings: &mut Findings,
) -> Result<BTreeMap<Id, usize>, Refusal> {
    let mut given = BTreeMap::new();
    for (place, one) in asked.iter().enumerate() {
        need_part(one.part, count)?;
        if !rows.contains(&one.id) || given.insert(one.id, one.part).is_some() {
            findings.error(format!("{member}.{place}"), STRANGE.text());
        }
    }
    given.retain(|_, part| *part > 0);
    Ok(given)
}
