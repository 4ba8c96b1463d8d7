//! What differs between two drafts of an order, as the log tells it.

use kernel::Id;
use platform::call::Tx;
use platform::field::{Field, Kind};
use platform::log::{Change, differences};
use platform::refusal::Refusal;
use platform::store::{Conn, Value, sql};

use crate::Sheet;
use crate::part::{Became, Part, compare};

/// Tables of what references name, and the column of the name; others name partners.
const NAMED: [(&str, &str, &str); 3] =
    [("workgroup", "workgroup", "name"), ("yard", "transport_yard", "name_cn"), ("warehouse", "warehouse", "name_cn")];

/// Adds the fields that differ; a group stands before their names and their labels.
pub fn sheets(
    tx: &mut Tx<'_>,
    (member, label): (&str, &str),
    (old, new): (&Sheet, &Sheet),
    all: &mut Vec<Change>,
) -> Result<(), Refusal> {
    for mut change in differences(old.fields, &old.values, &new.values) {
        let field = old.fields.iter().find(|field| field.name() == change.field);
        if let Some(field) = field.filter(|field| matches!(field.kind, Kind::Reference(_))) {
            change.old = name_of(tx, field, old.value(field.column))?;
            change.new = name_of(tx, field, new.value(field.column))?;
        }
        if !member.is_empty() {
            change.field = format!("{member}.{}", change.field);
        }
        if !label.is_empty() {
            change.label = format!("{label}.{}", change.label);
        }
        all.push(change);
    }
    Ok(())
}

/// Adds which rows of a part changed in what, which are new, and which went.
pub fn rows(
    tx: &mut Tx<'_>,
    part: &Part,
    (was, is): (&[Sheet], &[Sheet]),
    all: &mut Vec<Change>,
) -> Result<(), Refusal> {
    for became in compare(was, is) {
        let (place, old, new) = match became {
            Became::Changed(place, old, new) => {
                let (member, label) = (format!("{}.{place}", part.member), format!("{}{}", part.title.0, place + 1));
                sheets(tx, (&member, &label), (old, new), all)?;
                continue;
            }
            Became::Added(place, new) => (place, String::new(), words(tx, new)?),
            Became::Removed(place, old) => (place, words(tx, old)?, String::new()),
        };
        let label = format!("{}{}", part.title.0, place + 1);
        all.push(Change { field: format!("{}.{place}", part.member), label, old, new });
    }
    Ok(())
}

/// A row in words: what each of its fields shows.
fn words(tx: &mut Tx<'_>, row: &Sheet) -> Result<String, Refusal> {
    let mut words = Vec::new();
    for (field, value) in row.fields.iter().zip(&row.values) {
        let named = matches!(field.kind, Kind::Reference(_));
        words.push(if named { name_of(tx, field, value)? } else { field.show(value, "zh-CN") });
    }
    words.retain(|word| !word.is_empty());
    Ok(words.join(" "))
}

/// What a reference is called.
fn name_of(tx: &mut Tx<'_>, field: &Field, value: &Value) -> Result<String, Refusal> {
    let (Value::Int(id), Kind::Reference(select)) = (value, field.kind) else { return Ok(String::new()) };
    let (org, id) = (tx.org(), Id(*id));
    let kind = select.split('?').next().unwrap_or_default();
    if kind == "user" {
        return facts::user_name(tx, org, id);
    }
    match NAMED.iter().find(|(known, ..)| *known == kind) {
        Some((_, table, column)) => name_in(tx, (table, column), id),
        None => facts::coop_name(tx, org, id),
    }
}

fn name_in(tx: &mut Tx<'_>, (table, column): (&'static str, &'static str), id: Id) -> Result<String, Refusal> {
    let mut select = sql::from(tx.org(), table);
    select.column(column).and_where(sql::eq("id", id));
    Ok(tx.first(&select.into())?.map(|row| row.get(0)).transpose()?.unwrap_or_default())
}
