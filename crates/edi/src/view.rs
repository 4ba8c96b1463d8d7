//! One message as people read it: its lines, what was wrong with it, what it says, what happened to it.

use kernel::{Instant, Weight, show_second};
use platform::call::{Answer, Call, Outcome};
use platform::log;
use platform::refusal::Refusal;
use platform::store::Conn;
use serde_json::{Value as Json, json};
use trackevent::message::Note;
use trade::imp::Address;

use crate::inbox::{self, Says};
use crate::page::{Message, TABLE, seen};

/// Lines of the log that are shown.
const HISTORY_MAX: u64 = 50;

/// GET {id}.
pub(crate) fn view(call: &mut Call) -> Outcome {
    let (actor, id) = (call.actor()?.clone(), call.path_id("id")?);
    let language = call.language().to_owned();
    let (message, told, notes, (sender, order, history)) = call.read(|conn| {
        let message = seen(conn, &actor, id)?;
        let sender = match message.sender_id {
            Some(sender) => stock::lookup::user_name(conn, actor.org_id, sender)?,
            None => String::new(),
        };
        let history = log::page_of(conn, actor.org_id, (&[TABLE], id), (1, HISTORY_MAX))?;
        let order = order_of(conn, actor.org_id, &message)?;
        let told = inbox::read(&message.body);
        let notes = match &told.says {
            Says::Status(status) => {
                let came = Instant::from_millis(message.created_at);
                let dated = trackevent::message::notes(conn, actor.org_id, status, came)?;
                told.notes.iter().cloned().chain(dated).collect()
            }
            Says::Unread(_) => Vec::new(),
            _ => told.notes.clone(),
        };
        Ok((message, told, notes, (sender, order, history)))
    })?;
    let time = |at: Option<i64>| at.map(|at| show_second(Instant::from_millis(at)));
    let mut data = json!({
        "id": id,
        "version": message.version,
        "messageNo": message.message_no,
        "direction": message.direction,
        "type": message.kind,
        "messageVersion": message.message_version,
        "format": message.format,
        "awbNumber": message.awb_number,
        "hawbNumber": message.hawb_number,
        "orderUuid": order.0,
        "orderCode": order.1,
        "state": message.state,
        "channel": message.channel,
        "source": message.source,
        "sender": sender,
        "createTime": time(Some(message.created_at)),
        "sendTime": time(message.sent_at),
        "receiptTime": time(message.receipt_at),
        "receipt": message.receipt,
        "errorText": message.error_text,
        "tries": message.tries,
        "revision": message.revision,
    });
    let english = language.starts_with("en");
    let more = [
        ("lines", json!(message.body.lines().map(|line| line.trim_end_matches('\r')).collect::<Vec<_>>())),
        ("findings", findings(&told.says, &notes, &language)),
        ("events", events(&history)),
        ("values", json!(values(&told.says, english))),
    ];
    if let Some(data) = data.as_object_mut() {
        data.extend(more.map(|(name, value)| (name.to_owned(), value)));
    }
    Ok(Answer::Data(data))
}

/// Public name and code of the order a message hangs on.
fn order_of(conn: &mut dyn Conn, org: i64, message: &Message) -> Result<(Option<String>, String), Refusal> {
    let Some(order) = message.order_id else { return Ok((None, String::new())) };
    let mut select = platform::store::sql::from(org, "freight_order");
    select.columns(["uuid", "order_code"]).and_where(platform::store::sql::eq("id", order));
    let row = conn.first(&select.into())?.ok_or(Refusal::NotFound)?;
    Ok((Some(row.get(0)?), row.get(1)?))
}

/// Where a message that can't be read went wrong, and what was noticed of one that can.
fn findings(says: &Says, notes: &[Note], language: &str) -> Json {
    match says {
        Says::Unread(fault) => {
            let reason = if language.starts_with("en") { &fault.reason.1 } else { &fault.reason.0 };
            json!([{ "line": fault.line, "column": fault.column, "message": reason }])
        }
        _ => notes.iter().map(|note| note.wire(language)).collect(),
    }
}

/// What happened to it, newest first.
fn events(history: &Json) -> Json {
    let records = history.get("records").and_then(Json::as_array).cloned().unwrap_or_default();
    let event = |line: &Json| {
        let member = |name: &str| line.get(name).cloned().unwrap_or(Json::Null);
        json!({ "time": member("time"), "name": member("operatorName"), "function": member("function"),
            "text": member("text") })
    };
    json!(records.iter().map(event).collect::<Vec<_>>())
}

/// A list of labels with values; empty ones are left out.
struct List {
    english: bool,
    rows: Vec<Json>,
}

impl List {
    fn put(&mut self, (zh, en): (&str, &str), value: impl ToString) {
        let value = value.to_string();
        if !value.trim().is_empty() {
            self.rows.push(json!({ "label": if self.english { en } else { zh }, "value": value.trim() }));
        }
    }

    fn party(&mut self, label: (&str, &str), party: &Address) {
        let place = [&party.place, &party.state, &party.country, &party.post_code];
        let place = place.into_iter().filter(|part| !part.is_empty()).cloned().collect::<Vec<_>>().join(" ");
        let contacts = party.contacts.iter().map(|(kind, number)| format!("{kind} {number}"));
        let lines = [&party.name, &party.name_more, &party.street, &party.street_more, &place];
        let lines = lines.into_iter().filter(|line| !line.is_empty()).cloned().chain(contacts);
        self.put(label, lines.collect::<Vec<_>>().join(", "));
    }

    fn quantity(&mut self, pieces: i64, weight: Option<Weight>) {
        self.put(("件数", "Pieces"), pieces);
        self.put(("毛重", "Gross weight"), weight.map(|weight| format!("{} KG", weight.show(1))).unwrap_or_default());
    }
}

/// What a message says, for reading.
fn values(says: &Says, english: bool) -> Vec<Json> {
    let mut list = List { english, rows: Vec::new() };
    match says {
        Says::Fwb(fwb) => of_waybill(&mut list, fwb),
        Says::Fhl(fhl) => of_houses(&mut list, fhl),
        Says::Status(status) => of_status(&mut list, status),
        Says::Answer(reply) => {
            list.put(("对应报文", "Answers"), &reply.kind);
            list.put(("主单号", "MAWB"), &reply.awb_text);
            list.put(("分单号", "HAWB"), &reply.house);
            for reason in &reply.reasons {
                list.put(("内容", "Says"), reason);
            }
        }
        Says::Booking(booking) => {
            of_shipment(&mut list, &booking.shipment);
            list.put(("品名", "Goods"), &booking.description);
            let flights = booking.flights.iter().map(|one| format!("{} {}-{}", one.flight, one.from, one.to));
            list.put(("航班", "Flights"), flights.collect::<Vec<_>>().join(" "));
        }
        Says::Unread(_) => {}
    }
    list.rows
}

fn of_shipment(list: &mut List, shipment: &trade::imp::Shipment) {
    list.put(("主单号", "MAWB"), shipment.awb);
    list.put(("航程", "Route"), format!("{}-{}", shipment.origin, shipment.destination));
    list.quantity(shipment.pieces, shipment.weight);
    list.put(("体积", "Volume"), shipment.volume.map(|volume| format!("{} CBM", volume.show(3))).unwrap_or_default());
}

fn of_waybill(list: &mut List, fwb: &trade::imp::fwb::Fwb) {
    of_shipment(list, &fwb.shipment);
    let flights: Vec<String> =
        fwb.flights.iter().map(|flight| format!("{}/{:02}", flight.flight, flight.day)).collect();
    list.put(("航班", "Flights"), flights.join(" "));
    list.party(("发货人", "Shipper"), &fwb.shipper);
    list.party(("收货人", "Consignee"), &fwb.consignee);
    if let Some(notify) = &fwb.notify {
        list.party(("通知人", "Notify party"), notify);
    }
    if let Some(agent) = &fwb.agent {
        list.put(("代理", "Agent"), format!("{} {} {}", agent.name, agent.iata, agent.place));
    }
    for rate in &fwb.rates {
        let total = rate.total.map(|total| total.show(2)).unwrap_or_default();
        let charged = rate.chargeable.map(|weight| weight.show(1)).unwrap_or_default();
        list.put(("运价", "Rate"), format!("{} {charged} KG {total}", rate.class));
    }
    for charge in &fwb.charges {
        list.put(("其他费用", "Other charge"), format!("{}{} {}", charge.code, charge.due, charge.amount.show(2)));
    }
    for (label, column) in [(("预付合计", "Prepaid"), &fwb.prepaid), (("到付合计", "Collect"), &fwb.collect)] {
        let total = column.as_ref().and_then(|column| column.total);
        list.put(label, total.map(|total| format!("{} {}", fwb.values.currency, total.show(2))).unwrap_or_default());
    }
    list.put(("特殊操作代码", "Handling codes"), fwb.handling.join(" "));
}

fn of_houses(list: &mut List, fhl: &trade::imp::fhl::Fhl) {
    of_shipment(list, &fhl.master);
    for house in &fhl.houses {
        list.put(("分单号", "HAWB"), &house.number);
        list.put(("航程", "Route"), format!("{}-{}", house.origin, house.destination));
        list.quantity(house.pieces, Some(house.weight));
        list.put(("品名", "Goods"), trade::imp::fhl::goods(house));
        list.put(("HS编码", "HS codes"), house.hs.join(" "));
        if let Some(shipper) = &house.shipper {
            list.party(("发货人", "Shipper"), shipper);
        }
        if let Some(consignee) = &house.consignee {
            list.party(("收货人", "Consignee"), consignee);
        }
    }
}

fn of_status(list: &mut List, message: &trade::fsu::StatusMessage) {
    list.put(("主单号", "MAWB"), message.awb);
    let station = |station: &Option<String>| station.clone().unwrap_or_default();
    let route = format!("{}-{}", station(&message.origin), station(&message.destination));
    list.put(("航程", "Route"), if route == "-" { String::new() } else { route });
    if let Some(quantity) = message.quantity {
        list.quantity(quantity.pieces, quantity.weight);
    }
    for status in &message.statuses {
        let name =
            if list.english { trade::status::name_en(&status.code) } else { trade::status::name_zh(&status.code) };
        let text = format!("{} {name} {}", status.code, station(&status.airport));
        list.put(("状态", "Status"), text);
    }
}
