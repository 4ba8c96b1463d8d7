//! Parties: who sends, receives and is notified.

use super::node::{Node, lines_of};
use super::out::Out;
use crate::imp::Address;

/// Contacts a trade contact holds, in their order, and the element of each.
const CONTACTS: [(&str, &str); 3] =
    [("TE", "DirectTelephoneCommunication"), ("FX", "FaxCommunication"), ("TL", "TelexCommunication")];

/// Writes a party as `name`; `role` is the code and name of one that has no element of its own.
pub(super) fn write(out: &mut Out, name: &str, party: &Address, role: Option<(&str, &str)>) {
    if *party == Address::default() {
        return;
    }
    out.group(name, |out| {
        out.leaf("Name", &two_lines(&party.name, &party.name_more));
        match role {
            None => out.leaf("AccountID", &party.account),
            Some((code, text)) => {
                out.leaf("RoleCode", code);
                out.leaf("Role", text);
            }
        }
        out.group("PostalStructuredAddress", |out| {
            out.leaf("PostcodeCode", &party.post_code);
            out.leaf("StreetName", &two_lines(&party.street, &party.street_more));
            out.leaf("CityName", &party.place);
            out.leaf("CountryID", &party.country);
            out.leaf("CountrySubDivisionName", &party.state);
        });
        write_contacts(out, &party.contacts);
    });
}

/// A trade contact holds one number of each kind: another begins where the order asks for it.
fn write_contacts(out: &mut Out, contacts: &[(String, String)]) {
    let ranked: Vec<(usize, &str)> = contacts
        .iter()
        .filter_map(|(kind, number)| Some((CONTACTS.iter().position(|(known, _)| known == kind)?, number.as_str())))
        .collect();
    for contact in ranked.chunk_by(|one, next| one.0 < next.0) {
        out.group("DefinedTradeContact", |out| {
            for (rank, number) in contact {
                let element = CONTACTS.get(*rank).map_or("", |(_, element)| element);
                out.group(element, |out| out.leaf("CompleteNumber", number));
            }
        });
    }
}

fn two_lines(first: &str, second: &str) -> String {
    if second.is_empty() { first.to_owned() } else { format!("{first}\n{second}") }
}

/// The first line, and the others as one.
fn split_lines(text: &str) -> (String, String) {
    let mut lines = lines_of(text).into_iter();
    let first = lines.next().unwrap_or_default();
    (first, lines.collect::<Vec<_>>().join(" "))
}

/// Reads a party.
pub(super) fn read(mut node: Node<'_>) -> Address {
    let mut party = Address { account: node.text("AccountID"), ..Address::default() };
    (party.name, party.name_more) = split_lines(&node.text("Name"));
    if let Some(mut address) = node.take("PostalStructuredAddress") {
        party.post_code = address.text("PostcodeCode");
        (party.street, party.street_more) = split_lines(&address.text("StreetName"));
        party.place = address.text("CityName");
        party.country = address.text("CountryID");
        party.state = address.text("CountrySubDivisionName");
        if party.state.is_empty() {
            party.state = address.text("CountrySubDivisionID");
        }
        if !party.country.is_empty() {
            address.text("CountryName");
        }
    }
    for mut contact in node.take_all("DefinedTradeContact") {
        for (kind, element) in CONTACTS {
            let number = contact.text_in(element, "CompleteNumber");
            if !number.is_empty() {
                party.contacts.push((kind.to_owned(), number));
            }
        }
    }
    party
}
