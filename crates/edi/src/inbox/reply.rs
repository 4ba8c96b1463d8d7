//! What a carrier answers, by whichever standard: which message of ours it means, what it did with it, and why.

use kernel::Id;
use trade::cargo_xml::xfnm::{Reason, Response, Verdict};
use trade::imp::answer::{Answer, AnswerKind};

use crate::channel::{IMP, XML};

/// The answer to a message of ours.
#[derive(Debug, Clone)]
pub(crate) struct Reply {
    /// What the carrier did with it.
    pub(crate) verdict: Verdict,
    /// Why, a sentence each.
    pub(crate) reasons: Vec<String>,
    /// Standard it came by, which is that of the message it answers.
    pub(crate) format: &'static str,
    /// Version of that standard.
    pub(crate) version: String,
    /// Standard name of the message it answers; may be empty.
    pub(crate) kind: String,
    /// Master number as it is written there; may be empty or a wrong one.
    pub(crate) awb_text: String,
    /// Master number, if it is a right one; else empty.
    pub(crate) awb_number: String,
    /// House number; may be empty.
    pub(crate) house: String,
    /// Number and row of the message, when it is named as we named it.
    pub(crate) own: Option<(String, Id)>,
}

impl Reply {
    /// Of an FMA or FNA.
    pub(crate) fn of_telegram(answer: &Answer) -> Self {
        Self {
            verdict: if answer.kind == AnswerKind::Accepted { Verdict::Accepted } else { Verdict::Refused },
            reasons: answer.reasons.iter().filter(|line| !line.is_empty()).cloned().collect(),
            format: IMP,
            version: answer.version.clone(),
            kind: answer.echoed_kind().to_owned(),
            awb_text: answer.awb_text().unwrap_or_default().to_owned(),
            awb_number: answer.awb().map(|awb| awb.to_string()).unwrap_or_default(),
            house: answer.house().unwrap_or_default().to_owned(),
            own: None,
        }
    }

    /// Of an XFNM. A reference without a master number is that of a house.
    pub(crate) fn of_document(response: &Response, version: String) -> Self {
        let own = response.reference.rsplit_once('-').and_then(|(number, id)| Some((number, id.parse().ok()?)));
        let awb_number = response.awb().map(|awb| awb.to_string()).unwrap_or_default();
        let of_house = awb_number.is_empty();
        let usual = if of_house { "FHL" } else { "FWB" };
        let kind = Some(response.answered_kind()).filter(|kind| !kind.is_empty()).unwrap_or(usual);
        Self {
            verdict: response.verdict(),
            reasons: response.reasons.iter().map(Reason::sentence).filter(|line| !line.is_empty()).collect(),
            format: XML,
            version,
            kind: kind.to_owned(),
            awb_text: if of_house { String::new() } else { response.reference.clone() },
            house: if of_house && kind == "FHL" { response.reference.clone() } else { String::new() },
            awb_number,
            own: own.map(|(number, id)| (number.to_owned(), Id(id))),
        }
    }

    /// Its name by the older standard, as lists show it.
    pub(crate) fn name(&self) -> &'static str {
        if self.verdict == Verdict::Refused { "FNA" } else { "FMA" }
    }
}
