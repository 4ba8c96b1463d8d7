//! Layer money, expenses of staff: ER-2607150001 and two more, by the product's own calls.

use serde_json::{Value as Json, json};

use crate::Client;
use crate::air::text;
use crate::fixture::Maker;
use crate::received::account;

/// ER-2607150001 of op01 is audited, that of sales01 approved, that of cs01 a draft: mgr01 decides about all of them.
pub async fn reports(maker: &Maker<'_>) -> Result<(), String> {
    let now = maker.app.clock.now();
    maker.at("2026-07-15 09:40:00")?;
    let admin = maker.nobody.log_in("demo-admin", "DEMO", maker.password).await?;
    let approver = maker.user_id(&admin, "mgr01").await?;
    let levels = json!([{ "name": "部门经理", "approverType": "user", "approverIds": [approver] }]);
    let setting = json!({ "eventId": "109", "approval": 1, "levels": levels });
    admin.post("/prm/ics/approval/setting", setting).await.success("approval of expense reports")?;
    let travel = approved(maker, "op01", ("差旅", "北京客户拜访，往返高铁", "300.00")).await?;
    let fin = maker.user("fin01").await?;
    let audit = json!({
        "version": travel["version"], "bankAccountId": account(&fin, "CNY").await?, "financialDate": "2026-07-15",
    });
    let path = format!("/css/expenseReport/{}/audit", text(&travel, "id"));
    fin.post(&path, audit).await.success("audit of an expense report")?;
    approved(maker, "sales01", ("招待", "客户乙项目洽谈午餐", "680.00")).await?;
    let service = maker.user("cs01").await?;
    claimed(&service, ("交通", "送单出租车费", "86.50")).await?;
    maker.app.clock.set(now);
    Ok(())
}

async fn claimed(user: &Client, (kind, purpose, amount): (&str, &str, &str)) -> Result<Json, String> {
    let body = json!({
        "type": "EXPENSE", "expenseReportDate": "2026-07-15", "expenseReportMode": "PERSON",
        "paymentMethod": "TRANSFER", "attachedDocument": 2,
        "lines": [{ "expenseType": kind, "expenseDate": "2026-07-14", "purpose": purpose, "amount": amount }],
    });
    user.post("/css/expenseReport", body).await.success("expense report")
}

/// A report that its applicant submitted and mgr01 approved.
async fn approved(maker: &Maker<'_>, login: &str, of: (&str, &str, &str)) -> Result<Json, String> {
    let user = maker.user(login).await?;
    let made = claimed(&user, of).await?;
    let at = |verb: &str| format!("/css/expenseReport/{}/{verb}", text(&made, "id"));
    let submitted = user.post(&at("submit"), json!({ "version": made["version"] })).await.success("expense report")?;
    let manager = maker.user("mgr01").await?;
    let approved = json!({ "version": submitted["version"] });
    manager.post(&at("approve"), approved).await.success("approval of an expense report")
}
