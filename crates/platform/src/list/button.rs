//! Buttons of pages.

use serde_json::{Map, Value as Json, json};

use crate::document::Rows;
use crate::field::{Field, Kind};

/// What the dialog of a button asks for.
#[derive(Debug, Clone, Default)]
pub struct Asks {
    /// Fields, in their order.
    pub fields: Vec<Field>,
    /// Rows below them.
    pub lines: Vec<Rows>,
    /// Path of the call that tells what they begin with; empty: none.
    pub first: String,
    /// Fields whose change asks for that anew.
    pub follows: Vec<Field>,
    /// Where files of fields that name no place are sent.
    pub upload: String,
    /// Said above the fields, in Chinese and English.
    pub note: (&'static str, &'static str),
    /// It can't be taken back.
    pub danger: bool,
    /// It writes nothing: the answer is shown.
    pub tells: bool,
    /// The row's version goes along.
    pub versioned: bool,
}

impl Asks {
    /// Whether nothing is asked for.
    pub fn is_empty(&self) -> bool {
        self.fields.is_empty() && self.lines.is_empty() && self.note.0.is_empty() && !self.tells
    }

    /// A field as the dialog has it.
    fn field(&self, field: &Field) -> Json {
        let mut told = field.contract();
        if let (Kind::Files(""), Some(told)) = (field.kind, told.as_object_mut()) {
            told.insert("upload".to_owned(), json!(self.upload));
        }
        told
    }

    /// Adds it to the button's contract.
    pub(super) fn add_to(&self, button: &mut Map<String, Json>) {
        let fields: Vec<Json> = self.fields.iter().map(|field| self.field(field)).collect();
        let lines: Vec<Json> = self.lines.iter().map(|rows| rows.contract(false)).collect();
        let follows: Vec<String> = self.follows.iter().map(Field::name).collect();
        let facts = [
            ("fields", json!(fields), !fields.is_empty()),
            ("lines", json!(lines), !lines.is_empty()),
            ("first", json!(self.first), !self.first.is_empty()),
            ("follows", json!(follows), !follows.is_empty()),
            ("note", json!({ "zh": self.note.0, "en": self.note.1 }), !self.note.0.is_empty()),
            ("danger", json!(true), self.danger),
            ("tells", json!(true), self.tells),
            ("versioned", json!(true), self.versioned),
        ];
        let told = facts.into_iter().filter(|(.., is)| *is);
        button.extend(told.map(|(name, value, _)| (name.to_owned(), value)));
    }
}

/// Where a button stands and what it does, as the contract names both.
#[derive(Debug, Clone, Copy)]
pub struct Shown(pub &'static str, pub &'static str);

/// A button of a page, as the contract tells it.
#[derive(Debug, Clone, Copy)]
pub struct Button {
    /// Permission code.
    pub code: &'static str,
    /// Chinese label.
    pub zh: &'static str,
    /// English label.
    pub en: &'static str,
    /// primary, toolbar, row, batch, or above the list.
    pub place: &'static str,
    /// create, edit, copy, remove, export, import, call, ask, link or custom.
    pub action: &'static str,
    /// Method and path of a call, or the address of a link.
    pub call: &'static str,
    /// Question before it, in Chinese and English; empty for none.
    pub confirm: (&'static str, &'static str),
    /// Shown for rows whose member has one of these values; of every row when there are none.
    pub when: (&'static str, &'static [&'static str]),
    /// A row button that works on selected rows too.
    pub many: bool,
    /// What its dialog asks for.
    pub asks: Option<&'static Asks>,
}

impl Button {
    /// A button.
    pub const fn new(
        code: &'static str,
        (zh, en): (&'static str, &'static str),
        place: &'static str,
        action: &'static str,
    ) -> Self {
        Self { code, zh, en, place, action, call: "", confirm: ("", ""), when: ("", &[]), many: false, asks: None }
    }
    /// Method and path it calls, or address it opens.
    #[must_use]
    pub const fn calls(mut self, call: &'static str) -> Self {
        self.call = call;
        self
    }
    /// The import of a form; `call` is the beginning of its calls, `POST {base}/import`.
    pub const fn import(code: &'static str, call: &'static str) -> Self {
        Self::new(code, ("导入", "Import"), "toolbar", "import").calls(call)
    }
    /// Asks first.
    #[must_use]
    pub const fn asks(mut self, zh: &'static str, en: &'static str) -> Self {
        self.confirm = (zh, en);
        self
    }
    /// Works on selected rows too, one after the other.
    #[must_use]
    pub const fn for_many(mut self) -> Self {
        self.many = true;
        self
    }
    /// Only for rows whose member has one of these values.
    #[must_use]
    pub const fn when(mut self, member: &'static str, values: &'static [&'static str]) -> Self {
        self.when = (member, values);
        self
    }
}
