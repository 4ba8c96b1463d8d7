//! The tree beside a list: each branch is the value of a filter.

use serde_json::{Value as Json, json};

/// A branch.
#[derive(Debug, Clone)]
pub struct Branch {
    filter: &'static str,
    value: String,
    label: (String, String),
    below: Vec<Self>,
}

impl Branch {
    /// The value of a filter, with its words in Chinese and English.
    pub fn new(filter: &'static str, value: impl ToString, (zh, en): (&str, &str)) -> Self {
        Self { filter, value: value.to_string(), label: (zh.to_owned(), en.to_owned()), below: Vec::new() }
    }

    /// With branches below.
    #[must_use]
    pub fn above(mut self, below: Vec<Self>) -> Self {
        self.below = below;
        self
    }

    pub(super) fn told(&self) -> Json {
        let (zh, en) = &self.label;
        let below: Vec<Json> = self.below.iter().map(Self::told).collect();
        json!({ "filter": self.filter, "value": self.value, "label": { "zh": zh, "en": en }, "branches": below })
    }
}
