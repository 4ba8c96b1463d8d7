//! Which labels there are, and the numbers of their pieces.
//!
//! Pieces run from 1 over the whole master: over its orders, the oldest first, and in an order over its houses in
//! the order of their list. A part without pieces has one label without a number.

use kernel::Id;

use super::master::{House, Master, Shipment};

/// A label with its numbers.
#[derive(Debug, Clone, Copy)]
pub(super) struct Numbered<'a> {
    pub(super) master: &'a Master,
    pub(super) shipment: &'a Shipment,
    pub(super) house: Option<&'a House>,
    /// Number of the piece over the master.
    pub(super) piece: Option<i64>,
    /// Number of the piece in its house.
    pub(super) own: Option<i64>,
    /// Place among the labels, from 1.
    pub(super) sequence: i64,
}

/// Consecutive labels of one part: what they are of, how many pieces it has, and how many came before.
struct Part<'a> {
    master: &'a Master,
    shipment: &'a Shipment,
    house: Option<&'a House>,
    pieces: Option<i64>,
    before: i64,
}

impl Part<'_> {
    fn labels(&self) -> i64 {
        self.pieces.unwrap_or(1)
    }
}

/// The labels of masters, as parts.
pub(super) struct Labels<'a>(Vec<Part<'a>>);

/// The labels of the orders that are wanted: of the ticked houses, or of the master where none of an order is ticked.
pub(super) fn labels<'a>(masters: &'a [Master], ticked: &[Id]) -> Labels<'a> {
    let mut parts = Vec::new();
    for master in masters {
        let mut before: i64 = 0;
        for shipment in &master.shipments {
            if shipment.wanted {
                add(&mut parts, (master, shipment), before, ticked);
            }
            // Houses may have more pieces than their order says: numbers never come twice.
            let of_houses = in_houses(shipment);
            before = before.saturating_add(of_houses.max(shipment.pieces.unwrap_or(0)));
        }
    }
    Labels(parts)
}

/// Pieces of all houses of an order.
pub(super) fn in_houses(shipment: &Shipment) -> i64 {
    shipment.houses.iter().filter_map(|house| house.pieces).fold(0, i64::saturating_add)
}

fn add<'a>(parts: &mut Vec<Part<'a>>, (master, shipment): (&'a Master, &'a Shipment), before: i64, ticked: &[Id]) {
    if !shipment.houses.iter().any(|house| ticked.contains(&house.id)) {
        parts.push(Part { master, shipment, house: None, pieces: shipment.pieces, before });
        return;
    }
    let mut before = before;
    for house in &shipment.houses {
        if ticked.contains(&house.id) {
            parts.push(Part { master, shipment, house: Some(house), pieces: house.pieces, before });
        }
        before = before.saturating_add(house.pieces.unwrap_or(0));
    }
}

impl<'a> Labels<'a> {
    /// How many there are.
    pub(super) fn count(&self) -> i64 {
        self.0.iter().map(Part::labels).fold(0, i64::saturating_add)
    }

    /// Those from one place to another, both included.
    pub(super) fn between(&self, from: i64, to: i64) -> Vec<Numbered<'a>> {
        let mut numbered = Vec::new();
        let mut first: i64 = 1;
        for part in &self.0 {
            let last = first.saturating_add(part.labels() - 1);
            for sequence in first.max(from)..=last.min(to) {
                let own = part.pieces.map(|_| sequence - first + 1);
                numbered.push(Numbered {
                    master: part.master,
                    shipment: part.shipment,
                    house: part.house,
                    piece: own.map(|own| part.before.saturating_add(own)),
                    own,
                    sequence,
                });
            }
            first = last.saturating_add(1);
        }
        numbered
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn house(id: i64, pieces: Option<i64>) -> House {
        House { id: Id(id), number: format!("HA{id:03}"), arrival: "FRA".into(), pieces, weight: None }
    }

    fn shipment(id: i64, pieces: Option<i64>, houses: Vec<House>) -> Shipment {
        Shipment::of(id, pieces, houses)
    }

    fn master(shipments: Vec<Shipment>) -> Master {
        Master {
            number: "990-12345675".into(),
            airline: String::new(),
            transit: String::new(),
            handling: String::new(),
            shipments,
        }
    }

    /// House, piece over the master, own piece, and place of each label.
    fn told(masters: &[Master], ticked: &[i64]) -> Vec<String> {
        let ticked: Vec<Id> = ticked.iter().copied().map(Id).collect();
        let labels = labels(masters, &ticked);
        let show = |number: Option<i64>| number.map_or("-".to_owned(), |number| number.to_string());
        let all = labels.between(1, labels.count());
        let one = |label: &Numbered<'_>| {
            let house = label.house.map_or("M", |house| house.number.as_str());
            format!("{house} {} {} {}", show(label.piece), show(label.own), label.sequence)
        };
        all.iter().map(one).collect()
    }

    #[test]
    fn pieces_run_over_the_houses_in_their_order() {
        let e1 = [master(vec![shipment(1, Some(5), vec![house(1, Some(2)), house(2, Some(3))])])];
        assert_eq!(told(&e1, &[1, 2]), ["HA001 1 1 1", "HA001 2 2 2", "HA002 3 1 3", "HA002 4 2 4", "HA002 5 3 5"]);
        assert_eq!(told(&e1, &[2]), ["HA002 3 1 1", "HA002 4 2 2", "HA002 5 3 3"], "a piece keeps its number");
        assert_eq!(told(&e1, &[]), ["M 1 1 1", "M 2 2 2", "M 3 3 3", "M 4 4 4", "M 5 5 5"]);
    }

    #[test]
    fn a_house_without_pieces_has_one_label_without_a_number() {
        let all = [master(vec![shipment(1, Some(2), vec![house(1, Some(1)), house(2, None), house(3, Some(1))])])];
        assert_eq!(told(&all, &[1, 2, 3]), ["HA001 1 1 1", "HA002 - - 2", "HA003 2 1 3"]);
        assert_eq!(told(&[master(vec![shipment(1, None, Vec::new())])], &[]), ["M - - 1"]);
    }

    #[test]
    fn pieces_of_orders_of_one_master_are_counted_on_also_past_those_not_wanted() {
        let second = shipment(2, Some(2), Vec::new());
        let unwanted = Shipment { wanted: false, ..shipment(1, Some(3), vec![house(1, Some(4))]) };
        let both = [master(vec![unwanted.clone(), second.clone()])];
        assert_eq!(told(&both, &[]), ["M 5 1 1", "M 6 2 2"], "houses with more pieces than the order count");
        let two = [master(vec![shipment(1, Some(1), Vec::new())]), master(vec![second])];
        assert_eq!(told(&two, &[]), ["M 1 1 1", "M 1 1 2", "M 2 2 3"], "each master begins anew, the places go on");
    }

    #[test]
    fn a_range_is_cut_out_and_a_count_never_overflows() {
        let huge = [master(vec![shipment(1, Some(i64::MAX), Vec::new()), shipment(2, Some(i64::MAX), Vec::new())])];
        let labels = labels(&huge, &[]);
        assert_eq!(labels.count(), i64::MAX);
        let three: Vec<i64> = labels.between(3, 5).iter().map(|label| label.sequence).collect();
        assert_eq!(three, [3, 4, 5]);
    }
}
