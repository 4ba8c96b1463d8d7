//! What an action tells its user: figures under each other, and tables below them.

use serde_json::{Map, Value as Json, json};

use super::action::Words;

/// An answer that the dialog of an action shows.
#[derive(Debug, Default)]
pub struct Told {
    lines: Vec<Json>,
    tables: Vec<Json>,
}

impl Told {
    /// Adds a figure with its name.
    #[must_use]
    pub fn line(mut self, label: Words, value: impl Into<String>) -> Self {
        self.lines.push(json!({ "label": words(label), "value": value.into() }));
        self
    }

    /// Adds a figure in a tone: ready, warning, danger, info, done or neutral.
    #[must_use]
    pub fn toned(mut self, label: Words, value: impl Into<String>, tone: &'static str) -> Self {
        self.lines.push(json!({ "label": words(label), "value": value.into(), "tone": tone }));
        self
    }

    /// Adds a table: its columns by name, those of figures on the right, and a row of cells for each line.
    #[must_use]
    pub fn table(mut self, title: Words, columns: &[(&'static str, Words, bool)], rows: Vec<Vec<String>>) -> Self {
        let head = columns.iter().map(|(name, label, figure)| {
            let mut column = json!({ "name": name, "label": words(*label) });
            if let Some(column) = column.as_object_mut().filter(|_| *figure) {
                column.insert("align".to_owned(), json!("right"));
            }
            column
        });
        let row = |cells: Vec<String>| -> Map<String, Json> {
            columns.iter().zip(cells).map(|((name, ..), cell)| ((*name).to_owned(), Json::String(cell))).collect()
        };
        let rows: Vec<Map<String, Json>> = rows.into_iter().map(row).collect();
        self.tables.push(json!({ "title": words(title), "columns": head.collect::<Vec<_>>(), "rows": rows }));
        self
    }

    /// As the wire tells it.
    pub fn json(self) -> Json {
        json!({ "lines": self.lines, "tables": self.tables })
    }
}

pub(super) fn words((zh, en): Words) -> Json {
    json!({ "zh": zh, "en": en })
}
