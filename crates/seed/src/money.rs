//! Layer money: periods, and the charges of the example, entered by the product's own calls.

use std::collections::BTreeMap;

use kernel::{Day, show_day};
use serde_json::{Value as Json, json};

use crate::Client;
use crate::air::text;
use crate::fixture::Maker;

/// A charge of the fixture.
pub struct Charge {
    /// Member of the call: income or cost.
    pub side: &'static str,
    /// Its item as forms show it.
    pub item: &'static str,
    /// Code of the partner.
    pub coop: &'static str,
    /// Currency.
    pub currency: &'static str,
    /// Price of one.
    pub price: &'static str,
    /// What it is multiplied with; a quantity that is typed behind it.
    pub basis: (&'static str, Option<&'static str>),
    /// Tax rate.
    pub tax: &'static str,
}

const fn charge(
    side: &'static str,
    item: &'static str,
    coop: &'static str,
    (currency, price): (&'static str, &'static str),
    basis: (&'static str, Option<&'static str>),
    tax: &'static str,
) -> Charge {
    Charge { side, item, coop, currency, price, basis, tax }
}

const WEIGHT: (&str, Option<&str>) = ("计费重量", None);
const ONCE: (&str, Option<&str>) = ("票", None);
const CNY: &str = "CNY";

/// C1 to C4.
pub const E4: [Charge; 4] = [
    charge("income", "干线-空运费", "KH001", (CNY, "64"), WEIGHT, "免税"),
    charge("income", "关检-报关费", "KH001", (CNY, "4000"), ONCE, "6%"),
    charge("cost", "干线-空运费", "GYS001", (CNY, "48"), WEIGHT, "免税"),
    charge("cost", "操作-地面操作费", "GYS001", (CNY, "12"), WEIGHT, "6%"),
];

/// C5 to C7.
pub const E1: [Charge; 3] = [
    charge("income", "干线-空运费", "KH001", (CNY, "30"), WEIGHT, "6%"),
    charge("income", "操作-操作费", "KH001", ("USD", "50"), ONCE, "0%"),
    charge("cost", "干线-空运费", "GYS001", (CNY, "20"), ("计费重量", Some("658.5")), "0%"),
];

/// Of E2 and E3, which the demonstration alone has.
const E2: [Charge; 7] = [
    charge("income", "干线-空运费", "KH002", (CNY, "26"), WEIGHT, "免税"),
    charge("income", "操作-制单费", "KH002", (CNY, "50"), ONCE, "6%"),
    charge("income", "操作-操作费", "KH002", ("USD", "45"), ONCE, "6%"),
    charge("income", "关检-报关费", "KH002", (CNY, "350"), ONCE, "6%"),
    charge("cost", "干线-空运费", "GYS001", (CNY, "21.5"), WEIGHT, "免税"),
    charge("cost", "操作-操作费", "DL001", ("EUR", "38.5"), ONCE, "0%"),
    charge("cost", "关检-报关费", "GYS002", (CNY, "220"), ONCE, "6%"),
];
const E3: [Charge; 7] = [
    charge("income", "干线-空运费", "KH001", ("USD", "3.8"), WEIGHT, "免税"),
    charge("income", "操作-制单费", "KH001", (CNY, "50"), ONCE, "6%"),
    charge("income", "支线-提货费", "KH001", (CNY, "680"), ONCE, "9%"),
    charge("income", "操作-操作费", "KH001", ("JPY", "9800"), ONCE, "0%"),
    charge("cost", "干线-空运费", "GYS001", (CNY, "22"), WEIGHT, "免税"),
    charge("cost", "支线-提货费", "GYS002", (CNY, "520"), ONCE, "9%"),
    charge("cost", "操作-地面操作费", "GYS001", (CNY, "0.35"), ("毛重", None), "6%"),
];

/// The rows of charges as a save takes them: `{income, cost}`.
pub async fn rows(caller: &Client, scope: &str, charges: &[Charge]) -> Result<Json, String> {
    let mut body = json!({ "income": [], "cost": [] });
    for one in charges {
        let item = offered(caller, &format!("serviceItem?role={scope}&keyword={}", one.item), one.item).await?;
        let coop = by_hint(caller, &format!("coop?keyword={}", one.coop), one.coop).await?;
        let (basis, quantity) = one.basis;
        let row = json!({
            "serviceItemId": item, "coopId": coop, "basis": basis, "currency": one.currency, "unitPrice": one.price,
            "quantity": quantity, "quantityTyped": quantity.is_some(), "taxRate": one.tax,
        });
        if let Some(rows) = body[one.side].as_array_mut() {
            rows.push(row);
        }
    }
    Ok(body)
}

/// Enters charges on an order.
pub async fn enter(caller: &Client, uuid: &str, charges: &[Charge]) -> Result<Json, String> {
    let list = caller.get(&format!("/css/charge/list?orderUuid={uuid}")).await.success("charges")?;
    let scope = text(&list["order"], "businessScope");
    let mut body = rows(caller, &scope, charges).await?;
    body["orderUuid"] = json!(uuid);
    body["rowUuid"] = list["rowUuid"].clone();
    caller.post("/css/charge/save", body).await.success("save of charges")
}

async fn found(caller: &Client, select: &str, member: &str, wanted: &str) -> Result<String, String> {
    let offers = caller.get(&format!("/platform/select/{select}")).await.success(select)?;
    let list = offers.as_array().cloned().unwrap_or_default();
    let one = list.iter().find(|offer| offer.get(member).and_then(Json::as_str) == Some(wanted));
    one.map(|offer| text(offer, "value")).ok_or_else(|| format!("{select} offers no {wanted}"))
}

async fn offered(caller: &Client, select: &str, label: &str) -> Result<String, String> {
    found(caller, select, "label", label).await
}

async fn by_hint(caller: &Client, select: &str, hint: &str) -> Result<String, String> {
    found(caller, select, "hint", hint).await
}

/// Months of the fixture: 2026-05 closed, 2026-06 and 2026-07 open.
pub async fn periods(maker: &Maker<'_>) -> Result<(), String> {
    maker.at("2026-05-31 09:00:00")?;
    let fin = maker.user("fin01").await?;
    for month in ["2026-05", "2026-06", "2026-07"] {
        let opened = fin.post("/css/period/open", json!({ "month": month })).await;
        opened.success(month)?;
    }
    fin.post("/css/period/close", json!({ "month": "2026-05" })).await.success("2026-05").map(drop)
}

/// The bank accounts of the fixture: BK1 in CNY, BK2 in USD.
pub async fn bank_accounts(maker: &Maker<'_>) -> Result<(), String> {
    let admin = maker.nobody.log_in("demo-admin", "DEMO", maker.password).await?;
    for (account, currency) in [("4400 1200 3456", "CNY"), ("4400 1200 7890", "USD")] {
        let body = json!({
            "titleCn": "演示货运有限公司", "titleEn": "DEMO FREIGHT CO., LTD.", "bankCn": "中国银行上海分行", "account": account,
            "currency": currency, "swift": "BKCHCNBJ300", "isDefault": true,
        });
        admin.post("/hrs/orgBank", body).await.success(currency)?;
    }
    Ok(())
}

/// The chart of 企业会计准则, with a leaf for each bank account there is.
pub async fn chart(maker: &Maker<'_>) -> Result<(), String> {
    let fin = maker.user("fin01").await?;
    let standard = json!({ "standard": "ENTERPRISE" });
    fin.post("/css/financialAccount/init", standard).await.success("chart of accounts").map(drop)
}

/// The air orders with their charges.
pub async fn air(maker: &Maker<'_>) -> Result<(), String> {
    crate::air::charged_orders(maker).await?;
    let op = maker.user("op01").await?;
    let orders = op.get("/afbase/order/page?orderCode=AE-2607150001").await.success("E1")?;
    let uuid = orders.pointer("/records/0").map(|order| text(order, "orderUuid")).unwrap_or_default();
    enter(&op, &uuid, &E1).await.map(drop)
}

/// The charges of E2 and E3, whose figures no example of the fixture tells.
pub async fn examples(maker: &Maker<'_>) -> Result<(), String> {
    let op = maker.user("op01").await?;
    for (code, charges) in [("AE-2607150002", &E2), ("AE-2607150003", &E3)] {
        let orders = op.get(&format!("/afbase/order/page?orderCode={code}")).await.success(code)?;
        let uuid = orders.pointer("/records/0").map(|order| text(order, "orderUuid"));
        enter(&op, &uuid.ok_or_else(|| format!("there is no order {code}"))?, charges).await?;
    }
    Ok(())
}

/// The exchange rates of the fixture, and one of the yen.
pub async fn rates(maker: &Maker<'_>) -> Result<(), String> {
    let admin = maker.nobody.log_in("demo-admin", "DEMO", maker.password).await?;
    let rows = [
        ("USD", "7.0000", "2026-05-01"),
        ("USD", "7.1000", "2026-07-01"),
        ("EUR", "7.8000", "2026-07-01"),
        ("JPY", "0.0455", "2026-07-01"),
    ];
    for (currency, rate, from) in rows {
        let begin = format!("{from} 00:00:00");
        let body = json!({ "currencyCode": currency, "type": "GENERAL", "currencyRate": rate, "beginDate": begin });
        admin.post("/css/currencyRate", body).await.success(currency)?;
    }
    Ok(())
}

/// Opens the months up to that of a day; older ones are closed, so that two stay open.
pub async fn open_months(fin: &Client, day: Day) -> Result<(), String> {
    let until: String = show_day(day).chars().take(7).collect();
    loop {
        let list = fin.get("/css/period/list").await.success("periods")?;
        let rows = list.as_array().cloned().unwrap_or_default();
        let next = rows.first().map(|row| text(row, "month")).unwrap_or_default();
        if next > until {
            return Ok(());
        }
        let mut open: Vec<String> =
            rows.iter().filter(|row| text(row, "state") == "OPEN").map(|row| text(row, "month")).collect();
        open.sort();
        if let (Some(oldest), true) = (open.first(), open.len() > 1) {
            post(fin, oldest).await?;
            fin.post("/css/period/close", json!({ "month": oldest })).await.success("close of a month")?;
        }
        fin.post("/css/period/open", json!({ "month": next })).await.success("opening of a month")?;
    }
}

/// Makes the vouchers of what the fixture paid and took before in a month: a month is not closed over what has none.
async fn post(fin: &Client, month: &str) -> Result<(), String> {
    const POSTED: [(&str, &str); 2] =
        [("/css/voucherExportAdvanceIn", "advanceDate"), ("/css/voucherExportExpense", "financialDate")];
    for (base, date) in POSTED {
        let page = fin.get(&format!("{base}/page?voucherStatus=WAITING&size=100")).await.success(base)?;
        let rows = page["records"].as_array().cloned().unwrap_or_default();
        let of_month = rows.iter().filter(|row| text(row, date).starts_with(month));
        let ids: Vec<Json> = of_month.map(|row| row["id"].clone()).collect();
        if !ids.is_empty() {
            let body = json!({ "ids": ids, "mode": "EACH" });
            fin.post(&format!("{base}/generate"), body).await.success(base)?;
        }
    }
    Ok(())
}

/// The items of a scope and the suppliers, by their names and codes.
pub struct Desk {
    items: BTreeMap<String, String>,
    coops: BTreeMap<&'static str, String>,
}

impl Desk {
    /// Of one scope.
    pub async fn of(maker: &Maker<'_>, caller: &Client, scope: &str) -> Result<Self, String> {
        let path = format!("/prm/service/select?businessScope={scope}");
        let list = caller.get(&path).await.success(&path)?;
        let named = |item: &Json| {
            let name = format!("{}-{}", text(item, "serviceType"), text(item, "serviceNameCn"));
            (name, text(item, "id"))
        };
        let items = list.as_array().into_iter().flatten().map(named).collect();
        let mut coops = BTreeMap::new();
        for code in ["GYS001", "GYS002", "DL001"] {
            coops.insert(code, maker.coop_id(caller, code).await?);
        }
        Ok(Self { items, coops })
    }

    /// A row: item, partner (of income the customer where nobody is named), currency and price, basis, tax. What is named
    /// and not there is a fault: a charge that is left out makes the company of the demonstration another one.
    fn row(
        &self,
        item: &str,
        coop: Option<&str>,
        (currency, price): (&str, String),
        basis: &str,
        tax: &str,
    ) -> Result<Json, String> {
        let item = self.items.get(item).ok_or_else(|| format!("there is no service item {item}"))?;
        let named = |code: &str| self.coops.get(code).ok_or_else(|| format!("there is no partner {code}"));
        let coop = coop.map(named).transpose()?;
        Ok(json!({
            "serviceItemId": item, "coopId": coop, "basis": basis, "currency": currency, "unitPrice": price, "taxRate": tax,
        }))
    }

    /// Enters charges of an order that has none.
    async fn enter(&self, caller: &Client, uuid: &str, income: Vec<Json>, cost: Vec<Json>) -> Result<(), String> {
        let body = json!({ "orderUuid": uuid, "rowUuid": "0", "income": income, "cost": cost });
        caller.post("/css/charge/save", body).await.success("charges").map(drop)
    }

    /// The charges of an air export order: freight by its weight break, surcharges, customs, handling, documents, and now and
    /// then a truck; one in twenty loses.
    pub async fn air(&self, caller: &Client, uuid: &str, (weight, to): (u64, &str), dice: u64) -> Result<(), String> {
        let base = match to {
            "NRT" | "ICN" => 900,
            "SIN" | "DXB" => 1_400,
            "LAX" | "ORD" => 3_100,
            _ => 2_600,
        } + dice % 400;
        let sold =
            base * if weight < 100 {
                125
            } else if weight < 500 {
                100
            } else {
                88
            } / 100;
        let bought = sold * if dice.is_multiple_of(20) { 115 } else { 78 + dice % 10 } / 100;
        let cents = |cents: u64| format!("{}.{:02}", cents / 100, cents % 100);
        let freight = match dice % 4 {
            0 => ("USD", cents(sold * 10 / 71)),
            _ => (CNY, cents(sold)),
        };
        let mut income = vec![
            self.row("干线-空运费", None, freight, "计费重量", "免税")?,
            self.row("干线-燃油附加费", None, (CNY, "3.00".into()), "计费重量", "免税")?,
            self.row("干线-安检附加费", None, (CNY, "1.20".into()), "计费重量", "免税")?,
            self.row("操作-操作费", None, ("USD", "50".into()), "票", "6%")?,
            self.row("操作-制单费", None, (CNY, "50".into()), "票", "6%")?,
            self.row("关检-报关费", None, (CNY, "350".into()), "票", "6%")?,
        ];
        let mut cost = vec![
            self.row("干线-空运费", Some("GYS001"), (CNY, cents(bought)), "计费重量", "免税")?,
            self.row("干线-燃油附加费", Some("GYS001"), (CNY, "3.00".into()), "计费重量", "免税")?,
            self.row("干线-安检附加费", Some("GYS001"), (CNY, "1.20".into()), "计费重量", "免税")?,
            self.row("操作-地面操作费", Some("GYS001"), (CNY, "0.35".into()), "毛重", "6%")?,
            self.row("关检-报关费", Some("GYS002"), (CNY, "220".into()), "票", "6%")?,
        ];
        if dice % 5 < 2 {
            income.push(self.row("支线-提货费", None, (CNY, "680".into()), "票", "9%")?);
            cost.push(self.row("支线-提货费", Some("GYS002"), (CNY, "520".into()), "票", "9%")?);
        }
        if to == "NRT" {
            cost.push(self.row("操作-操作费", Some("DL001"), ("JPY", "6500".into()), "票", "0%")?);
        } else if matches!(to, "FRA" | "AMS" | "LUX") {
            cost.push(self.row("操作-操作费", Some("DL001"), ("EUR", "38.5".into()), "票", "0%")?);
        }
        self.enter(caller, uuid, income, cost).await
    }

    /// The charges of an order of another scope, by the words of its trade.
    async fn carried(&self, caller: &Client, trade: &Trade, uuid: &str) -> Result<(), String> {
        let rows = |lines: &[Entered]| -> Result<Vec<Json>, String> {
            let row = |(item, coop, (currency, price), basis, tax): &Entered| {
                self.row(item, *coop, (currency, (*price).to_owned()), basis, tax)
            };
            lines.iter().map(row).collect()
        };
        self.enter(caller, uuid, rows(trade.income)?, rows(trade.cost)?).await
    }
}

/// A charge by its words: item, partner, currency and price, basis, tax.
type Entered = (&'static str, Option<&'static str>, (&'static str, &'static str), &'static str, &'static str);

/// What orders of a scope bring and cost.
struct Trade {
    scope: &'static str,
    income: &'static [Entered],
    cost: &'static [Entered],
}

const TON: &str = "计费吨";
const KILO: &str = "计费重量";
const HANDLING: Entered = ("操作-操作费", None, (CNY, "300"), "票", "6%");
const CUSTOMS: Entered = ("关检-报关费", None, (CNY, "400"), "票", "6%");
const BROKER: Entered = ("关检-报关费", Some("GYS002"), (CNY, "260"), "票", "6%");
const DOCUMENTS: Entered = ("快递-文件费", None, (CNY, "60"), "票", "6%");

const TRADES: [Trade; 7] = [
    Trade {
        scope: "ai",
        income: &[
            ("干线-空运费", None, (CNY, "12"), KILO, "免税"),
            ("支线-派送费", None, (CNY, "260"), "票", "9%"),
            ("操作-制单费", None, (CNY, "50"), "票", "6%"),
            HANDLING,
            CUSTOMS,
        ],
        cost: &[
            ("干线-空运费", Some("DL001"), ("EUR", "1.05"), KILO, "免税"),
            ("支线-派送费", Some("GYS002"), (CNY, "210"), "票", "9%"),
            ("操作-操作费", Some("DL001"), ("EUR", "35"), "票", "0%"),
            BROKER,
        ],
    },
    Trade {
        scope: "se",
        income: &[
            ("干线-海运费", None, ("USD", "42"), TON, "免税"),
            ("操作-码头操作费", None, (CNY, "980"), "票", "6%"),
            ("操作-提单费", None, (CNY, "450"), "票", "6%"),
            ("关检-目的港清关费", None, ("EUR", "120"), "票", "0%"),
            HANDLING,
            CUSTOMS,
        ],
        cost: &[
            ("干线-海运费", Some("GYS002"), ("USD", "35"), TON, "免税"),
            ("操作-码头操作费", Some("GYS002"), (CNY, "820"), "票", "6%"),
            ("操作-提单费", Some("GYS002"), (CNY, "300"), "票", "6%"),
            ("关检-目的港清关费", Some("DL001"), ("EUR", "85"), "票", "0%"),
            BROKER,
        ],
    },
    Trade {
        scope: "si",
        income: &[
            ("干线-海运费", None, ("USD", "42"), TON, "免税"),
            ("操作-换单费", None, (CNY, "450"), "票", "6%"),
            HANDLING,
            CUSTOMS,
        ],
        cost: &[
            ("干线-海运费", Some("GYS002"), ("USD", "35"), TON, "免税"),
            ("操作-码头操作费", Some("DL001"), ("EUR", "65"), "票", "0%"),
            BROKER,
        ],
    },
    Trade {
        scope: "te",
        income: &[("干线-铁路运费", None, ("USD", "120"), TON, "免税"), DOCUMENTS, HANDLING, CUSTOMS],
        cost: &[
            ("干线-铁路运费", Some("GYS002"), ("USD", "101"), TON, "免税"),
            ("操作-操作费", Some("DL001"), ("EUR", "45"), "票", "0%"),
            BROKER,
        ],
    },
    Trade {
        scope: "ti",
        income: &[("干线-铁路运费", None, ("EUR", "112"), TON, "免税"), DOCUMENTS, HANDLING, CUSTOMS],
        cost: &[("干线-铁路运费", Some("GYS002"), ("EUR", "94"), TON, "免税"), BROKER],
    },
    Trade {
        scope: "lc",
        income: &[
            ("干线-运输费", None, (CNY, "1.6"), KILO, "9%"),
            ("支线-路桥费", None, (CNY, "120"), "票", "9%"),
            DOCUMENTS,
            HANDLING,
        ],
        cost: &[
            ("干线-运输费", Some("GYS002"), (CNY, "1.25"), KILO, "9%"),
            ("支线-路桥费", Some("GYS002"), (CNY, "95"), "票", "9%"),
        ],
    },
    Trade {
        scope: "io",
        income: &[("干线-业务费", None, (CNY, "600"), "票", "6%"), ("快递-快递费", None, (CNY, "45"), "票", "6%")],
        cost: &[
            ("干线-业务费", Some("GYS002"), (CNY, "280"), "票", "6%"),
            ("操作-手续费", Some("DL001"), ("JPY", "1800"), "票", "0%"),
        ],
    },
];

/// Orders of a scope that may be looked at in every state: with so many open ones the newest is locked, the next one done.
const ENOUGH: usize = 3;

/// Charges of the orders of the other scopes that are open. Where there are enough of them, one is done and one is locked.
pub async fn carried(maker: &Maker<'_>) -> Result<(), String> {
    let (op, fin) = (maker.user("op01").await?, maker.user("fin01").await?);
    for trade in &TRADES {
        let (scope, code) = (trade.scope, trade.scope.to_uppercase());
        let desk = Desk::of(maker, &op, &code).await?;
        let page = op.get(&format!("/sc/order/{scope}/page?size=100")).await.success("orders")?;
        let rows = page["records"].as_array().cloned().unwrap_or_default();
        let open: Vec<Json> = rows.into_iter().filter(|order| order["lifecycle"] == json!("OPEN")).collect();
        if open.is_empty() {
            return Err(format!("there is no open order of {scope}"));
        }
        for order in &open {
            desk.carried(&op, trade, &text(order, "orderUuid")).await?;
        }
        let newest = if open.len() >= ENOUGH { open.first() } else { None };
        for order in open.iter().take(ENOUGH - 1).filter(|_| newest.is_some()) {
            for kind in SIDES {
                finish(&op, &text(order, "orderUuid"), kind).await?;
            }
        }
        if let Some(order) = newest {
            let day = fin.get("/afbase/orderLock/lockDate").await.success("day of locks")?["lockDate"].clone();
            let list = format!("/afbase/orderLock/page?businessScope={code}&orderCode={}", text(order, "orderCode"));
            let listed = fin.get(&list).await.success(&list)?;
            let id = listed.pointer("/records/0/id").cloned().ok_or("an order is not in the list of locks")?;
            let lock = json!({ "businessScope": code, "orderIds": [id], "lockDate": day });
            fin.put("/afbase/orderLock/lock", lock).await.success("lock of a carried order")?;
        }
    }
    Ok(())
}

const SIDES: [&str; 2] = ["RECEIVABLE", "PAYABLE"];

/// A side of an order is done, or its loss waits for approval.
pub(crate) async fn finish(caller: &Client, uuid: &str, kind: &str) -> Result<Json, String> {
    let list = caller.get(&format!("/css/charge/list?orderUuid={uuid}")).await.success("charges")?;
    let row = list.pointer("/order/orderRowUuid").cloned().unwrap_or_default();
    let body = json!({ "orderUuid": uuid, "orderRowUuid": row, "kind": kind });
    caller.put("/css/charge/finish", body).await.success(kind)
}

/// What waits for a word: the cost of the order that loses most, which its manager has to approve, and incidental charges of
/// some that are newer, which nobody has confirmed yet.
pub async fn waiting(maker: &Maker<'_>) -> Result<(), String> {
    const ENTERED: [(&str, &str, &str, bool); 4] = [
        ("GYS001", "85.00", "机场加班", false),
        ("GYS002", "120.00", "车辆等待", true),
        ("GYS001", "46.50", "补打标签", false),
        ("GYS002", "260.00", "节假日提货", true),
    ];
    let admin = maker.nobody.log_in("demo-admin", "DEMO", maker.password).await?;
    let (op, fin) = (maker.user("op01").await?, maker.user("fin01").await?);
    let approver = maker.user_id(&admin, "mgr01").await?;
    let levels = json!([{ "name": "部门经理", "approverType": "user", "approverIds": [approver] }]);
    let setting = json!({ "eventId": "106", "approval": 1, "levels": levels });
    admin.post("/prm/ics/approval/setting", setting).await.success("approval of losses")?;
    let open =
        "/afbase/orderLock/page?businessScope=AE&lockStatus=0&incomeFinishStatus=false&costFinishStatus=false&size=20";
    let listed = fin.get(&format!("{open}&sort=profitAmount,asc")).await.success("orders that lose")?;
    let loses = |order: &&Json| order["profitAmount"].as_f64().is_some_and(|profit| profit < 0.0);
    let losing = listed["records"].as_array().into_iter().flatten().find(loses);
    let losing = losing.map(|order| text(order, "orderUuid")).ok_or("no order of the demonstration loses")?;
    let told = finish(&op, &losing, "PAYABLE").await?;
    if told["approving"].is_null() {
        return Err("the loss of an order waits for nobody".to_owned());
    }
    let desk = Desk::of(maker, &op, "AE").await?;
    let newest = fin.get(open).await.success("open orders")?;
    let others = newest["records"].as_array().into_iter().flatten().map(|order| text(order, "orderUuid"));
    let others: Vec<String> = others.filter(|uuid| *uuid != losing).collect();
    if others.len() < ENTERED.len() {
        return Err("there are too few open orders for incidental charges".to_owned());
    }
    for (uuid, (coop, price, note, charged_on)) in others.iter().zip(ENTERED) {
        let mut line = desk.row("操作-杂费", Some(coop), (CNY, price.to_owned()), "票", "6%")?;
        line["kind"] = json!("PAYABLE");
        line["note"] = json!(note);
        // What the customer is to pay for as well is charged on at a fifth more.
        let list = op.get(&format!("/afbase/incidentals/list?orderUuid={uuid}")).await.success("incidental charges")?;
        let row = list.pointer("/orders/0/rowUuid").cloned().unwrap_or_default();
        let body = json!({
            "orderUuid": uuid, "rowUuid": row, "lines": [line], "withIncome": charged_on, "markup": "20",
        });
        op.post("/afbase/incidentals/doSave", body).await.success("incidental charge")?;
    }
    Ok(())
}
