//! What holds of money between bill and bank after any sequence of calls, also of two at the same time: invariants 10 to 13, 28
//! and 29 of css.md 0.15, the income side, on notes and statements.
//!
//! Sequences are made by dice, as those of charges (`money_sequences` of the room css). A failure names its seed:
//!
//! ```sh
//! SETTLE_SEED=20261127 SETTLE_SEQUENCES=3 make test-room ROOM=receivable      # the world of that seed
//! SETTLE_SEQUENCES=1000 TEST_NEEDS_POSTGRES=1 scripts/with-postgres \
//!   cargo test --workspace --no-default-features --features suites/receivable --test rooms -- what_is_settled
//! ```

use std::collections::BTreeMap;

use platform::store::Row;
use serde_json::{Value as Json, json};
use testkit::{Caller, Reply, World, done, each_database_with_readers_from};

use super::books::{books, rows};
use super::income_writeoff::{E1, E4, note, row_of};
use super::receipt::{TODAY, account, body};
use crate::receivable::{banked, coop, found, rooms};

/// Sequences of a run, unless `SETTLE_SEQUENCES` says otherwise: some seconds on each database.
const SEQUENCES: u64 = 24;
/// Sequences of one world.
const WORLD: u64 = 24;
/// Steps of a sequence.
const STEPS: u64 = 8;
/// Seed of the first world, unless `SETTLE_SEED` says otherwise.
const SEED: u64 = 20_261_127;
/// Worlds that failed once: their seed, and how many sequences they take.
const KEPT: &[(u64, u64)] = &[];

const E3: &str = "AE-2607150003";

fn asked_for(name: &str, otherwise: u64) -> u64 {
    std::env::var(name).ok().and_then(|text| text.parse().ok()).unwrap_or(otherwise)
}

#[test]
fn what_is_settled_is_true_after_any_sequence_of_calls() {
    let (seed, sequences) = (asked_for("SETTLE_SEED", SEED), asked_for("SETTLE_SEQUENCES", SEQUENCES));
    let worlds = (0..sequences.div_ceil(WORLD)).map(|world| (seed + world, Ord::min(WORLD, sequences - world * WORLD)));
    for (seed, sequences) in KEPT.iter().copied().chain(worlds) {
        eprintln!("settle sequences: SETTLE_SEED={seed} SETTLE_SEQUENCES={sequences}");
        each_database_with_readers_from(rooms, banked, |world| {
            let mut desk = Desk::of(world, seed);
            for _ in 0..sequences {
                desk.sequence();
            }
        });
    }
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

/// A call that is about to be made.
#[derive(Debug, Clone)]
struct Asked {
    path: String,
    body: Json,
}

/// A world at work.
struct Desk<'w> {
    world: &'w World,
    seed: u64,
    dice: Dice,
    callers: [Caller<'w>; 2],
    accounts: BTreeMap<&'static str, String>,
    coop: String,
    sequences: u64,
    trail: Vec<String>,
}

/// What is there to be settled from and to: id, currency, open.
type Open = (i64, String, i64);

impl<'w> Desk<'w> {
    fn of(world: &'w World, seed: u64) -> Self {
        world.wait(seed::money::examples(&world.maker()));
        let op = world.login("op01");
        // A credit: its note is below nought.
        let credit = [seed::money::Charge {
            side: "income",
            item: "操作-操作费",
            coop: "KH001",
            currency: "CNY",
            price: "-300",
            basis: ("票", None),
            tax: "0%",
        }];
        let fin = world.login("fin01");
        let (n1, n3) = (note(world, &fin, E1), note(world, &fin, E3));
        note(world, &fin, E4);
        let uuid = rows(world, &format!("SELECT uuid FROM freight_order WHERE org_id = 2 AND order_code = '{E3}'"));
        let uuid: String = uuid[0].get(0).expect("a name");
        world.wait(seed::money::enter(&op.client(), &uuid, &credit));
        let credit = note(world, &fin, E3);
        assert!(!row_of(world, &credit, "CNY").is_empty());
        let ids =
            [&n1, &n3].map(|num| json!({ "id": found(world, "debit_note", &[("note_num", num)]), "chosen": true }));
        let asked = json!({ "coopId": coop(world, "KH001"), "statementDate": TODAY, "notes": ids });
        done(fin.post("/css/statement/doSave", asked));
        let accounts = ["CNY", "USD"].map(|currency| (currency, account(world, currency))).into();
        let callers = [fin, world.login("mgr01")];
        let coop = coop(world, "KH001");
        Self { world, seed, dice: Dice(seed), callers, accounts, coop, sequences: 0, trail: Vec::new() }
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
            if self.dice.one_in(4) {
                self.at_once();
            } else {
                self.step();
            }
            self.judge();
        }
    }

    fn note(&mut self, asked: &Asked, reply: &Reply) {
        let line = format!("{} {} -> {} {} {}", asked.path, asked.body, reply.status, reply.code, reply.message);
        self.trail.push(line);
        if reply.status >= 500 {
            self.fail("the product broke");
        }
    }

    /// One call; refused it changes nothing, and a write-off that is reversed at once leaves all as it was.
    fn step(&mut self) {
        let Some(asked) = self.asked() else { return };
        let before = books(self.world);
        let reply = self.callers[0].post(&asked.path, asked.body.clone());
        self.note(&asked, &reply);
        if reply.code != 0 {
            if books(self.world) != before {
                self.fail("a refused call wrote something (29)");
            }
            return;
        }
        let written = reply.data["writeoffId"].as_str().map(ToOwned::to_owned);
        if let Some(id) = written.filter(|_| self.dice.one_in(3)) {
            let Some(undo) = self.reversal(id.parse().expect("an id")) else { return };
            let reply = self.callers[1].post(&undo.path, undo.body.clone());
            self.note(&undo, &reply);
            if reply.code != 0 {
                self.fail("what was just written can't be reversed");
            }
            if books(self.world) != before {
                self.fail(&format!("create and reverse changed something (28): {before:?}\n{:?}", books(self.world)));
            }
        }
    }

    /// Two calls at the same time, by two people, now and then about the same.
    fn at_once(&mut self) {
        let Some(one) = self.asked() else { return };
        let two = if self.dice.one_in(2) { Some(one.clone()) } else { self.asked() };
        let asked: Vec<Asked> = std::iter::once(one).chain(two).collect();
        let calls: Vec<_> = asked
            .iter()
            .zip(&self.callers)
            .map(|(one, caller)| {
                let (client, path, body) = (caller.client(), one.path.clone(), one.body.clone());
                async move { client.call("POST", &path, body).await }
            })
            .collect();
        let replies = self.world.at_once(calls);
        self.trail.push("at once:".to_owned());
        for (one, reply) in asked.iter().zip(&replies) {
            self.note(one, reply);
        }
    }

    fn open(&self, text: &str) -> Vec<Open> {
        let read = |row: &Row| (row.get(0).expect("an id"), row.get(1).expect("a currency"), row.get(2).expect("open"));
        rows(self.world, text).iter().map(read).collect()
    }

    fn receipts(&self) -> Vec<Open> {
        self.open(
            "SELECT id, currency_code, open_amount FROM receipt WHERE org_id = 2 AND coop_id IS NOT NULL \
             AND open_amount <> 0 ORDER BY id",
        )
    }

    fn advances(&self) -> Vec<Open> {
        self.open(
            "SELECT id, currency_code, open_amount FROM advance WHERE org_id = 2 AND open_amount <> 0 \
             AND state <> 'VOID' ORDER BY id",
        )
    }

    fn asked(&mut self) -> Option<Asked> {
        match self.dice.below(12) {
            0 | 1 => Some(self.registering()),
            2..=5 => self.settling(),
            6 => self.settling_directly(),
            7 => self.using(),
            8 => self.turning(),
            9 => self.paying_back(),
            10 => {
                let written =
                    "SELECT id, currency_code, money FROM write_off WHERE org_id = 2 AND state = 'VALID' ORDER BY id";
                let open = self.open(written);
                let (id, ..) = self.dice.one(&open)?;
                self.reversal(id)
            }
            _ => {
                let open = self.advances();
                let (id, ..) = self.dice.one(&open)?;
                let version = version(self.world, "advance", id);
                Some(Asked { path: format!("/css/advance/{id}/void"), body: json!({ "version": version }) })
            }
        }
    }

    fn registering(&mut self) -> Asked {
        let currency = if self.dice.one_in(2) { "CNY" } else { "USD" };
        let amount = i64::try_from(self.dice.below(900_000) + 1).expect("small") * 10;
        let mut paid = body(&self.accounts[currency], &decimal(amount, currency));
        paid["coopId"] = json!(self.coop);
        if currency == "USD" {
            paid["exchangeRate"] = json!(self.dice.one(&["7.0", "7.1234", "7.055555"]));
        }
        if self.dice.one_in(3) {
            paid["bankFee"] = json!("0.01");
        }
        Asked { path: "/css/receipt/save".to_owned(), body: paid }
    }

    /// Some targets, each with a part of what is open.
    fn targets(&mut self, money: &str) -> Vec<Json> {
        let open = self.open(
            "SELECT r.id, r.currency_code, r.amount - r.settled FROM debit_note_row r WHERE r.org_id = 2 \
             AND r.amount <> r.settled ORDER BY r.id",
        );
        let count = self.dice.below(3) + 1;
        let mut targets = Vec::new();
        for _ in 0..count {
            let Some((id, currency, rest)) = self.dice.one(&open) else { break };
            let amount = self.dice.part(rest);
            let amount = if currency == "JPY" { amount / 1_000 * 1_000 } else { amount };
            let mut target = json!({ "id": id.to_string(), "amount": decimal(amount, &currency) });
            if currency != money && self.dice.one_in(2) {
                let typed = self.dice.part(amount.max(10));
                target["money"] = json!(decimal(typed, money));
            }
            targets.push(target);
        }
        targets
    }

    fn settling(&mut self) -> Option<Asked> {
        let receipts = self.receipts();
        let (id, currency, _) = self.dice.one(&receipts)?;
        let mut body = json!({
            "coopId": self.coop, "method": "RECEIPT", "receiptId": id.to_string(), "date": TODAY,
            "targets": self.targets(&currency),
        });
        if self.dice.one_in(4) {
            body["small"] = json!(self.dice.one(&["0.01", "-1.30", "1.39"]));
        }
        Some(Asked { path: "/css/incomeWriteoff/save".to_owned(), body })
    }

    fn settling_directly(&mut self) -> Option<Asked> {
        let currency = if self.dice.one_in(2) { "CNY" } else { "USD" };
        let mut body = json!({
            "coopId": self.coop, "method": "ACCOUNT", "accountId": self.accounts[currency], "date": TODAY,
            "targets": self.targets(currency),
        });
        if self.dice.one_in(2) {
            body["fee"] = json!("0.07");
        }
        if currency == "USD" {
            body["exchangeRate"] = json!(self.dice.one(&["6.9", "7.333333"]));
        }
        Some(Asked { path: "/css/incomeWriteoff/save".to_owned(), body })
    }

    fn using(&mut self) -> Option<Asked> {
        let advances = self.advances();
        let (id, currency, _) = self.dice.one(&advances)?;
        let body = json!({
            "coopId": self.coop, "date": TODAY, "targets": self.targets(&currency),
            "version": version(self.world, "advance", id),
        });
        Some(Asked { path: format!("/css/advance/{id}/use"), body })
    }

    fn turning(&mut self) -> Option<Asked> {
        let receipts = self.receipts();
        let (id, currency, open) = self.dice.one(&receipts)?;
        let amount = decimal(self.dice.part(open), &currency);
        let body = json!({
            "kind": "IN", "amount": amount, "date": TODAY, "version": version(self.world, "receipt", id),
        });
        Some(Asked { path: format!("/css/receipt/{id}/toAdvance"), body })
    }

    fn paying_back(&mut self) -> Option<Asked> {
        let of_receipt = self.dice.one_in(2);
        let (table, open) = if of_receipt { ("receipt", self.receipts()) } else { ("advance", self.advances()) };
        let (id, currency, open) = self.dice.one(&open)?;
        let (amount, account) = (decimal(self.dice.part(open), &currency), self.accounts.get(currency.as_str())?);
        let body = json!({
            "amount": amount, "accountId": account, "date": TODAY, "reason": "退回",
            "version": version(self.world, table, id),
        });
        Some(Asked { path: format!("/css/{table}/{id}/refund"), body })
    }

    fn reversal(&self, id: i64) -> Option<Asked> {
        let body = json!({ "version": version(self.world, "write_off", id), "reverseReason": "录错" });
        Some(Asked { path: format!("/css/incomeWriteoff/{id}/reverse"), body })
    }

    /// Each statement finds rows for which an invariant does not hold.
    fn judge(&self) {
        for (what, text) in WRONG {
            let found = rows(self.world, text);
            if !found.is_empty() {
                self.fail(&format!("{what}: {found:?}"));
            }
        }
    }
}

fn version(world: &World, table: &str, id: i64) -> i64 {
    rows(world, &format!("SELECT version FROM {table} WHERE org_id = 2 AND id = {id}"))[0].get(0).expect("a version")
}

/// Invariants, each as a statement that finds what breaks it.
const WRONG: [(&str, &str); 13] = [
    (
        "a row is not settled by its lines, or beyond itself (10)",
        "SELECT r.id, r.amount, r.settled FROM debit_note_row r WHERE r.org_id = 2 AND (r.settled <> COALESCE((SELECT \
         SUM(l.amount) FROM write_off_line l WHERE l.org_id = r.org_id AND l.row_id = r.id AND NOT l.is_reversed), 0) \
         OR ABS(r.settled) > ABS(r.amount) OR r.settled * r.amount < 0)",
    ),
    (
        "a row is not carried by its lines, or its rest is (13)",
        "SELECT r.id, r.functional, r.functional_settled FROM debit_note_row r WHERE r.org_id = 2 AND \
         (r.functional_settled <> COALESCE((SELECT SUM(l.carrying) FROM write_off_line l WHERE l.org_id = r.org_id \
         AND l.row_id = r.id AND NOT l.is_reversed), 0) OR (r.settled = r.amount AND r.functional_settled <> r.functional))",
    ),
    (
        "targets are not what money, fee and small difference come to (11)",
        "SELECT w.id FROM write_off w WHERE w.org_id = 2 AND w.money + w.fee + w.small <> (SELECT SUM(l.money) FROM \
         write_off_line l WHERE l.org_id = w.org_id AND l.write_off_id = w.id)",
    ),
    (
        "differences are not worth less carrying (13)",
        "SELECT w.id FROM write_off w WHERE w.org_id = 2 AND (w.exchange_diff <> w.money_functional - w.carrying OR \
         w.exchange_diff <> (SELECT SUM(l.exchange_diff) FROM write_off_line l WHERE l.org_id = w.org_id AND \
         l.write_off_id = w.id) OR w.carrying <> (SELECT SUM(l.carrying) FROM write_off_line l WHERE l.org_id = w.org_id \
         AND l.write_off_id = w.id))",
    ),
    (
        "a line's difference is not worth less carrying (13)",
        "SELECT l.id FROM write_off_line l WHERE l.org_id = 2 AND l.exchange_diff <> l.money_functional - l.carrying",
    ),
    (
        "a receipt is not used, turned, paid back and open (12)",
        "SELECT r.id FROM receipt r WHERE r.org_id = 2 AND (r.amount <> r.settled + r.advanced + r.refunded + r.open_amount \
         OR r.open_amount < 0 OR r.settled <> COALESCE((SELECT SUM(w.money) FROM write_off w WHERE w.org_id = r.org_id \
         AND w.receipt_id = r.id AND w.state = 'VALID'), 0) OR r.advanced <> COALESCE((SELECT SUM(a.amount) FROM advance a \
         WHERE a.org_id = r.org_id AND a.receipt_id = r.id AND a.state <> 'VOID'), 0))",
    ),
    (
        "an advance is not used, paid back and open (12)",
        "SELECT a.id FROM advance a WHERE a.org_id = 2 AND a.state <> 'VOID' AND (a.amount <> a.used + a.refunded + \
         a.open_amount OR a.open_amount < 0 OR a.used <> COALESCE((SELECT SUM(w.money) FROM write_off w WHERE \
         w.org_id = a.org_id AND w.advance_id = a.id AND w.state = 'VALID'), 0) OR (a.open_amount = 0 AND \
         a.functional_used <> a.functional) OR (a.open_amount = 0) <> (a.state = 'USED'))",
    ),
    (
        "a receipt's state is another (0.9)",
        "SELECT r.id, r.state FROM receipt r WHERE r.org_id = 2 AND r.state <> CASE WHEN r.coop_id IS NULL THEN 'UNCLAIMED' \
         WHEN r.open_amount = 0 THEN 'DONE' WHEN r.open_amount = r.amount THEN 'CLAIMED' ELSE 'PART' END",
    ),
    (
        "a note's status is another (15)",
        "SELECT n.id, n.status FROM debit_note n WHERE n.org_id = 2 AND n.status <> CASE WHEN NOT EXISTS (SELECT 1 FROM \
         debit_note_row r WHERE r.org_id = n.org_id AND r.note_id = n.id AND r.settled <> r.amount) THEN 'SETTLED' WHEN EXISTS \
         (SELECT 1 FROM debit_note_row r WHERE r.org_id = n.org_id AND r.note_id = n.id AND r.settled <> 0) THEN \
         'PART_SETTLED' WHEN n.statement_id IS NOT NULL THEN 'STATED' ELSE 'MADE' END",
    ),
    (
        "a note's sums are not those of its rows",
        "SELECT n.id FROM debit_note n WHERE n.org_id = 2 AND (n.functional_settled <> (SELECT SUM(r.functional_settled) FROM \
         debit_note_row r WHERE r.org_id = n.org_id AND r.note_id = n.id) OR n.functional_open <> n.functional - \
         n.functional_settled)",
    ),
    (
        "a statement is not what its notes are (6, 15)",
        "SELECT s.id FROM statement s WHERE s.org_id = 2 AND (s.functional_settled <> (SELECT SUM(n.functional_settled) FROM \
         debit_note n WHERE n.org_id = s.org_id AND n.statement_id = s.id) OR s.functional_open <> s.functional - \
         s.functional_settled OR s.status <> CASE WHEN NOT EXISTS (SELECT 1 FROM debit_note n JOIN debit_note_row r ON \
         r.org_id = n.org_id AND r.note_id = n.id WHERE n.org_id = s.org_id AND n.statement_id = s.id AND r.settled <> \
         r.amount) THEN 'SETTLED' WHEN EXISTS (SELECT 1 FROM debit_note n JOIN debit_note_row r ON r.org_id = n.org_id AND \
         r.note_id = n.id WHERE n.org_id = s.org_id AND n.statement_id = s.id AND r.settled <> 0) THEN 'PART_SETTLED' ELSE \
         'STATED' END)",
    ),
    (
        "an order's income is elsewhere (15)",
        "SELECT f.order_id, f.income_status FROM order_finance f WHERE f.org_id = 2 AND EXISTS (SELECT 1 FROM debit_note n \
         WHERE n.org_id = f.org_id AND n.order_id = f.order_id) AND f.income_status <> CASE WHEN NOT EXISTS (SELECT 1 FROM \
         debit_note n JOIN debit_note_row r ON r.org_id = n.org_id AND r.note_id = n.id WHERE n.org_id = f.org_id AND \
         n.order_id = f.order_id AND r.settled <> r.amount) AND NOT EXISTS (SELECT 1 FROM charge c WHERE c.org_id = f.org_id \
         AND c.order_id = f.order_id AND c.kind = 'RECEIVABLE' AND c.state = 'NORMAL' AND c.debit_note_id IS NULL) THEN \
         'SETTLED' WHEN EXISTS (SELECT 1 FROM debit_note n JOIN debit_note_row r ON r.org_id = n.org_id AND r.note_id = n.id \
         WHERE n.org_id = f.org_id AND n.order_id = f.order_id AND r.settled <> 0) THEN 'PART_SETTLED' ELSE 'BILLED' END",
    ),
    (
        "accounts hold something else than what came and went",
        "SELECT m.account_id FROM (SELECT account_id, SUM(amount) AS total FROM fund_movement WHERE org_id = 2 AND \
         kind <> 'REFUND' GROUP BY account_id) m WHERE m.total <> COALESCE((SELECT SUM(r.amount - r.bank_fee) FROM receipt r \
         WHERE r.org_id = 2 AND r.account_id = m.account_id), 0) + COALESCE((SELECT SUM(w.money) FROM write_off w WHERE \
         w.org_id = 2 AND w.account_id = m.account_id AND w.state = 'VALID'), 0)",
    ),
];
