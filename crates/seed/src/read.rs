//! What there is to read in the demonstration: notices, help with pictures, tutorials that are such pages, and a
//! questionnaire. The platform writes it for its companies; one notice and one document are the company's own.

use kernel::{Day, day_after_days, show_day};
use serde_json::{Value as Json, json};

use crate::Client;
use crate::air::text;
use crate::fixture::Maker;

const ORDERS: &[u8] = include_bytes!("../../../docs/images/orders.png");
const WAYBILL: &[u8] = include_bytes!("../../../docs/images/waybill.png");
const NUMBERS: &[u8] = include_bytes!("../../../docs/images/numbers.png");

/// A page with a picture, and the tutorial that leads to it.
struct Lesson {
    title: &'static str,
    /// Page of the product it is about.
    page: &'static str,
    picture: (&'static str, &'static [u8]),
    text: &'static str,
    /// How long it takes to read.
    seconds: i64,
}

const LESSONS: [Lesson; 3] = [
    Lesson {
        title: "空运出口：从委托到分享链接",
        page: "af_order",
        picture: ("订单列表.png", ORDERS),
        text: "## 录入委托\n在“空运出口订单”点“新增”，选择客户，填写始发港、目的港、件数、毛重和体积，系统算出计费重量和密度。\n\n\
               ## 取主单号\n在主单号一栏从库存中选一个，或点“取下一号”（F2）；航班的承运人与号码不一致时会提示。\n\n\
               ## 分享给客户\n保存后在“更多操作”中选“分享”，把链接或二维码发给客户，客户无需登录即可查看轨迹。",
        seconds: 180,
    },
    Lesson {
        title: "运单制作：从订单取数到发送报文",
        page: "af_awb_print",
        picture: ("运单制单.png", WAYBILL),
        text: "## 取订单数据\n打开订单的“运单”，主单带入收发货人、品名、件重体和航班。\n\n\
               ## 检查\n右侧显示航司将收到的报文，不合规则的地方标在对应的格内。\n\n\
               ## 完成与打印\n点“完成”后锁定，再打印套打、PDF，或发送FWB和FHL。",
        seconds: 240,
    },
    Lesson {
        title: "主单号：领单、配单与查询",
        page: "af_awb",
        picture: ("主单号管理.png", NUMBERS),
        text: "## 领单登记\n在“领单登记”填写起始号和数量，系统按校验位生成号码。\n\n\
               ## 配单\n在“主单号管理”中点号码后的“配单”，或在订单中直接取号。\n\n\
               ## 查询\n在“主单号管理”按状态查看未使用、已配单、已使用和作废的号码。",
        seconds: 120,
    },
];

/// Writes all of it, of the day.
pub async fn all(maker: &Maker<'_>, today: Day) -> Result<(), String> {
    let keeper = maker.nobody.log_in("superAdmin", "PLAT", maker.password).await?;
    let admin = maker.nobody.log_in("demo-admin", "DEMO", maker.password).await?;
    // What the platform tells is for the demonstration alone: a real company may stand beside it.
    let demo = offered(&keeper, "noticeOrg?keyword=DEMO", |offer| offer["hint"] == "DEMO").await?;
    tariff(maker, today).await?;
    notices(&keeper, &admin, &demo).await?;
    for (place, lesson) in (1i64..).zip(&LESSONS) {
        learn(&keeper, lesson, place * 10).await?;
    }
    let own = json!({
        "title": "本公司操作规范", "language": "zh-CN", "keywords": "规范 交接",
        "body": "## 截单\n航班前一日17:00前完成订舱和入库。\n\n## 交接\n离岗前把未完成的订单交给同组同事，并在备注中写明。",
    });
    help(&admin, own).await?;
    questionnaire(&keeper, &demo, today).await
}

/// An edition of public prices of the test carrier, in force from tomorrow.
async fn tariff(maker: &Maker<'_>, today: Day) -> Result<(), String> {
    const BASE: &str = "/afbase/tactPublic/edition";
    let keeper = maker.nobody.log_in("pf01@example.com", "PLAT", maker.password).await?;
    let tomorrow = show_day(day_after_days(today, 1));
    let line = json!({
        "carrierCode": "X9", "departure": "PVG", "arrival": "FRA", "currency": "CNY", "minimum": "420", "rateN": "50.00",
        "rate45": "40.00", "rate100": "35.00",
    });
    let edition = json!({ "editionNo": "DEMO", "effectiveFrom": tomorrow, "title": "演示公布运价", "lines": [line] });
    let made = keeper.post(BASE, edition).await.success("edition")?;
    let path = format!("{BASE}/{}/publish", text(&made, "id"));
    keeper.post(&path, json!({ "version": made["version"] })).await.success("edition").map(drop)
}

async fn notices(keeper: &Client, admin: &Client, demo: &str) -> Result<(), String> {
    for (caller, title, kind, words) in [
        (keeper, "欢迎使用演示系统", "XTGX", "演示数据可以任意修改，重新初始化后恢复。"),
        (keeper, "系统维护通知", "XTWH", "每周日02:00-03:00进行例行维护，期间可能短暂中断。"),
        (admin, "月末关账提醒", "XTGX", "请于每月最后一个工作日17:00前完成收入和成本录入。"),
    ] {
        let body = json!({
            "noticeTitle": title, "noticeType": kind, "noticeText": words, "pushType": "3", "orgIds": [demo],
        });
        let made = caller.post("/hrs/notice", body).await.success("notice")?;
        publish(caller, "/hrs/notice", &made).await?;
    }
    Ok(())
}

/// Publishes what was just made.
async fn publish(caller: &Client, base: &str, made: &Json) -> Result<(), String> {
    let id = text(made, "id");
    let version = caller.get(&format!("{base}/{id}")).await.success(base)?["version"].clone();
    caller.put(&format!("{base}/publish/{id}"), json!({ "version": version })).await.success(base).map(drop)
}

async fn help(caller: &Client, body: Json) -> Result<String, String> {
    let made = caller.post("/hrs/helpDoc", body).await.success("help")?;
    publish(caller, "/hrs/helpDoc", &made).await?;
    Ok(text(&made, "id"))
}

/// The page with its picture, and the tutorial.
async fn learn(keeper: &Client, lesson: &Lesson, sort: i64) -> Result<(), String> {
    let file = [lesson.picture];
    let picture = keeper.upload("/platform/picture", &file).await.success("picture")?;
    let page =
        offered(keeper, &format!("menuPage?keyword={}", lesson.page), |offer| offer["hint"] == lesson.page).await?;
    let words = format!("![{}]({})\n\n{}", lesson.title, text(&picture, "url"), lesson.text);
    let document = json!({ "title": lesson.title, "language": "zh-CN", "body": words, "keywords": "教程" });
    let document = help(keeper, document).await?;
    let cover = keeper.upload("/hrs/tutorial/coverFile", &file).await.success("cover")?;
    let module = offered(keeper, "tutorialModule", |offer| text(offer, "label") == "空运").await?;
    let tutorial = json!({
        "title": lesson.title, "moduleId": module, "pageId": page, "sort": sort, "onHome": true,
        "url": format!("/helpDoc?id={document}"), "seconds": lesson.seconds, "cover": [cover["id"]],
    });
    let made = keeper.post("/hrs/tutorial", tutorial).await.success("tutorial")?;
    publish(keeper, "/hrs/tutorial", &made).await
}

async fn offered(caller: &Client, select: &str, wanted: impl Fn(&Json) -> bool) -> Result<String, String> {
    let offers = caller.get(&format!("/platform/select/{select}")).await.success(select)?;
    let found = offers.as_array().into_iter().flatten().find(|offer| wanted(offer));
    found.map(|offer| text(offer, "value")).ok_or_else(|| format!("{select} offers nothing that fits: {offers}"))
}

async fn questionnaire(keeper: &Client, demo: &str, today: Day) -> Result<(), String> {
    let body = json!({
        "title": "使用体验调查", "explanation": "两分钟，帮助我们改进。", "startAt": format!("{} 00:00:00", show_day(today)),
        "endAt": format!("{} 23:59:59", show_day(day_after_days(today, 30))), "anonymous": false, "pushType": "3",
        "orgIds": [demo],
        "questions": [
            { "kind": "nps", "question": "您愿意向同行推荐本系统吗？", "required": true },
            { "kind": "multi", "question": "希望增加", "choices": ["报表", "移动端", "接口"], "least": 1, "most": 2 },
            { "kind": "text", "question": "其他建议" },
        ],
    });
    let made = keeper.post("/hrs/questionnaire", body).await.success("questionnaire")?;
    publish(keeper, "/hrs/questionnaire", &made).await
}
