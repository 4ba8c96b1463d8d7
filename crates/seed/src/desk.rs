//! What lies on the desks of the demonstration beside orders and money: inquiries, whom they are sent to, and the papers
//! that travel with a master. So the lists of these pages are not empty at first sight.

use kernel::{Day, day_after_days, show_day};
use serde_json::{Value as Json, json};

use crate::air::text;
use crate::fixture::Maker;

/// An inquiry that is handed in, and one that is still being written.
const ROUTES: [(&str, &str, u32, u32, bool); 2] = [("PVG", "LAX", 10, 500, true), ("PVG", "FRA", 24, 960, false)];

/// Makes them, of the day.
pub async fn papers(maker: &Maker<'_>, today: Day) -> Result<(), String> {
    let admin = maker.nobody.log_in("demo-admin", "DEMO", maker.password).await?;
    let agent = json!({
        "coopId": maker.coop_id(&admin, "GYS001").await?, "contactName": "Anna", "email": "anna@example.com",
        "priority": 1,
    });
    admin.post("/afbase/inquiryAgent", agent).await.success("agent")?;
    let (coop, sales) = (maker.coop_id(&admin, "KH002").await?, maker.user_id(&admin, "sales01").await?);
    for (from, to, pieces, weight, is_handed_in) in ROUTES {
        let inquiry = json!({
            "coopId": coop, "salesId": sales, "departureStation": from, "arrivalStation": to,
            "readyDate": show_day(day_after_days(today, 2)), "goodsNameCn": "普货", "pieces": pieces, "weight": weight,
            "volume": 3, "targetPrice": 25, "targetCurrency": "CNY", "remark": "客户急件",
        });
        let made = admin.post("/afbase/orderInquiry", inquiry).await.success("inquiry")?;
        if is_handed_in {
            let path = format!("/afbase/orderInquiry/{}/submit", text(&made, "id"));
            admin.post(&path, json!({ "version": 1 })).await.success("inquiry")?;
        }
    }
    let pouch = json!({ "awbNumber": "99012345675", "remark": "急件", "documents": documents() });
    admin.post("/afbase/cargoPouch", pouch).await.success("pouch").map(drop)
}

fn documents() -> Json {
    json!([
        { "docType": "主运单", "docNo": "990-12345675", "originals": 3, "copies": 1 },
        { "docType": "货物舱单", "originals": 0, "copies": 0 },
    ])
}
