//! What is answered without a model: fifty questions and more, and ten that cannot be answered.

use serde_json::{Value as Json, json};
use testkit::each_database_from;

use super::kit::*;

/// Questions about how something is done, and the page of the manual that answers first.
const WAYS: &[(&str, &str)] = &[
    ("如何解锁订单", "lock"),
    ("忘记密码怎么办", "login"),
    ("怎么修改密码", "login"),
    ("账号被锁定了", "login"),
    ("怎么绑定二次验证", "login"),
    ("领单登记在哪里", "awb-stock"),
    ("主单号作废了还能用吗", "awb-stock"),
    ("怎么拆单", "order-split"),
    ("空运出口怎么新建订单", "air-export"),
    ("怎么取消订单", "air-export"),
    ("实际件重在哪里录", "air-export"),
    ("怎么打印运单", "awb-print"),
    ("分单怎么制单", "awb-print"),
    ("FWB报文怎么发", "edi"),
    ("电子报文被拒绝了怎么办", "edi"),
    ("危险品申报单怎么做", "papers"),
    ("怎么给客户分享轨迹", "tracking"),
    ("海运提单怎么打印", "sea-bill"),
    ("箱号在哪里录入", "sea-orders"),
    ("怎么新建客户", "partners"),
    ("怎么让客户自己填资料", "partners"),
    ("客户超额不能下单怎么办", "credit"),
    ("费用怎么录入", "charges"),
    ("怎么维护汇率", "currency"),
    ("怎么制账单", "debit-notes"),
    ("账单怎么作废", "debit-notes"),
    ("怎么申请开票", "invoices"),
    ("发票开错了怎么处理", "invoices"),
    ("收款怎么核销", "receipts"),
    ("怎么撤销核销", "receipts"),
    ("付款申请怎么提交", "payments"),
    ("差旅费怎么报销", "expenses"),
    ("凭证怎么导出", "vouchers"),
    ("怎么反结账", "period"),
    ("员工离职怎么处理", "users"),
    ("怎么给角色分配权限", "roles"),
    ("发件邮箱怎么设置", "company"),
    ("怎么导出Excel", "lists"),
    ("出差了怎么让别人帮我审批", "messages"),
    ("怎么发公告", "content"),
];

/// Questions about data, and what the answer says.
const DATA: &[(&str, &[&str])] = &[
    ("主单990-12345675到哪了", &["AE-2607150001", "PVG–FRA", "客户甲"]),
    ("99012345690起飞了吗", &["AE-2607140001", "已起飞"]),
    ("订单AE-2607150003什么情况", &["AE-2607150003", "PEK–LAX"]),
    ("分单HA001是哪一票", &["AE-2607150001"]),
    ("箱号CSQU3054383在哪", &["TSTSHA260701", "最新轨迹"]),
    ("提单TSTHAM260601到港了吗", &["TSTHAM260601", "DEHAM–CNSHA"]),
    ("本周开航的订单", &["本周（2026-07-13 至 2026-07-19）开航", "空运出口", "AE-2607150001"]),
    ("今天新建的空运出口订单", &["空运出口 3 票"]),
    ("下周开船的海运出口订单有哪些", &["海运出口 3 票"]),
    ("待出重的订单有哪些", &["待出重的订单共"]),
    ("主单号还有多少", &["未使用的主单号共"]),
    ("990的主单号还剩几个", &["未使用的主单号共", "990"]),
    ("客户甲还欠多少", &["客户甲 应收余额 20000.00"]),
    ("客户甲的责任销售是谁", &["客户甲", "责任销售 销售一"]),
    ("美元汇率是多少", &["USD", "7.1"]),
    ("我有多少待审批", &["待您审批的共 0 条"]),
    ("有几条未读消息", &["未读消息共"]),
    ("990是哪家航司", &["990 是 X9", "测试航空"]),
    ("PVG是什么机场", &["浦东"]),
];

/// Questions nobody could answer from this product.
const NONE: &[&str] = &[
    "今天天气怎么样",
    "帮我写一首诗",
    "股票明天会涨吗",
    "怎么做红烧肉",
    "附近有什么好吃的",
    "推荐一部电影",
    "你叫什么名字",
    "世界杯谁会赢",
    "翻译成法语怎么说",
    "1加1等于几",
];

/// The same as desks tell it, in several clauses and in words the manual does not use.
const STORIES: &[(&str, &str)] = &[
    ("新来的同事今天报到，要给他开个账号能登系统，在哪弄", "users"),
    ("供应商寄来一堆发票，收到以后在哪里登", "payments"),
    ("上个月核错账单了，核销怎么撤回来", "receipts"),
    ("网银流水从银行下下来了，怎么一次导进系统", "receipts"),
    ("发票抬头开错了，客户退回来要重开，怎么红冲", "invoices"),
    ("航司说有几个主单号不能用了，怎么拉黑", "awb-stock"),
    ("会计要把凭证导进金蝶，从哪里导出来", "vouchers"),
    ("提单已经签了，客户要电放，怎么操作", "sea-bill"),
    ("柜号封号船公司给了，填在哪", "sea-orders"),
    ("密码记不得了登不进去怎么办", "login"),
    ("新人看不到订单是什么原因，要开什么权限", "roles"),
    ("出差的车票住宿费怎么报", "expenses"),
    ("账单做好了要发给客户，怎么发邮件", "debit-notes"),
    ("货站给的加班费打包费录在哪里", "charges"),
    ("客户额度用完了，临时给他加一点额度在哪里加", "credit"),
    ("货到仓库要过磅，磅单在哪里录", "warehouse"),
    ("几十票订单的费用想一起录进去，有批量的地方吗", "charges"),
    ("欠款超期的客户要发个催款函，哪里弄", "credit"),
];

/// Stories about what the product has not.
const FOREIGN: &[&str] = &[
    "报关单的商品编码怎么归类",
    "考勤打卡忘记了怎么补",
    "公司食堂几点开饭，饭卡怎么充",
    "电脑蓝屏了重启也没用怎么修",
    "昨天的球赛谁赢了，比分多少",
    "孩子发烧了要不要去医院",
    "上海到宁波高速今天堵不堵",
    "口红什么牌子好用",
    "快递丢了找谁赔",
];

/// Questions about money and numbers, and what the answer says.
const MONEY: &[(&str, &[&str])] = &[
    ("AE-2607150001的利润是多少", &["AE-2607150001", "收入 ", "成本 ", "毛利 "]),
    ("客户甲还欠多少，什么时候到期", &["客户甲 应收余额 ", "未核销的账单共", "到期日 "]),
    ("还有没认领的款吗", &["待认领的收款共", "RC-2607150001"]),
    ("供应商甲的付款申请付了没", &["AE-PR-2607150001", "供应商甲", "状态："]),
    ("供应商甲的对账单付清了吗", &["应付对账单共", "供应商甲", "未核销 "]),
    ("990开头的运单号还剩哪些没用过", &["未使用的主单号共", "990-123457"]),
];

fn first_place(told: &Json) -> String {
    text(&told["references"][0], "url")
}

// req: ai-question-call, ai-open-answer-source
#[test]
fn fifty_questions_and_more_are_answered_without_a_model() {
    each_database_from(rooms, lay, |world| {
        let admin = world.login("demo-admin");
        decide(&admin, json!({ "aiUserDaily": 200 }));
        let mut wrong = Vec::new();
        for (question, key) in WAYS {
            let told = ask(&admin, question);
            let right = text(&told, "answer").starts_with("根据帮助文档：")
                && first_place(&told).starts_with(&format!("/manual?page={key}&at="))
                && (1..=3).contains(&told["references"].as_array().map_or(0, Vec::len));
            if !right {
                wrong.push(format!("{question}: {told}"));
            }
        }
        for (question, parts) in DATA {
            let told = ask(&admin, question);
            let answer = text(&told, "answer");
            if !parts.iter().all(|part| answer.contains(part)) || !first_place(&told).starts_with('/') {
                wrong.push(format!("{question}: {told}"));
            }
        }
        let asked = WAYS.len() + DATA.len();
        assert!(asked >= 50);
        assert!(wrong.len() * 10 <= asked, "{}: {} wrong\n{}", world.database, wrong.len(), wrong.join("\n"));
    });
}

// req: ai-open-answer-source
#[test]
fn what_nothing_matches_is_answered_by_exactly_one_sentence() {
    each_database_from(rooms, lay, |world| {
        let admin = world.login("demo-admin");
        for question in NONE.iter().chain(&["主单990-99999996到哪了", "箱号ABCU9999999在哪"]) {
            let told = ask(&admin, question);
            assert_eq!((text(&told, "answer").as_str(), &told["references"]), (NOTHING, &json!([])), "{question}");
        }
        let english = admin.in_language("en-US");
        assert_eq!(
            answer(&english, "what is the weather"),
            "Nothing was found. Please ask in other words or contact support."
        );
        let chinese = ask(&english, "如何解锁订单");
        assert!(text(&chinese, "answer").contains("解锁"), "in the language it is asked in: {chinese}");
        assert!(first_place(&ask(&english, "how do I unlock an order")).starts_with("/manual?page=lock&at="));
    });
}

#[test]
fn a_question_is_not_empty_and_not_too_long() {
    each_database_from(rooms, lay, |world| {
        let caller = world.login("sales01");
        let post = |question: &str| caller.post("/hrs/aiLog/question", json!({ "question": question }));
        assert_eq!(post("").findings_at("question"), ["请输入问题"]);
        assert_eq!(post(" \n ").findings_at("question"), ["请输入问题"]);
        assert_eq!(post(&"问".repeat(1_001)).findings_at("question"), ["问题不能超过1000个字符"]);
        assert_eq!(post(&"问".repeat(1_000)).code, 0);
        assert_eq!(world.anonymous().post("/hrs/aiLog/question", json!({ "question": "你好" })).status, 401);
        assert_eq!(logged(&world.login("demo-admin")).len(), 1, "what was refused is no question");
    });
}

#[test]
fn help_of_the_company_and_notices_are_searched_as_their_readers_see_them() {
    each_database_from(rooms, lay, |world| {
        let (keeper, admin) = (world.login("superAdmin"), world.login("demo-admin"));
        let doc = publish(&admin, "宠物活体运输须知", "# 活体申报\n提前三天提交检疫证明和笼具照片。");
        let told = ask(&world.login("sales01"), "活体运输要提交什么");
        assert!(text(&told, "answer").contains("提前三天提交检疫证明"), "{told}");
        assert_eq!(first_place(&told), format!("/helpDoc?id={}", text(&doc, "id")));
        assert_eq!(answer(&world.login("sh01"), "活体运输要提交什么"), NOTHING, "another company's");
        let notice = json!({
            "noticeTitle": "春节值班安排", "noticeType": "XTGX", "noticeText": "<p>除夕至初六，值班电话由客服发布。</p>",
            "pushType": "1",
        });
        let notice = testkit::done(keeper.post("/hrs/notice", notice));
        assert_eq!(answer(&admin, "春节值班安排"), NOTHING, "a draft is nobody's");
        let path = format!("/hrs/notice/publish/{}", text(&notice, "id"));
        testkit::done(keeper.put(&path, json!({ "version": notice["version"] })));
        assert!(answer(&admin, "春节值班安排").contains("除夕至初六"));
        decide(&admin, json!({ "aiSources": ["HELP"] }));
        assert_eq!(answer(&admin, "春节值班安排"), NOTHING, "a source that is not searched");
        decide(&admin, json!({ "aiRetrieval": false }));
        assert_eq!(answer(&admin, "如何解锁订单"), NOTHING);
    });
}

// req: ai-open-answer-source
#[test]
fn a_story_is_answered_by_what_it_asks_and_not_by_what_it_tells() {
    each_database_from(rooms, lay, |world| {
        let admin = world.login("demo-admin");
        let mut wrong = Vec::new();
        for (question, key) in STORIES {
            let told = ask(&admin, question);
            if !first_place(&told).starts_with(&format!("/manual?page={key}&at=")) {
                wrong.push(format!("{question}: {told}"));
            }
        }
        assert!(wrong.len() * 10 <= STORIES.len(), "{}: {}", world.database, wrong.join("\n"));
        for question in FOREIGN {
            assert_eq!(answer(&admin, question), NOTHING, "{question}");
        }
    });
}

// req: ai-open-answer-source
#[test]
fn questions_about_money_are_answered_by_the_lists_of_who_asks() {
    each_database_from(rooms, lay_settled, |world| {
        let admin = world.login("demo-admin");
        for (question, parts) in MONEY {
            let told = ask(&admin, question);
            let answer = text(&told, "answer");
            assert!(parts.iter().all(|part| answer.contains(part)), "{question}: {told}");
            assert!(first_place(&told).starts_with('/') && !first_place(&told).starts_with("/manual"), "{told}");
        }
        assert_eq!(answer(&admin, "付供应商甲的99999付了没有"), NOTHING, "an amount that is nowhere");
        assert_eq!(answer(&admin, "AE-2607159999赚了多少"), NOTHING);
        // Who does not see cost learns no profit; who has none of the lists learns nothing.
        let sales = answer(&world.login("sales01"), "AE-2607150001赚了多少");
        assert!(!sales.contains("成本 ") && !sales.contains("毛利"), "{sales}");
        let nobody = world.login("nobody");
        for (question, _) in MONEY {
            let told = answer(&nobody, question);
            let kept = ["AE-2607150001", "应收余额 ", "RC-", "AE-PR-", "应付对账单共", "990-123457"];
            assert!(kept.iter().all(|part| !told.contains(part)), "{question}: {told}");
        }
    });
}
