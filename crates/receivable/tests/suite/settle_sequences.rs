//! What holds of money between bill and bank, and of the books behind it, after any sequence of calls, also of two at the same
//! time: invariants 4 to 15, 18, 20 to 23 and 27 to 33 of css.md 0.15.
//!
//! Sequences are made by dice out of notes, statements, applications, invoices and red ones, receipts, advances, write-offs of
//! both sides, offsets, payments, requests, expense reports, transfers, vouchers, months, rates and accounts ([`asked`]). Behind
//! each call the tables are read, and what they hold is reckoned anew of their lowest rows ([`truth`]). A failure names its seed:
//!
//! ```sh
//! SETTLE_SEED=20261127 SETTLE_SEQUENCES=2 make test-room ROOM=receivable      # the world of that seed
//! make settle-sequences                                                       # 1,000 sequences on each database
//! ```
//!
//! What two calls at the same time do to one another is not repeated by a seed; a world that failed once is kept in [`KEPT`].

mod asked;
mod tables;
mod truth;

use std::collections::{BTreeMap, BTreeSet};

use platform::store::Stmt;
use serde_json::{Value as Json, json};
use testkit::{Caller, Reply, World, done, each_database_with_readers_from};

use super::books::rows;
use super::income_writeoff::{E1, E4, decide, note, row_of};
use super::receipt::{TODAY, account};
use crate::receivable::{banked, coop, found, rooms};
use asked::{Asked, Undo};
use tables::Tables;

/// Sequences of a run, unless `SETTLE_SEQUENCES` says otherwise: some seconds on each database.
const SEQUENCES: u64 = 3;
/// Sequences of one world.
const WORLD: u64 = 2;
/// Steps of a sequence; one of so many is two calls at the same time.
const STEPS: u64 = 40;
const AT_ONCE: u64 = 6;
/// Sequences behind which each kind of call must have been done, not just refused.
const MANY: u64 = 100;
/// Seed of the first world, unless `SETTLE_SEED` says otherwise.
const SEED: u64 = 20_261_127;
/// Worlds that failed once: their seed, and how many sequences they take.
const KEPT: &[(u64, u64)] = &[];

const E3: &str = "AE-2607150003";
/// Pages of somebody who sees no amounts (invariant 30).
const HIDDEN: [&str; 11] = [
    "debitNote",
    "statement",
    "invoiceApplication",
    "incomeInvoice",
    "receipt",
    "incomeWriteoff",
    "advance",
    "offset",
    "payment",
    "costInvoice",
    "costWriteoff",
];
/// Tables with a number, and its column (invariant 23).
const NUMBERED: [(&str, &str); 11] = [
    ("debit_note", "note_num"),
    ("statement", "statement_num"),
    ("invoice_application", "application_num"),
    ("receipt", "receipt_num"),
    ("advance", "advance_num"),
    ("payment", "payment_num"),
    ("payment_request", "request_num"),
    ("offsetting", "offset_num"),
    ("write_off", "write_off_num"),
    ("fund_transfer", "transfer_num"),
    ("expense_report", "report_num"),
];

/// Calls that move no money and are not named by a `requestId`.
const UNNAMED: [&str; 6] =
    ["close a month", "reopen a month", "enter a rate", "add an account", "ask for a staff advance", "claim expenses"];

fn asked_for(name: &str, otherwise: u64) -> u64 {
    std::env::var(name).ok().and_then(|text| text.parse().ok()).unwrap_or(otherwise)
}

#[test]
fn what_is_settled_is_true_after_any_sequence_of_calls() {
    let (seed, sequences) = (asked_for("SETTLE_SEED", SEED), asked_for("SETTLE_SEQUENCES", SEQUENCES));
    let worlds = (0..sequences.div_ceil(WORLD)).map(|world| (seed + world, Ord::min(WORLD, sequences - world * WORLD)));
    let tally = std::sync::Mutex::new(BTreeMap::new());
    for (seed, sequences) in KEPT.iter().copied().chain(worlds) {
        eprintln!("settle sequences: SETTLE_SEED={seed} SETTLE_SEQUENCES={sequences}");
        each_database_with_readers_from(rooms, banked, |world| {
            let mut desk = Desk::of(world, seed);
            for _ in 0..sequences {
                desk.sequence();
            }
            let mut all = tally.lock().expect("nobody failed");
            for (what, [asked, done]) in desk.tally {
                let sum: &mut [u64; 2] = all.entry(what).or_default();
                (sum[0], sum[1]) = (sum[0] + asked, sum[1] + done);
            }
        });
    }
    let tally = tally.into_inner().expect("nobody failed");
    eprintln!("calls, asked and done: {tally:?}");
    let never: Vec<_> = tally.iter().filter(|(_, [_, done])| *done == 0).collect();
    assert!(sequences < MANY || never.is_empty(), "always refused: {never:?}");
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

    fn one<T: Clone>(&mut self, of: &[T]) -> Option<T> {
        let sides = u64::try_from(of.len()).expect("few");
        if of.is_empty() { None } else { of.get(usize::try_from(self.below(sides)).expect("few")).cloned() }
    }

    /// A part of an amount in thousandths of two decimals: all of it, a bit, something between, or a cent too much.
    fn part(&mut self, amount: i64) -> i64 {
        let cents = amount.unsigned_abs() / 10;
        let part = match self.below(6) {
            0 | 1 => cents,
            2 => 1,
            3 => cents + 1,
            _ if cents == 0 => 1,
            _ => self.below(cents) + 1,
        };
        i64::try_from(part * 10).expect("an amount") * if amount < 0 { -1 } else { 1 }
    }
}

/// An amount of thousandths as it travels.
fn decimal(raw: i64, currency: &str) -> String {
    let digits = if currency == "JPY" { 0 } else { 2 };
    let minor = raw / 10i64.pow(3 - digits);
    kernel::format_scaled(minor, digits, digits)
}

/// A world at work.
struct Desk<'w> {
    world: &'w World,
    seed: u64,
    dice: Dice,
    callers: [Caller<'w>; 2],
    /// Who sees no amounts.
    nobody: Caller<'w>,
    accounts: BTreeMap<&'static str, String>,
    coop: String,
    suppliers: Vec<String>,
    /// Bank accounts that are reviewed, by partner and currency.
    banks: Vec<((String, String), String)>,
    /// Invoices that got a number.
    invoices: u64,
    /// What the tables hold.
    now: Tables,
    /// Whose a number is, and the highest by what stands before it.
    numbers: BTreeMap<String, i64>,
    highest: BTreeMap<String, u64>,
    sequences: u64,
    trail: Vec<String>,
    tally: BTreeMap<&'static str, [u64; 2]>,
}

impl<'w> Desk<'w> {
    fn of(world: &'w World, seed: u64) -> Self {
        world.wait(seed::money::examples(&world.maker()));
        world.database(|app, conn| book::format::load(conn, &app.mint, app.clock.now()).expect("loads"));
        // What the company decided follows from the seed: both switches off, one on, both on.
        decide(world, json!({ "payNeedsRequest": seed.is_multiple_of(2), "writeoffByInvoice": seed % 4 < 2 }));
        world.allow_nobody(&[
            "af_css_debit_note",
            "css_statement",
            "css_income_invoice",
            "css_receipt",
            "css_income_writeoff",
            "css_advance",
            "css_offset",
            "af_css_payment",
            "css_cost_invoice",
            "css_cost_writeoff",
        ]);
        let head = "UPDATE dept SET manager_id = (SELECT id FROM app_user WHERE org_id = 2 AND email = 'fin01@example.com') \
                    WHERE org_id = 2 AND code = '111003'";
        write(world, head);
        let callers = [world.login("fin01"), world.login("demo-admin")];
        let nobody = world.login("nobody");
        let fin = &callers[0];
        let (n1, n3) = (note(world, fin, E1), note(world, fin, E3));
        note(world, fin, E4);
        enter(world);
        let credit = note(world, fin, E3);
        assert!(!row_of(world, &credit, "CNY").is_empty());
        let ids =
            [&n1, &n3].map(|num| json!({ "id": found(world, "debit_note", &[("note_num", num)]), "chosen": true }));
        let asked = json!({ "coopId": coop(world, "KH001"), "statementDate": TODAY, "notes": ids });
        done(fin.post("/css/statement/doSave", asked));
        let banks = [("GYS001", "CNY"), ("GYS002", "CNY"), ("KH001", "CNY"), ("KH001", "USD")]
            .map(|(code, currency)| ((coop(world, code), currency.to_owned()), bank(world, fin, (code, currency))));
        write(world, "UPDATE coop_bank SET review_state = 'REVIEWED', reviewer_id = 1 WHERE org_id = 2");
        let mut desk = Self {
            world,
            seed,
            dice: Dice(seed),
            accounts: ["CNY", "USD"].map(|currency| (currency, account(world, currency))).into(),
            coop: coop(world, "KH001"),
            suppliers: ["GYS001", "GYS002", "KH001"].map(|code| coop(world, code)).into(),
            banks: banks.into(),
            callers,
            nobody,
            invoices: 0,
            now: Tables::of(world),
            numbers: BTreeMap::new(),
            highest: BTreeMap::new(),
            sequences: 0,
            trail: Vec::new(),
            tally: BTreeMap::new(),
        };
        desk.judge(Tables::of(world), false);
        desk
    }

    fn fail(&self, why: &str) -> ! {
        panic!(
            "{}: {why}\nSETTLE_SEED={} SETTLE_SEQUENCES={}\n{}",
            self.world.database,
            self.seed,
            self.sequences,
            self.trail.join("\n")
        );
    }

    fn sequence(&mut self) {
        self.sequences += 1;
        self.trail.clear();
        for _ in 0..STEPS {
            if self.dice.one_in(AT_ONCE) {
                self.at_once();
            } else {
                self.step();
            }
        }
        self.hidden();
    }

    fn version(&self, table: &str, id: i64) -> i64 {
        let text = format!("SELECT version FROM {table} WHERE org_id = 2 AND id = {id}");
        rows(self.world, &text).first().map_or(0, |row| row.get(0).expect("a version"))
    }

    fn note(&mut self, asked: &Asked, reply: &Reply) {
        let why = if reply.code == 0 { String::new() } else { reply.data.to_string() };
        let (status, code, message) = (reply.status, reply.code, &reply.message);
        self.trail.push(format!("{}: {} {} -> {status} {code} {message} {why}", asked.what, asked.path, asked.body));
        let count = self.tally.entry(asked.what).or_default();
        count[0] += 1;
        count[1] += u64::from(status == 200 && code == 0);
        if status >= 500 {
            self.fail("the product broke");
        }
        if [400, 403].contains(&status) {
            self.fail("no page asks like that");
        }
    }

    /// One call; refused it changes nothing, repeated it does nothing more, and undone at once it leaves all as it was.
    fn step(&mut self) {
        let mut asked = self.asked();
        let is_named = self.dice.one_in(4) && !UNNAMED.contains(&asked.what);
        if is_named {
            asked.body["requestId"] =
                json!(format!("{}-{:x}-{:x}", self.seed, self.sequences, self.dice.below(u64::MAX)));
        }
        let before = self.now.clone();
        let reply = self.callers[0].post(&asked.path, asked.body.clone());
        self.note(&asked, &reply);
        self.judge(Tables::of(self.world), asked.what == "reopen a month");
        if (reply.status, reply.code) != (200, 0) {
            let changed = self.now != before;
            return if changed {
                self.fail("a refused call wrote something (29)")
            };
        }
        if is_named {
            self.repeat(&asked, &reply);
        }
        if let Some(undo) = asked.undo.as_ref().filter(|_| self.dice.one_in(3)) {
            self.undo(undo, &asked, &reply, &before);
        }
    }

    /// The same call again (27).
    fn repeat(&mut self, asked: &Asked, reply: &Reply) {
        let logs = self.logs();
        let again = self.callers[0].post(&asked.path, asked.body.clone());
        self.note(asked, &again);
        if (again.status, again.code, &again.data) != (reply.status, reply.code, &reply.data) {
            self.fail("a repeated request is answered otherwise (27)");
        }
        if Tables::of(self.world) != self.now || self.logs() != logs {
            self.fail("a repeated request wrote something (27)");
        }
    }

    fn logs(&self) -> i64 {
        rows(self.world, "SELECT COUNT(*) FROM operation_log WHERE org_id = 2")[0].get(0).expect("a count")
    }

    /// Undoes what was just done: by another user, and all that was there is as it was (28).
    fn undo(&mut self, undo: &Undo, asked: &Asked, reply: &Reply, before: &Tables) {
        let Some(undone) = self.undoing(undo, asked, reply) else { return };
        let reply = self.callers[1].post(&undone.path, undone.body.clone());
        self.note(&undone, &reply);
        // An invoice over what was settled before counts as settled at once (css.md 0.7), and stays until that is reversed.
        if asked.what == "issue an invoice" && reply.message == "发票已核销，不能删除" {
            return self.judge(Tables::of(self.world), false);
        }
        if (reply.status, reply.code) != (200, 0) {
            self.fail("what was just done can't be undone");
        }
        self.judge(Tables::of(self.world), false);
        let changed = self.now.changed_since(before);
        if !changed.is_empty() {
            self.fail(&format!("create and undo changed something (28): {}", changed.join("\n")));
        }
    }

    fn undoing(&self, undo: &Undo, asked: &Asked, reply: &Reply) -> Option<Asked> {
        let made = |path: String, body: Json| Asked { what: "undo", path, body, undo: None };
        if undo.named.is_empty() {
            return Some(made(format!("{}/return", undo.base), json!({ "ids": asked.body["ids"] })));
        }
        let id: i64 = reply.data.pointer(undo.named)?.as_str()?.parse().ok()?;
        let base = match undo.table {
            "write_off" if self.now.find("write_off", Some(id))?.is("side", "RECEIVABLE") => "/css/incomeWriteoff",
            "write_off" => "/css/costWriteoff",
            _ => undo.base,
        };
        let mut body = json!({ "version": self.version(undo.table, id) });
        match (undo.verb, undo.table) {
            ("reverse", _) => body["reverseReason"] = json!("录错"),
            ("void", "debit_note" | "statement" | "payment") => body["voidReason"] = json!("开错"),
            _ => {}
        }
        Some(made(format!("{base}/{id}/{}", undo.verb), body))
    }

    /// Two calls at the same time, by two people, now and then about the same; or one request twice.
    fn at_once(&mut self) {
        let mut one = self.asked();
        let (is_same, is_twice) = (self.dice.one_in(2), self.dice.one_in(3));
        if is_same && is_twice && !UNNAMED.contains(&one.what) {
            one.body["requestId"] =
                json!(format!("{}-{:x}-{:x}", self.seed, self.sequences, self.dice.below(u64::MAX)));
        }
        let two = if is_same { one.clone() } else { self.asked() };
        let who = if is_same && is_twice { [0, 0] } else { [0, 1] };
        let asked = [one, two];
        let calls: Vec<_> = asked
            .iter()
            .zip(who)
            .map(|(one, who)| {
                let (client, path, body) = (self.callers[who].client(), one.path.clone(), one.body.clone());
                async move { client.call("POST", &path, body).await }
            })
            .collect();
        let replies = self.world.at_once(calls);
        self.trail.push("at once:".to_owned());
        for (one, reply) in asked.iter().zip(&replies) {
            self.note(one, reply);
        }
        self.judge(Tables::of(self.world), asked.iter().any(|one| one.what == "reopen a month"));
    }

    /// What holds of the tables as they are now, and of what changed since they were read last.
    fn judge(&mut self, now: Tables, reopens: bool) {
        let wrong = truth::wrong(&now);
        if !wrong.is_empty() {
            self.fail(&wrong.join("\n"));
        }
        let is_closed = |tables: &Tables, month: &str| {
            tables.of_where("finance_period", |one| one.is("month", month)).any(|one| one.is("state", "CLOSED"))
        };
        for month in ["2026-05", "2026-06"] {
            let stays = is_closed(&self.now, month) && is_closed(&now, month) && !reopens;
            let (had, has) = (truth::posted_to(&self.now, month), truth::posted_to(&now, month));
            if stays && had != has {
                let changed: Vec<_> = had.symmetric_difference(&has).collect();
                self.fail(&format!("18: {month} is closed and changed: {changed:?}"));
            }
        }
        self.count_on(&now);
        self.now = now;
    }

    /// Numbers are of one document, and get higher (23).
    fn count_on(&mut self, now: &Tables) {
        let mut highest = self.highest.clone();
        for (table, column) in NUMBERED {
            for line in now.all(table) {
                let (num, id) = (line.text(column), line.int("id"));
                match self.numbers.get(num) {
                    Some(known) if *known == id => continue,
                    Some(_) => self.fail(&format!("23: {num} is given again")),
                    None => {}
                }
                let Some((prefix, place)) = num.char_indices().rev().nth(3).map(|(at, _)| num.split_at(at)) else {
                    self.fail(&format!("23: {num} is no number"))
                };
                let place: u64 = place.parse().unwrap_or_default();
                if self.highest.get(prefix).is_some_and(|before| *before >= place) {
                    self.fail(&format!("23: {num} is not higher than the ones before"));
                }
                let most = highest.entry(prefix.to_owned()).or_default();
                *most = place.max(*most);
                self.numbers.insert(num.to_owned(), id);
            }
        }
        self.highest = highest;
    }

    /// Who sees no amounts reads none in any list (30).
    fn hidden(&self) {
        let mut secrets = BTreeSet::new();
        for (table, columns) in [
            ("debit_note_row", ["amount", "functional"]),
            ("write_off", ["money", "carrying"]),
            ("receipt", ["amount", "functional"]),
            ("advance", ["amount", "functional"]),
            ("payment", ["amount", "functional"]),
            ("invoice", ["amount", "functional"]),
        ] {
            for line in self.now.all(table) {
                secrets.extend(columns.map(|column| line.int(column).abs()));
            }
        }
        // Round and small figures stand in other texts as well.
        secrets.retain(|raw| *raw >= 1_000_000 && raw % 1_000 != 0);
        for page in HIDDEN {
            let told = self.nobody.get(&format!("/css/{page}/page?size=100")).data.to_string();
            for raw in &secrets {
                let plain = kernel::format_scaled(raw / 10, 2, 2);
                let plain = plain.trim_end_matches('0');
                if told.contains(plain) || told.contains(&kernel::grouped(plain)) {
                    self.fail(&format!("30: {page} tells {plain}: {told}"));
                }
            }
        }
    }
}

fn write(world: &World, text: &str) {
    world.database(|_, conn| conn.exec(&Stmt::Raw(text.to_owned(), Vec::new())).expect("is written"));
}

/// A credit, whose row is below nought, and costs of the customer on E3: what is netted, and paid to him.
fn enter(world: &World) {
    let charge = |side, item, coop, (currency, price)| seed::money::Charge {
        side,
        item,
        coop,
        currency,
        price,
        basis: ("票", None),
        tax: "0%",
    };
    let charges = [
        charge("income", "操作-操作费", "KH001", ("CNY", "-300")),
        charge("cost", "操作-操作费", "KH001", ("CNY", "5000")),
        charge("cost", "操作-制单费", "KH001", ("USD", "700")),
        charge("cost", "操作-操作费", "GYS002", ("CNY", "-120")),
    ];
    let uuid = rows(world, &format!("SELECT uuid FROM freight_order WHERE org_id = 2 AND order_code = '{E3}'"));
    let uuid: String = uuid[0].get(0).expect("a name");
    let op = world.login("op01");
    world.wait(seed::money::enter(&op.client(), &uuid, &charges));
}

/// A bank account of a partner.
fn bank(world: &World, fin: &Caller<'_>, (code, currency): (&str, &str)) -> String {
    let body = json!({
        "coopId": coop(world, code), "accountName": "演示往来单位有限公司", "bankName": "中国工商银行上海分行",
        "accountNo": "1001 2233 4455", "currency": currency,
    });
    done(fin.post("/css/paymentRequest/bank", body))["id"].as_str().expect("an id").to_owned()
}
