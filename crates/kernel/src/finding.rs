//! Findings: what a rule has to say about a field. All of them at once, each at its place.

use serde::Serialize;

use crate::text::{Msg, Text};

/// How bad a finding is.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize)]
#[serde(rename_all = "lowercase")]
pub enum Severity {
    /// The write is refused.
    Error,
    /// The user is told; the write goes on.
    Warning,
}

/// One thing a rule says about one field.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub struct Finding {
    /// Wire path of the field, as `shipper.postCode` or `legs.0.flightNo`; empty for the whole.
    pub field: String,
    /// How bad it is.
    pub severity: Severity,
    /// What it says.
    pub text: Text,
}

/// A question the user answers before a write goes on; sent back in `confirmed` by its key.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub struct Confirm {
    /// Wire path of the field that gets the focus when the answer is no; empty for none.
    pub field: String,
    /// The question.
    pub text: Text,
    /// A no is an answer, too: the write goes on either way, and does what was answered.
    pub either: bool,
}

impl Confirm {
    /// Whether the answers a client sent back answer it: its key for yes; for no, where that is an answer, `no:` before it.
    pub fn is_answered(&self, answers: &[String]) -> bool {
        answers.iter().any(|answer| {
            *answer == self.text.key || (self.either && answer.strip_prefix("no:") == Some(self.text.key))
        })
    }
}

/// The findings and questions of one look at a draft.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Findings {
    /// What is wrong or worth saying, in the order of the form.
    pub items: Vec<Finding>,
    /// What needs a yes.
    pub confirms: Vec<Confirm>,
    /// How what was typed was read, where it was written otherwise. Rules do not look at them.
    pub notes: Vec<Finding>,
}

impl Findings {
    /// Nothing found yet.
    pub fn new() -> Self {
        Self::default()
    }

    /// Adds an error at a field.
    pub fn error(&mut self, field: impl Into<String>, text: Text) {
        self.items.push(Finding { field: field.into(), severity: Severity::Error, text });
    }

    /// Adds a warning at a field.
    pub fn warning(&mut self, field: impl Into<String>, text: Text) {
        self.items.push(Finding { field: field.into(), severity: Severity::Warning, text });
    }

    /// Tells how a field was read; once.
    pub fn note(&mut self, field: impl Into<String>, text: Text) {
        let note = Finding { field: field.into(), severity: Severity::Warning, text };
        if !self.notes.contains(&note) {
            self.notes.push(note);
        }
    }

    /// Everything there is to tell of fields.
    pub fn told(&self) -> impl Iterator<Item = &Finding> {
        self.items.iter().chain(&self.notes)
    }

    /// Adds an error with a message without arguments when `wrong`.
    pub fn error_if(&mut self, wrong: bool, field: &str, message: Msg) {
        if wrong {
            self.error(field, message.text());
        }
    }

    /// Asks a question.
    pub fn confirm(&mut self, field: impl Into<String>, text: Text) {
        self.confirms.push(Confirm { field: field.into(), text, either: false });
    }

    /// Asks what is to be done: the write goes on with yes and with no.
    pub fn choose(&mut self, field: impl Into<String>, text: Text) {
        self.confirms.push(Confirm { field: field.into(), text, either: true });
    }

    /// Takes over the findings of a part, below `prefix` (as `shipper`); empty keeps the paths.
    pub fn absorb(&mut self, prefix: &str, part: Findings) {
        let place = |field: String| match (prefix.is_empty(), field.is_empty()) {
            (true, _) => field,
            (false, true) => prefix.to_owned(),
            (false, false) => format!("{prefix}.{field}"),
        };
        self.items.extend(part.items.into_iter().map(|f| Finding { field: place(f.field), ..f }));
        self.notes.extend(part.notes.into_iter().map(|f| Finding { field: place(f.field), ..f }));
        self.confirms.extend(part.confirms.into_iter().map(|c| Confirm { field: place(c.field), ..c }));
    }

    /// Whether an error is among them.
    pub fn has_errors(&self) -> bool {
        self.items.iter().any(|finding| finding.severity == Severity::Error)
    }

    /// The errors at a field.
    pub fn at<'a>(&'a self, field: &'a str) -> impl Iterator<Item = &'a Finding> {
        self.items.iter().filter(move |finding| finding.field == field)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const WRONG: Msg = Msg::new("test.wrong", "错", "wrong");

    #[test]
    fn absorbs_below_a_prefix() {
        let mut part = Findings::new();
        part.error("postCode", WRONG.text());
        part.warning("", WRONG.text());
        let mut whole = Findings::new();
        whole.absorb("shipper", part);
        assert_eq!(whole.items.iter().map(|f| f.field.as_str()).collect::<Vec<_>>(), ["shipper.postCode", "shipper"]);
        assert!(whole.has_errors());
        assert_eq!(whole.at("shipper").count(), 1);
    }
}
