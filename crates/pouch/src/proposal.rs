//! 自动清单: the documents a master needs, and which of them a pouch lacks.

use facts::master::Master as Number;
use kernel::{Id, Msg, Text};
use platform::call::{Answer, Call, Outcome};
use platform::refusal::Refusal;
use platform::sea_query::Order;
use platform::store::{Conn, sql};
use serde_json::{Value as Json, json};

use crate::orders::{self, OrderRow};
use crate::rows::{self, APPRAISAL, DANGEROUS, Document, HOUSE, House, INVOICE, MANIFEST, MASTER, OrderFile, PACKING};

/// Asked before a pouch is sealed without a document it needs.
pub(crate) const MISSING: Msg =
    Msg::new("pouch.missing", "缺少{documents}，是否封袋？", "Missing: {documents}. Seal it all the same?");
/// Not a master of an order.
pub(crate) const NO_ORDER: Msg =
    Msg::new("pouch.no_order", "主单{n}没有可用的空运出口订单", "There is no air export order of the master {n}.");

/// Classes of files that are proposed, each with what it is in a pouch.
const CLASSES: [(&str, &str); 3] = [("发票", INVOICE), ("装箱单", PACKING), ("鉴定", APPRAISAL)];

/// All of a master that a pouch may hold.
pub(crate) struct Master {
    pub(crate) orders: Vec<OrderRow>,
    pub(crate) houses: Vec<House>,
    /// Files of the orders the actor may see.
    pub(crate) files: Vec<OrderFile>,
}

/// The master of a number, if the actor may see one of its orders.
pub(crate) fn master(
    conn: &mut dyn Conn,
    actor: &platform::access::Actor,
    number: &Number,
) -> Result<Option<Master>, Refusal> {
    let orders = orders::of_master(conn, actor, number)?;
    if !orders.iter().any(|order| order.seen) {
        return Ok(None);
    }
    let ids: Vec<Id> = orders.iter().map(|order| order.id).collect();
    let seen: Vec<Id> = orders.iter().filter(|order| order.seen).map(|order| order.id).collect();
    let houses = houses(conn, actor.org_id, number, &ids)?;
    let files = files(conn, actor.org_id, &seen)?;
    Ok(Some(Master { orders, houses, files }))
}

fn houses(conn: &mut dyn Conn, org: i64, number: &Number, orders: &[Id]) -> Result<Vec<House>, Refusal> {
    let mut select = sql::from(org, "hawb");
    select
        .columns(["id", "order_id", "hawb_number"])
        .and_where(number.is())
        .and_where(sql::is_in(sql::col("order_id"), orders.iter().copied()))
        .order_by("sort_no", Order::Asc)
        .order_by("hawb_number", Order::Asc);
    let rows = conn.query(&select.into())?;
    rows.iter().map(|row| Ok(House { id: row.get(0)?, order: row.get(1)?, number: row.get(2)? })).collect()
}

fn files(conn: &mut dyn Conn, org: i64, orders: &[Id]) -> Result<Vec<OrderFile>, Refusal> {
    let mut select = sql::from(org, "order_file");
    select
        .columns(["id", "order_id", "file_class", "file_name", "is_display"])
        .and_where(sql::is_in(sql::col("order_id"), orders.iter().copied()))
        .order_by("id", Order::Asc);
    let read = |row: &platform::store::Row| {
        Ok(OrderFile {
            id: row.get(0)?,
            order: row.get(1)?,
            class: row.get(2)?,
            name: row.get(3)?,
            is_display: row.get(4)?,
        })
    };
    conn.query(&select.into())?.iter().map(read).collect()
}

impl Master {
    /// Files of these orders too: those a pouch holds already, whoever hung them there.
    pub(crate) fn keeping(mut self, held: &[Document]) -> Self {
        let known: Vec<Id> = self.files.iter().map(|file| file.id).collect();
        let more = held.iter().filter_map(|row| {
            let (id, order) = (row.file_id?, row.order_id?);
            let name = row.file_name.clone();
            (!known.contains(&id)).then(|| OrderFile { id, order, class: String::new(), name, is_display: false })
        });
        self.files.extend(more);
        self
    }

    /// The documents it needs.
    pub(crate) fn needed(&self, number: &str) -> Vec<Document> {
        let plain = |doc_type: &str, doc_no: &str| Document {
            doc_type: doc_type.to_owned(),
            doc_no: doc_no.to_owned(),
            ..Document::default()
        };
        let mut needed = vec![plain(MASTER, number)];
        needed.extend(self.houses.iter().map(|house| Document {
            hawb_id: Some(house.id),
            order_id: Some(house.order),
            ..plain(HOUSE, &house.number)
        }));
        if !self.houses.is_empty() {
            needed.push(plain(MANIFEST, ""));
        }
        if self.orders.iter().any(|order| order.goods_type == "危险品") {
            needed.push(plain(DANGEROUS, ""));
        }
        for file in &self.files {
            let Some((_, doc_type)) = CLASSES.iter().find(|(class, _)| *class == file.class) else { continue };
            needed.push(Document {
                order_id: Some(file.order),
                file_id: Some(file.id),
                file_name: file.name.clone(),
                is_display: file.is_display,
                ..plain(doc_type, "")
            });
        }
        needed
    }

    /// What a pouch with these documents lacks, each once: its type and number.
    pub(crate) fn lacks(&self, number: &str, held: &[Document]) -> Vec<(String, String)> {
        let there = |needed: &Document| {
            held.iter().any(|row| {
                row.doc_type == needed.doc_type
                    && (needed.doc_no.is_empty() || row.doc_no.eq_ignore_ascii_case(&needed.doc_no))
                    && (row.originals > 0 || row.file_id.is_some())
            })
        };
        let mut lacking = Vec::new();
        for needed in self.needed(number).into_iter().filter(|needed| !there(needed)) {
            let number = if needed.doc_type == HOUSE { needed.doc_no } else { String::new() };
            if !lacking.contains(&(needed.doc_type.clone(), number.clone())) {
                lacking.push((needed.doc_type, number));
            }
        }
        lacking
    }
}

/// Missing documents in words, Chinese or English.
pub(crate) fn words(lacking: &[(String, String)], english: bool) -> String {
    let word = |(kind, number): &(String, String)| {
        let (zh, en) = rows::type_name(kind);
        format!("{} {number}", if english { en } else { zh }).trim_end().to_owned()
    };
    lacking.iter().map(word).collect::<Vec<_>>().join(if english { ", " } else { "、" })
}

/// The question before sealing.
pub(crate) fn question(lacking: &[(String, String)]) -> Text {
    MISSING.with_each(&[("documents", &words(lacking, false))], &[("documents", &words(lacking, true))])
}

/// GET propose: what a new pouch of a master begins with.
pub(crate) fn propose(call: &mut Call) -> Outcome {
    let actor = call.actor()?.clone();
    let typed = call.query("awbNumber").to_owned();
    let none = || Refusal::field("awbNumber", NO_ORDER.with(&[("n", typed.trim())]));
    let number = stock::mend(&typed).ok_or_else(none)?;
    let data = call.read(|conn| {
        let master = master(conn, &actor, &Number::now(number.as_str()))?.ok_or_else(none)?;
        let first = master.orders.first().ok_or_else(none)?;
        let agent = master.orders.iter().find_map(|order| order.agent);
        let agent_name = agent.map(|id| facts::coop_name(conn, actor.org_id, id)).transpose()?;
        let code_of = |id: Id| master.orders.iter().find(|order| order.id == id).map(|order| order.code.clone());
        let files: Vec<Json> = master
            .files
            .iter()
            .map(|file| {
                json!({
                    "id": file.id, "fileName": file.name, "fileClass": file.class, "orderCode": code_of(file.order),
                    "isDisplay": file.is_display,
                })
            })
            .collect();
        Ok(json!({
            "awbNumber": number,
            "orderCodes": codes(&master.orders),
            "flightNo": first.flight_no,
            "flightDate": first.flight_date,
            "departureStation": first.departure,
            "arrivalStation": first.arrival,
            "agentId": agent,
            "agentName": agent_name,
            "documents": master.needed(&number).iter().map(rows::shown).collect::<Vec<_>>(),
            "files": files,
        }))
    })?;
    Ok(Answer::Data(data))
}

/// Codes of the orders, as the pouch keeps them.
pub(crate) fn codes(orders: &[OrderRow]) -> String {
    let mut joined = String::new();
    for code in orders.iter().map(|order| order.code.as_str()).filter(|code| !code.is_empty()) {
        if joined.len() + code.len() > 380 {
            break;
        }
        joined.push_str(if joined.is_empty() { "" } else { "," });
        joined.push_str(code);
    }
    joined
}

#[cfg(test)]
mod tests {
    use super::*;

    fn house(id: i64, number: &str) -> House {
        House { id: Id(id), order: Id(1), number: number.to_owned() }
    }

    fn master(houses: Vec<House>, goods_type: &str) -> Master {
        let order = OrderRow {
            id: Id(1),
            code: "AE-2607150001".to_owned(),
            flight_no: String::new(),
            flight_date: String::new(),
            departure: String::new(),
            arrival: String::new(),
            goods_type: goods_type.to_owned(),
            agent: None,
            seen: true,
        };
        let file = |id, class: &str| OrderFile {
            id: Id(id),
            order: Id(1),
            class: class.to_owned(),
            name: format!("{class}.pdf"),
            is_display: false,
        };
        Master { orders: vec![order], houses, files: vec![file(1, "发票"), file(2, "托书")] }
    }

    #[test]
    fn a_master_needs_itself_its_houses_their_manifest_and_what_the_goods_ask_for() {
        let kinds = |master: &Master| -> Vec<String> {
            master.needed("990-12345675").iter().map(|row| format!("{} {}", row.doc_type, row.doc_no)).collect()
        };
        let two = master(vec![house(1, "HA001"), house(2, "HA002")], "普货");
        assert_eq!(kinds(&two), ["主运单 990-12345675", "分运单 HA001", "分运单 HA002", "货物舱单 ", "发票 "]);
        assert_eq!(kinds(&master(Vec::new(), "危险品")), ["主运单 990-12345675", "危险品申报单 ", "发票 "]);
    }

    #[test]
    fn a_document_without_originals_and_file_is_missing_and_so_is_one_that_was_taken_out() {
        let two = master(vec![house(1, "HA001"), house(2, "HA002")], "普货");
        let mut held = two.needed("990-12345675");
        let say = |held: &[Document]| words(&two.lacks("990-12345675", held), false);
        assert_eq!(say(&held), "主运单、分运单 HA001、分运单 HA002、货物舱单", "the invoice has its file");
        held.iter_mut().for_each(|row| row.originals = 1);
        assert_eq!(say(&held), "");
        held.remove(2);
        assert_eq!(say(&held), "分运单 HA002");
        let english = words(&two.lacks("990-12345675", &held), true);
        assert_eq!(english, "House waybill HA002");
    }
}
