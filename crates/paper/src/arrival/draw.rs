//! The notice as PDF, in Chinese or English.

use kernel::{day_after_days, show_day, show_minute};
use platform::refusal::Refusal;
use platform::store::Conn;
use print::{Picture, Sheet, SheetColumn};

use super::make::{Terminal, first};
use super::notice::{ENGLISH, Notice};
use super::order::ImportOrder;
use crate::order::airport;

/// Size of the words in points.
const SIZE: f32 = 10.0;
/// What a consignee is asked to bring unless the notice says otherwise.
const DOCUMENTS: (&str, &str) = (
    "1. 本到货通知\n2. 加盖公章的提货委托书或单位介绍信\n3. 提货人身份证原件及复印件\n4. 海关放行凭证",
    "1. This notice\n2. Letter of authorization with the seal of the consignee\n3. Identity card of the person who \
     collects the cargo, with a copy\n4. Customs release",
);

/// What is read of an order for its paper.
pub(crate) struct Read {
    pub(crate) order: ImportOrder,
    terminal: Terminal,
    sender: (String, String),
    stations: [String; 2],
}

/// What the notice says of its own.
pub(crate) struct Said {
    pub(crate) english: bool,
    pub(crate) consignee: String,
    pub(crate) contact: String,
    pub(crate) phone: String,
    pub(crate) free_days: Option<i64>,
    pub(crate) documents: String,
    pub(crate) remark: String,
}

impl From<&Notice> for Said {
    fn from(notice: &Notice) -> Self {
        Self {
            english: notice.language == ENGLISH,
            consignee: notice.consignee.clone(),
            contact: notice.contact.clone(),
            phone: notice.phone.clone(),
            free_days: notice.free_days,
            documents: notice.documents.clone(),
            remark: notice.remark.clone(),
        }
    }
}

/// A notice that was drawn.
pub(crate) struct Drawn {
    pub(crate) name: String,
    pub(crate) bytes: Vec<u8>,
}

/// Reads what the paper shows beside the order and the terminal.
pub(crate) fn read(conn: &mut dyn Conn, org: i64, order: ImportOrder, terminal: Terminal) -> Result<Read, Refusal> {
    let company = facts::org(conn, org)?;
    let english = first(&[&company.name_en, &company.name]).to_owned();
    let stations = [airport(conn, org, &order.departure)?, airport(conn, org, &order.arrival)?];
    Ok(Read { order, terminal, sender: (company.name, english), stations })
}

/// Draws it.
pub(crate) fn drawn(read: &Read, said: &Said, logo: Option<Picture>) -> Result<Drawn, Refusal> {
    let bytes = print::sheet(&sheet(read, said, logo));
    let bytes = bytes.map_err(|error| Refusal::broken(format!("arrival notice as PDF: {error}")))?;
    let number = read.order.number().replace(" / ", "_");
    Ok(Drawn { name: format!("ARRIVAL_NOTICE_{number}.pdf"), bytes })
}

fn sheet(read: &Read, said: &Said, logo: Option<Picture>) -> Sheet {
    let word = |(zh, en): (&str, &str)| if said.english { en.to_owned() } else { zh.to_owned() };
    let order = &read.order;
    let columns = [
        (("运单号", "Waybill"), false),
        (("品名", "Goods"), false),
        (("件数", "Pieces"), true),
        (("毛重 KG", "Gross weight KG"), true),
        (("体积 CBM", "Volume CBM"), true),
        (("计费重量 KG", "Charge weight KG"), true),
    ];
    let goods = if said.english { [&order.goods_en, &order.goods_cn] } else { [&order.goods_cn, &order.goods_en] };
    let row = vec![
        order.number(),
        joined(&[first(&goods.map(String::as_str)), &order.package]),
        order.pieces.to_string(),
        order.weight.show(1),
        order.volume.show(3),
        order.charge_weight.show(2),
    ];
    Sheet {
        size: SIZE,
        sender: word((&read.sender.0, &read.sender.1)),
        title: word(("到货通知", "ARRIVAL NOTICE")),
        logo,
        facts: facts_of(read, said, word),
        columns: columns.into_iter().map(|(label, number)| SheetColumn { label: word(label), number }).collect(),
        rows: vec![row],
        notes: notes(read, said, word),
        ..Sheet::default()
    }
}

fn facts_of(read: &Read, said: &Said, word: impl Fn((&str, &str)) -> String) -> Vec<(String, String)> {
    let order = &read.order;
    let arrival = match order.actual {
        Some(time) => (word(("到港时间", "Arrived")), show_minute(time)),
        None => (word(("预计到港", "Expected")), order.expect_arrival.clone()),
    };
    vec![
        (word(("收货人", "Consignee")), said.consignee.clone()),
        (word(("联系人", "Contact")), joined(&[&said.contact, &said.phone])),
        (word(("运单号", "Waybill")), order.number()),
        (word(("订单号", "Our reference")), order.code.clone()),
        (word(("始发港", "Departure")), joined(&[&order.departure, &read.stations[0]])),
        (word(("目的港", "Destination")), joined(&[&order.arrival, &read.stations[1]])),
        (word(("航班", "Flight")), joined(&[&order.flight, &order.flight_date])),
        arrival,
    ]
}

/// Terminal, what came in part, free storage, documents and remark; what nobody knows is left out.
fn notes(read: &Read, said: &Said, word: impl Fn((&str, &str)) -> String) -> Vec<(String, String)> {
    let (order, place) = (&read.order, &read.terminal);
    let mut notes = Vec::new();
    let (name, address) = if said.english {
        (first(&[&place.name_en, &place.name_cn]), first(&[&place.address_en, &place.address_cn]))
    } else {
        (place.name_cn.as_str(), place.address_cn.as_str())
    };
    if !name.is_empty() {
        let labelled = |label: (&str, &str), value: &str| {
            let colon = word(("：", ": "));
            if value.is_empty() { String::new() } else { format!("{}{colon}{value}", word(label)) }
        };
        let lines = [
            name.to_owned(),
            labelled(("地址", "Address"), address),
            labelled(("营业时间", "Opening hours"), &place.hours),
            labelled(("电话", "Telephone"), &joined(&[&place.contact, &place.phone])),
        ];
        let lines: Vec<String> = lines.into_iter().filter(|line| !line.is_empty()).collect();
        notes.push((word(("提货货站", "Terminal")), lines.join("\n")));
    }
    if let Some(arrived) = order.arrived_pieces.filter(|_| order.in_part()) {
        let of = order.pieces;
        let text = word((
            &format!("已到{arrived}件，共{of}件，其余到港后另行通知"),
            &format!("{arrived} of {of} pieces have arrived. We shall tell you of the rest."),
        ));
        notes.push((word(("分批到货", "Arrival in part")), text));
    }
    if let (Some(days @ 1..), Some(arrival), true) = (said.free_days, order.day(), order.actual.is_some()) {
        let last = show_day(day_after_days(arrival, days - 1));
        let text = word((
            &format!("{last}（免仓{days}天，到港当天为第1天）"),
            &format!("{last} ({days} days, the day of arrival is the first)"),
        ));
        notes.push((word(("免费仓储至", "Free storage until")), text));
    }
    let documents = if said.documents.is_empty() { word(DOCUMENTS) } else { said.documents.clone() };
    notes.push((word(("提货所需文件", "Documents to bring")), documents));
    notes.push((word(("备注", "Remark")), said.remark.clone()));
    notes
}

fn joined(parts: &[&str]) -> String {
    let mut kept: Vec<&str> = parts.iter().copied().filter(|part| !part.is_empty()).collect();
    // An airport without a name is its code.
    kept.dedup();
    kept.join(" ")
}
