//! 批量调价 and 复制到: many rates at once, each by the rules of its form, all of them or none.

use kernel::{Findings, Id, Msg, Price, Text, div_half_up, format_scaled, parse_day, parse_scaled, show_day};
use platform::access::{Access, Actor};
use platform::call::{Answer, Call, Outcome, Tx};
use platform::field::Field;
use platform::refusal::Refusal;
use platform::registry::Operation;
use platform::store::Conn;
use serde::Deserialize;
use serde_json::{Map, Value as Json, json};

use crate::tact::{BREAK_FIELDS, FORM, Tact};

/// Rates of one call.
const RATES_MAX: usize = 200;
/// Rates a call may make.
const COPIES_MAX: usize = 500;

const NOTHING: Msg = Msg::new("tact.bulk.none", "请选择运价", "Please choose rates.");
const TOO_MANY: Msg = Msg::new("tact.bulk.many", "一次最多处理{n}条运价", "At most {n} rates at once.");
const NO_CLASS: Msg = Msg::new("tact.adjust.classes", "请选择调整的等级", "Please choose what is adjusted.");
const NO_CHANGE: Msg = Msg::new("tact.adjust.by", "请填写调整幅度", "Please enter by how much.");
const BY_FORM: Msg = Msg::new(
    "tact.adjust.form",
    "调整幅度最多2位小数，百分比在-99至999之间",
    "Two decimals at most; per cent from -99 to 999.",
);
const STEP: Msg = Msg::new("tact.adjust.step", "取整须为0.01、0.05或0.1", "Rounding is to 0.01, 0.05 or 0.1.");
const NO_DAY: Msg = Msg::new("tact.adjust.day", "请填写新的生效日期", "Please enter from when.");
const OUTSIDE: Msg = Msg::new(
    "tact.adjust.outside",
    "{rate}：新的生效日期须晚于{from}且不晚于{to}",
    "{rate}: the new rate begins after {from} and not after {to}.",
);
const NOT_POSITIVE: Msg =
    Msg::new("tact.adjust.positive", "{rate}：调整后{name}须大于0", "{rate}: {name} would not be above 0.");
const NO_TARGET: Msg = Msg::new("tact.copy.none", "请选择目的站或航司", "Please choose destinations or carriers.");
const FAILS: Msg = Msg::new("tact.bulk.fails", "{rate}：{why}", "{rate}: {why}");

/// Their calls.
pub(crate) fn operations() -> [Operation; 2] {
    [
        Operation::post("adjust_tact_rates", "/afbase/tact/adjust", Access::Code("af-tact-adjust"), adjust)
            .summary("New rates from a day on, by a percentage or an amount; with `preview` what they would be"),
        Operation::post("copy_tact_rates", "/afbase/tact/copyTo", Access::Code("af-tact-copy"), copy_to)
            .summary("The same rates to other destinations or for other carriers"),
    ]
}

#[derive(Deserialize)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
struct Adjust {
    ids: Vec<Id>,
    mode: Mode,
    #[serde(default)]
    by: Json,
    #[serde(default)]
    classes: Vec<Class>,
    #[serde(default)]
    rounding: Json,
    #[serde(default)]
    valid_from: String,
    #[serde(default)]
    preview: bool,
}

#[derive(Deserialize, Clone, Copy, PartialEq, Eq)]
#[serde(rename_all = "UPPERCASE")]
enum Mode {
    Percent,
    Amount,
}

/// What is adjusted: M, N, the breaks, the specific commodities, the load units.
#[derive(Deserialize, Clone, Copy, PartialEq, Eq)]
#[serde(rename_all = "UPPERCASE")]
enum Class {
    M,
    N,
    Q,
    C,
    U,
}

/// By how much prices change, and to what they are rounded; raw in the decimals of [`Price`].
#[derive(Clone, Copy)]
struct Change {
    mode: Mode,
    by: i64,
    step: i64,
}

/// A hundred per cent in the decimals of [`Price`].
const WHOLE: i128 = 1_000_000;

impl Change {
    /// A price of so many decimals after the change, rounded half up to the step.
    fn of(self, raw: i64, decimals: u32) -> i64 {
        let scale = i128::from(10_i64.pow(Price::DECIMALS - decimals));
        let (price, by) = (i128::from(raw) * scale, i128::from(self.by));
        let (changed, unit) = match self.mode {
            Mode::Percent => (price * (WHOLE + by), WHOLE),
            Mode::Amount => (price + by, 1),
        };
        let step = i128::from(self.step);
        i64::try_from(div_half_up(changed, unit * step) * step / scale).unwrap_or(i64::MAX)
    }
}

/// A typed decimal, raw in the decimals of [`Price`].
fn decimal(given: &Json) -> Option<i64> {
    let text = match given {
        Json::String(text) => text.trim().to_owned(),
        Json::Number(number) => number.to_string(),
        _ => return None,
    };
    parse_scaled(&text, Price::DECIMALS).ok()
}

fn change_of(asked: &Adjust, findings: &mut Findings) -> Change {
    let by = decimal(&asked.by);
    let beyond = |by: i64| asked.mode == Mode::Percent && !(-990_000..=9_990_000).contains(&by);
    match by {
        None | Some(0) => findings.error("by", NO_CHANGE.text()),
        Some(by) => findings.error_if(by % 100 != 0 || beyond(by), "by", BY_FORM),
    }
    let step = decimal(&asked.rounding).filter(|step| [100, 500, 1_000].contains(step));
    findings.error_if(step.is_none(), "rounding", STEP);
    findings.error_if(asked.classes.is_empty(), "classes", NO_CLASS);
    findings.error_if(parse_day(&asked.valid_from).is_none(), "validFrom", NO_DAY);
    Change { mode: asked.mode, by: by.unwrap_or_default(), step: step.unwrap_or(100) }
}

fn count(number: usize, most: usize, findings: &mut Findings) {
    findings.error_if(number == 0, "ids", NOTHING);
    if number > most {
        findings.error("ids", TOO_MANY.with(&[("n", &most.to_string())]));
    }
}

/// POST {ids, mode, by, classes, rounding, validFrom, preview}.
fn adjust(call: &mut Call) -> Outcome {
    let asked: Adjust = call.json()?;
    let mut findings = Findings::new();
    count(asked.ids.len(), RATES_MAX, &mut findings);
    let change = change_of(&asked, &mut findings);
    Refusal::unless_clean(&findings, &[])?;
    let actor = call.actor()?.clone();
    let (rates, made) = if asked.preview {
        (call.read(|conn| adjusted(conn, &actor, &asked, change))?, 0)
    } else {
        call.write(|tx| {
            let rates = adjusted(tx, &actor, &asked, change)?;
            let made = make(tx, rates.iter().map(|rate| (rate.name.as_str(), &rate.body)), "批量调价")?;
            Ok((rates, made))
        })?
    };
    let told: Vec<Json> = rates.iter().map(|rate| json!({ "rate": rate.name, "prices": rate.told() })).collect();
    Ok(Answer::Data(json!({ "rates": told, "made": made })))
}

fn adjusted(conn: &mut dyn Conn, actor: &Actor, asked: &Adjust, change: Change) -> Result<Vec<Adjusted>, Refusal> {
    let day = parse_day(&asked.valid_from).map(show_day).unwrap_or_default();
    let mut findings = Findings::new();
    let mut rates = Vec::new();
    for id in &asked.ids {
        let rate = Adjusted::of(FORM.body_of(conn, actor, *id)?, change, (&asked.classes, &day));
        rate.check(&day, &mut findings);
        rates.push(rate);
    }
    Refusal::unless_clean(&findings, &[])?;
    Ok(rates)
}

/// A price that changes: what it is called, and raw what it was and will be.
struct Repriced {
    name: String,
    decimals: u32,
    old: i64,
    new: i64,
}

/// A rate as it will be, and what it was.
struct Adjusted {
    name: String,
    body: Map<String, Json>,
    days: [String; 2],
    prices: Vec<Repriced>,
}

impl Adjusted {
    fn of(mut body: Map<String, Json>, change: Change, (classes, day): (&[Class], &str)) -> Self {
        let days = ["validFrom", "validTo"].map(|member| text(&body, member));
        let mut prices = Vec::new();
        for class in [Class::M, Class::N, Class::Q, Class::C, Class::U] {
            if classes.contains(&class) {
                reprice(&mut body, class, change, &mut prices);
            }
        }
        body.insert("validFrom".to_owned(), json!(day));
        // That the old rate ends the day before is what is asked for; a dearer break was there before.
        body.insert("confirmed".to_owned(), json!(["validity.overlaps", "tact.dearer"]));
        Self { name: name_of(&body), body, days, prices }
    }

    fn check(&self, day: &str, findings: &mut Findings) {
        let [from, to] = self.days.each_ref().map(String::as_str);
        if day <= from || day > to {
            findings.error("validFrom", OUTSIDE.with(&[("rate", &self.name), ("from", from), ("to", to)]));
        }
        for price in self.prices.iter().filter(|price| price.new <= 0) {
            findings.error("by", NOT_POSITIVE.with(&[("rate", &self.name), ("name", &price.name)]));
        }
    }

    fn told(&self) -> Vec<Json> {
        let show = |price: &Repriced, raw: i64| format_scaled(raw, price.decimals, 2);
        let told = |price: &Repriced| json!({ "name": price.name, "old": show(price, price.old), "new": show(price, price.new) });
        self.prices.iter().map(told).collect()
    }
}

fn text(body: &Map<String, Json>, member: &str) -> String {
    body.get(member).and_then(Json::as_str).unwrap_or_default().to_owned()
}

/// `X9 PVG-FRA`.
fn name_of(body: &Map<String, Json>) -> String {
    format!("{} {}-{}", text(body, "carrierCode"), text(body, "departure"), text(body, "arrival"))
}

/// Decimals of amounts: the minimum, the charge of a unit.
const AMOUNT: u32 = 2;

fn reprice(body: &mut Map<String, Json>, class: Class, change: Change, prices: &mut Vec<Repriced>) {
    let (own, decimals): (Vec<Field>, u32) = match class {
        Class::M => (vec![Tact::MINIMUM], AMOUNT),
        Class::N => (vec![Tact::RATE_N], Price::DECIMALS),
        Class::Q => (BREAK_FIELDS.into_iter().skip(1).collect(), Price::DECIMALS),
        Class::C | Class::U => (Vec::new(), Price::DECIMALS),
    };
    for field in own {
        one(body, &field.name(), field.zh.to_owned(), decimals, change, prices);
    }
    let below: &[(&str, &str, &str, u32)] = match class {
        Class::Q => &[("breaks", "rate", "fromWeight", Price::DECIMALS)],
        Class::C => &[("items", "rate", "itemNo", Price::DECIMALS)],
        Class::U => &[("units", "charge", "unitType", AMOUNT), ("units", "overRate", "unitType", Price::DECIMALS)],
        Class::M | Class::N => &[],
    };
    for (member, price, named, decimals) in below {
        let rows = body.get_mut(*member).and_then(Json::as_array_mut).into_iter().flatten();
        for row in rows.filter_map(Json::as_object_mut) {
            let label = row.get(*named).map(|name| name.to_string().trim_matches('"').to_owned()).unwrap_or_default();
            one(row, price, label, *decimals, change, prices);
        }
    }
}

/// Changes a member that holds a price, and notes what it was.
fn one(
    row: &mut Map<String, Json>,
    member: &str,
    name: String,
    decimals: u32,
    change: Change,
    prices: &mut Vec<Repriced>,
) {
    let Some(price) = row.get(member).and_then(decimal) else { return };
    let old = price / 10_i64.pow(Price::DECIMALS - decimals);
    let new = change.of(old, decimals);
    row.insert(member.to_owned(), json!(format_scaled(new, decimals, 2)));
    prices.push(Repriced { name, decimals, old, new });
}

#[derive(Deserialize)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
struct CopyTo {
    ids: Vec<Id>,
    #[serde(default)]
    arrivals: Vec<String>,
    #[serde(default)]
    carriers: Vec<String>,
}

/// POST {ids, arrivals, carriers}: each rate to each destination and for each carrier named.
fn copy_to(call: &mut Call) -> Outcome {
    let asked: CopyTo = call.json()?;
    let mut findings = Findings::new();
    count(asked.ids.len(), RATES_MAX, &mut findings);
    findings.error_if(asked.arrivals.is_empty() && asked.carriers.is_empty(), "arrivals", NO_TARGET);
    Refusal::unless_clean(&findings, &[])?;
    let copies = asked.ids.len() * asked.arrivals.len().max(1) * asked.carriers.len().max(1);
    count(copies, COPIES_MAX, &mut findings);
    Refusal::unless_clean(&findings, &[])?;
    let actor = call.actor()?.clone();
    let made = call.write(|tx| {
        let mut rates = Vec::new();
        for id in &asked.ids {
            rates.extend(targets(&FORM.body_of(tx, &actor, *id)?, &asked));
        }
        make(tx, rates.iter().map(|(name, body)| (name.as_str(), body)), "复制到")
    })?;
    Ok(Answer::Data(json!({ "made": made })))
}

/// The copies of a rate; what would be the rate itself is left out.
fn targets(body: &Map<String, Json>, asked: &CopyTo) -> Vec<(String, Map<String, Json>)> {
    let named = |given: &[String], member: &str| {
        if given.is_empty() { vec![text(body, member)] } else { given.iter().map(|code| code.to_uppercase()).collect() }
    };
    let mut copies = Vec::new();
    for arrival in named(&asked.arrivals, "arrival") {
        for carrier in named(&asked.carriers, "carrierCode") {
            let mut copy = body.clone();
            copy.insert("arrival".to_owned(), json!(arrival));
            copy.insert("carrierCode".to_owned(), json!(carrier));
            copy.insert("confirmed".to_owned(), json!(["tact.dearer"]));
            if name_of(&copy) != name_of(body) {
                copies.push((name_of(&copy), copy));
            }
        }
    }
    copies
}

/// Makes rates; what is wrong with any of them is told by its name, and none is made.
fn make<'a>(
    tx: &mut Tx<'_>,
    rates: impl Iterator<Item = (&'a str, &'a Map<String, Json>)>,
    function: &str,
) -> Result<usize, Refusal> {
    let (mut made, mut wrong) = (0, Findings::new());
    for (name, body) in rates {
        let mut fails = |why: &Text| {
            wrong.error(
                "ids",
                FAILS.with_each(&[("rate", name), ("why", &why.zh)], &[("rate", name), ("why", &why.en)]),
            );
        };
        match tx.attempt(|tx| FORM.make(tx, body, function))? {
            Ok(_) => made += 1,
            Err(Refusal::Findings(findings)) => findings.items.iter().for_each(|finding| fails(&finding.text)),
            Err(Refusal::Confirm(questions)) => questions.iter().for_each(|question| fails(&question.text)),
            Err(other) => return Err(other),
        }
    }
    Refusal::unless_clean(&wrong, &[])?;
    Ok(made)
}
