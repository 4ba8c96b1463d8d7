//! XFNM: the answer to a message: taken, rejected, or merely received, and why.

use super::Fault;
use super::header::{self, Envelope};
use super::node::Node;
use super::out::Out;
use crate::imp::answer::number_in;
use crate::waybill_number::Mawb;

pub(super) const ROOT: &str = "Response";
const KIND: (&str, &str) = ("Application acknowledgement and error report", "294");

/// What the other side did with a message.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Verdict {
    /// It has taken it.
    Accepted,
    /// It has not.
    Refused,
    /// It has it and has not decided, or says nothing anybody understands.
    Open,
}

/// The answer to a message.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Response {
    /// What it answers: the identification of the message, or the number of its waybill; may be empty.
    pub reference: String,
    /// What is answered, in words; may be empty.
    pub document: String,
    /// Type code of what is answered (UN/EDIFACT 1001); may be empty.
    pub type_code: String,
    /// Status as it came, as `Rejected`; may be empty.
    pub status: String,
    /// Why.
    pub reasons: Vec<Reason>,
}

/// One reason of an answer.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Reason {
    /// How bad it is, as `Error`.
    pub condition: String,
    /// Code of the one who answers.
    pub code: String,
    /// In words.
    pub text: String,
    /// What it is about, as the value that is wrong.
    pub information: String,
}

impl Reason {
    /// Code and words as one sentence: `RTD611E The unit is not valid (MTQ)`.
    pub fn sentence(&self) -> String {
        let about = if self.information.is_empty() { String::new() } else { format!("({})", self.information) };
        let parts = [self.code.as_str(), self.text.as_str(), about.as_str()];
        parts.into_iter().filter(|part| !part.is_empty()).collect::<Vec<_>>().join(" ")
    }

    fn is(&self, names: &[&str]) -> bool {
        names.iter().any(|name| self.condition.eq_ignore_ascii_case(name))
    }
}

impl Response {
    /// What the other side did: its status says so, else its reasons do.
    pub fn verdict(&self) -> Verdict {
        match self.status.to_ascii_lowercase().as_str() {
            "rejected" | "reject" | "error" | "failed" => Verdict::Refused,
            "processed" | "acknowledged" | "acknowledgement" | "accepted" => Verdict::Accepted,
            "received" => Verdict::Open,
            _ if self.reasons.iter().any(|reason| reason.is(&["Error", "Rejected"])) => Verdict::Refused,
            _ if self.reasons.iter().any(|reason| reason.is(&["Acknowledgement", "Acknowledged"])) => Verdict::Accepted,
            _ => Verdict::Open,
        }
    }

    /// The Cargo-IMP name of what is answered, as FWB; empty when the type code tells none of a waybill.
    pub fn answered_kind(&self) -> &'static str {
        match self.type_code.as_str() {
            "740" | "741" => "FWB",
            "703" | "785" => "FHL",
            _ => "",
        }
    }

    /// The master number in the reference, if it holds a right one.
    pub fn awb(&self) -> Option<Mawb> {
        let digits = self.reference.len() == 11;
        number_in(&self.reference).or_else(|| digits.then_some(self.reference.as_str())).and_then(Mawb::parse)
    }
}

/// Writes an answer.
pub fn write(response: &Response, envelope: &Envelope) -> String {
    header::document(ROOT, KIND, envelope, |out| {
        out.group("BusinessHeaderDocument", |out| {
            out.leaf("ID", &response.reference);
            out.leaf("Name", &response.document);
            out.leaf("TypeCode", &response.type_code);
            out.leaf("StatusCode", &response.status);
        });
        for reason in &response.reasons {
            out.group("ResponseStatus", |out| write_reason(out, reason));
        }
    })
}

fn write_reason(out: &mut Out, reason: &Reason) {
    out.leaf("ConditionCode", &reason.condition);
    out.leaf("ReasonCode", &reason.code);
    out.leaf("Reason", &reason.text);
    out.leaf("Information", &reason.information);
}

/// Reads an answer; one that neither names a status nor gives a reason says nothing.
pub(super) fn read(mut root: Node<'_>) -> Result<Response, Fault> {
    let mut response = Response::default();
    if let Some(mut head) = root.take("BusinessHeaderDocument") {
        response.reference = head.text("ID");
        response.document = head.text("Name");
        response.type_code = head.text("TypeCode");
        response.status = head.text("StatusCode");
    }
    let reasons = root.take_all("ResponseStatus").into_iter().map(|mut reason| Reason {
        condition: reason.text("ConditionCode"),
        code: reason.text("ReasonCode"),
        text: reason.text("Reason"),
        information: reason.text("Information"),
    });
    response.reasons = reasons.filter(|reason| *reason != Reason::default()).collect();
    if response.status.is_empty() && response.reasons.is_empty() {
        return Err(root.missing("BusinessHeaderDocument/StatusCode"));
    }
    Ok(response)
}
