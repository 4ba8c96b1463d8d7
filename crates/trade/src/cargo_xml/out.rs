//! Writing a document. Elements without content are left out, so that nothing empty is written.

use kernel::{Amount, Length, Volume, Weight};
use quick_xml::escape::escape;

use super::tree::{is_allowed, trim};

/// The namespace of everything below the parts of a message.
const DATA_MODEL: &str = "iata:datamodel:3";

/// A document that is being written.
pub(super) struct Out {
    text: String,
    depth: usize,
}

impl Out {
    /// A document of a root and its namespace.
    pub(super) fn document(root: &str, namespace: &str, inside: impl FnOnce(&mut Self)) -> String {
        let mut out = Self { text: String::new(), depth: 0 };
        out.text.push_str("<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n");
        out.text.push_str(&format!("<rsm:{root} xmlns:rsm=\"{namespace}\" xmlns:ram=\"{DATA_MODEL}\">\n"));
        out.depth = 1;
        inside(&mut out);
        out.text.push_str(&format!("</rsm:{root}>\n"));
        out.text
    }

    fn indent(&mut self) {
        for _ in 0..self.depth {
            self.text.push_str("  ");
        }
    }

    /// The parts of a message belong to the message, what is inside them to the data model.
    fn prefix(&self) -> &'static str {
        if self.depth == 1 { "rsm" } else { "ram" }
    }

    /// An element with elements inside.
    pub(super) fn group(&mut self, name: &str, inside: impl FnOnce(&mut Self)) {
        let (start, prefix) = (self.text.len(), self.prefix());
        self.indent();
        self.text.push_str(&format!("<{prefix}:{name}>\n"));
        let filled_from = self.text.len();
        self.depth += 1;
        inside(self);
        self.depth -= 1;
        if self.text.len() == filled_from {
            self.text.truncate(start);
            return;
        }
        self.indent();
        self.text.push_str(&format!("</{prefix}:{name}>\n"));
    }

    /// An element with a text.
    pub(super) fn leaf(&mut self, name: &str, value: &str) {
        self.marked(name, "", "", value);
    }

    /// An element with a text and an attribute.
    pub(super) fn marked(&mut self, name: &str, attribute: &str, mark: &str, value: &str) {
        let value = clean(value);
        let value = trim(&value);
        if value.is_empty() {
            return;
        }
        let prefix = self.prefix();
        self.indent();
        self.text.push_str(&format!("<{prefix}:{name}"));
        if !mark.is_empty() {
            let mark = clean(mark).replace(['\t', '\n', '\r'], " ");
            self.text.push_str(&format!(" {attribute}=\"{}\"", escape(&mark)));
        }
        self.text.push_str(&format!(">{}</{prefix}:{name}>\n", escape(value).replace('\r', "&#13;")));
    }

    /// A yes or no.
    pub(super) fn indicator(&mut self, name: &str, value: bool) {
        self.leaf(name, if value { "true" } else { "false" });
    }

    /// A count.
    pub(super) fn count(&mut self, name: &str, value: Option<i64>) {
        self.leaf(name, &value.map(|count| count.to_string()).unwrap_or_default());
    }

    /// An amount in a currency.
    pub(super) fn amount(&mut self, name: &str, value: Option<Amount>, currency: &str) {
        let text = value.map(|amount| crate::currency::text(amount, currency)).unwrap_or_default();
        self.marked(name, "currencyID", currency, &text);
    }

    /// A weight in kilograms.
    pub(super) fn weight(&mut self, name: &str, value: Option<Weight>) {
        self.marked(name, "unitCode", "KGM", &value.map(|weight| weight.to_string()).unwrap_or_default());
    }

    /// A volume in cubic metres.
    pub(super) fn volume(&mut self, name: &str, value: Option<Volume>) {
        self.marked(name, "unitCode", "MTQ", &value.map(|volume| volume.to_string()).unwrap_or_default());
    }

    /// A length in centimetres.
    pub(super) fn length(&mut self, name: &str, value: Length) {
        self.marked(name, "unitCode", "CMT", &value.to_string());
    }

    /// A place by its code.
    pub(super) fn station(&mut self, name: &str, code: &str) {
        self.group(name, |out| out.leaf("ID", code));
    }
}

/// A blank in place of each character XML forbids.
fn clean(text: &str) -> String {
    text.chars().map(|letter| if is_allowed(letter) { letter } else { ' ' }).collect()
}
