//! Closed conditions: when a field is shown, must be filled in, or can't be changed. They are data, so that the server
//! holds values to them and the page shows the same. What needs more is a rule of the form.

use kernel::Findings;
use serde_json::{Value as Json, json};

use crate::field::{Field, Kind, messages};
use crate::store::Value;

/// A condition about the fields of the same form, or of the same row below it.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum When {
    /// The field has this value, as the wire writes it: `true` of a flag.
    Is(&'static Field, &'static str),
    /// The field has one of these values.
    OneOf(&'static Field, &'static [&'static str]),
    /// The field is not empty.
    Filled(&'static Field),
    /// Each of them holds.
    All(&'static [When]),
    /// One of them holds.
    Any(&'static [When]),
    /// It doesn't hold.
    Not(&'static When),
}

impl When {
    /// Whether it holds for values in the order of their fields. A field that is not among them is empty.
    pub fn holds(&self, fields: &[Field], values: &[Value]) -> bool {
        match self {
            Self::Is(field, wanted) => is(field, value_of(field, fields, values), wanted),
            Self::OneOf(field, wanted) => {
                let value = value_of(field, fields, values);
                wanted.iter().any(|wanted| is(field, value, wanted))
            }
            Self::Filled(field) => *value_of(field, fields, values) != Value::Null,
            Self::All(each) => each.iter().all(|one| one.holds(fields, values)),
            Self::Any(each) => each.iter().any(|one| one.holds(fields, values)),
            Self::Not(other) => !other.holds(fields, values),
        }
    }

    /// The fields it looks at.
    pub fn fields(&self) -> Vec<&'static Field> {
        match self {
            Self::Is(field, _) | Self::OneOf(field, _) | Self::Filled(field) => vec![*field],
            Self::All(each) | Self::Any(each) => each.iter().flat_map(Self::fields).collect(),
            Self::Not(other) => other.fields(),
        }
    }

    /// The condition as the page contract tells it.
    pub fn contract(&self) -> Json {
        let wire = |field: &Field, value: &str| match field.kind {
            Kind::Bool => json!(value == "true"),
            _ => json!(value),
        };
        let all = |each: &[Self]| each.iter().map(Self::contract).collect::<Vec<_>>();
        match self {
            Self::Is(field, value) => json!({ "is": [field.name(), wire(field, value)] }),
            Self::OneOf(field, values) => {
                let values: Vec<Json> = values.iter().map(|value| wire(field, value)).collect();
                json!({ "oneOf": [field.name(), values] })
            }
            Self::Filled(field) => json!({ "set": field.name() }),
            Self::All(each) => json!({ "all": all(each) }),
            Self::Any(each) => json!({ "any": all(each) }),
            Self::Not(other) => json!({ "not": other.contract() }),
        }
    }
}

fn value_of<'a>(field: &Field, fields: &[Field], values: &'a [Value]) -> &'a Value {
    let place = fields.iter().position(|known| known.column == field.column);
    place.and_then(|place| values.get(place)).unwrap_or(&Value::Null)
}

/// A flag nobody has set is not set.
fn is(field: &Field, value: &Value, wanted: &str) -> bool {
    if (field.kind, value) == (Kind::Bool, &Value::Null) {
        return wanted == "false";
    }
    let mut wire = String::new();
    field.render(value, &mut wire);
    wire.trim_matches('"') == wanted
}

/// What a field's conditions make of it at the moment.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Standing {
    /// It is not shown, and holds nothing.
    Hidden,
    /// It keeps what it holds.
    Closed,
    /// It must be filled in.
    Needed,
    /// It is as any other.
    Open,
}

/// How a field stands; `section` is the condition of the section it stands in.
pub(crate) fn standing(field: &Field, section: Option<&When>, fields: &[Field], values: &[Value]) -> Standing {
    let holds = |when: &When| when.holds(fields, values);
    if field.shown.is_some_and(|when| !holds(when)) || section.is_some_and(|when| !holds(when)) {
        Standing::Hidden
    } else if field.closed.is_some_and(holds) {
        Standing::Closed
    } else if field.needed.is_some_and(|(when, _)| holds(when)) {
        Standing::Needed
    } else {
        Standing::Open
    }
}

/// Holds values to the conditions of their fields, first fields first: what is not shown is empty, what is closed stays
/// as it was, what must be there is asked for at its place. Fields the system sets are shown or not, never changed.
pub(crate) fn settle(
    (fields, section): (&[Field], &dyn Fn(&Field) -> Option<&'static When>),
    values: &mut [Value],
    old: Option<&[Value]>,
    place: &dyn Fn(&Field) -> String,
    findings: &mut Findings,
) {
    for (at, field) in fields.iter().enumerate().filter(|(_, field)| !field.read_only) {
        let kept = || old.and_then(|old| old.get(at)).cloned().unwrap_or(Value::Null);
        let name = place(field);
        let settled = match standing(field, section(field), fields, values) {
            Standing::Open => continue,
            Standing::Hidden => Value::Null,
            Standing::Closed => kept(),
            Standing::Needed => {
                let fixed = field.fixed && old.is_some();
                if values.get(at) == Some(&Value::Null) && !fixed && findings.at(&name).next().is_none() {
                    findings.error(name, field.asked_for());
                }
                continue;
            }
        };
        // What was typed there is nothing to complain about.
        findings.items.retain(|finding| finding.field != name);
        if let Some(value) = values.get_mut(at) {
            *value = settled;
        }
    }
}

/// Conditions that look at a field which is not among those they are held against: faults of the declaration.
pub(crate) fn astray(fields: &[Field], sections: impl Iterator<Item = &'static When>) -> Vec<String> {
    let own = fields.iter().flat_map(Field::conditions);
    let strange = |field: &&Field| fields.iter().all(|known| known.column != field.column);
    own.chain(sections).flat_map(When::fields).filter(strange).map(Field::name).collect()
}

impl Field {
    /// What is said where it must be filled in and is empty.
    pub fn asked_for(&self) -> kernel::Text {
        let usual = || messages::REQUIRED.with_each(&[("field", self.zh)], &[("field", self.en)]);
        let own = self.needed.and_then(|(_, message)| message).or(self.ask);
        own.map_or_else(usual, |message| message.text())
    }

    /// Its conditions.
    pub(crate) fn conditions(&self) -> impl Iterator<Item = &'static When> {
        [self.shown, self.needed.map(|(when, _)| when), self.closed].into_iter().flatten()
    }
}

#[cfg(test)]
mod tests {
    use kernel::Msg;

    use super::*;
    use crate::field::Choice;

    const WAYS: &[Choice] = &[Choice::new("FILE", "文件", "File"), Choice::new("MAIL", "邮件", "Mail")];
    const NO_CODE: Msg = Msg::new("test.code", "监管请填代码", "Supervised: a code.");
    const WAY: Field = Field::select(WAYS, "方式", "Way").column("way");
    const LEVEL: Field = Field::int("级别", "Level").column("level");
    const WATCHED: Field = Field::flag("监管", "Watched").column("watched");
    const BY_MAIL: When = When::Is(&WAY, "MAIL");
    const WATCHING: When = When::Is(&WATCHED, "true");
    const FIXED: When = When::All(&[When::Filled(&LEVEL), When::Not(&When::OneOf(&LEVEL, &["1", "2"]))]);
    const FIELDS: &[Field] = &[
        WAY,
        LEVEL,
        WATCHED,
        Field::text("地址", "Address").column("address").shown_when(&BY_MAIL).required_when(&BY_MAIL),
        Field::text("代码", "Code").column("code").asks_when(&WATCHING, NO_CODE),
        Field::text("备注", "Remark").column("remark").read_only_when(&FIXED),
    ];

    fn text(text: &str) -> Value {
        Value::Text(text.to_owned())
    }

    /// Way, level, watched, address, code, remark.
    fn settled(values: [Value; 6], old: Option<&[Value]>) -> (Vec<Value>, Vec<(String, String)>) {
        let (mut values, mut findings) = (values.to_vec(), Findings::new());
        settle((FIELDS, &|_| None), &mut values, old, &Field::name, &mut findings);
        let told = findings.items.into_iter().map(|finding| (finding.field, finding.text.zh)).collect();
        (values, told)
    }

    #[test]
    fn what_is_not_shown_is_dropped_with_what_was_said_of_it() {
        let (values, told) = settled([text("FILE"), Value::Null, Value::Null, text("a"), Value::Null, text("r")], None);
        assert_eq!((&values[3], told.len()), (&Value::Null, 0));
        let (values, told) = settled([text("MAIL"), Value::Null, Value::Null, text("a"), Value::Null, text("r")], None);
        assert_eq!((&values[3], told.len()), (&text("a"), 0));
    }

    #[test]
    fn what_must_be_there_is_asked_for_at_its_field() {
        let empty = [text("MAIL"), Value::Null, Value::Bool(true), Value::Null, Value::Null, Value::Null];
        let told = settled(empty, None).1;
        let wanted = [("address", "请填写地址"), ("code", "监管请填代码")];
        assert_eq!(told, wanted.map(|(field, said)| (field.to_owned(), said.to_owned())));
        let free = [text("FILE"), Value::Null, Value::Bool(false), Value::Null, Value::Null, Value::Null];
        assert_eq!(settled(free, None).1, []);
    }

    #[test]
    fn what_is_closed_keeps_what_it_held() {
        let old = [text("FILE"), Value::Int(3), Value::Null, Value::Null, Value::Null, text("old")];
        let typed = |level| [text("FILE"), level, Value::Null, Value::Null, Value::Null, text("new")];
        assert_eq!(settled(typed(Value::Int(3)), Some(&old)).0[5], text("old"));
        assert_eq!(settled(typed(Value::Int(2)), Some(&old)).0[5], text("new"));
        assert_eq!(settled(typed(Value::Null), Some(&old)).0[5], text("new"));
        assert_eq!(settled(typed(Value::Int(3)), None).0[5], Value::Null);
    }

    #[test]
    fn pages_are_told_the_same() {
        assert_eq!(WATCHING.contract(), json!({ "is": ["watched", true] }));
        let all = json!({ "all": [{ "set": "level" }, { "not": { "oneOf": ["level", ["1", "2"]] } }] });
        assert_eq!(FIXED.contract(), all);
        let told: Vec<Json> = FIELDS.iter().map(Field::contract).collect();
        assert_eq!(told[3]["when"], BY_MAIL.contract());
        assert_eq!(told[4]["requiredWhen"], WATCHING.contract());
        assert_eq!(told[5]["readOnlyWhen"], all);
        assert_eq!(When::Any(&[BY_MAIL]).contract(), json!({ "any": [{ "is": ["way", "MAIL"] }] }));
    }

    #[test]
    fn a_condition_about_a_field_of_another_form_is_a_fault() {
        assert_eq!(astray(FIELDS, std::iter::empty()), Vec::<String>::new());
        assert_eq!(astray(&FIELDS[1..], [&BY_MAIL].into_iter()), ["way", "way", "way"]);
    }
}
