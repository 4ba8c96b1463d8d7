//! Rows found by the pairs of letters of a text are those that comparing every row finds (decision 0031).

use order::Lifecycle;
use platform::sea_query::{Condition, Expr, ExprTrait, JoinType};
use platform::store::{Conn, Stmt, Value, sql};
use platform::web::percent_encoded;
use serde_json::json;
use testkit::{Caller, World, each_database_from};

use super::fixture::*;

const DEMO: i64 = 2;
const ORDERS: i64 = 2_300;
const COOPS: i64 = 60;
/// Ids of what is laid here, far below those that are minted.
const FIRST_ORDER: i64 = 5_000_000;
const FIRST_COOP: i64 = 6_000_000;
const FIRST_HOUSE: i64 = 7_000_000;
/// What texts are made of: numbers, words of both languages, letters with another case elsewhere, signs of patterns and of
/// texts in statements.
const LETTERS: &[char] = &[
    '0', '1', '2', '7', '9', '-', '-', 'a', 'A', 'b', 'X', 'é', 'É', 'ß', '海', '上', '运', '空', '公', '司', '😀',
    '%', '_', '\\', '\'', '"', '!', '*', '.', '(',
];
/// Texts that are asked for whatever the dice say.
const ASKED: &[&str] = &[
    "%",
    "_",
    "\\",
    "'",
    "\"",
    "!",
    "*",
    "😀",
    "海",
    "é",
    "É",
    "7",
    "X",
    "20",
    "00",
    "海运",
    "上海",
    "a%",
    "%_",
    "''",
    "\"a",
    "not there",
    "COMMON",
    "common-2026",
    "P0",
    "p00",
    "P00",
    "-",
    "--",
    "990-",
    "9-0",
    "公司 AND",
    "NEAR(a b)",
];

/// Numbers that look random and are the same at every run (SplitMix64).
struct Dice(u64);

impl Dice {
    fn below(&mut self, most: usize) -> usize {
        self.0 = self.0.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let mut z = self.0;
        z = (z ^ (z >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        z = (z ^ (z >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
        usize::try_from((z ^ (z >> 31)) % u64::try_from(most).unwrap()).unwrap()
    }

    fn word(&mut self, most: usize) -> String {
        (0..=self.below(most)).map(|_| LETTERS[self.below(LETTERS.len())]).collect()
    }

    fn digits(&mut self, count: usize) -> String {
        (0..count).map(|_| char::from_digit(u32::try_from(self.below(10)).unwrap(), 10).unwrap()).collect()
    }

    /// A part of a text, or something else.
    fn part(&mut self, of: &str) -> String {
        let letters: Vec<char> = of.chars().collect();
        let begin = self.below(letters.len().max(1));
        let mut part: String = letters.iter().skip(begin).take(1 + self.below(7)).collect();
        match self.below(6) {
            0 => part = part.to_uppercase(),
            1 => part = part.to_lowercase(),
            2 => part.push(LETTERS[self.below(LETTERS.len())]),
            _ => {}
        }
        part
    }
}

/// Columns of a table but its company's.
fn columns(world: &World, conn: &mut dyn Conn, table: &str) -> Vec<&'static str> {
    let text = if world.database == "SQLite" {
        format!("SELECT name FROM pragma_table_info('{table}') WHERE name <> 'org_id'")
    } else {
        format!(
            "SELECT column_name::text FROM information_schema.columns WHERE table_schema = 'public' \
             AND table_name = '{table}' AND column_name <> 'org_id'"
        )
    };
    let rows = conn.query(&Stmt::Raw(text, Vec::new())).unwrap();
    rows.iter().map(|row| &*row.get::<String>(0).unwrap().leak()).collect()
}

/// Rows like one that is there, each otherwise in some columns.
fn more(
    world: &World,
    (table, key, like): (&'static str, &'static str, &str),
    count: i64,
    vary: &mut (dyn FnMut(i64) -> Vec<(&'static str, Value)> + Send),
) {
    world.database(|_, conn| {
        let columns = columns(world, conn, table);
        let mut select = sql::from(DEMO, table);
        select.columns(columns.iter().copied()).and_where(sql::eq(key, like.to_owned()));
        let first = conn.first(&select.into()).unwrap().expect("one is there").0;
        let mut rows = Vec::new();
        for n in 0..count {
            let mut row = first.clone();
            for (name, value) in vary(n) {
                row[columns.iter().position(|column| *column == name).unwrap()] = value;
            }
            rows.push(row);
        }
        for some in rows.chunks(200) {
            conn.exec(&sql::insert_many(DEMO, table, &columns, some.to_vec()).into()).unwrap();
        }
    });
}

fn said(text: impl Into<String>) -> Value {
    Value::Text(text.into())
}

fn lay(world: &World) {
    lay_orders(world);
    let mut dice = Dice(7);
    more(world, ("coop", "coop_code", "KH001"), COOPS, &mut |n| {
        vec![
            ("id", Value::Int(FIRST_COOP + n)),
            ("coop_code", said(format!("Z{n}"))),
            ("coop_name", said(format!("{}{n}公司", dice.word(8)))),
            ("coop_full_name", said(dice.word(12))),
            ("coop_ename", Value::Null),
            ("mnemonic_code", said(dice.word(3))),
        ]
    });
    more(world, ("freight_order", "order_code", "AE-2607150001"), ORDERS, &mut |n| {
        let rare = n % 500 == 0;
        vec![
            ("id", Value::Int(FIRST_ORDER + n)),
            ("uuid", said(format!("{:032x}", FIRST_ORDER + n))),
            ("row_uuid", said(format!("{:032x}", FIRST_ORDER + n))),
            ("order_code", said(format!("P{n:04}{}", dice.digits(4)))),
            ("customer_number", said(dice.word(14))),
            ("internal_number", said(if rare { dice.word(9) } else { "COMMON-2026".to_owned() })),
            ("awb_id", Value::Null),
            ("awb_number", if n % 3 == 0 { said(format!("990-{}", dice.digits(8))) } else { Value::Null }),
            ("hawb_number", Value::Null),
            ("coop_id", Value::Int(FIRST_COOP + i64::try_from(dice.below(60)).unwrap())),
        ]
    });
    world.database(|_, conn| {
        let names =
            ["id", "version", "order_id", "hawb_number", "created_by", "created_at", "updated_by", "updated_at"];
        let row = |n: i64| {
            let int = |numbers: [i64; 4]| numbers.map(Value::Int);
            let [id, version, order, zero] = int([FIRST_HOUSE + n, 1, FIRST_ORDER + n * 7, 0]);
            let number = said(format!("H-{}{}", dice.digits(6), dice.word(2)));
            vec![id, version, order, number, zero.clone(), zero.clone(), zero.clone(), zero]
        };
        let rows: Vec<Vec<Value>> = (0..200).map(row).collect();
        conn.exec(&sql::insert_many(DEMO, "hawb", &names, rows).into()).unwrap();
    });
}

fn with_many(story: impl Fn(&World)) {
    each_database_from(rooms, lay, story);
}

/// Some of the texts that are there.
fn texts(world: &World, dice: &mut Dice) -> Vec<String> {
    let stored = world.database(|_, conn| {
        let mut all = Vec::new();
        for (table, column) in [
            ("freight_order", "order_code"),
            ("freight_order", "customer_number"),
            ("freight_order", "awb_number"),
            ("hawb", "hawb_number"),
            ("coop", "coop_name"),
            ("coop", "coop_code"),
        ] {
            let mut select = sql::from(DEMO, table);
            select.column(column).and_where(sql::col(column).is_not_null()).order_by("id", sql::Order::Asc);
            let rows = conn.query(&select.into()).unwrap();
            all.push(rows.iter().map(|row| row.get(0).unwrap()).collect::<Vec<String>>());
        }
        all
    });
    let mut texts: Vec<String> = ASKED.iter().map(|text| (*text).to_owned()).collect();
    for _ in 0..60 {
        let of = &stored[dice.below(stored.len())];
        let text = &of[dice.below(of.len())];
        texts.push(dice.part(text));
    }
    texts.retain(|text| !text.trim().is_empty());
    texts
}

const ORDER: &str = "freight_order";

/// A filter of the list, how its text matches, and what every row would be compared by.
type Way = (&'static str, &'static str, fn(&str) -> Condition);

const WAYS: [Way; 6] = [
    ("orderCode", "", |text| Condition::all().add(sql::contains(sql::of(ORDER, "order_code"), text))),
    ("customerNumber", "", |text| Condition::all().add(sql::contains(sql::of(ORDER, "customer_number"), text))),
    ("customerNumber", "starts", |text| Condition::all().add(sql::begins(sql::of(ORDER, "customer_number"), text))),
    ("internalNumber", "contains", |text| Condition::all().add(sql::contains(sql::of(ORDER, "internal_number"), text))),
    ("awbNumber", "", master_or_house),
    ("coopName", "", |text| {
        sql::any_of(["coop_name", "coop_code"].map(|column| sql::contains(sql::of("coop", column), text)))
    }),
];

fn master_or_house(text: &str) -> Condition {
    let plain = Expr::cust("REPLACE(freight_order.awb_number, '-', '')");
    let mut house = sql::from(DEMO, "hawb");
    house.column("order_id").and_where(sql::contains(sql::col("hawb_number"), text));
    Condition::any()
        .add(sql::contains(plain, &text.replace(['-', ' '], "")))
        .add(sql::of(ORDER, "id").in_subquery(house))
}

/// The orders that every row compared finds.
fn compared(world: &World, condition: &(dyn Fn() -> Condition + Sync)) -> Vec<String> {
    world.database(|_, conn| {
        let shown = [Lifecycle::Open, Lifecycle::Locked].map(|state| state.code().to_owned());
        let mut select = sql::from(DEMO, ORDER);
        select
            .column((ORDER, "order_code"))
            .join(JoinType::LeftJoin, "coop", sql::same_org("coop", ORDER, "coop_id"))
            .and_where(sql::of_eq(ORDER, "business_scope", "AE"))
            .and_where(sql::is_in(sql::of(ORDER, "lifecycle"), shown))
            .cond_where(condition());
        let rows = conn.query(&select.into()).unwrap();
        let mut codes: Vec<String> = rows.iter().map(|row| row.get(0).unwrap()).collect();
        codes.sort_unstable();
        codes
    })
}

/// The orders that the list finds; no more than the first ones of many, with the count of all.
fn listed(caller: &Caller<'_>, query: &str) -> (usize, Vec<String>) {
    let page = caller.ok(&format!("/afbase/order/page?part=rows&size=500&{query}"));
    let rows = page["records"].as_array().expect("rows");
    let mut codes: Vec<String> = rows.iter().map(|row| text(row, "orderCode")).collect();
    codes.sort_unstable();
    let total = caller.ok(&format!("/afbase/order/total?{query}"))["total"].as_u64().expect("a number");
    (usize::try_from(total).unwrap(), codes)
}

fn query(name: &str, how: &str, text: &str) -> String {
    let how = if how.is_empty() { String::new() } else { format!("&{name}.how={how}") };
    format!("{name}={}{how}", percent_encoded(text))
}

fn same(found: &(usize, Vec<String>), wanted: &[String], of: &str) {
    assert_eq!(found.0, wanted.len(), "{of}");
    if wanted.len() <= 500 {
        assert_eq!(found.1, wanted, "{of}");
    }
}

#[test]
fn what_is_found_by_pairs_is_what_comparing_every_order_finds() {
    with_many(|world| {
        let admin = world.login("demo-admin");
        let mut dice = Dice(11);
        let mut few = 0;
        for text in texts(world, &mut dice) {
            let typed = text.trim();
            for (name, how, condition) in WAYS {
                // Many numbers are pasted with these between.
                if name == "orderCode" && typed.contains([' ', ',']) {
                    continue;
                }
                let wanted = compared(world, &|| condition(typed));
                few += usize::from((1..=100).contains(&wanted.len()));
                let of = format!("{} {name} {how} {typed}", world.database);
                same(&listed(&admin, &query(name, how, &text)), &wanted, &of);
            }
        }
        assert!(few > 50, "{few} texts were found in few orders");
    });
}

#[test]
fn two_texts_find_the_orders_that_hold_both() {
    with_many(|world| {
        let admin = world.login("demo-admin");
        let mut dice = Dice(13);
        let texts = texts(world, &mut dice);
        for _ in 0..40 {
            let [one, other] = [0, 1].map(|_| texts[dice.below(texts.len())].trim());
            let [(first, how, is_first), (second, and, is_second)] = [WAYS[1], WAYS[5]];
            let wanted = compared(world, &|| Condition::all().add(is_first(one)).add(is_second(other)));
            let query = format!("{}&{}", query(first, how, one), query(second, and, other));
            same(&listed(&admin, &query), &wanted, &query);
        }
    });
}

#[test]
fn pasted_numbers_are_each_found() {
    with_many(|world| {
        let admin = world.login("demo-admin");
        let known = compared(world, &Condition::all);
        let pasted = [&known[3], &known[70], "P9999-none", &known[200]].map(|code| code.to_lowercase()).join(" ");
        let (total, codes) = listed(&admin, &query("orderCode", "", &pasted));
        assert_eq!((total, codes), (3, vec![known[3].clone(), known[70].clone(), known[200].clone()]));
        let found = admin.ok(&format!("/afbase/order/found?of=orderCode&{}", query("orderCode", "", &pasted)));
        assert_eq!((found["found"].clone(), found["missing"].clone()), (json!(3), json!(["p9999-none"])));
    });
}

#[test]
fn what_is_changed_and_removed_is_found_no_longer() {
    with_many(|world| {
        let admin = world.login("demo-admin");
        let count = |name: &str, text: &str| listed(&admin, &query(name, "", text)).0;
        let change = |table: &'static str, id: i64, name: &'static str, to: Value| {
            world.database(|_, conn| {
                conn.exec(&sql::update(DEMO, table, &[(name, to)]).and_where(sql::eq("id", id)).into()).unwrap()
            });
        };
        let cells: [(&'static str, i64, &'static str, &'static str); 4] = [
            (ORDER, FIRST_ORDER + 1, "customer_number", "customerNumber"),
            (ORDER, FIRST_ORDER + 2, "awb_number", "awbNumber"),
            ("hawb", FIRST_HOUSE + 3, "hawb_number", "awbNumber"),
            ("coop", FIRST_COOP + 4, "coop_name", "coopName"),
        ];
        for (table, id, column, filter) in cells {
            assert_eq!(count(filter, "旧QQ77"), 0);
            change(table, id, column, said("旧-QQ77"));
            let typed = if column == "customer_number" || table == "coop" { "旧-qq77" } else { "-QQ77" };
            assert!(count(filter, typed) > 0, "{table} {column}");
            change(table, id, column, said("新88"));
            assert_eq!(count(filter, typed), 0, "{table} {column}");
            assert!(count(filter, "新8") > 0 && count(filter, "新") > 0, "{table} {column}");
        }
        // A change of something else leaves it.
        change(ORDER, FIRST_ORDER + 1, "goods_name_cn", said("新货"));
        assert_eq!(count("customerNumber", "新88"), 1);
        change(ORDER, FIRST_ORDER + 1, "customer_number", Value::Null);
        assert_eq!(count("customerNumber", "新88"), 0);
        world.database(|_, conn| {
            for (table, id) in [(ORDER, FIRST_ORDER + 2), ("hawb", FIRST_HOUSE + 3)] {
                conn.exec(&sql::delete(DEMO, table).and_where(sql::eq("id", id)).into()).unwrap();
            }
        });
        assert_eq!(count("awbNumber", "新88"), 0);
        // What is undone was never there.
        let undone = world.inside(|app| {
            app.store.write(|conn| {
                let name = [("customer_number", said("毁QQ"))];
                conn.exec(&sql::update(DEMO, ORDER, &name).and_where(sql::eq("id", FIRST_ORDER + 5)).into())?;
                Err::<(), _>(platform::refusal::Refusal::NotFound)
            })
        });
        assert!(undone.is_err());
        assert_eq!(count("customerNumber", "毁QQ"), 0);
        assert_eq!(listed(&world.login("sh01"), &query("customerNumber", "", "a")).0, 0, "another company has none");
    });
}

#[test]
fn partners_and_users_are_found_by_parts_of_their_names() {
    with_many(|world| {
        let admin = world.login("demo-admin");
        let shown = |list: &str, query: &str| {
            let page = admin.ok(&format!("{list}/page?size=500&{query}"));
            let mut ids: Vec<String> =
                page["records"].as_array().expect("rows").iter().map(|row| text(row, "id")).collect();
            assert_eq!(page["total"], json!(ids.len()), "{list} {query}");
            ids.sort_unstable();
            ids
        };
        let holds = |table: &'static str, columns: &[&'static str], text: &str| {
            world.database(|_, conn| {
                let any = columns.iter().map(|column| sql::contains(sql::col(column), text));
                let mut select = sql::from(DEMO, table);
                select.column("id").cond_where(sql::any_of(any));
                let rows = conn.query(&select.into()).unwrap();
                rows.iter().map(|row| row.get::<i64>(0).unwrap().to_string()).collect::<Vec<_>>()
            })
        };
        let of_coop: &[&'static str] = &["coop_code", "coop_name", "coop_full_name", "coop_ename", "mnemonic_code"];
        let of_user: &[&'static str] = &["name_cn", "name_en", "login_name", "job_number"];
        let typed = texts(world, &mut Dice(17));
        let typed: Vec<&str> = typed.iter().map(|text| text.trim()).collect();
        let users = ["sales", "SALES0", "01", "s", "销售", "售", "nobody", "_0", "%"];
        for (list, table, columns, filter, texts) in [
            ("/prm/coop", "coop", of_coop, "keyword", &typed[..]),
            ("/hrs/user", "app_user", of_user, "userName", &users),
        ] {
            let all = shown(list, "");
            assert!(all.len() > 5);
            for text in texts {
                let known = holds(table, columns, text);
                let wanted: Vec<String> = all.iter().filter(|id| known.contains(id)).cloned().collect();
                assert_eq!(shown(list, &query(filter, "", text)), wanted, "{} {list} {text}", world.database);
            }
        }
    });
}

#[test]
fn what_few_orders_hold_is_found_without_reading_the_others() {
    with_many(|world| {
        if world.database != "SQLite" {
            return;
        }
        let admin = world.login("demo-admin");
        let known = compared(world, &Condition::all);
        let steps = |query: &str| {
            let mut of = Vec::new();
            for call in ["page?part=rows&", "total?"] {
                let _ = world.app.store.listen(true);
                admin.ok(&format!("/afbase/order/{call}{query}"));
                let heard = world.app.store.listen(false);
                let about = heard.iter().filter(|(text, _)| text.contains("freight_order"));
                of.push(about.map(|(_, asked)| asked.steps).sum::<u64>());
            }
            of
        };
        for (name, text) in [("orderCode", known[900].as_str()), ("customerNumber", "没有这个"), ("coopName", "没有")]
        {
            for steps in steps(&query(name, "", text)) {
                assert!(steps < 8_000, "{name} {text}: {steps} steps");
            }
        }
        // What most orders hold is met soon in the order of the list, and costs little more than before.
        let [plain, common] = ["", &query("internalNumber", "contains", "MMON-20")].map(|query| steps(query)[0]);
        assert!(common < plain + 60_000, "{common} steps beside {plain}");
    });
}
