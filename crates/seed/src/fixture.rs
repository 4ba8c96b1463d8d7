//! The layers of the fixture that are made by calls: partners, and the air orders of the example.

use kernel::Instant;
use platform::call::App;
use platform::refusal::Refusal;
use platform::store::Conn;
use serde_json::{Value as Json, json};

use crate::people::DEMO;
use crate::{Client, Reply};

/// Who makes what, and how the clock is moved.
pub struct Maker<'a> {
    /// The product.
    pub app: &'a App,
    /// Nobody, on the product's router.
    pub nobody: Client,
    /// Password of the people.
    pub password: &'a str,
}

impl Maker<'_> {
    /// A person of DEMO.
    pub async fn user(&self, login: &str) -> Result<Client, String> {
        self.nobody.log_in(&format!("{login}@example.com"), "DEMO", self.password).await
    }

    /// Sets the clock of the product, when it is one that can be set.
    pub fn at(&self, time: &str) -> Result<(), String> {
        self.app.clock.set(Instant::parse(time).ok_or_else(|| format!("{time} is no time"))?);
        Ok(())
    }

    /// Work on the database, for what has no page yet.
    pub fn database<T>(&self, work: impl FnOnce(&mut dyn Conn) -> Result<T, Refusal>) -> Result<T, String> {
        tokio::task::block_in_place(|| self.app.system_write(work)).map_err(|refusal| format!("{refusal:?}"))
    }

    /// The id of a person by the select every form uses.
    pub async fn user_id(&self, caller: &Client, login: &str) -> Result<String, String> {
        offered(caller, &format!("user?keyword={login}"), login).await
    }

    /// The id of a partner by its code.
    pub async fn coop_id(&self, caller: &Client, code: &str) -> Result<String, String> {
        offered(caller, &format!("coop?keyword={code}"), code).await
    }
}

async fn offered(caller: &Client, select: &str, hint: &str) -> Result<String, String> {
    let offers = caller.get(&format!("/platform/select/{select}")).await.success(select)?;
    let list = offers.as_array().cloned().unwrap_or_default();
    let found = list.iter().find(|offer| offer.get("hint").and_then(Json::as_str) == Some(hint));
    let value = found.and_then(|offer| offer.get("value")).and_then(Json::as_str);
    value.map(ToOwned::to_owned).ok_or_else(|| format!("{select} offers no {hint}"))
}

/// A partner of the fixture.
struct Partner {
    coop_type: &'static str,
    name: &'static str,
    full_name: &'static str,
    ename: &'static str,
    nation: &'static str,
    credit_code: &'static str,
    sub_types: &'static [(&'static str, &'static [&'static str])],
    sales: &'static str,
    source: bool,
}

const ALL: &[&str] = &["AE", "AI", "SE", "SI", "TE", "TI", "LC", "IO"];

#[rustfmt::skip]
const PARTNERS: &[Partner] = &[
    Partner { coop_type: "客户", name: "客户甲", full_name: "演示客户甲贸易有限公司", ename: "DEMO CUSTOMER A TRADING CO., LTD", nation: "CN", credit_code: "91000000MA00000157", sub_types: &[("直客", &["AE", "AI"])], sales: "sales01", source: false },
    Partner { coop_type: "客户", name: "客户乙", full_name: "演示客户乙电子有限公司", ename: "DEMO CUSTOMER B ELECTRONICS CO., LTD", nation: "CN", credit_code: "91000000MA00000232", sub_types: &[("同行", &["AE", "SE"])], sales: "sales02", source: false },
    Partner { coop_type: "客户", name: "客户丙", full_name: "演示客户丙物流有限公司", ename: "", nation: "CN", credit_code: "91000000MA0000031W", sub_types: &[("直客", &["SE"])], sales: "sales01", source: false },
    Partner { coop_type: "供应商", name: "供应商甲", full_name: "演示供应商甲有限公司", ename: "DEMO SUPPLIER A CO., LTD", nation: "CN", credit_code: "91000000MA000004XL", sub_types: &[("空运一级代理", &["AE"])], sales: "", source: true },
    Partner { coop_type: "供应商", name: "供应商乙", full_name: "演示供应商乙运输有限公司", ename: "", nation: "CN", credit_code: "", sub_types: &[("车队", &["AE", "LC"]), ("订舱代理", &["SE"])], sales: "", source: false },
    Partner { coop_type: "海外代理", name: "海外代理甲", full_name: "DEMO AGENT A INC", ename: "DEMO AGENT A INC", nation: "US", credit_code: "", sub_types: &[("海外代理", &["AE", "AI"])], sales: "", source: false },
    Partner { coop_type: "互为代理", name: "演示货运上海", full_name: "演示货运上海", ename: "", nation: "CN", credit_code: "", sub_types: &[("内部公司", ALL)], sales: "", source: false },
];

/// Waits for approval: made while the org asks for one.
const WAITING: Partner = Partner {
    coop_type: "客户",
    name: "客户丁",
    full_name: "演示客户丁有限公司",
    ename: "",
    nation: "CN",
    credit_code: "",
    sub_types: &[("直客", &["AE"])],
    sales: "sales02",
    source: false,
};

/// Carrier X9 of the platform, and the partners of DEMO.
pub async fn partners(maker: &Maker<'_>) -> Result<(), String> {
    let keeper = maker.nobody.log_in("pf01@example.com", "PLAT", maker.password).await?;
    let carrier = json!({
        "carrierCode": "X9", "prefix": "990", "nameCn": "测试航空", "nameEn": "TEST AIRLINES", "divisor": 6000,
        "roundStep": "0.5",
    });
    keeper.post("/afbase/carrier", carrier).await.success("carrier X9")?;
    let admin = maker.nobody.log_in("demo-admin", "DEMO", maker.password).await?;
    for partner in PARTNERS {
        make(maker, &admin, partner).await?;
        if partner.name == "客户丙" {
            // KH004 comes between the customers and the others, so that codes run as the fixture says.
            setting(maker, "true").await?;
            make(maker, &admin, &WAITING).await?;
            setting(maker, "false").await?;
            let id = maker.coop_id(&admin, "KH003").await?;
            let black = json!({ "version": 1, "reason": "测试黑名单" });
            admin.post(&format!("/prm/coop/{id}/black"), black).await.success("black list")?;
        }
    }
    Ok(())
}

/// An agreement of the fixture; all of them hold for the year 2026 and count from the departure.
struct Agreement {
    coop: &'static str,
    name: &'static str,
    kind: &'static str,
    side: &'static str,
    scopes: &'static [&'static str],
    owner: &'static str,
    /// Settlement, and its parameters by their members.
    terms: (&'static str, &'static [(&'static str, i64)]),
    limit: Option<&'static str>,
    /// Days of grace, and late interest a day.
    late: (i64, Option<&'static str>),
}

#[rustfmt::skip]
const AGREEMENTS: &[Agreement] = &[
    Agreement { coop: "KH001", name: "客户甲2026年度协议", kind: "年度协议", side: "BOTH", scopes: &["AE", "AI"], owner: "sales01", terms: ("MONTH_DAY", &[("paramN", 1), ("paramD", 25)]), limit: Some("60000.00"), late: (5, Some("0.5")) },
    Agreement { coop: "KH002", name: "客户乙2026年度协议", kind: "年度协议", side: "RECEIVABLE", scopes: &["AE", "SE"], owner: "sales02", terms: ("TICKET", &[("paramK", 30)]), limit: Some("50000.00"), late: (0, None) },
    Agreement { coop: "GYS001", name: "供应商甲2026年度协议", kind: "年度协议", side: "PAYABLE", scopes: &["AE"], owner: "op01", terms: ("MONTH_DAY", &[("paramN", 1), ("paramD", 31)]), limit: None, late: (0, None) },
    Agreement { coop: "DL001", name: "海外代理甲2026代理协议", kind: "代理协议", side: "BOTH", scopes: &["AE", "AI"], owner: "op01", terms: ("TICKET", &[("paramK", 45)]), limit: None, late: (0, None) },
];

/// The agreements of DEMO, made and submitted on their first day.
pub async fn agreements(maker: &Maker<'_>) -> Result<(), String> {
    let now = maker.app.clock.now();
    maker.at("2026-01-01 09:00:00")?;
    let admin = maker.nobody.log_in("demo-admin", "DEMO", maker.password).await?;
    for one in AGREEMENTS {
        let mut body = json!({
            "agreementName": one.name, "coopId": maker.coop_id(&admin, one.coop).await?, "side": one.side,
            "scopeCodes": one.scopes, "agreementType": one.kind, "transactorId": maker.user_id(&admin, one.owner).await?,
            "signDate": "2026-01-01", "validFrom": "2026-01-01", "validTo": "2026-12-31", "settleMethod": one.terms.0,
            "baseDate": "DEPARTURE", "currencyCode": "CNY", "graceDays": one.late.0, "interestRate": one.late.1,
        });
        for (member, value) in one.terms.1 {
            body[*member] = json!(value);
        }
        if let Some(limit) = one.limit {
            body["creditLimit"] = json!(limit);
        }
        let made = admin.post("/prm/coopAgreement", body).await.success(one.name)?;
        let id = made.get("id").and_then(Json::as_str).unwrap_or_default();
        let submit = json!({ "version": made.get("version") });
        admin.post(&format!("/prm/coopAgreement/{id}/submit"), submit).await.success(one.name)?;
    }
    maker.app.clock.set(now);
    Ok(())
}

/// The warehouses of DEMO.
pub async fn warehouses(maker: &Maker<'_>) -> Result<(), String> {
    let admin = maker.nobody.log_in("demo-admin", "DEMO", maker.password).await?;
    let at_airport = json!({ "apCode": "PVG", "longitude": "121.805000", "latitude": "31.150000" });
    let supervised = json!({ "supervised": true, "customsDistrict": "2233" });
    for (code, name, kind, export, import, more) in [
        ("HZ01", "测试货站", "1", true, true, [&at_airport, &supervised, &json!({ "siteCode": "CNPVG1" })]),
        ("KF01", "测试库房", "2", true, false, [&at_airport, &json!({}), &json!({})]),
        (
            "FB01",
            "测试分拨库",
            "3",
            false,
            true,
            [&json!({ "apCode": "PVG" }), &supervised, &json!({ "siteCode": "CNPVG3" })],
        ),
        ("KF02", "北京库房", "2", true, false, [&json!({ "apCode": "PEK" }), &json!({}), &json!({})]),
    ] {
        let mut body = json!({
            "warehouseCode": code, "nameCn": name, "warehouseType": kind, "forExport": export, "forImport": import,
            "addressCn": "测试路1号", "contact": "仓库一", "openHours": "08:00-20:00",
        });
        if let Some(body) = body.as_object_mut() {
            body.extend(
                more.into_iter()
                    .filter_map(Json::as_object)
                    .flatten()
                    .map(|(name, value)| (name.clone(), value.clone())),
            );
        }
        admin.post("/afbase/warehouse", body).await.success(name)?;
    }
    Ok(())
}

/// The rate of X9 from PVG to FRA and its other charges: for the month of the fixture, and from then on.
pub async fn rates(maker: &Maker<'_>) -> Result<(), String> {
    let admin = maker.nobody.log_in("demo-admin", "DEMO", maker.password).await?;
    for (from, to) in [("2026-07-01", Some("2026-07-31")), ("2026-08-01", None)] {
        let during = |more: Json| {
            let mut body = json!({ "carrierCode": "X9", "currency": "CNY", "validFrom": from, "validTo": to });
            if let (Some(body), Some(more)) = (body.as_object_mut(), more.as_object()) {
                body.extend(more.clone());
            }
            body
        };
        let rate = during(json!({
            "departure": "PVG", "arrival": "FRA", "minimum": "420.00", "rateN": "47.62", "rate45": "37.20",
            "rate100": "33.93", "rate300": "29.91", "rate500": "25.88", "rate1000": "22.00",
        }));
        admin.post("/afbase/tact", rate).await.success("X9 PVG-FRA")?;
        for (code, due, price, basis) in
            [("MY", "C", "3.00", "计费重量"), ("SC", "C", "1.20", "计费重量"), ("AW", "A", "50.00", "票")]
        {
            let charge = during(json!({ "code": code, "due": due, "unitPrice": price, "basis": basis }));
            admin.post("/afbase/surcharge", charge).await.success(code)?;
        }
    }
    Ok(())
}

async fn setting(maker: &Maker<'_>, value: &str) -> Result<(), String> {
    maker.database(|conn| hrs::setup::set_org_setting(conn, DEMO, "coopApproval", value))
}

async fn make(maker: &Maker<'_>, admin: &Client, partner: &Partner) -> Result<Reply, String> {
    let owner = if partner.sales.is_empty() { "op01" } else { partner.sales };
    let types: Vec<Json> =
        partner.sub_types.iter().map(|(name, scopes)| json!({ "subType": name, "scopes": scopes })).collect();
    let mut body = json!({
        "coopType": partner.coop_type,
        "coopName": partner.name,
        "coopFullName": partner.full_name,
        "coopEname": partner.ename,
        "nationCode": partner.nation,
        "socialCreditCode": partner.credit_code,
        "transactorId": maker.user_id(admin, owner).await?,
        "isAwbSource": partner.source,
        "subTypes": types,
        "contacts": [],
    });
    if partner.coop_type == "客户" {
        body["salesId"] = json!(maker.user_id(admin, partner.sales).await?);
        body["servicerId"] = json!(maker.user_id(admin, "cs01").await?);
    }
    let reply = admin.post("/prm/coop", body).await;
    let copy = reply.clone();
    reply.success(partner.name)?;
    Ok(copy)
}
