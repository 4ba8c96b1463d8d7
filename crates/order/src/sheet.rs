//! Values of declared fields, and how the columns of a table are declared.

use kernel::{Findings, Id};
use platform::field::{Field, Kind};
use platform::store::{Cell, Row, Value};
use serde_json::{Map, Value as Json, json};

/// Declares the fields of a table as tokens of a type, and the list of them.
macro_rules! sheet {
    ($(#[$meta:meta])* $name:ident { $( $column:ident = $field:expr ),* $(,)? }) => {
        $(#[$meta])*
        #[derive(Debug, Clone, Copy)]
        pub struct $name;

        platform::pastey::paste! {
            impl $name {
                $(
                    #[doc = concat!("Column `", stringify!($column), "`.")]
                    pub const [<$column:upper>]: Field = ($field).column(stringify!($column));
                )*
                /// All of them in their order.
                pub const FIELDS: &'static [Field] = &[ $( Self::[<$column:upper>] ),* ];
            }
        }
    };
}
pub(crate) use sheet;

/// Values of declared fields.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Sheet {
    /// Its row below an order, once it has one.
    pub id: Option<Id>,
    /// The fields.
    pub fields: &'static [Field],
    /// Their values in the same order.
    pub values: Vec<Value>,
}

impl Sheet {
    /// Nothing in any field.
    pub fn empty(fields: &'static [Field]) -> Self {
        Self { id: None, fields, values: vec![Value::Null; fields.len()] }
    }

    /// The first values of a new record.
    pub fn initial(fields: &'static [Field]) -> Self {
        let mut findings = Findings::new();
        let first = |field: &Field| {
            let json = serde_json::from_str(field.initial).unwrap_or(Json::Null);
            Field { required: false, ..*field }.parse(Some(&json), "", &mut findings)
        };
        Self { id: None, fields, values: fields.iter().map(first).collect() }
    }

    fn place(&self, column: &str) -> Option<usize> {
        self.fields.iter().position(|field| field.column == column)
    }

    /// The value of a column.
    pub fn value(&self, column: &str) -> &Value {
        self.place(column).and_then(|place| self.values.get(place)).unwrap_or(&Value::Null)
    }

    /// The value of a field as its type; nothing when it is empty.
    pub fn get<T: Cell>(&self, field: Field) -> Option<T> {
        Option::<T>::from_value(self.value(field.column)).ok().flatten()
    }

    /// The text of a field; empty when it is empty.
    pub fn text(&self, field: Field) -> String {
        self.get::<String>(field).unwrap_or_default()
    }

    /// The figure or text of a field as people read it, in the form the sheet declares.
    pub fn show(&self, field: Field) -> String {
        self.show_as(field, self.value(field.column))
    }

    /// A value as people read it in a field of the sheet.
    pub fn show_as(&self, field: Field, value: &Value) -> String {
        let own = self.place(field.column).and_then(|place| self.fields.get(place)).unwrap_or(&field);
        own.show(value, "zh-CN")
    }

    /// Sets a field.
    pub fn set(&mut self, field: Field, value: impl Cell) {
        if let Some(cell) = self.place(field.column).and_then(|place| self.values.get_mut(place)) {
            *cell = value.into_value();
        }
    }

    /// Sets a column, where the sheet has it.
    pub fn put(&mut self, column: &str, value: &Value) {
        if let Some(cell) = self.place(column).and_then(|place| self.values.get_mut(place)) {
            *cell = value.clone();
        }
    }

    /// Whether no field holds anything.
    pub fn is_empty(&self) -> bool {
        self.values.iter().all(|value| *value == Value::Null)
    }

    /// From the columns of a row behind an offset, in the order of the fields, each as a form gives it back.
    pub fn of_row(fields: &'static [Field], row: &Row, offset: usize) -> Self {
        let value = |(place, field): (usize, &Field)| match (field.kind, row.value(offset + place)) {
            // SQLite stores yes and no as numbers.
            (Kind::Bool, Value::Int(number)) => Value::Bool(*number != 0),
            // A form knows of no fractions of a second.
            (Kind::Instant, Value::Int(millis)) => Value::Int(millis.div_euclid(1000) * 1000),
            (_, value) => value.clone(),
        };
        Self { id: None, fields, values: fields.iter().enumerate().map(value).collect() }
    }

    /// Reads members of a body; a member that is absent keeps the value it has.
    pub fn take(
        &mut self,
        body: &Map<String, Json>,
        prefix: &str,
        skip: impl Fn(&Field) -> bool,
        findings: &mut Findings,
    ) {
        for (field, value) in self.fields.iter().zip(&mut self.values) {
            let name = field.name();
            let place = if prefix.is_empty() { name.clone() } else { format!("{prefix}.{name}") };
            if skip(field) {
                continue;
            }
            match body.get(&name) {
                Some(json) => {
                    *value = field.parse(Some(json), &place, findings);
                    if *value == Value::Null && matches!(field.kind, Kind::Bool) {
                        *value = Value::Bool(false);
                    }
                }
                None if *value == Value::Null => *value = field.parse(None, &place, findings),
                None => {}
            }
        }
    }

    /// Columns and values as a statement wants them.
    pub fn cells(&self) -> Vec<(&'static str, Value)> {
        self.fields.iter().map(|field| field.column).zip(self.values.iter().cloned()).collect()
    }
}

/// The members of a sheet as JSON.
pub fn sheet_json(sheet: &Sheet, into: &mut Map<String, Json>) {
    for (field, value) in sheet.fields.iter().zip(&sheet.values) {
        let mut text = String::new();
        field.render(value, &mut text);
        into.insert(field.name(), serde_json::from_str(&text).unwrap_or(Json::Null));
    }
}

/// Child rows as JSON, those of an order with their ids.
pub fn rows_json(sheets: &[Sheet]) -> Json {
    let one = |sheet: &Sheet| {
        let mut out = Map::new();
        out.extend(sheet.id.map(|id| ("id".to_owned(), json!(id))));
        sheet_json(sheet, &mut out);
        Json::Object(out)
    };
    sheets.iter().map(one).collect()
}
