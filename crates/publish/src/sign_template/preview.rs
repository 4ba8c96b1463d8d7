//! 预览: the paper a template is for, with sample data and what the template puts on it. Writes nothing.

use facts::sign::{self, ALL, MAIL, TEXT};
use kernel::{Findings, Id};
use platform::attached;
use platform::call::{Answer, Call, Outcome};
use platform::field::Field;
use platform::refusal::Refusal;
use platform::rich_text::{self, Policy};
use platform::store::{Cell, Conn, sql};
use serde::Deserialize;
use serde_json::{Map, Value as Json, json};
use template::{Signs, Wanted};

use super::rules::{NO_PAPER, ONE_PICTURE, is_picture, known_alone};
use super::{SignTemplate, TABLE};

/// Place of a sample.
const PLACE: &str = "SHANGHAI";

/// Which template: a kept one, or what stands in the form.
#[derive(Deserialize)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
struct Asked {
    #[serde(default)]
    id: Option<Id>,
    #[serde(default)]
    values: Option<Map<String, Json>>,
}

/// A template as far as it is seen.
struct Shown {
    kind: String,
    scope: String,
    document: String,
    language: String,
    /// Of a paper, or of a mail.
    text: String,
    /// Width, distance from the right, distance from below.
    place: [Option<i64>; 3],
    picture: Option<Id>,
}

/// POST /hrs/signTemplate/preview.
pub(super) fn preview(call: &mut Call) -> Outcome {
    let asked: Asked = call.json()?;
    let (actor, today) = (call.actor()?, call.now().day());
    let (shown, text, file) = call.read(|conn| {
        let shown = match (asked.values, asked.id) {
            (Some(values), _) => typed(&values)?,
            (None, Some(id)) => kept(conn, actor.org_id, id)?,
            (None, None) => return Err(Refusal::NotFound),
        };
        let file = shown.picture.map(|id| attached::seen(conn, actor, TABLE, id)).transpose()?;
        let values = sign::values(conn, (actor.org_id, actor.user_id), today, PLACE)?;
        let text = sign::fill(&shown.text, &values);
        Ok((shown, text, file))
    })?;
    if shown.kind == MAIL {
        return Ok(Answer::Data(json!({ "html": rich_text::clean(Policy::Body, &text) })));
    }
    let picture = file.map(|file| file.bytes(&call.app)).transpose()?.and_then(|bytes| template::picture(&bytes));
    let signs = Signs { text, picture: picture.map(|picture| template::stamp(picture, shown.place)) };
    let wanted = Wanted { scope: &shown.scope, document: &shown.document, language: &shown.language };
    let bytes = template::sample(&call.app, actor.org_id, wanted, signs)?;
    let name = format!("{}.pdf", shown.kind);
    Ok(Answer::File { name, mime: "application/pdf".to_owned(), bytes, inline: true })
}

/// A template of the company.
fn kept(conn: &mut dyn Conn, org: i64, id: Id) -> Result<Shown, Refusal> {
    let mut select = sql::from(org, TABLE);
    select
        .columns(["kind", "business_scope", "document", "language", "sign_text", "mail_text"])
        .columns(["width_mm", "right_mm", "bottom_mm"])
        .and_where(sql::eq("id", id));
    let row = conn.first(&select.into())?.ok_or(Refusal::NotFound)?;
    let kind: String = row.get(0)?;
    Ok(Shown {
        scope: row.get(1)?,
        document: row.get(2)?,
        language: row.get(3)?,
        text: row.get(if kind == MAIL { 5 } else { 4 })?,
        place: [row.get(6)?, row.get(7)?, row.get(8)?],
        picture: attached::hanging(conn, org, TABLE, id)?,
        kind,
    })
}

/// What stands in the form: of the fields of its kind as much as the paper shows, each held to its limits.
fn typed(values: &Map<String, Json>) -> Result<Shown, Refusal> {
    let mut findings = Findings::new();
    let mut read = |field: Field| {
        let name = field.name();
        field.parse(values.get(&name), &name, &mut findings)
    };
    let kind = String::from_value(&read(SignTemplate::KIND))?;
    let mut shown = Shown {
        scope: String::from_value(&read(SignTemplate::BUSINESS_SCOPE))?,
        language: String::from_value(&read(SignTemplate::LANGUAGE))?,
        document: String::new(),
        text: String::new(),
        place: [None; 3],
        picture: None,
        kind,
    };
    if shown.kind != MAIL {
        shown.document = String::from_value(&read(SignTemplate::DOCUMENT))?;
    }
    if is_picture(&shown.kind) {
        for (at, field) in
            shown.place.iter_mut().zip([SignTemplate::WIDTH_MM, SignTemplate::RIGHT_MM, SignTemplate::BOTTOM_MM])
        {
            *at = Option::<i64>::from_value(&read(field))?;
        }
        shown.picture = attached::named(values).and_then(|files| files.first().copied());
        findings.error_if(shown.picture.is_none(), "files", ONE_PICTURE);
    } else if !shown.kind.is_empty() {
        let field = if shown.kind == TEXT { SignTemplate::SIGN_TEXT } else { SignTemplate::MAIL_TEXT };
        shown.text = String::from_value(&read(field))?;
        known_alone(&field.name(), &shown.text, &mut findings);
        findings.error_if(shown.kind == TEXT && shown.document == ALL, "document", NO_PAPER);
    }
    Refusal::unless_clean(&findings, &[])?;
    Ok(shown)
}
