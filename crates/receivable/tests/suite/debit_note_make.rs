//! 制作账单: what a pool finds, which notes charges make, by which rules, and what is refused of which.

use serde_json::{Value as Json, json};
use testkit::{Caller, Reply, World, done, each_database_from, each_database_with_readers_from, findings, refused};

use super::books::{books, rows};
use super::debit_note::{act, dn1, holds, id_of};
use super::income_writeoff::{E1, E4, rows_of};
use crate::receivable::rooms;

const BASE: &str = "/css/debitNote";

fn told(story: impl Fn(&World)) {
    each_database_from(rooms, dn1, story);
}

fn pool(caller: &Caller<'_>, mut asked: Json) -> Json {
    if asked["businessScope"].is_null() {
        asked["businessScope"] = json!("AE");
    }
    done(caller.post(&format!("{BASE}/pool"), asked))
}

fn orders(pool: &Json) -> Vec<String> {
    let found = pool["orders"].as_array().expect("orders");
    found.iter().map(|order| order["orderCode"].as_str().expect("a code").to_owned()).collect()
}

/// The charges a pool finds.
fn charges(pool: &Json) -> Vec<Json> {
    let found = pool["orders"].as_array().expect("orders");
    found.iter().flat_map(|order| order["lines"].as_array().expect("lines")).map(|line| line["id"].clone()).collect()
}

/// The unbilled income of E1.
fn e1(caller: &Caller<'_>) -> Vec<Json> {
    charges(&pool(caller, json!({ "numbers": E1 })))
}

fn save(caller: &Caller<'_>, body: Json) -> Reply {
    caller.post(&format!("{BASE}/batchSave"), body)
}

/// Number, amounts and functional amount of the notes an answer tells.
fn made(answer: &Json) -> Vec<[String; 3]> {
    let notes = answer["notes"].as_array().expect("notes");
    let text = |note: &Json, name: &str| note[name].as_str().expect("a text").to_owned();
    notes.iter().map(|note| ["debitNoteNum", "amounts", "functionalAmount"].map(|name| text(note, name))).collect()
}

fn with(body: &Json, more: &Json) -> Json {
    let mut body = body.clone();
    for (name, value) in more.as_object().expect("members") {
        body[name] = value.clone();
    }
    body
}

fn count(world: &World, table: &str) -> usize {
    rows(world, &format!("SELECT id FROM {table} WHERE org_id = 2")).len()
}

#[test]
fn the_pool_of_kh001_is_e1_and_its_note_is_the_next_of_the_day() {
    told(|world| {
        let fin = world.login("fin01");
        let found = pool(&fin, json!({ "coopName": "KH001" }));
        assert_eq!(orders(&found), [E1]);
        let order = &found["orders"][0];
        assert_eq!(
            (&order["amounts"], &order["functionalAmount"]),
            (&json!("CNY 19,749.90  USD 50.00"), &json!("20104.90"))
        );
        let body = json!({ "chargeIds": charges(&found) });
        let before = world.contents(true);
        let preview = done(fin.post(&format!("{BASE}/preview"), body.clone()));
        world.unchanged(&before, true);
        let draft = &preview["notes"][0];
        assert_eq!(draft["lines"], json!(2));
        let names = ["orderCode", "coopName", "amounts", "functionalAmount", "noteDate", "dueDate"];
        let told = names.map(|name| draft[name].as_str().expect("a text"));
        assert_eq!(told, [E1, "客户甲", "CNY 19,749.90  USD 50.00", "20104.90", "2026-07-15", "2026-08-25"]);
        assert!(
            draft["bankName"].as_str().is_some_and(|bank| bank.contains("CNY")),
            "of several currencies the own one"
        );
        assert_eq!((&preview["failed"], &preview["functionalAmount"]), (&json!([]), &json!("20104.90")));
        let answer = done(save(&fin, body.clone()));
        let note = ["AE-DN-2607150001", "CNY 19,749.90  USD 50.00", "20104.90"].map(ToOwned::to_owned);
        assert_eq!(made(&answer), [note]);
        assert_eq!(orders(&pool(&fin, json!({ "coopName": "KH001" }))), [""; 0]);
        // The same once more finds nothing to bill.
        let before = books(world);
        refused(&save(&fin, body), "费用已变化或已制账单，请刷新后重试");
        assert_eq!(books(world), before);
        holds(world);
    });
}

#[test]
fn notes_are_split_by_currency_and_by_tax_rate() {
    told(|world| {
        let fin = world.login("fin01");
        let answer = done(save(&fin, json!({ "chargeIds": e1(&fin), "splitCurrency": true })));
        let nums: Vec<String> = made(&answer).into_iter().map(|[num, ..]| num).collect();
        assert_eq!(nums, ["AE-DN-2607150001", "AE-DN-2607150002"]);
        let amounts: Vec<String> = made(&answer).into_iter().map(|[_, amounts, _]| amounts).collect();
        assert_eq!(amounts, ["CNY 19,749.90", "USD 50.00"]);
        // Each names the account of its currency.
        let banks = "SELECT b.currency FROM debit_note n JOIN org_bank b ON b.org_id = n.org_id AND b.id = n.bank_id \
                     WHERE n.org_id = 2 AND n.note_num LIKE 'AE-DN-260715%' ORDER BY n.note_num";
        let banks: Vec<String> = rows(world, banks).iter().map(|row| row.get(0).expect("a currency")).collect();
        assert_eq!(banks, ["CNY", "USD"]);
        for num in &nums {
            done(act(&fin, &id_of(world, num), "void", json!({ "voidReason": "重开" })));
        }
        // 6% and 0%.
        let answer = done(save(&fin, json!({ "chargeIds": e1(&fin), "splitTax": true })));
        assert_eq!(made(&answer).len(), 2);
        assert_eq!(made(&answer)[0][0], "AE-DN-2607150003", "numbers of void notes are not given again");
        holds(world);
    });
}

#[test]
fn a_rate_that_is_typed_is_written_back_to_the_charges() {
    told(|world| {
        let fin = world.login("fin01");
        let body = json!({ "chargeIds": e1(&fin), "rates": { "USD": "7.1500" } });
        let preview = done(fin.post(&format!("{BASE}/preview"), body.clone()));
        assert_eq!(preview["functionalAmount"], json!("20107.40"));
        let far = with(&body, &json!({ "rates": { "USD": "7.60" } }));
        let before = books(world);
        let asked = save(&fin, far.clone());
        assert_eq!((asked.code, asked.questions()), (2, vec!["charge.rate_deviates".to_owned()]));
        for (rate, at) in [("0", "rates.USD"), ("x", "rates.USD"), ("1000000", "rates.USD")] {
            let reply = save(&fin, with(&body, &json!({ "rates": { "USD": rate } })));
            assert_eq!(findings(&reply)[0].0, at, "{rate}");
        }
        assert_eq!(books(world), before);
        done(save(&fin, body));
        let of_charge = "SELECT c.functional, c.exchange_rate FROM charge c JOIN freight_order o ON o.org_id = c.org_id \
                         AND o.id = c.order_id WHERE c.org_id = 2 AND o.order_code = 'AE-2607150001' AND c.kind = 'RECEIVABLE' \
                         AND c.currency_code = 'USD'";
        let row = &rows(world, of_charge)[0];
        let figures: [i64; 2] = [0, 1].map(|place| row.get(place).expect("a figure"));
        assert_eq!(figures, [357_500, 7_150_000]);
        let listed = fin.ok(&format!("/afbase/order/page?orderCode={E1}"));
        assert_eq!(rows_of(&listed)[0]["incomeAmount"].as_f64(), Some(20_107.40));
        holds(world);
    });
}

#[test]
fn who_may_not_change_rates_types_none() {
    told(|world| {
        world.allow_nobody(&["css_debit_note_make", "css-dn-add", "css-income-view"]);
        let nobody = world.login("nobody");
        let body = json!({ "chargeIds": e1(&nobody), "rates": { "USD": "7.15" } });
        let before = books(world);
        assert_eq!(save(&nobody, body.clone()).status, 403);
        assert_eq!(save(&nobody, json!({ "pool": { "businessScope": "AE" } })).status, 403, "all that was found");
        assert_eq!(books(world), before);
        // The rate they have is no change.
        done(save(&nobody, with(&body, &json!({ "rates": { "USD": "7.1" } }))));
    });
}

#[test]
fn who_does_not_see_income_finds_and_bills_none() {
    told(|world| {
        let ids = e1(&world.login("fin01"));
        world.allow_nobody(&[
            "css_debit_note_make",
            "css-dn-add",
            "css-dn-batch",
            "css-chargeq-bill",
            "css_charge_query",
        ]);
        let nobody = world.login("nobody");
        let before = books(world);
        for (call, body) in [
            ("pool", json!({ "businessScope": "AE" })),
            ("preview", json!({ "chargeIds": ids })),
            ("batchSave", json!({ "chargeIds": ids })),
            ("billCharges", json!({ "ids": ids })),
        ] {
            assert_eq!(nobody.post(&format!("{BASE}/{call}"), body).status, 403, "{call}");
        }
        assert_eq!(books(world), before);
    });
}

#[test]
fn notes_are_dated_today_on_the_business_day_or_as_typed_in_an_open_month() {
    told(|world| {
        let fin = world.login("fin01");
        let ids = e1(&fin);
        let preview = |more: Json| {
            let body = with(&json!({ "chargeIds": ids }), &more);
            fin.post(&format!("{BASE}/preview"), body)
        };
        let date = |more: Json| done(preview(more))["notes"][0]["noteDate"].clone();
        assert_eq!(date(json!({})), json!("2026-07-15"));
        assert_eq!(date(json!({ "dateBy": "BUSINESS" })), json!("2026-07-18"));
        assert_eq!(date(json!({ "dateBy": "TYPED", "noteDate": "2026-06-30" })), json!("2026-06-30"));
        assert_eq!(findings(&preview(json!({ "dateBy": "TYPED" })))[0].0, "noteDate");
        assert_eq!(preview(json!({ "dateBy": "NEVER" })).status, 400);
        let long = "长".repeat(501);
        assert_eq!(findings(&preview(json!({ "remark": long })))[0].0, "remark");
        assert_eq!(findings(&preview(json!({ "bankId": "999" })))[0].0, "bankId");
        let before = books(world);
        for (day, said) in [("2026-05-31", "财务期间2026-05已结账"), ("2026-08-01", "财务期间2026-08未开启")]
        {
            let typed = json!({ "dateBy": "TYPED", "noteDate": day });
            assert_eq!(done(preview(typed.clone()))["failed"][0]["why"], json!(said));
            refused(&save(&fin, with(&json!({ "chargeIds": ids }), &typed)), said);
        }
        assert_eq!(books(world), before);
    });
}

#[test]
fn income_that_is_not_done_is_not_billed_where_the_company_decided_so() {
    told(|world| {
        let admin = world.login("demo-admin");
        let version = admin.ok("/hrs/orgSetting")["version"].clone();
        let switch = json!({ "version": version, "businessScope": "AE", "values": { "noteAfterRecorded": true } });
        done(admin.put("/hrs/orgSetting", switch));
        let fin = world.login("fin01");
        let found = pool(&fin, json!({}));
        assert_eq!((orders(&found), &found["onlyDone"]), (Vec::new(), &json!(true)));
        let asked = pool(&fin, json!({ "incomeDone": false }));
        assert_eq!(orders(&asked), [E1], "who asks for it sees it");
        refused(&save(&fin, json!({ "chargeIds": charges(&asked) })), &format!("订单{E1}收入未完成"));
        let op = world.login("op01");
        let uuid = asked["orders"][0]["orderUuid"].clone();
        let list = op.ok(&format!("/css/charge/list?orderUuid={}", uuid.as_str().expect("an order")));
        let row = &list["order"]["orderRowUuid"];
        done(op.put("/css/charge/finish", json!({ "orderUuid": uuid, "orderRowUuid": row, "kind": "RECEIVABLE" })));
        assert_eq!(orders(&pool(&fin, json!({}))), [E1]);
        done(save(&fin, json!({ "pool": { "businessScope": "AE" } })));
        assert_eq!(count(world, "debit_note"), 2);
    });
}

#[test]
fn pasted_numbers_bring_their_orders_and_say_which_bring_none() {
    told(|world| {
        let fin = world.login("fin01");
        let found = pool(&fin, json!({ "numbers": format!("{E1}, 990-12345675\n{E4}；AE-0000") }));
        assert_eq!(orders(&found), [E1]);
        let refused: Vec<[&Json; 2]> =
            found["refused"].as_array().expect("refused").iter().map(|one| [&one["number"], &one["why"]]).collect();
        assert!(refused.contains(&[&json!("AE-0000"), &json!("订单不存在")]), "{refused:?}");
        assert!(refused.contains(&[&json!(E4), &json!("没有未制账单的费用")]), "{refused:?}");
        let many: Vec<String> = (0..=500).map(|n| format!("AE-{n:04}")).collect();
        let reply = fin.post(&format!("{BASE}/pool"), json!({ "businessScope": "AE", "numbers": many.join(" ") }));
        testkit::refused(&reply, "一次最多500票订单");
        for (asked, wanted) in [
            (json!({ "currency": "usd" }), 1),
            (json!({ "currency": "EUR" }), 0),
            (json!({ "bizDateFrom": "2026-07-18", "bizDateTo": "2026-07-18" }), 1),
            (json!({ "bizDateTo": "2026-07-17" }), 0),
            (json!({ "orderCoopName": "客户甲" }), 1),
            (json!({ "salesName": "没有" }), 0),
            (json!({ "businessScope": "SE" }), 0),
        ] {
            assert_eq!(orders(&pool(&fin, asked.clone())).len(), wanted, "{asked}");
        }
        let dollars = pool(&fin, json!({ "currency": "USD" }));
        assert_eq!(charges(&dollars).len(), 1, "the lines that are asked for alone");
    });
}

#[test]
fn what_is_refused_of_one_order_leaves_the_others() {
    told(|world| {
        let fin = world.login("fin01");
        // E4 is locked, which keeps its rates, not its bills.
        done(act(&fin, &id_of(world, "AE-DN-2607140001"), "void", json!({ "voidReason": "重开" })));
        let all = charges(&pool(&fin, json!({})));
        let text = "UPDATE freight_order SET lifecycle = 'CLOSED' WHERE org_id = 2 AND order_code = 'AE-2607150001'";
        world.database(|_, conn| {
            conn.exec(&platform::store::Stmt::Raw(text.to_owned(), Vec::new())).expect("written");
        });
        let answer = done(save(&fin, json!({ "chargeIds": all })));
        assert_eq!(made(&answer).len(), 1);
        assert_eq!(answer["notes"][0]["orderCode"], json!(E4));
        let failed = &answer["failed"][0];
        assert_eq!(failed["why"], json!(format!("订单{E1}当前状态不能制账单")));
        assert!(answer["told"].to_string().contains("未生成"), "{}", answer["told"]);
        holds(world);
    });
}

#[test]
fn charges_of_hidden_orders_and_of_other_companies_are_not_there() {
    told(|world| {
        let ids = e1(&world.login("fin01"));
        world.show_own_orders("fin01");
        let fin = world.login("fin01");
        assert_eq!(orders(&pool(&fin, json!({}))), [""; 0]);
        let before = books(world);
        assert_ne!(save(&fin, json!({ "chargeIds": ids })).code, 0);
        assert_ne!(save(&world.login("sh01"), json!({ "chargeIds": ids })).code, 0);
        assert_ne!(fin.post(&format!("{BASE}/billCharges"), json!({ "ids": ids })).code, 0);
        assert_eq!(books(world), before);
    });
}

#[test]
fn the_charge_list_bills_what_was_chosen_and_tells_on_which_note_it_stands() {
    told(|world| {
        let fin = world.login("fin01");
        let page = |query: &str| fin.ok(&format!("/css/charge/page?size=50&kind=RECEIVABLE&{query}"));
        let open = page("billed=NONE");
        assert_eq!((rows_of(&open).len(), open["totals"]["functionalAmount"].as_f64()), (2, Some(20_104.9)));
        assert_eq!(open["totals"]["amount"], json!("CNY 19,749.90  USD 50.00"));
        assert_eq!(rows_of(&page("billed=PART")).len(), 0);
        assert_eq!(rows_of(&page("billed=NONE,ALL")).len(), 4);
        let billed = page("billed=ALL");
        let row = &rows_of(&billed)[0];
        assert_eq!(row["billNum"], json!("AE-DN-2607140001"));
        let link = "/af_css_debit_note?debitNoteNum=AE-DN-2607140001&businessScope=&status=";
        assert_eq!(row["billLink"], json!(link));
        let ids: Vec<Json> = rows_of(&open).iter().map(|row| row["id"].clone()).collect();
        let answer = done(fin.post(&format!("{BASE}/billCharges"), json!({ "ids": ids, "dateBy": "TODAY" })));
        assert_eq!(made(&answer)[0][0], "AE-DN-2607150001");
        assert!(answer["told"].to_string().contains("AE-DN-2607150001"), "{answer}");
        assert_eq!(rows_of(&page("billed=NONE")).len(), 0);
        // Of costs: nothing is in a payment.
        let cost = fin.ok("/css/charge/page?size=50&kind=PAYABLE&billed=NONE");
        assert_eq!(rows_of(&cost).len(), 3);
        assert_eq!(rows_of(&fin.ok("/css/charge/page?kind=PAYABLE&billed=PART,ALL")).len(), 0);
    });
}

#[test]
fn the_grid_of_an_order_tells_its_notes_and_offers_to_make_them() {
    told(|world| {
        let fin = world.login("fin01");
        let charges_of = |code: &str| {
            let uuid = rows_of(&fin.ok(&format!("/afbase/order/page?orderCode={code}")))[0]["orderUuid"].clone();
            fin.ok(&format!("/css/charge/list?orderUuid={}", uuid.as_str().expect("an order")))
        };
        let billed = charges_of(E4);
        assert_eq!(billed["income"][0]["debitNoteName"], json!("AE-DN-2607140001"));
        assert!(billed["buttons"].to_string().contains("css-dn-add"), "billing goes on behind the lock");
        let open = charges_of(E1);
        assert_eq!(open["income"][0]["debitNoteName"], json!(""));
        // What stands on a note is neither changed nor taken away.
        done(save(&fin, json!({ "chargeIds": [open["income"][0]["id"]] })));
        let list = charges_of(E1);
        let row = &list["income"][0];
        assert!(row["closed"].as_str().is_some_and(|why| why.contains("已制账单")), "{row}");
        let gone = json!({
            "orderUuid": list["order"]["orderUuid"], "rowUuid": list["rowUuid"], "deleteIds": [row["id"]],
        });
        refused(&fin.post("/css/charge/save", gone), "费用已制账单，不能删除");
    });
}

#[test]
fn two_who_bill_the_same_lines_at_once_make_one_note() {
    each_database_with_readers_from(rooms, dn1, |world| {
        let fin = world.login("fin01");
        let mgr = world.login("mgr01");
        let body = json!({ "chargeIds": e1(&fin) });
        let calls: Vec<_> = [fin.client(), mgr.client()]
            .into_iter()
            .map(|client| {
                let body = body.clone();
                async move { client.call("POST", "/css/debitNote/batchSave", body).await }
            })
            .collect();
        let replies = world.at_once(calls);
        let written = replies.iter().filter(|reply| reply.code == 0).count();
        assert_eq!((written, count(world, "debit_note")), (1, 2), "{replies:?}");
        let other = replies.iter().find(|reply| reply.code != 0).expect("a refusal");
        refused(other, "费用已变化或已制账单，请刷新后重试");
        holds(world);
    });
}

#[test]
fn a_call_that_is_sent_twice_makes_its_notes_once() {
    told(|world| {
        let fin = world.login("fin01");
        let body = json!({ "chargeIds": e1(&fin), "requestId": "7d0b6a52-6a0c-4a55-9f0e-1f6f0c3f2a10" });
        let first = done(save(&fin, body.clone()));
        assert_eq!(made(&done(save(&fin, body))), made(&first));
        assert_eq!(count(world, "debit_note"), 2);
    });
}

#[test]
fn a_note_that_comes_to_nought_is_settled_at_once() {
    told(|world| {
        let fin = world.login("fin01");
        let op = world.login("op01");
        let uuid = rows_of(&op.ok(&format!("/afbase/order/page?orderCode={E1}")))[0]["orderUuid"].clone();
        let list = op.ok(&format!("/css/charge/list?orderUuid={}", uuid.as_str().expect("an order")));
        let row = &list["income"][1];
        let back = json!({
            "serviceItemId": row["serviceItemId"], "coopId": row["coopId"], "basis": "票", "currency": "USD",
            "unitPrice": "-50", "taxRate": row["taxRate"],
        });
        let body = json!({ "orderUuid": uuid, "rowUuid": list["rowUuid"], "income": [back] });
        done(op.post("/css/charge/save", body));
        let dollars = charges(&pool(&fin, json!({ "currency": "USD" })));
        assert_eq!(dollars.len(), 2);
        let answer = done(save(&fin, json!({ "chargeIds": dollars })));
        let row = rows_of(&fin.ok(&format!("{BASE}/page?status=SETTLED"))).swap_remove(0);
        assert_eq!(row["debitNoteNum"], answer["notes"][0]["debitNoteNum"]);
    });
}

#[test]
fn a_rate_is_not_given_to_what_is_locked() {
    told(|world| {
        let fin = world.login("fin01");
        let text = "UPDATE charge SET financial_date = '2026-07-15' WHERE org_id = 2 AND currency_code = 'USD'";
        world.database(|_, conn| {
            conn.exec(&platform::store::Stmt::Raw(text.to_owned(), Vec::new())).expect("written");
        });
        let before = books(world);
        let body = json!({ "chargeIds": e1(&fin), "rates": { "USD": "7.15" } });
        refused(&save(&fin, body), "费用已锁账或已在其他对账单，不能修改汇率");
        assert_eq!(books(world), before);
    });
}
