//! What an action tells its user: figures under each other, and tables below them.

use serde_json::{Map, Value as Json, json};

use super::action::Words;

/// An answer that the dialog of an action shows.
#[derive(Debug, Default)]
pub struct Told {
    lines: Vec<Json>,
    tables: Vec<Json>,
}

/// A value or a cell in both languages; a figure reads the same in each.
#[derive(Debug, Clone)]
pub struct Said {
    /// Chinese.
    pub zh: String,
    /// English.
    pub en: String,
}

impl From<String> for Said {
    fn from(figure: String) -> Self {
        Self { zh: figure.clone(), en: figure }
    }
}

impl From<&String> for Said {
    fn from(figure: &String) -> Self {
        figure.clone().into()
    }
}

impl From<Words> for Said {
    fn from((zh, en): Words) -> Self {
        Self { zh: zh.to_owned(), en: en.to_owned() }
    }
}

impl From<Said> for Json {
    fn from(said: Said) -> Self {
        json!({ "zh": said.zh, "en": said.en })
    }
}

impl Told {
    /// Adds a figure with its name.
    #[must_use]
    pub fn line(mut self, label: Words, value: impl Into<Said>) -> Self {
        self.lines.push(json!({ "label": words(label), "value": Json::from(value.into()) }));
        self
    }

    /// Adds a figure in a tone: ready, warning, danger, info, done or neutral.
    #[must_use]
    pub fn toned(mut self, label: Words, value: impl Into<Said>, tone: &'static str) -> Self {
        self.lines.push(json!({ "label": words(label), "value": Json::from(value.into()), "tone": tone }));
        self
    }

    /// Adds a table: its columns by name, those of figures on the right, and a row of cells for each line.
    #[must_use]
    pub fn table(mut self, title: Words, columns: &[(&'static str, Words, bool)], rows: Vec<Vec<Said>>) -> Self {
        let head = columns.iter().map(|(name, label, figure)| {
            let mut column = json!({ "name": name, "label": words(*label) });
            if let Some(column) = column.as_object_mut().filter(|_| *figure) {
                column.insert("align".to_owned(), json!("right"));
            }
            column
        });
        let row = |cells: Vec<Said>| -> Map<String, Json> {
            columns.iter().zip(cells).map(|((name, ..), cell)| ((*name).to_owned(), cell.into())).collect()
        };
        let rows: Vec<Map<String, Json>> = rows.into_iter().map(row).collect();
        self.tables.push(json!({ "title": words(title), "columns": head.collect::<Vec<_>>(), "rows": rows }));
        self
    }

    /// Adds a table whose headings are its users' own words.
    #[must_use]
    pub fn grid(mut self, title: Words, head: &[String], rows: &[Vec<String>]) -> Self {
        let name = |place: usize| format!("c{place}");
        let column =
            |(place, label): (usize, &String)| json!({ "name": name(place), "label": Json::from(Said::from(label)) });
        let columns: Vec<Json> = head.iter().enumerate().map(column).collect();
        let cell = |(place, cell): (usize, &String)| (name(place), Json::from(Said::from(cell)));
        let rows: Vec<Map<String, Json>> = rows.iter().map(|row| row.iter().enumerate().map(cell).collect()).collect();
        self.tables.push(json!({ "title": words(title), "columns": columns, "rows": rows }));
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
