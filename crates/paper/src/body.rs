//! The body of a change no form makes: a version, answered questions, and declared fields.

use kernel::Findings;
use platform::call::Call;
use platform::field::Field;
use platform::refusal::{Refusal, messages as common};
use platform::store::{Cell, CellError, Value};
use serde_json::{Map, Value as Json};

/// What such a call says.
pub(crate) struct Body {
    /// Version the caller saw; none where there was nothing.
    pub(crate) version: Option<i64>,
    /// Keys of the questions he answered with yes.
    pub(crate) confirmed: Vec<String>,
    fields: &'static [Field],
    /// The values of the fields in their order.
    pub(crate) values: Vec<Value>,
    /// All of it.
    members: Map<String, Json>,
}

impl Body {
    /// Reads it; what is wrong with a field is found at its place, a member nobody knows is refused.
    pub(crate) fn of(
        call: &Call,
        fields: &'static [Field],
        more: &[&str],
        findings: &mut Findings,
    ) -> Result<Self, Refusal> {
        let members: Map<String, Json> = call.json()?;
        let known = |name: &str| {
            matches!(name, "version" | "confirmed")
                || more.contains(&name)
                || fields.iter().any(|field| field.name() == name)
        };
        if let Some(name) = members.keys().find(|name| !known(name)) {
            return Err(Refusal::BadRequest(common::UNKNOWN_FIELD.with(&[("field", name)])));
        }
        let list = members.get("confirmed").and_then(Json::as_array).into_iter().flatten();
        Ok(Self {
            version: members.get("version").and_then(Json::as_i64),
            confirmed: list.filter_map(|key| key.as_str().map(ToOwned::to_owned)).collect(),
            values: fields.iter().map(|field| parsed(field, &members, findings)).collect(),
            fields,
            members,
        })
    }

    /// The value of a field.
    pub(crate) fn get<T: Cell>(&self, field: Field) -> Result<T, CellError> {
        let place = self.fields.iter().position(|known| known.column == field.column);
        T::from_value(place.and_then(|place| self.values.get(place)).unwrap_or(&Value::Null))
    }

    /// Columns of the fields with their values.
    pub(crate) fn cells(&self) -> impl Iterator<Item = (&'static str, Value)> {
        self.fields.iter().map(|field| field.column).zip(self.values.iter().cloned())
    }

    /// A member that is no field, as text.
    pub(crate) fn text(&self, name: &str) -> &str {
        self.members.get(name).and_then(Json::as_str).unwrap_or_default()
    }
}

fn parsed(field: &Field, members: &Map<String, Json>, findings: &mut Findings) -> Value {
    let name = field.name();
    field.parse(members.get(&name), &name, findings)
}
