//! What holds of the money of orders after any sequence of calls, also of calls at the same time: invariants 1, 2, 3, 16, 17,
//! 18 (without vouchers), 24 (charges and sums of orders), 27, 29, 30 and 32 of css.md 0.15.
//!
//! Sequences are made by dice. A world takes [`WORLD`] of them, one after another, and each step is judged by what the tables
//! of the whole company hold before and behind it. A failure names the seed of its world and how many sequences to run:
//!
//! ```sh
//! MONEY_SEED=20261126 MONEY_SEQUENCES=3 make test-room ROOM=css      # the world of that seed, up to its third sequence
//! MONEY_SEQUENCES=1000 TEST_NEEDS_POSTGRES=1 scripts/with-postgres \
//!   cargo test --workspace --no-default-features --features suites/css --test rooms -- money_is_true
//! ```
//!
//! The second is the long run, 1,000 sequences on each database: world after world, each with the next seed. What calls at
//! the same time do to one another is not repeated by a seed; a world that failed once is kept in [`KEPT`], or what failed
//! as a story of its own below.

use std::collections::{BTreeMap, BTreeSet};

use kernel::Instant;
use platform::store::{Conn, Row, Stmt};
use serde_json::{Value as Json, json};
use testkit::{Caller, Reply, World, done, each_database_from, each_database_with_readers_from};

use super::order_charge::{charges, uuid};
use crate::css::suite::rooms_with_orders;
use crate::css::{charged, item};

/// Sequences of a run, unless `MONEY_SEQUENCES` says otherwise: a few seconds on each database.
const SEQUENCES: u64 = 16;
/// Sequences of one world.
const WORLD: u64 = 16;
/// Steps of a sequence.
const STEPS: u64 = 8;
/// Seed of the first world, unless `MONEY_SEED` says otherwise.
const SEED: u64 = 20_261_126;
/// Worlds that failed once: their seed, and how many sequences they take.
const KEPT: &[(u64, u64)] = &[];

const DEMO: i64 = 2;
const ORDERS: [&str; 4] = ["AE-2607150001", "AE-2607150002", "AE-2607150003", "AE-2607140001"];
const CURRENCIES: [&str; 5] = ["CNY", "USD", "EUR", "JPY", "KWD"];
const CARRIES: [&str; 3] = ["四舍五入", "进位", "舍去"];
const TAXES: [&str; 6] = ["免税", "0%", "1%", "6%", "9%", "13%"];
const BASES: [&str; 7] = ["票", "计费重量", "毛重", "件", "体积", "手工", "百分比"];
const SIDES: [&str; 2] = ["income", "cost"];
/// Where corrections of locked orders are.
const ADJUSTED: &str = "/css/chargeAdjust";
const KINDS: [&str; 2] = ["RECEIVABLE", "PAYABLE"];
/// What exchange rates are for.
const RATES: [&str; 4] = ["GENERAL", "RECEIVABLE", "PAYABLE", "CUSTOMS"];
const TABLES: [&str; 7] = [
    "charge",
    "order_finance",
    "order_finance_posting",
    "finance_period",
    "freight_order",
    "currency_rate",
    "idempotency_key",
];

fn asked_for(name: &str, otherwise: u64) -> u64 {
    std::env::var(name).ok().and_then(|text| text.parse().ok()).unwrap_or(otherwise)
}

#[test]
fn money_is_true_after_any_sequence_of_calls() {
    let (seed, sequences) = (asked_for("MONEY_SEED", SEED), asked_for("MONEY_SEQUENCES", SEQUENCES));
    let worlds = (0..sequences.div_ceil(WORLD)).map(|world| {
        let count = Ord::min(WORLD, sequences - world * WORLD);
        (seed + world, count)
    });
    for (seed, sequences) in KEPT.iter().copied().chain(worlds) {
        eprintln!("money sequences: MONEY_SEED={seed} MONEY_SEQUENCES={sequences}");
        each_database_with_readers_from(rooms_with_orders, charged, |world| {
            let mut desk = Desk::of(world, seed);
            for _ in 0..sequences {
                desk.sequence();
            }
        });
    }
}

#[test]
fn a_percentage_follows_all_that_it_is_of_when_the_order_gets_heavier() {
    each_database_from(rooms_with_orders, charged, |world| {
        let admin = world.login("demo-admin");
        let item = charges(&admin, &uuid(&admin, ORDERS[0]))["income"][1]["serviceItemId"].clone();
        let e2 = uuid(&admin, ORDERS[1]);
        let terms = json!({ "serviceItemId": item, "currency": "CNY", "taxRate": "0%" });
        let row = |basis: &str, price: &str| {
            let mut row = terms.clone();
            (row["basis"], row["unitPrice"]) = (json!(basis), json!(price));
            row
        };
        let rows = json!([row("票", "100"), row("计费重量", "1"), row("百分比", "10")]);
        let list = charges(&admin, &e2);
        let body = json!({ "orderUuid": e2, "rowUuid": list["rowUuid"], "income": rows });
        let amounts = |list: &Json| {
            let rows = list["income"].as_array().cloned().expect("rows");
            rows.iter().map(|row| row["amount"].as_str().expect("an amount").to_owned()).collect::<Vec<_>>()
        };
        assert_eq!(amounts(&done(admin.post("/css/charge/save", body))), ["100.00", "300.00", "40.00"]);
        let mut heavier = admin.ok(&format!("/afbase/order/view/{e2}"));
        heavier["planWeight"] = json!(480);
        heavier["confirmed"] = json!(["order.tolerance", "order.similar", "order.charges.follow"]);
        done(admin.post("/afbase/order/doUpdate", heavier));
        assert_eq!(amounts(&charges(&admin, &e2)), ["100.00", "480.00", "58.00"]);
    });
}

/// Numbers that look random and are the same for the same seed (SplitMix64).
struct Dice(u64);

impl Dice {
    fn below(&mut self, sides: u64) -> u64 {
        self.0 = self.0.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let mut z = self.0;
        z = (z ^ (z >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        z = (z ^ (z >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
        (z ^ (z >> 31)) % sides
    }

    fn one_in(&mut self, sides: u64) -> bool {
        self.below(sides) == 0
    }

    fn place(&mut self, places: usize) -> usize {
        usize::try_from(self.below(u64::try_from(places).expect("small"))).expect("small")
    }

    fn one<T: Copy>(&mut self, of: &[T]) -> T {
        of[self.place(of.len())]
    }

    /// A decimal text of at most so many digits before and behind the point; one of eight is below nought.
    fn decimal(&mut self, digits: u32, decimals: u32) -> String {
        let digits = u32::try_from(self.below(u64::from(digits))).expect("small") + 1;
        let behind = u32::try_from(self.below(u64::from(decimals) + 1)).expect("small");
        let whole = self.below(10u64.pow(digits));
        let sign = if self.one_in(8) { "-" } else { "" };
        if behind == 0 {
            return format!("{sign}{whole}");
        }
        let fraction = self.below(10u64.pow(behind));
        format!("{sign}{whole}.{fraction:0width$}", width = usize::try_from(behind).expect("small"))
    }

    fn uuid(&mut self) -> String {
        let mut part = |bits: u32| self.below(1 << bits);
        let (a, b, c, d, e) = (part(32), part(16), part(12), part(12), part(48));
        format!("{a:08x}-{b:04x}-4{c:03x}-8{d:03x}-{e:012x}")
    }
}

/// A call that is about to be made.
#[derive(Debug, Clone)]
struct Asked {
    who: &'static str,
    method: &'static str,
    path: String,
    body: Json,
    /// It can't be done, whatever the state.
    wrong: bool,
    /// The order whose charges it writes, and whose version it names.
    saves: Option<usize>,
    /// The order whose version it names, where it answers something else than its charges.
    names: Option<usize>,
    unlocks: bool,
    reopens: bool,
}

impl Asked {
    fn new(who: &'static str, method: &'static str, path: &str, body: Json) -> Self {
        let (path, saves, names) = (path.to_owned(), None, None);
        Self { who, method, path, body, wrong: false, saves, names, unlocks: false, reopens: false }
    }

    fn wrong(self) -> Self {
        Self { wrong: true, ..self }
    }

    /// Whether it takes a correction back.
    fn undoes(&self) -> bool {
        self.method == "DELETE" && self.path.starts_with(ADJUSTED)
    }
}

fn is_done(reply: &Reply) -> bool {
    reply.status == 200 && reply.code == 0
}

/// A world at work: who calls, what the calls are about, and what was asked so far.
struct Desk<'w> {
    world: &'w World,
    seed: u64,
    dice: Dice,
    callers: BTreeMap<&'static str, Caller<'w>>,
    /// Public names of the orders, and their rows.
    orders: Vec<(String, i64)>,
    /// What the page showed of each of them last: not always what is there.
    seen: Vec<Json>,
    items: Vec<String>,
    /// The item of incidental charges.
    incidental: String,
    suppliers: Vec<Json>,
    kinds: BTreeMap<i64, (String, bool)>,
    sequences: u64,
    trail: Vec<String>,
}

impl<'w> Desk<'w> {
    fn of(world: &'w World, seed: u64) -> Self {
        let admin = world.login("demo-admin");
        for (currency, rate) in [("JPY", "0.0455"), ("KWD", "23.4567")] {
            let begins = "2026-05-01 00:00:00";
            let rate =
                json!({ "currencyCode": currency, "type": "GENERAL", "currencyRate": rate, "beginDate": begins });
            done(admin.post("/css/currencyRate", rate));
        }
        world.allow_nobody(&[
            "af_order",
            "css_order_charge",
            "css-charge-add",
            "css-charge-edit",
            "css-charge-del",
            "css-income-view",
        ]);
        let callers: BTreeMap<_, _> =
            ["demo-admin", "op01", "fin01", "nobody"].into_iter().map(|login| (login, world.login(login))).collect();
        let uuids: Vec<String> = ORDERS.iter().map(|code| uuid(&admin, code)).collect();
        let seen: Vec<Json> = uuids.iter().map(|uuid| charges(&admin, uuid)).collect();
        let suppliers = vec![seen[0]["cost"][0]["coopId"].clone(), seen[0]["income"][0]["coopId"].clone()];
        let found = admin.ok("/prm/service/page?businessScope=AE&size=500");
        let items = found["records"].as_array().expect("items");
        let items = items.iter().map(|row| row["id"].as_str().expect("an id").to_owned()).collect();
        let (kinds, ids) = world.database(|_, conn| {
            let items = rows(conn, "SELECT id, service_type, is_agency FROM service_item WHERE org_id = 2");
            let kind = |row: &Row| (int(row, 0), (text(row, 1), row.get::<bool>(2).expect("a flag")));
            let kinds = items.iter().map(kind).collect();
            let orders = rows(conn, "SELECT uuid, id FROM freight_order WHERE org_id = 2");
            let ids: BTreeMap<String, i64> = orders.iter().map(|row| (text(row, 0), int(row, 1))).collect();
            (kinds, ids)
        });
        let orders = uuids.into_iter().map(|uuid| (uuid.clone(), ids[&uuid])).collect();
        let (dice, incidental, trail) = (Dice(seed), item(world, "杂费"), Vec::new());
        Self { world, seed, dice, callers, orders, seen, items, incidental, suppliers, kinds, sequences: 0, trail }
    }

    fn caller(&self, who: &str) -> &Caller<'w> {
        &self.callers[who]
    }

    /// Fails with all that was asked in this sequence.
    fn fail(&self, why: &str) -> ! {
        panic!(
            "{}: {why}\nMONEY_SEED={} MONEY_SEQUENCES={}\n{}",
            self.world.database,
            self.seed,
            self.sequences,
            self.trail.join("\n")
        );
    }

    fn hold(&self, truth: Result<(), String>) {
        if let Err(why) = truth {
            self.fail(&why);
        }
    }

    fn books(&self) -> Books {
        self.world.database(|_, conn| Books::of(conn))
    }

    /// Looks at an order again, as its page does.
    fn look(&mut self, order: usize) {
        self.seen[order] = charges(self.caller("demo-admin"), &self.orders[order].0);
    }

    fn sequence(&mut self) {
        self.sequences += 1;
        self.trail.clear();
        for _ in 0..STEPS {
            if self.dice.one_in(6) {
                self.at_once();
            } else {
                self.step();
            }
        }
        self.hidden();
        self.rechecked();
    }

    /// The nightly check finds nothing wrong either (css.md 0.14 d).
    fn rechecked(&self) {
        super::period_difference::check(self.world);
        let found = self.world.database(|_, conn| rows(conn, "SELECT order_id FROM order_finance_difference").len());
        if found > 0 {
            self.fail(&format!("the nightly check finds {found} figures that differ (24)"));
        }
    }

    /// One call, and what it did.
    fn step(&mut self) {
        let asked = self.asked();
        let before = self.books();
        let reply = self.caller(asked.who).call(asked.method, &asked.path, asked.body.clone());
        self.note(&asked, &reply);
        let after = self.books();
        self.judge(&before, &after, &[(asked.clone(), reply.clone())]);
        if !is_done(&reply) {
            if before.rows != after.rows {
                self.fail("a refused call wrote something (29)");
            }
            return;
        }
        if asked.wrong {
            self.fail("what can't be done was done");
        }
        if let Some(order) = asked.saves {
            self.told(&asked, &reply.data, &after, order);
        }
        if asked.body.get("requestId").is_some() {
            let again = self.caller(asked.who).call(asked.method, &asked.path, asked.body.clone());
            self.note(&asked, &again);
            let last = self.books();
            if (again.status, again.code, &again.data) != (reply.status, reply.code, &reply.data) {
                self.fail("a repeated request is answered otherwise (27)");
            }
            if (&last.rows, last.logs) != (&after.rows, after.logs) {
                self.fail("a repeated request wrote something (27)");
            }
        }
    }

    fn note(&mut self, asked: &Asked, reply: &Reply) {
        let (code, message) = (reply.code, &reply.message);
        let line = format!(
            "{} {} {} {} -> {} {code} {message} {}",
            asked.who,
            asked.method,
            asked.path,
            asked.body,
            reply.status,
            if is_done(reply) { String::new() } else { reply.data.to_string() }
        );
        self.trail.push(line);
        if reply.status >= 500 {
            self.fail("the product broke");
        }
    }

    /// Several calls at the same time: two who enter a charge over what both saw, or one request twice, and whatever else;
    /// or two rates of a currency for times that may overlap.
    fn at_once(&mut self) {
        let order = self.dice.place(self.orders.len());
        self.look(order);
        let mut asked = vec![self.entering("op01", order)];
        let twice = self.dice.one_in(3);
        if twice {
            asked[0].body["requestId"] = json!(self.dice.uuid());
            asked.push(asked[0].clone());
        } else {
            let other = self.dice.one(&["demo-admin", "fin01"]);
            asked.push(self.entering(other, order));
            let third = match self.dice.below(5) {
                0 => self.weighing(order),
                1 => self.correcting(order),
                _ => self.moving(order),
            };
            asked.push(third);
            if self.dice.one_in(2) {
                asked.push(self.month());
            }
            if self.dice.one_in(3) {
                let (currency, kind) = (self.dice.one(&CURRENCIES[1..]), self.dice.one(&RATES));
                asked.extend([self.rating(currency, kind), self.rating(currency, kind)]);
            }
        }
        let before = self.books();
        let calls: Vec<_> = asked
            .iter()
            .map(|one| {
                let (client, method, path, body) =
                    (self.caller(one.who).client(), one.method, one.path.clone(), one.body.clone());
                async move { client.call(method, &path, body).await }
            })
            .collect();
        let replies = self.world.at_once(calls);
        self.trail.push("at once:".to_owned());
        for (one, reply) in asked.iter().zip(&replies) {
            self.note(one, reply);
        }
        let after = self.books();
        let saved = replies.iter().take(2).filter(|reply| is_done(reply)).count();
        let (was, is) = (before.count(self.orders[order].1), after.count(self.orders[order].1));
        if twice {
            if is > was + 1 {
                self.fail("one request entered two charges (27)");
            }
            if saved == 2 && replies[0].data != replies[1].data {
                self.fail("one request is answered in two ways (27)");
            }
        } else if saved == 2 {
            self.fail("two wrote over the same version");
        }
        if replies.iter().all(|reply| !is_done(reply)) && before.rows != after.rows {
            self.fail("refused calls wrote something (29)");
        }
        let pairs: Vec<_> = asked.into_iter().zip(replies).collect();
        self.judge(&before, &after, &pairs);
    }

    /// What holds of the tables, and of what became of them by some calls.
    fn judge(&self, before: &Books, after: &Books, calls: &[(Asked, Reply)]) {
        self.hold(after.true_of(&self.kinds));
        let any = |of: fn(&Asked) -> bool| calls.iter().any(|(asked, reply)| of(asked) && is_done(reply));
        self.hold(after.frozen_since(before, (any(|asked| asked.unlocks), any(Asked::undoes))));
        self.hold(after.closed_since(before, any(|asked| asked.reopens)));
        if let [(asked, reply)] = calls
            && let Some(order) = asked.saves.or(asked.names).filter(|_| is_done(reply))
        {
            let version = before.finance.get(&self.orders[order].1).map_or(0, |finance| finance.version);
            if asked.body["rowUuid"] != json!(version.to_string()) {
                self.fail("who came late wrote all the same");
            }
        }
    }

    /// What a save answers are the sums that are stored.
    fn told(&self, asked: &Asked, data: &Json, after: &Books, order: usize) {
        let Some(finance) = after.finance.get(&self.orders[order].1) else { self.fail("no sums are stored") };
        for side in SIDES {
            let sum = data["totals"][side]["functional"].as_str().map(thousandths);
            let hidden = asked.who == "nobody" && side == "cost";
            if sum != (!hidden).then_some(finance.sums[side]) {
                self.fail(&format!("{side}: told {sum:?}, stored {}", finance.sums[side]));
            }
        }
    }

    /// Who sees income alone finds nothing by which the rest can be computed (30).
    fn hidden(&self) {
        let books = self.books();
        let nobody = self.caller("nobody");
        for (uuid, id) in &self.orders {
            let Some(finance) = books.finance.get(id) else { continue };
            let empty = json!({ "orderUuid": uuid, "income": [], "cost": [] });
            let check = done(nobody.post("/css/charge/check", empty));
            for mut told in [charges(nobody, uuid), check] {
                let members: Vec<&String> = told["totals"].as_object().expect("totals").keys().collect();
                if members != ["income"] || told.get("cost").is_some() {
                    self.fail(&format!("more than income is told (30): {told}"));
                }
                let all = told.as_object_mut().expect("an answer");
                all.remove("income");
                all.remove("totals");
                let profit = finance.sums["income"] - finance.sums["cost"];
                for secret in [finance.sums["cost"], profit].into_iter().filter(|sum| sum.abs() >= 1_000_000) {
                    let (text, shown) = (told.to_string(), money(secret));
                    if text.contains(&shown) {
                        self.fail(&format!("{shown} is told (30): {text}"));
                    }
                }
            }
            let log = nobody.ok(&format!("/afbase/order/log/page?orderUuid={uuid}&size=100")).to_string();
            if log.contains("应付") {
                self.fail(&format!("the log tells the cost (30): {log}"));
            }
        }
        let period = nobody.get("/css/period/list");
        if period.status != 403 {
            self.fail("periods are told to who may not see them (30)");
        }
    }

    /// Any call.
    fn asked(&mut self) -> Asked {
        let order = self.dice.place(self.orders.len());
        if !self.dice.one_in(6) {
            self.look(order);
        }
        match self.dice.below(22) {
            0..8 => self.saving(order),
            8..11 => self.moving(order),
            11 | 12 => self.month(),
            13 => self.weighing(order),
            14 | 15 => self.correcting(order),
            16 | 17 => self.incidental(order),
            18 | 19 => {
                let (currency, kind) = (self.dice.one(&CURRENCIES[1..]), self.dice.one(&RATES));
                if self.dice.one_in(4) { self.unrated(currency, kind) } else { self.rating(currency, kind) }
            }
            _ => self.mistaken(order),
        }
    }

    fn base(&self, order: usize) -> Json {
        json!({ "orderUuid": self.orders[order].0, "rowUuid": self.seen[order]["rowUuid"] })
    }

    fn save_of(&mut self, who: &'static str, order: usize, members: &Json) -> Asked {
        let mut body = self.base(order);
        for (name, value) in members.as_object().expect("members") {
            body[name] = value.clone();
        }
        if !self.dice.one_in(8) {
            body["confirmed"] = json!(["charge.double", "charge.rate_deviates"]);
        }
        if self.dice.one_in(4) {
            body["requestId"] = json!(self.dice.uuid());
        }
        Asked { saves: Some(order), ..Asked::new(who, "POST", "/css/charge/save", body) }
    }

    /// One new charge that nothing is wrong with, whoever else enters one.
    fn entering(&mut self, who: &'static str, order: usize) -> Asked {
        let (side, price) = (self.dice.one(&SIDES), format!("{}.5", self.dice.below(90_000) + 10));
        let row = json!({
            "serviceItemId": self.items[self.dice.place(self.items.len())], "coopId": self.suppliers[0], "basis": "票",
            "currency": "CNY", "unitPrice": price, "taxRate": "6%",
        });
        let mut asked = self.save_of(who, order, &json!({ side: [row] }));
        asked.body["confirmed"] = json!(["charge.double"]);
        asked.body.as_object_mut().expect("a body").remove("requestId");
        asked
    }

    /// New, changed and removed charges of both sides.
    fn saving(&mut self, order: usize) -> Asked {
        let who = self.dice.one(&["demo-admin", "op01", "fin01", "nobody"]);
        let (mut members, mut gone) = (json!({}), Vec::new());
        for side in SIDES {
            if who == "nobody" && side == "cost" || self.dice.one_in(3) {
                continue;
            }
            let mut sent = Vec::new();
            for _ in 0..self.dice.below(3) {
                sent.push(self.fresh(side));
            }
            let kept = self.seen[order][side].as_array().cloned().expect("rows");
            // What waits, and what corrects a locked order, is not changed here.
            let free = |row: &Json| row["state"] == json!("NORMAL") && row["source"] != json!("ADJUSTED");
            let kept: Vec<Json> = kept.into_iter().filter(free).collect();
            // An order does not grow for ever.
            let many = kept.len() > 10;
            for row in kept {
                match self.dice.below(if many { 2 } else { 8 }) {
                    0 => gone.push(row["id"].clone()),
                    1 => sent.push(self.changed(row)),
                    _ => {}
                }
            }
            members[side] = json!(sent);
        }
        members["deleteIds"] = json!(gone);
        self.save_of(who, order, &members)
    }

    fn fresh(&mut self, side: &str) -> Json {
        let basis = self.dice.one(&BASES);
        let currency = self.dice.one(&CURRENCIES);
        let price = if basis == "百分比" { self.dice.decimal(2, 2) } else { self.dice.decimal(4, 4) };
        let mut row = json!({
            "serviceItemId": self.items[self.dice.place(self.items.len())], "basis": basis, "currency": currency,
            "unitPrice": price, "taxRate": self.dice.one(&TAXES), "carry": self.dice.one(&CARRIES),
        });
        if side == "cost" || self.dice.one_in(3) {
            row["coopId"] = self.suppliers[self.dice.place(self.suppliers.len())].clone();
        }
        if basis == "手工" || basis != "百分比" && self.dice.one_in(3) {
            row["quantity"] = json!(self.dice.decimal(3, 4));
        }
        if self.dice.one_in(4) {
            row["digits"] = json!(self.dice.below(u64::from(exponent(currency)) + 1));
        }
        if self.dice.one_in(4) {
            row["amountMin"] = json!(self.dice.below(500).to_string());
        }
        if self.dice.one_in(4) {
            row["amountMax"] = json!((self.dice.below(5_000) + 500).to_string());
        }
        if self.dice.one_in(6) {
            self.type_amount(&mut row, currency);
        }
        row
    }

    fn type_amount(&mut self, row: &mut Json, currency: &str) {
        row["amount"] = json!(self.dice.decimal(5, exponent(currency)));
        row["amountFixed"] = json!(true);
    }

    fn changed(&mut self, mut row: Json) -> Json {
        let currency = row["currency"].as_str().unwrap_or("CNY").to_owned();
        match self.dice.below(9) {
            0 | 1 => row["unitPrice"] = json!(self.dice.decimal(4, 4)),
            2 => {
                row["quantity"] = json!(self.dice.decimal(3, 3));
                row["quantityTyped"] = json!(true);
            }
            3 => self.type_amount(&mut row, &currency),
            4 => {
                row["currency"] = json!(self.dice.one(&CURRENCIES));
                row["rateTyped"] = json!(false);
            }
            5 => row["taxRate"] = json!(self.dice.one(&TAXES)),
            6 => row["basis"] = json!(self.dice.one(&BASES)),
            7 => {
                row["exchangeRate"] = json!(format!("{}.{:06}", self.dice.below(9), self.dice.below(1_000_000)));
                row["rateTyped"] = json!(true);
            }
            _ => {
                row["amountFixed"] = json!(false);
                row["carry"] = json!(self.dice.one(&CARRIES));
                row["note"] = json!(format!("第{}次", self.dice.below(100)));
            }
        }
        row
    }

    /// Income or cost is done or not, the order is locked or opened, cancelled or brought back.
    fn moving(&mut self, order: usize) -> Asked {
        let (uuid, row) = (self.orders[order].0.clone(), self.seen[order]["order"]["orderRowUuid"].clone());
        let kind = self.dice.one(&KINDS);
        let life = json!({ "orderUuid": uuid, "rowUuid": row });
        let side = json!({ "orderUuid": uuid, "orderRowUuid": row, "kind": kind, "confirmed": ["charge.none"] });
        match self.dice.below(9) {
            0 | 1 => Asked::new(self.dice.one(&["op01", "fin01"]), "PUT", "/css/charge/finish", side),
            2 => Asked::new("fin01", "PUT", "/css/charge/rollback", side),
            3 | 4 => {
                let days = ["2026-05-20", "2026-06-30", "2026-07-15", "2026-07-31", "2026-08-02", ""];
                let mut body = life;
                body["lockDate"] = json!(self.dice.one(&days));
                Asked::new("fin01", "PUT", "/afbase/order/lock", body)
            }
            5 | 6 => Asked { unlocks: true, ..Asked::new("fin01", "PUT", "/afbase/order/unlock", life) },
            7 => {
                let mut body = life;
                (body["reason"], body["remark"]) = (json!("录入错误"), json!(""));
                Asked::new("demo-admin", "PUT", "/afbase/order/cancel", body)
            }
            _ => Asked::new("demo-admin", "PUT", "/afbase/order/restore", life),
        }
    }

    /// A month is opened, closed, or opened again.
    fn month(&mut self) -> Asked {
        let verb = self.dice.one(&["open", "close", "close", "reopen", "reopen"]);
        let month = self.dice.one(&["2026-05", "2026-06", "2026-07", "2026-08", "2026-09"]);
        let body = json!({ "month": month, "reason": "更正" });
        Asked { reopens: verb == "reopen", ..Asked::new("fin01", "POST", &format!("/css/period/{verb}"), body) }
    }

    /// The order gets another weight; its charges follow, or do not, or nobody was asked.
    fn weighing(&mut self, order: usize) -> Asked {
        let mut body = self.caller("demo-admin").ok(&format!("/afbase/order/view/{}", self.orders[order].0));
        body["planWeight"] = json!(self.dice.below(900) + 100);
        body["confirmWeight"] = if body["confirmWeight"].is_null() { Json::Null } else { body["planWeight"].clone() };
        let follow = self.dice.one(&["order.charges.follow", "no:order.charges.follow", "order.tolerance"]);
        body["confirmed"] = json!(["order.tolerance", "order.similar", follow]);
        Asked::new("demo-admin", "POST", "/afbase/order/doUpdate", body)
    }

    /// A locked order is corrected, or a correction is taken back.
    fn correcting(&mut self, order: usize) -> Asked {
        let who = self.dice.one(&["demo-admin", "fin01"]);
        let statement = "SELECT id FROM charge WHERE org_id = 2 AND adjust_no IS NOT NULL ORDER BY id";
        let made: Vec<i64> =
            self.world.database(|_, conn| rows(conn, statement).iter().map(|row| int(row, 0)).collect());
        if !made.is_empty() && self.dice.one_in(3) {
            return Asked::new(who, "DELETE", &format!("{ADJUSTED}/{}", self.dice.one(&made)), json!({}));
        }
        // Mostly of one that is locked.
        let is_locked = |seen: &Json| seen["order"]["lifecycle"] == json!("LOCKED");
        let locked: Vec<usize> = (0..self.orders.len()).filter(|order| is_locked(&self.seen[*order])).collect();
        let order = if locked.is_empty() || self.dice.one_in(8) { order } else { self.dice.one(&locked) };
        let side = self.dice.place(SIDES.len());
        let mut body = json!({
            "orderId": self.orders[order].1.to_string(), "kind": KINDS[side], "amount": self.dice.decimal(4, 2),
            "reason": "更正", "financialDate": self.dice.one(&["2026-06-30", "2026-07-15", "2026-07-31", "2026-08-02"]),
        });
        let corrected: Vec<Json> = self.seen[order][SIDES[side]].as_array().cloned().expect("rows");
        if corrected.is_empty() || self.dice.one_in(3) {
            body["serviceItemId"] = json!(self.items[self.dice.place(self.items.len())]);
            body["coopId"] = self.suppliers[self.dice.place(self.suppliers.len())].clone();
            body["currency"] = json!(self.dice.one(&CURRENCIES));
            body["taxRate"] = json!(self.dice.one(&TAXES));
        } else {
            body["correctsId"] = corrected[self.dice.place(corrected.len())]["id"].clone();
        }
        if !self.dice.one_in(8) {
            body["confirmed"] = json!(["adjust.over", "charge.double"]);
        }
        if self.dice.one_in(4) {
            body["requestId"] = json!(self.dice.uuid());
        }
        Asked::new(who, "POST", &format!("{ADJUSTED}/save"), body)
    }

    /// An incidental charge is entered, or what waits is confirmed, sent back, entered again or taken back.
    fn incidental(&mut self, order: usize) -> Asked {
        let who = self.dice.one(&["demo-admin", "op01", "fin01"]);
        let mut body = self.base(order);
        let all = SIDES.into_iter().flat_map(|side| self.seen[order][side].as_array().cloned().unwrap_or_default());
        let waiting: Vec<Json> = all.filter(|row| row["state"] != json!("NORMAL")).collect();
        let fresh = waiting.is_empty() || waiting.len() < 3 && self.dice.one_in(6);
        let verb =
            if fresh { "doSave" } else { self.dice.one(&["confirm", "confirm", "reject", "doDelete", "doSave"]) };
        let price = self.dice.decimal(3, 2);
        if fresh {
            let side = self.dice.place(SIDES.len());
            body["lines"] = json!([{
                "kind": KINDS[side], "serviceItemId": self.incidental, "coopId": self.suppliers[side], "basis": "票",
                "currency": self.dice.one(&CURRENCIES), "unitPrice": price, "taxRate": self.dice.one(&TAXES),
            }]);
            body["withIncome"] = json!(self.dice.one_in(3));
            body["confirmed"] = json!(["charge.double"]);
            if self.dice.one_in(4) {
                body["requestId"] = json!(self.dice.uuid());
            }
        } else {
            let chosen = &waiting[self.dice.place(waiting.len())]["id"];
            let kind = self.dice.one(&KINDS);
            body["ids"] = json!([chosen]);
            body["reason"] = json!("金额不对");
            body["lines"] = json!([{ "id": chosen, "kind": kind, "unitPrice": price }]);
        }
        let path = format!("/afbase/incidentals/{verb}");
        Asked { names: Some(order), ..Asked::new(who, "POST", &path, body) }
    }

    /// A rate of a currency, for times that may be those of others.
    fn rating(&mut self, currency: &str, kind: &str) -> Asked {
        let begins = ["2026-06-10", "2026-07-01", "2026-07-05", "2026-07-15", "2026-07-20", "2026-08-01", "2026-08-10"];
        let ends = ["2026-07-05", "2026-07-12", "2026-08-01", "2026-08-20"];
        let mut body = json!({
            "currencyCode": currency, "type": kind, "beginDate": format!("{} 00:00:00", self.dice.one(&begins)),
            "currencyRate": format!("{}.{:04}", self.dice.below(9), self.dice.below(10_000)),
        });
        if self.dice.one_in(3) {
            body["endDate"] = json!(format!("{} 00:00:00", self.dice.one(&ends)));
        }
        Asked::new("demo-admin", "POST", "/css/currencyRate", body)
    }

    /// A rate that begins later than now is removed; where there is none, another is entered.
    fn unrated(&mut self, currency: &str, kind: &str) -> Asked {
        let statement = "SELECT id, version, begin_at FROM currency_rate WHERE org_id = 2 ORDER BY id";
        let now = Instant::parse(testkit::NOW).expect("a time").millis();
        let later: Vec<(i64, i64)> = self.world.database(|_, conn| {
            let found = rows(conn, statement);
            found.iter().filter(|row| int(row, 2) > now).map(|row| (int(row, 0), int(row, 1))).collect()
        });
        if later.is_empty() {
            return self.rating(currency, kind);
        }
        let (id, version) = self.dice.one(&later);
        Asked::new("demo-admin", "DELETE", &format!("/css/currencyRate/{id}?version={version}"), json!({}))
    }

    /// What nobody can do.
    fn mistaken(&mut self, order: usize) -> Asked {
        let mut row = self.fresh("income");
        row["coopId"] = self.suppliers[0].clone();
        let other = (order + 1) % self.orders.len();
        let of_other = self.seen[other]["income"][0].clone();
        let cost = self.seen[order]["cost"][0]["id"].clone();
        let (uuid, order_row) = (self.orders[order].0.clone(), self.seen[order]["order"]["orderRowUuid"].clone());
        let mut with = |name: &str, value: Json| {
            row[name] = value;
            json!({ "income": [row] })
        };
        let members = match self.dice.below(16) {
            0 => with("serviceItemId", json!("1")),
            1 => with("serviceItemId", Json::Null),
            2 => with("coopId", json!("1")),
            3 => with("unitPrice", json!("1.5x")),
            4 => with("unitPrice", json!("1.00001")),
            5 => with("currency", json!("GBP")),
            6 => with("basis", json!("托")),
            7 => with("profit", json!("1")),
            8 => {
                let huge = json!({
                    "serviceItemId": row["serviceItemId"], "coopId": row["coopId"], "unitPrice": "99999999.9999",
                    "quantity": "9999999.9999", "basis": "手工", "currency": "CNY", "taxRate": "0%",
                });
                json!({ "cost": [huge] })
            }
            9 if !of_other.is_null() => json!({ "income": [of_other] }),
            10 if !cost.is_null() => {
                return self.save_of("nobody", order, &json!({ "deleteIds": [cost] })).wrong();
            }
            11 => return self.save_of("nobody", order, &json!({ "cost": [row] })).wrong(),
            12 => {
                let body = json!({ "orderUuid": uuid, "rowUuid": order_row, "lockDate": "2026-02-30" });
                return Asked::new("fin01", "PUT", "/afbase/order/lock", body).wrong();
            }
            13 => {
                let body = json!({
                    "orderId": self.orders[order].1.to_string(), "kind": "PAYABLE", "amount": "0", "reason": "更正",
                    "serviceItemId": self.incidental, "coopId": self.suppliers[0], "currency": "CNY",
                    "financialDate": "2026-07-15",
                });
                return Asked::new("fin01", "POST", &format!("{ADJUSTED}/save"), body).wrong();
            }
            14 => {
                let own = json!({
                    "currencyCode": "CNY", "type": "GENERAL", "currencyRate": "1", "beginDate": "2026-08-01 00:00:00",
                });
                return Asked::new("demo-admin", "POST", "/css/currencyRate", own).wrong();
            }
            _ => {
                let body = json!({ "orderUuid": uuid, "orderRowUuid": order_row, "kind": "BOTH" });
                return Asked::new("fin01", "PUT", "/css/charge/finish", body).wrong();
            }
        };
        self.save_of("demo-admin", order, &members).wrong()
    }
}

fn rows(conn: &mut dyn Conn, statement: &str) -> Vec<Row> {
    conn.query(&Stmt::Raw(statement.to_owned(), Vec::new())).expect("reads")
}

fn int(row: &Row, place: usize) -> i64 {
    row.get(place).expect("a number")
}

fn some(row: &Row, place: usize) -> Option<i64> {
    row.get(place).expect("a number or none")
}

fn text(row: &Row, place: usize) -> String {
    row.get::<Option<String>>(place).expect("a text or none").unwrap_or_default()
}

/// Money of the functional currency as it travels, in thousandths.
fn thousandths(text: &str) -> i64 {
    text.replace('.', "").parse::<i64>().expect("money of two decimals") * 10
}

fn money(raw: i64) -> String {
    let minor = raw / 10;
    format!("{}{}.{:02}", if minor < 0 { "-" } else { "" }, minor.abs() / 100, minor.abs() % 100)
}

fn exponent(currency: &str) -> u32 {
    match currency {
        "JPY" => 0,
        "KWD" => 3,
        _ => 2,
    }
}

fn ten(exponent: u32) -> i128 {
    10i128.pow(exponent)
}

/// A quotient as a whole number, the divisor above nought; by another way than the product's.
fn rounded(numerator: i128, divisor: i128, carry: &str) -> i128 {
    let size = numerator.abs();
    let whole = match carry {
        "舍去" => size / divisor,
        "进位" => (size + divisor - 1) / divisor,
        _ => (2 * size + divisor) / (2 * divisor),
    };
    whole * numerator.signum()
}

fn half_up(numerator: i128, divisor: i128) -> i128 {
    rounded(numerator, divisor, "")
}

/// A charge as its table holds it: amounts in thousandths, prices and quantities in ten-thousandths, rates in millionths.
#[derive(Debug, Clone)]
struct Charge {
    order: i64,
    side: &'static str,
    counts: bool,
    basis: String,
    currency: String,
    price: i64,
    quantity: i64,
    amount: i64,
    rate: i64,
    functional: i64,
    tax_rate: String,
    net: i64,
    tax: i64,
    functional_net: i64,
    functional_tax: i64,
    least: Option<i64>,
    most: Option<i64>,
    digits: Option<i64>,
    carry: String,
    fixed: bool,
    typed: bool,
    date: String,
    adjusts: bool,
    item: i64,
    /// What its lock freezes.
    frozen: String,
}

const CHARGES: &str = "SELECT id, order_id, kind, state, basis, currency_code, price, quantity, amount, exchange_rate, \
     functional, tax_rate, not_tax, tax, functional_not_tax, functional_tax, amount_min, amount_max, digits, carry, \
     amount_fixed, quantity_typed, financial_date, adjust_no, service_item_id, coop_id, note \
     FROM charge WHERE org_id = 2 ORDER BY id";

impl Charge {
    fn of(row: &Row) -> (i64, Self) {
        let flag = |place: usize| row.get::<bool>(place).expect("a flag");
        // Kind, currency to functional amount, tax rate to its parts, item, partner, note.
        let frozen: Vec<String> = [2, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15, 24, 25, 26]
            .map(|place| format!("{:?}", row.value(place)))
            .into();
        let charge = Self {
            order: int(row, 1),
            side: if text(row, 2) == "RECEIVABLE" { "income" } else { "cost" },
            counts: text(row, 3) == "NORMAL",
            basis: text(row, 4),
            currency: text(row, 5),
            price: int(row, 6),
            quantity: int(row, 7),
            amount: int(row, 8),
            rate: int(row, 9),
            functional: int(row, 10),
            tax_rate: text(row, 11),
            net: int(row, 12),
            tax: int(row, 13),
            functional_net: int(row, 14),
            functional_tax: int(row, 15),
            least: some(row, 16),
            most: some(row, 17),
            digits: some(row, 18),
            carry: text(row, 19),
            fixed: flag(20),
            typed: flag(21),
            date: text(row, 22),
            adjusts: !text(row, 23).is_empty(),
            item: int(row, 24),
            frozen: frozen.join(" "),
        };
        (int(row, 0), charge)
    }

    fn is_percent(&self) -> bool {
        self.basis == "百分比"
    }

    /// The amount of price, quantity, digits, rounding and limits (css.md 0.4 (2) to (4)).
    fn wanted(&self) -> i128 {
        let (price, quantity) = (i128::from(self.price), i128::from(self.quantity));
        let exponent = exponent(&self.currency);
        let digits = self.digits.map_or(exponent, |digits| u32::try_from(digits).expect("digits"));
        let (of, divisor) = if self.is_percent() {
            (half_up(quantity, ten(4 - exponent)), ten(4 + 2 + exponent))
        } else {
            (quantity, ten(8))
        };
        let mut amount = rounded(price * of * ten(digits), divisor, &self.carry) * ten(3 - digits);
        if price >= 0 && of >= 0 {
            amount = self.least.map_or(amount, |least| Ord::max(amount, i128::from(least) * 10));
            amount = self.most.map_or(amount, |most| Ord::min(amount, i128::from(most) * 10));
        }
        amount
    }

    /// Tax rate in hundredths of a percent.
    fn percent(&self) -> i128 {
        self.tax_rate.strip_suffix('%').map_or(0, |percent| percent.parse::<i128>().expect("a tax rate") * 100)
    }

    /// Invariants 1 to 3 of a line alone.
    fn is_true(&self) -> bool {
        let unit = ten(3 - exponent(&self.currency));
        let parts = |whole: i64, net: i64, tax: i64, unit: i128| {
            let whole = i128::from(whole);
            let wanted = half_up(whole / unit * 10_000, 10_000 + self.percent()) * unit;
            let sign = |part: i64| part == 0 || i128::from(part.signum()) == whole.signum();
            whole % unit == 0
                && i128::from(net) == wanted
                && i128::from(net) + i128::from(tax) == whole
                && sign(net)
                && sign(tax)
        };
        let functional = half_up(i128::from(self.amount) * i128::from(self.rate), ten(7)) * 10;
        (self.fixed || i128::from(self.amount) == self.wanted())
            && parts(self.amount, self.net, self.tax, unit)
            && parts(self.functional, self.functional_net, self.functional_tax, 10)
            && i128::from(self.functional) == functional
            && (self.currency != "CNY" || self.rate == 1_000_000)
    }
}

#[derive(Debug)]
struct Finance {
    version: i64,
    has: [bool; 2],
    sums: BTreeMap<String, i64>,
}

#[derive(Debug)]
struct Order {
    lifecycle: String,
    date: String,
    recorded: [i64; 2],
}

/// The money of the company as its tables hold it.
#[derive(Debug)]
struct Books {
    charges: BTreeMap<i64, Charge>,
    finance: BTreeMap<i64, Finance>,
    postings: BTreeMap<(i64, String), BTreeMap<String, i64>>,
    orders: BTreeMap<i64, Order>,
    months: BTreeMap<String, String>,
    /// Exchange rates by currency, kind and begin: until when each holds.
    rates: BTreeMap<(String, String, i64), Option<i64>>,
    /// Every row as text.
    rows: BTreeSet<String>,
    logs: i64,
}

/// The sums of a table, as both tables of sums call them.
fn columns() -> Vec<String> {
    let kinds = charge::item::TYPES.iter().map(|(_, letters)| format!("_{}", letters.to_lowercase()));
    let kinds: Vec<String> = ["", "_not_tax", "_passed_on"].map(str::to_owned).into_iter().chain(kinds).collect();
    SIDES.iter().flat_map(|side| kinds.iter().map(move |kind| format!("{side}{kind}"))).collect()
}

impl Books {
    fn of(conn: &mut dyn Conn) -> Self {
        let names = columns();
        let sums = |row: &Row, from: usize| -> BTreeMap<String, i64> {
            names.iter().enumerate().map(|(place, name)| (name.clone(), int(row, from + place))).collect()
        };
        let list = names.join(", ");
        let statement =
            format!("SELECT order_id, version, income_status, cost_status, {list} FROM order_finance WHERE org_id = 2");
        let finance = rows(conn, &statement);
        let finance = finance.iter().map(|row| {
            let has = [2, 3].map(|place| text(row, place) == "ENTERED");
            (int(row, 0), Finance { version: int(row, 1), has, sums: sums(row, 4) })
        });
        let finance = finance.collect();
        let statement = format!("SELECT order_id, financial_date, {list} FROM order_finance_posting WHERE org_id = 2");
        let postings = rows(conn, &statement);
        let postings = postings.iter().map(|row| ((int(row, 0), text(row, 1)), sums(row, 2))).collect();
        let orders = "SELECT id, lifecycle, financial_date, income_recorded, cost_recorded FROM freight_order \
                      WHERE org_id = 2";
        let orders = rows(conn, orders);
        let orders = orders.iter().map(|row| {
            let recorded = [3, 4].map(|place| int(row, place));
            (int(row, 0), Order { lifecycle: text(row, 1), date: text(row, 2), recorded })
        });
        let orders = orders.collect();
        let months = rows(conn, "SELECT month, state FROM finance_period WHERE org_id = 2");
        let rates = rows(conn, "SELECT currency_code, kind, begin_at, end_at FROM currency_rate WHERE org_id = 2");
        let rates = rates.iter().map(|row| ((text(row, 0), text(row, 1), int(row, 2)), some(row, 3))).collect();
        let mut all = BTreeSet::new();
        for table in TABLES {
            let found = rows(conn, &format!("SELECT * FROM {table} WHERE org_id = {DEMO}"));
            all.extend(found.iter().map(|row| format!("{table} {:?}", row.0)));
        }
        let logs = rows(conn, "SELECT COUNT(*) FROM operation_log WHERE org_id = 2");
        Self {
            charges: rows(conn, CHARGES).iter().map(Charge::of).collect(),
            finance,
            postings,
            orders,
            months: months.iter().map(|row| (text(row, 0), text(row, 1))).collect(),
            rates,
            rows: all,
            logs: int(&logs[0], 0),
        }
    }

    fn of_order(&self, order: i64) -> impl Iterator<Item = (&i64, &Charge)> {
        self.charges.iter().filter(move |(_, charge)| charge.order == order)
    }

    /// How many charges an order has.
    fn count(&self, order: i64) -> usize {
        self.of_order(order).count()
    }

    /// What a percentage is of: the other lines of its side (css.md 0.4).
    fn base(&self, own: &Charge) -> i128 {
        let others: Vec<&Charge> = self
            .of_order(own.order)
            .map(|(_, charge)| charge)
            .filter(|charge| charge.side == own.side && charge.counts && !charge.is_percent())
            .collect();
        if others.iter().all(|charge| charge.currency == own.currency) {
            return others.iter().map(|charge| i128::from(charge.amount)).sum();
        }
        let functional: i128 = others.iter().map(|charge| i128::from(charge.functional)).sum();
        let exponent = exponent(&own.currency);
        half_up(functional * ten(6 + exponent), 1_000 * i128::from(own.rate)) * ten(3 - exponent)
    }

    fn sums_of<'a>(
        charges: impl Iterator<Item = &'a Charge>,
        kinds: &BTreeMap<i64, (String, bool)>,
    ) -> BTreeMap<String, i64> {
        let mut sums: BTreeMap<String, i64> = columns().into_iter().map(|name| (name, 0)).collect();
        let mut add = |name: String, amount: i64| {
            sums.entry(name).and_modify(|sum| *sum += amount);
        };
        for charge in charges {
            let (kind, passed_on) = &kinds[&charge.item];
            let letters = charge::item::TYPES.iter().find(|(name, _)| name == kind).map(|(_, letters)| *letters);
            add(charge.side.to_owned(), charge.functional);
            add(format!("{}_not_tax", charge.side), charge.functional_net);
            if *passed_on {
                add(format!("{}_passed_on", charge.side), charge.functional);
            }
            if let Some(letters) = letters {
                add(format!("{}_{}", charge.side, letters.to_lowercase()), charge.functional);
            }
        }
        sums
    }

    /// Invariant 32: of two rates of a currency and a kind the earlier ends before the later begins.
    fn one_rate_at_a_time(&self) -> Result<(), String> {
        let pairs = self.rates.iter().zip(self.rates.iter().skip(1));
        for (earlier, later) in pairs {
            let ((currency, kind, _), (own, other, begins)) = (earlier.0, later.0);
            if (currency, kind) == (own, other) && earlier.1.is_none_or(|ends| ends > *begins) {
                return Err(format!("two rates hold at one time (32): {earlier:?} and {later:?}"));
            }
        }
        Ok(())
    }

    /// Invariants 1, 2, 3, 17, 24 and 32.
    fn true_of(&self, kinds: &BTreeMap<i64, (String, bool)>) -> Result<(), String> {
        self.one_rate_at_a_time()?;
        for (id, charge) in &self.charges {
            if !charge.is_true() {
                return Err(format!("charge {id} is not what it is made of (1, 2, 3): {charge:?}"));
            }
            // One that has its day is of what counted when it got it (16).
            if charge.is_percent() && charge.counts && !charge.typed && charge.date.is_empty() {
                let base = self.base(charge);
                if i128::from(charge.quantity) != base * 10 {
                    return Err(format!("charge {id} is a percentage of {base} thousandths (1): {charge:?}"));
                }
            }
            let order = &self.orders[&charge.order];
            let wanted = if order.lifecycle == "LOCKED" { order.date.as_str() } else { "" };
            if charge.counts && !charge.adjusts && charge.date != wanted {
                return Err(format!("charge {id} of an order {} has another day (17): {charge:?}", order.lifecycle));
            }
            if order.lifecycle == "CANCELLED" {
                return Err(format!("charge {id} is of a cancelled order: {charge:?}"));
            }
        }
        let mut dated = BTreeMap::new();
        for (id, order) in &self.orders {
            let lines: Vec<&Charge> =
                self.of_order(*id).map(|(_, charge)| charge).filter(|charge| charge.counts).collect();
            let has = SIDES.map(|side| lines.iter().any(|charge| charge.side == side));
            let wanted = Self::sums_of(lines.iter().copied(), kinds);
            match self.finance.get(id) {
                Some(finance) if finance.sums != wanted || finance.has != has => {
                    return Err(format!("the sums of order {id} differ (24): {finance:?}, not {wanted:?} {has:?}"));
                }
                None if !lines.is_empty() => return Err(format!("order {id} has no sums (24)")),
                _ => {}
            }
            for (recorded, has) in order.recorded.into_iter().zip(has) {
                if recorded != 2 && recorded != i64::from(has) {
                    return Err(format!("order {id} says {:?} of its charges {has:?} (24)", order.recorded));
                }
            }
            let days: BTreeSet<&str> =
                lines.iter().map(|charge| charge.date.as_str()).filter(|day| !day.is_empty()).collect();
            for day in days {
                let of_day = lines.iter().copied().filter(|charge| charge.date == day);
                dated.insert((*id, day.to_owned()), Self::sums_of(of_day, kinds));
            }
        }
        if dated != self.postings {
            return Err(format!("the sums by day differ (24): {:?}, not {dated:?}", self.postings));
        }
        Ok(())
    }

    /// Invariant 16: what has its day is what it was, unless it was unlocked; a correction may be taken back.
    fn frozen_since(&self, before: &Self, (unlocked, undone): (bool, bool)) -> Result<(), String> {
        for (id, was) in before.charges.iter().filter(|(_, was)| !was.date.is_empty()) {
            let is = self.charges.get(id).map(|is| (&is.frozen, &is.date));
            let gone = undone && was.adjusts && is.is_none();
            let opened = unlocked && !was.adjusts;
            if !gone && !opened && is != Some((&was.frozen, &was.date)) {
                return Err(format!("frozen charge {id} changed (16): {was:?} became {is:?}"));
            }
        }
        Ok(())
    }

    /// Invariant 18: what is dated in a closed month stays as it is, unless the month was opened again.
    fn closed_since(&self, before: &Self, reopened: bool) -> Result<(), String> {
        if reopened {
            return Ok(());
        }
        let is_closed =
            |day: &str| day.len() > 7 && before.months.get(&day[..7]).is_some_and(|state| state == "CLOSED");
        let of = |books: &Self| {
            let charges = books.charges.iter().filter(|(_, charge)| is_closed(&charge.date));
            let charges = charges.map(|(id, charge)| format!("{id} {} {}", charge.date, charge.frozen));
            let postings = books.postings.iter().filter(|((_, day), _)| is_closed(day));
            charges.chain(postings.map(|posting| format!("{posting:?}"))).collect::<BTreeSet<_>>()
        };
        let (was, is) = (of(before), of(self));
        if was != is {
            return Err(format!("a closed month changed (18): {was:?} became {is:?}"));
        }
        Ok(())
    }
}
