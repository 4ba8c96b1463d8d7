//! The header of a message: what it is, from whom, for whom, what for.

use kernel::Instant;

use super::node::Node;
use super::out::Out;
use super::{Fault, time, xfhl, xfnm, xfsu, xfwb, xfzb};

/// What a message is for.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub enum Purpose {
    /// Tells something new.
    #[default]
    Creation,
    /// Replaces what was told before.
    Update,
    /// Withdraws what was told before.
    Deletion,
    /// Another purpose, as it came.
    Other(String),
}

impl Purpose {
    fn of(text: &str) -> Self {
        match text.to_ascii_lowercase().as_str() {
            "creation" | "create" | "original" => Self::Creation,
            "update" | "change" | "replace" => Self::Update,
            "deletion" | "delete" | "cancellation" | "cancel" => Self::Deletion,
            _ => Self::Other(text.to_owned()),
        }
    }

    fn text(&self) -> &str {
        match self {
            Self::Creation => "Creation",
            Self::Update => "Update",
            Self::Deletion => "Deletion",
            Self::Other(text) => text,
        }
    }
}

/// Who sends or receives a message.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Participant {
    /// Kind of the address: P Cargo-IMP participant, C system, O other; may be empty.
    pub scheme: String,
    /// Address.
    pub id: String,
}

/// Header of a message.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Envelope {
    /// Identification of this message, unique for its sender.
    pub id: String,
    /// When it was made. A status without a year is seen from it.
    pub issued: Instant,
    /// What it is for.
    pub purpose: Purpose,
    /// Version of the message as read; writing puts the version it writes.
    pub version: String,
    /// Identification of a conversation, or empty.
    pub conversation: String,
    /// Who sends it.
    pub senders: Vec<Participant>,
    /// Who receives it.
    pub recipients: Vec<Participant>,
}

/// A kind of message.
pub(super) struct Form {
    pub(super) root: &'static str,
    pub(super) namespace: &'static str,
    /// Version that is written.
    pub(super) version: &'static str,
    /// Main versions that are known.
    known: std::ops::RangeInclusive<u8>,
}

/// The five kinds.
pub(super) const FORMS: [Form; 5] = [
    Form { root: xfwb::ROOT, namespace: "iata:waybill:1", version: "3.00", known: 1..=5 },
    Form { root: xfzb::ROOT, namespace: "iata:housewaybill:1", version: "3.00", known: 1..=4 },
    Form { root: xfhl::ROOT, namespace: "iata:housemanifest:1", version: "2.00", known: 1..=3 },
    Form { root: xfsu::ROOT, namespace: "iata:statusmessage:1", version: "3.00", known: 1..=6 },
    Form { root: xfnm::ROOT, namespace: "iata:response:3", version: "3.00", known: 1..=3 },
];

/// Writes a message: its header with a name and type code of UN/EDIFACT 1001, then its parts.
pub(super) fn document(
    root: &str,
    (name, type_code): (&str, &str),
    envelope: &Envelope,
    parts: impl FnOnce(&mut Out),
) -> String {
    let (namespace, version) =
        FORMS.iter().find(|form| form.root == root).map_or(("", ""), |form| (form.namespace, form.version));
    Out::document(root, namespace, |out| {
        out.group("MessageHeaderDocument", |out| {
            out.leaf("ID", &envelope.id);
            out.leaf("Name", name);
            out.leaf("TypeCode", type_code);
            out.leaf("IssueDateTime", &time::instant_text(envelope.issued));
            out.leaf("PurposeCode", envelope.purpose.text());
            out.leaf("VersionID", version);
            out.leaf("ConversationID", &envelope.conversation);
            for (part, list) in [("SenderParty", &envelope.senders), ("RecipientParty", &envelope.recipients)] {
                for participant in list {
                    out.group(part, |out| out.marked("PrimaryID", "schemeID", &participant.scheme, &participant.id));
                }
            }
        });
        parts(out);
    })
}

/// Reads a header and its type code.
pub(super) fn read(mut node: Node<'_>, form: &Form) -> Result<(Envelope, String), Fault> {
    let issued = node.moment("IssueDateTime")?.and_then(time::Moment::instant);
    let issued = issued.ok_or_else(|| node.missing("IssueDateTime"))?;
    let version = node.text("VersionID");
    let main = version.split('.').next().and_then(|main| main.parse().ok());
    if main.is_none_or(|main: u8| !form.known.contains(&main)) {
        node.flag("VersionID");
    }
    node.text("Name");
    let envelope = Envelope {
        id: node.text("ID"),
        issued,
        purpose: Purpose::of(&node.text("PurposeCode")),
        version,
        conversation: node.text("ConversationID"),
        senders: participants(&mut node, "SenderParty"),
        recipients: participants(&mut node, "RecipientParty"),
    };
    Ok((envelope, node.text("TypeCode")))
}

fn participants(node: &mut Node<'_>, name: &str) -> Vec<Participant> {
    let ids = node.take_all(name).into_iter().filter_map(|mut party| party.take("PrimaryID"));
    let list = ids.map(|id| Participant { scheme: id.marked("schemeID"), id: id.into_text() });
    list.filter(|participant| !participant.id.is_empty()).collect()
}
