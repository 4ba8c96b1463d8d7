//! Seals, signatures and signature texts of the company's templates on the waybills it prints.

use facts::sign::{self, HOUSE, MASTER_CARRIER, MASTER_SHIPPER, TEXT, Wanted};
use kernel::{Id, Scope};
use platform::call::{Call, Tx};
use platform::log::About;
use platform::refusal::Refusal;
use serde_json::Value as Json;
use template::{Printed, offered_seals};

pub use template::Seals;

use crate::forms::Form;
use crate::pdf::{PrintOptions, Sheet};

/// Waybills are written in English.
const LANGUAGE: &str = "en";
/// Both sides of a master sign it.
const MASTER: &[&str] = &[MASTER_SHIPPER, MASTER_CARRIER];
const HOUSES: &[&str] = &[HOUSE];

/// Forms that are printed together.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Kinds {
    /// Masters.
    Masters,
    /// Houses.
    Houses,
    /// Of both kinds.
    Both,
}

impl Kinds {
    /// By the print they are asked for with; without one both.
    pub fn of(print: &str) -> Option<Self> {
        match print {
            "" => Some(Self::Both),
            "PRINT_MAWB" => Some(Self::Masters),
            "PRINT_HAWB" => Some(Self::Houses),
            _ => None,
        }
    }

    fn printed(self) -> Printed {
        let papers: &[_] = match self {
            Self::Masters => &[MASTER],
            Self::Houses => &[HOUSES],
            Self::Both => &[MASTER, HOUSES],
        };
        Printed { scope: Scope::Ae.code(), papers, language: LANGUAGE, defaults: true }
    }
}

/// The seals a caller may put on forms.
pub fn offered(call: &Call, kinds: Kinds) -> Result<Json, Refusal> {
    let actor = call.actor()?;
    call.read(|conn| offered_seals(conn, actor, kinds.printed()))
}

/// What he chose of them; without a word the default ones.
pub fn chosen(call: &Call, kinds: Kinds, asked: Option<&[Id]>) -> Result<Seals, Refusal> {
    Seals::chosen(call, kinds.printed(), asked)
}

/// Papers of a form as templates name them.
pub fn documents(house: bool) -> &'static [&'static str] {
    if house { HOUSES } else { MASTER }
}

/// Puts the seals that are for a form on its sheets, and notes it; the lines stand on the page of the form.
pub fn seal(
    tx: &mut Tx<'_>,
    form: &Form,
    (seals, page): (&Seals, &'static str),
    options: &mut PrintOptions,
) -> Result<(), Refusal> {
    let documents = documents(form.kind == 1);
    let paper = match form.kind {
        0 => format!("主运单 {}", form.awb_number),
        _ => format!("分运单 {}", form.hawb_number),
    };
    options.seals = seals.on(documents);
    // A form of no order is its makers' own.
    let about = form.order_id.map_or_else(|| About::own(tx.actor.user_id), |order| About::orders([order]));
    options.used.extend(seals.note(tx, documents, (&paper, about), page)?);
    Ok(())
}

/// Puts the default texts of a form's papers above its signatures. The company signs a house waybill as carrier.
pub fn lay(tx: &mut Tx<'_>, form: &Form, options: &mut PrintOptions) -> Result<(), Refusal> {
    let place = form.body.get("placeOfIssue").and_then(Json::as_str).unwrap_or_default().to_owned();
    let used = &mut options.used;
    let mut text = |document: &'static str| text_of(tx, document, &place, used);
    if form.kind == 0 {
        options.shipper_text = text(MASTER_SHIPPER)?;
        options.carrier_text = text(MASTER_CARRIER)?;
    } else {
        options.carrier_text = text(HOUSE)?;
    }
    Ok(())
}

/// Counts the uses of the templates that stand on sheets printed together.
pub fn count(tx: &mut Tx<'_>, sheets: &[Sheet]) -> Result<(), Refusal> {
    let org = tx.org();
    sign::count_uses(tx, org, sheets.iter().flat_map(|sheet| &sheet.options.used).copied())
}

/// The filled text of a paper, and its template to those that are used; empty without one.
fn text_of(tx: &mut Tx<'_>, document: &'static str, place: &str, used: &mut Vec<Id>) -> Result<String, Refusal> {
    let (actor, org, day) = (tx.actor, tx.org(), tx.now.day());
    let wanted = Wanted { kind: TEXT, scope: Scope::Ae.code(), document, language: LANGUAGE, user: actor.user_id };
    let Some(template) = sign::find(tx, org, &wanted)? else { return Ok(String::new()) };
    used.push(template.id);
    let values = sign::values(tx, (org, actor.user_id), day, place)?;
    Ok(sign::fill(&template.text, &values))
}
