//! Rows below an order: legs, sizes, boxes, stops. A row keeps its id over saves, so that others can hang on it and the
//! log can say which row changed in what.

use std::collections::{BTreeMap, BTreeSet};

use kernel::{Findings, Id, Msg};
use platform::call::Tx;
use platform::field::Field;
use platform::refusal::Refusal;
use platform::sea_query::{ExprTrait, SelectStatement};
use platform::store::sql::Order;
use platform::store::{Cell, Conn, Row, Stmt, Value, sql};
use serde_json::{Map, Value as Json};

use crate::hung::{Document, Hangs, Hung, Known};
use crate::read::read_rows;
use crate::sheet::Sheet;

/// A row is sent that the order has not.
pub(crate) const STRANGE: Msg =
    Msg::new("order.row.strange", "该行已删除或不属于此订单", "The row was removed or belongs to another order.");

/// Rows of one kind below an order.
#[derive(Debug, Clone, Copy)]
pub struct Part {
    /// Member of the body.
    pub member: &'static str,
    /// What they are called together, Chinese and English.
    pub heading: (&'static str, &'static str),
    /// What one of them is called in the log, before its place.
    pub title: (&'static str, &'static str),
    /// Their table: `org_id`, `id`, `order_id`, the place, and a column for each field.
    pub table: &'static str,
    /// Column of the place of a row, from 1.
    pub place: &'static str,
    /// What its rows have in common, where the table holds others, too.
    pub common: fn() -> Vec<(&'static str, Value)>,
    /// Fields of a row.
    pub fields: &'static [Field],
    /// What names a row that is sent without its id; none: its place does.
    pub key: Option<Field>,
    /// Members of a row that are told and not read.
    pub told: &'static [&'static str],
    /// How many there can be.
    pub most: usize,
    /// What is said of more; `{n}` is how many there can be.
    pub too_many: Msg,
    /// What hangs on them; such a row is not removed.
    pub hangs: &'static [Hangs],
}

/// What became of a row. Places count from 0, a removed row has the one it had.
#[derive(Debug, PartialEq, Eq)]
pub enum Became<'a> {
    /// It was changed.
    Changed(usize, &'a Sheet, &'a Sheet),
    /// It is new.
    Added(usize, &'a Sheet),
    /// It went.
    Removed(usize, &'a Sheet),
}

impl Part {
    /// The rows of an order in their order.
    pub fn of(&self, conn: &mut dyn Conn, org: i64, order: Id) -> Result<Vec<Sheet>, Refusal> {
        Ok(Self::of_all(&[self], conn, org, order)?.into_iter().flat_map(|(_, rows)| rows).collect())
    }

    /// The rows of several kinds, each in their order, with one question for each table.
    pub fn of_all<'a>(
        parts: &[&'a Self],
        conn: &mut dyn Conn,
        org: i64,
        order: Id,
    ) -> Result<Vec<(&'a Self, Vec<Sheet>)>, Refusal> {
        let mut all: Vec<(&Self, Vec<Sheet>)> = parts.iter().map(|part| (*part, Vec::new())).collect();
        let tables: BTreeSet<&'static str> = parts.iter().map(|part| part.table).collect();
        for table in tables {
            let mut of_table: Vec<_> = all.iter_mut().filter(|(part, _)| part.table == table).collect();
            let Some((first, _)) = of_table.first() else { continue };
            for row in conn.query(&first.select(org, order, of_table.iter().map(|(part, _)| *part)))? {
                if let Some((part, rows)) = of_table.iter_mut().find(|(part, _)| part.is_own(&row)) {
                    rows.push(part.sheet(&row)?);
                }
            }
        }
        Ok(all)
    }

    /// The rows of kinds that share a table: the id, the fields, and what the kinds are told apart by.
    fn select<'a>(&self, org: i64, order: Id, kinds: impl Iterator<Item = &'a Self>) -> Stmt {
        let common = (self.common)();
        let mut select: SelectStatement = sql::from(org, self.table);
        select
            .column("id")
            .columns(self.fields.iter().map(|field| field.column))
            .columns(common.iter().map(|(column, _)| *column))
            .and_where(sql::eq("order_id", order))
            .order_by(self.place, Order::Asc);
        let kinds: Vec<_> = kinds.map(|kind| (kind.common)()).collect();
        for (place, (column, _)) in common.iter().enumerate() {
            let values = kinds.iter().filter_map(|common| common.get(place)).map(|(_, value)| value.clone());
            let mut values: Vec<Value> = values.collect();
            values.dedup();
            select.and_where(sql::is_in(sql::col(column), values));
        }
        select.into()
    }

    /// Whether a row of its table is of this kind.
    fn is_own(&self, row: &Row) -> bool {
        let common = (self.common)();
        let told = row.0.get(1 + self.fields.len()..).unwrap_or_default();
        told.iter().eq(common.iter().map(|(_, value)| value))
    }

    fn sheet(&self, row: &Row) -> Result<Sheet, Refusal> {
        Ok(Sheet { id: Some(row.get(0)?), ..Sheet::of_row(self.fields, row, 1) })
    }

    /// Reads the rows of a body over those an order has; they stay as they are when the body does not name them.
    pub fn read(
        &self,
        body: &Map<String, Json>,
        rows: &mut Vec<Sheet>,
        findings: &mut Findings,
    ) -> Result<(), Refusal> {
        let told: Vec<&str> = ["id"].iter().chain(self.told).copied().collect();
        let too_many = self.too_many.with(&[("n", &self.most.to_string())]);
        let read = read_rows(body, (self.member, self.fields), (self.most, too_many), &told, findings)?;
        if let Some(read) = read {
            *rows = self.named(rows, read, findings);
        }
        Ok(())
    }

    /// Says which rows the sent ones are: by their ids; those without one by what names them; where no row has an id,
    /// by their place. The others are new. An id the order has not, or that is sent twice, is found at its row.
    pub fn named(&self, was: &[Sheet], mut rows: Vec<Sheet>, findings: &mut Findings) -> Vec<Sheet> {
        let mut free: BTreeSet<Id> = was.iter().filter_map(|row| row.id).collect();
        let knows_ids = rows.iter().any(|row| row.id.is_some());
        for (place, row) in rows.iter_mut().enumerate() {
            if row.id.is_some_and(|id| !free.remove(&id)) {
                findings.error(format!("{}.{place}", self.member), STRANGE.text());
                row.id = None;
            }
        }
        if let Some(key) = self.key {
            for row in rows.iter_mut().filter(|row| row.id.is_none()) {
                let named = row.text(key);
                let same = |old: &&Sheet| old.text(key) == named && old.id.is_some_and(|id| free.contains(&id));
                row.id = was.iter().find(same).filter(|_| !named.is_empty()).and_then(|old| old.id);
                row.id.inspect(|id| _ = free.remove(id));
            }
        }
        // Who sends ids says by their absence that a row is new.
        for (row, old) in rows.iter_mut().zip(was).filter(|(row, _)| row.id.is_none() && !knows_ids) {
            row.id = old.id.filter(|id| free.remove(id));
        }
        rows
    }

    /// The rows an order had that would go, or get another number, and that something hangs on. Nothing is asked while all
    /// of them stay.
    pub fn hung(
        &self,
        conn: &mut dyn Conn,
        (org, order): (i64, Id),
        (was, rows): (&[Sheet], &[Sheet]),
    ) -> Result<Vec<Hung>, Refusal> {
        let same = |old: &Sheet, row: &Sheet| old.id == row.id && self.number(old) == self.number(row);
        let mut hung = BTreeMap::new();
        if was.iter().any(|old| !rows.iter().any(|row| same(old, row))) {
            for hangs in self.hangs {
                for document in (hangs.of)(conn, org, order)? {
                    self.hung_by(hangs.title, &document, (was, rows), &mut hung);
                }
            }
        }
        Ok(hung.into_values().collect())
    }

    /// Adds what would go of the rows that a document knows, by their places; one document is named of each.
    fn hung_by(
        &self,
        title: (&str, &str),
        document: &Document,
        (was, rows): (&[Sheet], &[Sheet]),
        hung: &mut BTreeMap<usize, Hung>,
    ) {
        for known in &document.rows {
            let is = |row: &Sheet| match known {
                Known::Id(id) => row.id == Some(*id),
                Known::Number(number) => self.number(row).as_ref() == Some(number),
            };
            let Some(place) = was.iter().position(is).filter(|_| !rows.iter().any(is)) else { continue };
            let name = was.get(place).and_then(|row| self.number(row)).unwrap_or_else(|| (place + 1).to_string());
            let called = |title: &str, number: &str| format!("{title} {number}");
            hung.entry(place).or_insert_with(|| Hung {
                member: self.member,
                row: (called(self.title.0, &name), called(self.title.1, &name)),
                by: (format!("{}{}", title.0, document.number), called(title.1, &document.number)),
            });
        }
    }

    /// The number of a row, where rows of its kind have one.
    fn number(&self, row: &Sheet) -> Option<String> {
        self.key.map(|key| row.text(key)).filter(|number| !number.is_empty())
    }

    /// Writes the rows of an order in place of those it had: what is new is added, what differs is changed, what nobody
    /// names is removed, and the rest is not touched. A row with an id the order did not have is one of another order, which
    /// hands it over.
    pub fn write(&self, tx: &mut Tx<'_>, order: Id, was: &[Sheet], rows: &[Sheet]) -> Result<(), Refusal> {
        let org = tx.org();
        let one = |id: Id| sql::eq("id", id).and(sql::eq("order_id", order));
        let gone: Vec<Id> = gone(was, rows).filter_map(|(_, row)| row.id).collect();
        if !gone.is_empty() {
            let mut delete = sql::delete(org, self.table);
            delete.and_where(sql::is_in(sql::col("id"), gone)).and_where(sql::eq("order_id", order));
            tx.exec_later(&delete.into())?;
        }
        let place_of = |id: Id| was.iter().position(|row| row.id == Some(id));
        let stays = |place: usize, id: Id| place_of(id) == Some(place);
        // Places are unique: who moves leaves his own first.
        for (place, row) in rows.iter().enumerate() {
            if let Some(id) = row.id.filter(|id| !stays(place, *id)) {
                let aside = -number(place);
                let mut update = sql::update(org, self.table, &[(self.place, Value::Int(aside))]);
                tx.exec_later(&update.and_where(one(id)).to_owned().into())?;
            }
        }
        for (place, row) in rows.iter().enumerate() {
            let mut cells = row.cells();
            cells.push((self.place, Value::Int(number(place))));
            let old = row.id.and_then(place_of).and_then(|at| was.get(at));
            match (row.id, old) {
                (Some(id), Some(old)) if old.values == row.values && stays(place, id) => {}
                (Some(id), Some(_)) => {
                    let mut update = sql::update(org, self.table, &cells);
                    tx.exec_later(&update.and_where(one(id)).to_owned().into())?;
                }
                (Some(id), None) => {
                    cells.push(("order_id", order.into_value()));
                    tx.exec_later(
                        &sql::update(org, self.table, &cells).and_where(sql::eq("id", id)).to_owned().into(),
                    )?;
                }
                (None, _) => {
                    cells.extend([("id", tx.new_id().into_value()), ("order_id", order.into_value())]);
                    cells.extend((self.common)());
                    tx.exec_later(&sql::insert(org, self.table, &cells).into())?;
                }
            }
        }
        Ok(())
    }
}

fn number(place: usize) -> i64 {
    i64::try_from(place).unwrap_or(i64::MAX - 1) + 1
}

fn gone<'a>(was: &'a [Sheet], rows: &'a [Sheet]) -> impl Iterator<Item = (usize, &'a Sheet)> {
    was.iter().enumerate().filter(|(_, old)| old.id.is_none_or(|id| rows.iter().all(|row| row.id != Some(id))))
}

/// What differs between the rows an order had and those it has now.
pub fn compare<'a>(was: &'a [Sheet], rows: &'a [Sheet]) -> Vec<Became<'a>> {
    let mut became: Vec<Became<'_>> = Vec::new();
    for (place, row) in rows.iter().enumerate() {
        match was.iter().find(|old| old.id.is_some() && old.id == row.id) {
            Some(old) if old.values == row.values => {}
            Some(old) => became.push(Became::Changed(place, old, row)),
            None => became.push(Became::Added(place, row)),
        }
    }
    became.extend(gone(was, rows).map(|(place, row)| Became::Removed(place, row)));
    became
}

/// Rows of another order to come: the same values, and ids of their own.
pub fn anew(rows: &[Sheet]) -> Vec<Sheet> {
    rows.iter().map(|row| Sheet { id: None, ..row.clone() }).collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::carriage::Boxes;
    use crate::parts::BOXES;

    fn row(id: Option<i64>, number: &str, seal: &str) -> Sheet {
        let mut sheet = Sheet { id: id.map(Id), ..Sheet::empty(Boxes::FIELDS) };
        sheet.set(Boxes::CONTAINER_NO, number);
        sheet.set(Boxes::SEAL_NO, seal);
        sheet
    }

    fn ids(rows: Vec<Sheet>) -> (Vec<Option<i64>>, Vec<String>) {
        let was = [row(Some(1), "A", ""), row(Some(2), "B", ""), row(Some(3), "C", "")];
        let mut findings = Findings::new();
        let named = BOXES.named(&was, rows, &mut findings);
        let found = findings.items.iter().map(|item| item.field.clone()).collect();
        (named.iter().map(|row| row.id.map(|id| id.0)).collect(), found)
    }

    #[test]
    fn rows_are_named_by_id_then_by_number_then_by_place() {
        assert_eq!(ids(vec![row(Some(3), "X", ""), row(Some(1), "A", "")]).0, [Some(3), Some(1)]);
        assert_eq!(ids(vec![row(None, "B", ""), row(None, "A", "")]).0, [Some(2), Some(1)], "numbers before places");
        assert_eq!(ids(vec![row(None, "A", ""), row(None, "X", "")]).0, [Some(1), Some(2)], "B became X");
        assert_eq!(ids(vec![row(Some(1), "A", ""), row(None, "X", "")]).0, [Some(1), None], "who sends ids adds a row");
        assert_eq!(ids(vec![row(Some(1), "A", ""), row(None, "C", "")]).0, [Some(1), Some(3)]);
        assert_eq!(ids(vec![row(None, "", ""); 4]).0, [Some(1), Some(2), Some(3), None]);
    }

    #[test]
    fn ids_of_others_and_ids_sent_twice_are_found_at_their_row() {
        assert_eq!(ids(vec![row(Some(1), "A", ""), row(Some(9), "B", "")]).1, ["containers.1"]);
        assert_eq!(ids(vec![row(Some(1), "A", ""), row(Some(1), "A", "")]).1, ["containers.1"]);
        assert_eq!(ids(vec![row(Some(1), "A", ""), row(Some(2), "B", "")]).1, Vec::<String>::new());
    }

    #[test]
    fn a_row_that_something_hangs_on_neither_goes_nor_is_renumbered() {
        let was = [row(Some(1), "A", ""), row(Some(2), "", ""), row(Some(3), "C", "")];
        let of = |number: &str, rows: Vec<Known>| Document { number: number.to_owned(), rows };
        let bills = [of("B1", vec![Known::Number("A".to_owned())]), of("B2", vec![Known::Number("A".to_owned())])];
        let said = |rows: &[Sheet]| {
            let mut hung = BTreeMap::new();
            bills.iter().for_each(|bill| BOXES.hung_by(("提单", "bill"), bill, (&was, rows), &mut hung));
            BOXES.hung_by(("费用", "charge"), &of("F", vec![Known::Id(Id(2))]), (&was, rows), &mut hung);
            hung.into_values().map(|one| (one.member, one.why().zh)).collect::<Vec<_>>()
        };
        let stays = |text: &str| ("containers", text.to_owned());
        let (first, second) = (stays("箱 A已被提单B1引用，不能删除或更换"), stays("箱 2已被费用F引用，不能删除或更换"));
        assert_eq!(said(&was), [], "all stay");
        assert_eq!(said(&[row(Some(2), "X", "S"), row(Some(1), "A", "S")]), [], "nothing hangs on the third");
        assert_eq!(said(&was[1..]), std::slice::from_ref(&first));
        assert_eq!(
            said(&[row(Some(1), "Y", ""), row(Some(2), "", "")]),
            std::slice::from_ref(&first),
            "another number"
        );
        assert_eq!(
            said(&[row(Some(1), "", ""), row(Some(3), "A", "")]),
            std::slice::from_ref(&second),
            "the number is there"
        );
        assert_eq!(said(&[]), [first, second]);
    }

    #[test]
    fn what_became_of_each_row_is_told() {
        let was = [row(Some(1), "A", ""), row(Some(2), "B", ""), row(Some(3), "C", "")];
        let is = [row(Some(3), "C", ""), row(Some(1), "A", "S1"), row(None, "D", "")];
        assert_eq!(
            compare(&was, &is),
            [Became::Changed(1, &was[0], &is[1]), Became::Added(2, &is[2]), Became::Removed(1, &was[1])]
        );
        assert_eq!(compare(&was, &was), []);
    }
}
