//! "本周开航的订单": orders of the scopes whose lists the caller may open, by the days they leave, arrive or were made, and
//! by what waits to be done with them.

use kernel::{Day, Mode, Scope, day_after_days, show_day};
use platform::call::Call;
use platform::refusal::Refusal;

use super::{Asked, Found, Told, joined};
use crate::ask;

/// Orders named of each scope.
const NAMED: &str = "5";

/// The list of a scope.
pub(super) struct Lane {
    pub(super) scope: Scope,
    /// Beginning of the calls of its list.
    pub(super) base: &'static str,
    /// Address of its page.
    pub(super) page: &'static str,
    /// Filters by day; empty: there is none.
    leaves: &'static str,
    arrives: &'static str,
}

impl Lane {
    const fn of(scope: Scope, base: &'static str, page: &'static str) -> Self {
        Self { scope, base, page, leaves: "expectDeparture", arrives: "expectArrival" }
    }

    pub(super) fn name(&self, call: &Call) -> &'static str {
        if call.language().starts_with("en") { self.scope.en() } else { self.scope.zh() }
    }
}

pub(super) const LANES: [Lane; 8] = [
    Lane { leaves: "flightDate", arrives: "", ..Lane::of(Scope::Ae, "/afbase/order", "/af_order") },
    Lane::of(Scope::Ai, "/sc/order/ai", "/ai_order"),
    Lane::of(Scope::Se, "/sc/order/se", "/se_order"),
    Lane::of(Scope::Si, "/sc/order/si", "/si_order"),
    Lane::of(Scope::Te, "/sc/order/te", "/te_order"),
    Lane::of(Scope::Ti, "/sc/order/ti", "/ti_order"),
    Lane::of(Scope::Lc, "/sc/order/lc", "/lc_order"),
    Lane { leaves: "", arrives: "", ..Lane::of(Scope::Io, "/sc/order/io", "/io_order") },
];

const LEAVING: &[&str] = &[
    "开航", "起飞", "离港", "出港", "出运", "开船", "发车", "发运", "走货", "要走", "etd", "航班", "出发", "飞",
    "上船", "开走",
];
const ARRIVING: &[&str] = &["到港", "抵港", "到货", "到达", "抵达", "eta"];
const MAKING: &[&str] = &["新建", "创建", "录入", "接单", "下单", "接了", "新增"];
const ORDERS: &[&str] = &["订单", "单子", "多少票", "几票", "哪些票", "的票", "的货", "业务量"];

/// What waits to be done with air export orders, as the desk counts it.
const WAITING: &[(&str, &str)] = &[
    ("今日起飞", "departs"),
    ("待配主单", "master"),
    ("待出重", "weigh"),
    ("件重异常", "differs"),
    ("待制单", "waybill"),
    ("待收入完成", "income"),
    ("待成本完成", "cost"),
    ("待锁账", "lock"),
];

pub(super) fn waiting(call: &Call, asked: &Asked) -> Result<Found, Refusal> {
    let Some((name, todo)) = WAITING.iter().find(|(name, _)| asked.text.contains(name)) else {
        return Ok(Found::NotData);
    };
    let [lane, ..] = &LANES;
    let mut query = vec![("todo", *todo), ("size", NAMED)];
    if asked.says(&["我的"]) {
        query.push(("mine", "true"));
    }
    let Some(part) = part(call, lane, &query)? else { return Ok(Found::NotData) };
    let link = query.iter().filter(|(key, _)| *key != "size").map(|(key, value)| format!("{key}={value}"));
    let link = format!("{}?{}", lane.page, link.collect::<Vec<_>>().join("&"));
    Ok(Told::found(format!("{name}的订单共 {} 票：\n{}", part.0, part.1), vec![((*name).to_owned(), link)]))
}

/// How many orders a list leaves, and a line that names the first of them.
fn part(call: &Call, lane: &Lane, query: &[(&str, &str)]) -> Result<Option<(i64, String)>, Refusal> {
    let Some(rows) = ask::list(call, lane.base, query)? else { return Ok(None) };
    let line = |row| {
        let value = |name: &str| rows.text(row, name);
        let number = joined(&[value("awbNumber"), value("mlbNumber")]);
        let route = [value("departureStation"), value("arrivalStation")].join("–");
        let day = joined(&[value("expectDeparture"), value("businessDate")]);
        format!("  - {}", joined(&[value("orderCode"), number, route, day, value("coopName")]))
    };
    let named: Vec<String> = rows.rows.iter().map(line).collect();
    let line = format!("- {} {} 票\n{}", lane.name(call), rows.total, named.join("\n"));
    Ok(Some((rows.total, line.trim_end().to_owned())))
}

pub(super) fn of_days(call: &Call, asked: &Asked) -> Result<Found, Refusal> {
    let Some((from, to, when)) = days(&asked.text, asked.today) else { return Ok(Found::NotData) };
    let range = format!("{}~{}", show_day(from), show_day(to));
    let (verb, filter): (&str, fn(&Lane) -> &'static str) = if asked.says(MAKING) {
        ("新建", |_| "createTime")
    } else if asked.says(ARRIVING) {
        ("到达", |lane| lane.arrives)
    } else if asked.says(LEAVING) {
        ("开航", |lane| lane.leaves)
    } else if asked.says(ORDERS) {
        ("新建", |_| "createTime")
    } else {
        return Ok(Found::NotData);
    };
    let (mut total, mut lines, mut references, mut asked_any) = (0, Vec::new(), Vec::new(), false);
    for lane in LANES.iter().filter(|lane| !filter(lane).is_empty() && meant(&asked.text, lane.scope)) {
        let Some((count, line)) = part(call, lane, &[(filter(lane), range.as_str()), ("size", NAMED)])? else {
            continue;
        };
        asked_any = true;
        if count > 0 {
            total += count;
            lines.push(line);
            references.push((format!("{}订单", lane.name(call)), format!("{}?{}={range}", lane.page, filter(lane))));
        }
    }
    if !asked_any {
        return Ok(Found::NotData);
    }
    references.truncate(3);
    let dates = if from == to { show_day(from) } else { format!("{} 至 {}", show_day(from), show_day(to)) };
    let text = if total == 0 {
        format!("{when}（{dates}）没有{verb}的订单。")
    } else {
        format!("{when}（{dates}）{verb}的订单共 {total} 票：\n{}", lines.join("\n"))
    };
    Ok(Told::found(text, references))
}

/// Whether a scope is among those a question is about; all of them where it names none.
fn meant(text: &str, scope: Scope) -> bool {
    let modes = [
        (Mode::Air, &["空运", "空出", "空进", "航班", "飞"][..]),
        (Mode::Sea, &["海运", "海出", "海进", "开船", "船"][..]),
        (Mode::Rail, &["铁路", "班列", "火车", "发车"][..]),
        (Mode::Road, &["陆运", "卡车", "运输订单", "公路"][..]),
        (Mode::Other, &["其他业务"][..]),
    ];
    let says = |words: &[&str]| words.iter().any(|word| text.contains(word));
    let named = modes.iter().any(|(_, words)| says(words));
    let mode = !named || modes.iter().any(|(mode, words)| *mode == scope.mode() && says(words));
    let import = matches!(scope, Scope::Ai | Scope::Si | Scope::Ti);
    let export = matches!(scope, Scope::Ae | Scope::Se | Scope::Te);
    let way = match (says(&["进口"]), says(&["出口"])) {
        (true, false) => import,
        (false, true) => export,
        _ => true,
    };
    mode && way
}

/// The days a question names.
pub(super) fn days(text: &str, today: Day) -> Option<(Day, Day, &'static str)> {
    let at = |days: i64| day_after_days(today, days);
    let monday = at(-i64::from(today.weekday().to_monday_zero_offset()));
    let first = at(1 - i64::from(today.day()));
    let of_month = |first: Day| (first, first.last_of_month());
    let says = |words: &[&str]| words.iter().any(|word| text.contains(word));
    let (from, to, name) = if says(&["今天", "今日", "当天"]) {
        (today, today, "今天")
    } else if says(&["明天", "明日"]) {
        (at(1), at(1), "明天")
    } else if says(&["后天"]) {
        (at(2), at(2), "后天")
    } else if says(&["昨天", "昨日"]) {
        (at(-1), at(-1), "昨天")
    } else if says(&["上周", "上个星期", "上星期", "上礼拜", "上个礼拜"]) {
        (day_after_days(monday, -7), day_after_days(monday, -1), "上周")
    } else if says(&["下周", "下个星期", "下星期", "下礼拜", "下个礼拜"]) {
        (day_after_days(monday, 7), day_after_days(monday, 13), "下周")
    } else if says(&["本周", "这周", "这个星期", "本星期", "这礼拜", "这个礼拜"]) {
        (monday, day_after_days(monday, 6), "本周")
    } else if says(&["上月", "上个月"]) {
        let (from, to) = of_month(day_after_days(first, -1).first_of_month());
        (from, to, "上月")
    } else if says(&["下月", "下个月"]) {
        let (from, to) = of_month(day_after_days(first.last_of_month(), 1));
        (from, to, "下月")
    } else if says(&["本月", "这个月", "当月"]) {
        let (from, to) = of_month(first);
        (from, to, "本月")
    } else if says(&["近7天", "最近7天", "近一周", "最近一周", "最近七天"]) {
        (at(-6), today, "近7天")
    } else if says(&["近30天", "最近30天", "最近一个月", "近一个月"]) {
        (at(-29), today, "近30天")
    } else {
        return None;
    };
    Some((from, to, name))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn days_are_read_from_words() {
        // A Wednesday.
        let today = kernel::parse_day("2026-07-15").unwrap();
        for (text, from, to) in [
            ("今天的订单", "2026-07-15", "2026-07-15"),
            ("本周开航", "2026-07-13", "2026-07-19"),
            ("下周到港", "2026-07-20", "2026-07-26"),
            ("这个礼拜要飞", "2026-07-13", "2026-07-19"),
            ("上周", "2026-07-06", "2026-07-12"),
            ("本月", "2026-07-01", "2026-07-31"),
            ("上个月", "2026-06-01", "2026-06-30"),
            ("下个月", "2026-08-01", "2026-08-31"),
            ("近7天", "2026-07-09", "2026-07-15"),
        ] {
            let found = days(text, today).map(|(from, to, _)| (show_day(from), show_day(to)));
            assert_eq!(found, Some((from.to_owned(), to.to_owned())), "{text}");
        }
        assert!(days("订单", today).is_none());
    }

    #[test]
    fn a_question_names_scopes_by_their_mode_and_way() {
        let of = |text: &str| {
            LANES
                .iter()
                .filter(|lane| meant(text, lane.scope))
                .map(|lane| lane.scope.code())
                .collect::<Vec<_>>()
                .join(" ")
        };
        assert_eq!(of("本周的订单"), "AE AI SE SI TE TI LC IO");
        assert_eq!(of("本周海运出口开船"), "SE");
        assert_eq!(of("进口到港"), "AI SI TI");
        assert_eq!(of("空运"), "AE AI");
        assert_eq!(of("礼拜五要飞的"), "AE AI");
    }
}
