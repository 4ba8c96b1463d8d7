//! Terms of payment and the day something is due (catalogue prm.md 1.5).

use std::collections::BTreeSet;

use jiff::Span;
use jiff::civil::Weekday;
use kernel::{Day, day_after_days};

/// Most months of a fixed day.
pub const MONTHS_MAX: i64 = 12;
/// Most days of any method.
pub const DAYS_MAX: i64 = 365;
/// A calendar that knows a longer run of days off than this is wrong: no due date is moved further.
const OFF_MAX: i64 = 60;

/// How a partner settles, with what each way asks for.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Method {
    /// 月结, on a fixed day so many months later.
    MonthDay {
        /// Months after that of the base date.
        months: i64,
        /// Day of that month; its last one where the month is shorter.
        day: i64,
    },
    /// 月结, so many days after the end of the month.
    MonthDays(i64),
    /// 半月结, so many days after the 15th or the end of the month.
    HalfMonth(i64),
    /// 周结, so many days after the Sunday of the ISO week.
    Week(i64),
    /// 票结, so many days after the base date.
    Ticket(i64),
    /// 现结.
    Cash,
    /// 预付.
    Prepaid,
    /// 到付.
    OnArrival,
}

/// What a term is counted from.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Default)]
pub enum BaseDate {
    /// 离港日.
    #[default]
    Departure,
    /// 到港日.
    Arrival,
    /// 订单日期.
    Order,
    /// 账单日期.
    Note,
    /// 对账确认日.
    Statement,
    /// 开票日期.
    Invoice,
}

/// The days of an order and of its papers that terms are counted from.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Dates {
    /// The day of the order, which takes the place of what is missing.
    pub order: Day,
    /// The day the order counts on, by which money is due that nobody agreed about.
    pub business: Option<Day>,
    /// Actual departure, else the expected one; of road transport the pick-up.
    pub departure: Option<Day>,
    /// Actual arrival, else the expected one.
    pub arrival: Option<Day>,
    /// Day of the debit note or of the supplier's bill.
    pub note: Option<Day>,
    /// Day on which the partner confirmed the statement.
    pub statement: Option<Day>,
    /// Day of the invoice.
    pub invoice: Option<Day>,
}

impl Dates {
    /// Of an order of which no more is known yet.
    pub const fn of(order: Day) -> Self {
        Self { order, business: None, departure: None, arrival: None, note: None, statement: None, invoice: None }
    }

    /// The base date; the day of the order where it is missing.
    pub fn base(&self, base: BaseDate) -> Day {
        let day = match base {
            BaseDate::Departure => self.departure,
            BaseDate::Arrival => self.arrival,
            BaseDate::Order => None,
            BaseDate::Note => self.note,
            BaseDate::Statement => self.statement,
            BaseDate::Invoice => self.invoice,
        };
        day.unwrap_or(self.order)
    }
}

/// Which days are worked: from Monday to Friday, but for days off and weekends that are worked in exchange.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Calendar {
    /// Days off.
    pub off: BTreeSet<Day>,
    /// Saturdays and Sundays that are worked.
    pub worked: BTreeSet<Day>,
}

impl Calendar {
    /// Whether a day is worked.
    pub fn works(&self, day: Day) -> bool {
        let weekend = matches!(day.weekday(), Weekday::Saturday | Weekday::Sunday);
        self.worked.contains(&day) || (!weekend && !self.off.contains(&day))
    }

    /// The day itself where it is worked, else the next one that is.
    pub fn on_or_after(&self, day: Day) -> Day {
        (0..=OFF_MAX).map(|days| day_after_days(day, days)).find(|later| self.works(*later)).unwrap_or(day)
    }
}

/// What two partners agreed about paying.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Terms {
    /// How they settle.
    pub method: Method,
    /// What it is counted from.
    pub base: BaseDate,
    /// 顺延至下一工作日: what is due on a day off is due on the next one that is worked.
    pub next_working_day: bool,
}

impl Terms {
    /// The day something is due.
    pub fn due(&self, dates: &Dates, calendar: &Calendar) -> Day {
        let day = self.method.due(dates, dates.base(self.base));
        if self.next_working_day { calendar.on_or_after(day) } else { day }
    }
}

impl Method {
    /// The day something is due by its base date, before days off are looked at.
    fn due(self, dates: &Dates, base: Day) -> Day {
        match self {
            Self::MonthDay { months, day } => day_of_month(base, months, day),
            Self::MonthDays(days) => day_after_days(base.last_of_month(), days),
            Self::HalfMonth(days) => {
                let half = if base.day() <= 15 { day_of_month(base, 0, 15) } else { base.last_of_month() };
                day_after_days(half, days)
            }
            Self::Week(days) => day_after_days(sunday_of(base), days),
            Self::Ticket(days) => day_after_days(base, days),
            Self::Cash => base,
            Self::Prepaid => dates.order,
            Self::OnArrival => dates.arrival.unwrap_or(base),
        }
    }

    /// 账期天数: days of credit on average, for ratings and limits.
    pub fn equivalent_days(self) -> i64 {
        match self {
            Self::MonthDay { months, day } => (15 + 30 * (months - 1) + day).max(0),
            Self::MonthDays(days) => 15 + days,
            Self::HalfMonth(days) => 8 + days,
            Self::Week(days) => 3 + days,
            Self::Ticket(days) => days,
            Self::Cash | Self::Prepaid | Self::OnArrival => 0,
        }
    }

    /// In Chinese, as a desk writes it: `月结 1/25`, `月结 30天`, `票结 45天`.
    pub fn words(self) -> String {
        match self {
            Self::MonthDay { months, day } => format!("月结 {months}/{day}"),
            Self::MonthDays(days) => format!("月结 {days}天"),
            Self::HalfMonth(days) => format!("半月结 {days}天"),
            Self::Week(days) => format!("周结 {days}天"),
            Self::Ticket(days) => format!("票结 {days}天"),
            Self::Cash => "现结".to_owned(),
            Self::Prepaid => "预付".to_owned(),
            Self::OnArrival => "到付".to_owned(),
        }
    }
}

/// The last day of a term that is renewed for so many months: the same day of the month, and the end of a month again
/// where it ended with one.
pub fn renewed(last: Day, months: i64) -> Day {
    let day = if last == last.last_of_month() { 31 } else { i64::from(last.day()) };
    day_of_month(last, months, day)
}

/// A day of the month so many months later; its last one where the month is shorter.
fn day_of_month(base: Day, months: i64, day: i64) -> Day {
    let first = base.first_of_month();
    // Beyond the calendar there is no month: the base date's own holds.
    let month = Span::new().try_months(months).and_then(|span| first.checked_add(span)).unwrap_or(first);
    let last = i64::from(month.days_in_month());
    day_after_days(month, day.clamp(1, last) - 1)
}

/// The Sunday that ends the ISO week of a day.
fn sunday_of(day: Day) -> Day {
    day_after_days(day, i64::from(7 - day.weekday().to_monday_one_offset()))
}

#[cfg(test)]
mod tests {
    use jiff::civil::date;
    use proptest::prelude::*;

    use super::*;

    fn day(text: &str) -> Day {
        kernel::parse_day(text).expect("a day")
    }

    fn due(method: Method, base: &str) -> String {
        let terms = Terms { method, base: BaseDate::Departure, next_working_day: false };
        let dates = Dates { departure: Some(day(base)), ..Dates::of(day("2020-01-01")) };
        kernel::show_day(terms.due(&dates, &Calendar::default()))
    }

    const fn fixed(months: i64, day: i64) -> Method {
        Method::MonthDay { months, day }
    }

    #[test]
    fn a_fixed_day_lies_so_many_months_later_and_at_the_end_of_shorter_months() {
        assert_eq!(due(fixed(1, 25), "2026-03-20"), "2026-04-25");
        assert_eq!(due(fixed(1, 31), "2026-01-31"), "2026-02-28");
        assert_eq!(due(fixed(1, 29), "2026-01-31"), "2026-02-28");
        assert_eq!(due(fixed(1, 28), "2026-01-31"), "2026-02-28");
        assert_eq!(due(fixed(1, 31), "2028-01-01"), "2028-02-29", "a leap year");
        assert_eq!(due(fixed(1, 31), "2026-03-31"), "2026-04-30");
        assert_eq!(due(fixed(0, 25), "2026-07-28"), "2026-07-25", "of the same month, even before the base date");
        assert_eq!(due(fixed(1, 5), "2026-12-31"), "2027-01-05");
        assert_eq!(due(fixed(12, 31), "2026-02-10"), "2027-02-28");
    }

    #[test]
    fn days_after_the_month_begin_at_its_last_day() {
        assert_eq!(due(Method::MonthDays(30), "2026-01-31"), "2026-03-02");
        assert_eq!(due(Method::MonthDays(0), "2026-02-01"), "2026-02-28");
        assert_eq!(due(Method::MonthDays(1), "2028-02-29"), "2028-03-01");
        assert_eq!(due(Method::MonthDays(15), "2026-12-01"), "2027-01-15");
    }

    #[test]
    fn half_months_end_on_the_fifteenth_and_with_the_month() {
        assert_eq!(due(Method::HalfMonth(10), "2026-07-08"), "2026-07-25");
        assert_eq!(due(Method::HalfMonth(10), "2026-07-15"), "2026-07-25", "the 15th is of the first half");
        assert_eq!(due(Method::HalfMonth(10), "2026-07-16"), "2026-08-10");
        assert_eq!(due(Method::HalfMonth(0), "2026-02-16"), "2026-02-28");
        assert_eq!(due(Method::HalfMonth(5), "2026-12-31"), "2027-01-05");
    }

    #[test]
    fn weeks_end_on_sunday() {
        assert_eq!(due(Method::Week(7), "2026-07-15"), "2026-07-26");
        assert_eq!(due(Method::Week(0), "2026-07-19"), "2026-07-19", "a Sunday ends its own week");
        assert_eq!(due(Method::Week(0), "2026-07-20"), "2026-07-26", "a Monday begins the next");
        assert_eq!(due(Method::Week(0), "2026-12-31"), "2027-01-03", "a week belongs to two years");
        assert_eq!(due(Method::Week(0), "2027-01-01"), "2027-01-03");
    }

    #[test]
    fn shipments_and_cash_are_counted_from_the_base_date() {
        assert_eq!(due(Method::Ticket(30), "2026-05-10"), "2026-06-09");
        assert_eq!(due(Method::Ticket(0), "2026-05-10"), "2026-05-10");
        assert_eq!(due(Method::Ticket(45), "2026-12-20"), "2027-02-03");
        assert_eq!(due(Method::Cash, "2026-05-10"), "2026-05-10");
    }

    #[test]
    fn what_is_paid_in_advance_is_due_on_the_day_of_the_order_and_collect_on_arrival() {
        assert_eq!(due(Method::Prepaid, "2026-05-10"), "2020-01-01");
        assert_eq!(due(Method::OnArrival, "2026-05-10"), "2026-05-10", "without an arrival at the base date");
        let terms = Terms { method: Method::OnArrival, base: BaseDate::Departure, next_working_day: false };
        let dates = Dates {
            departure: Some(day("2026-05-10")),
            arrival: Some(day("2026-05-12")),
            ..Dates::of(day("2026-05-01"))
        };
        assert_eq!(terms.due(&dates, &Calendar::default()), day("2026-05-12"));
    }

    #[test]
    fn each_base_date_is_its_own_and_the_order_takes_the_place_of_one_that_is_missing() {
        let dates = Dates {
            order: day("2026-07-01"),
            business: Some(day("2026-07-07")),
            departure: Some(day("2026-07-02")),
            arrival: Some(day("2026-07-03")),
            note: Some(day("2026-07-04")),
            statement: Some(day("2026-07-05")),
            invoice: Some(day("2026-07-06")),
        };
        let bases = [
            (BaseDate::Order, "2026-07-01"),
            (BaseDate::Departure, "2026-07-02"),
            (BaseDate::Arrival, "2026-07-03"),
            (BaseDate::Note, "2026-07-04"),
            (BaseDate::Statement, "2026-07-05"),
            (BaseDate::Invoice, "2026-07-06"),
        ];
        for (base, expected) in bases {
            assert_eq!(dates.base(base), day(expected), "{base:?}");
            assert_eq!(Dates::of(dates.order).base(base), dates.order, "{base:?}");
        }
    }

    #[test]
    fn a_day_off_is_followed_by_the_next_that_is_worked() {
        let moved = |base: &str, calendar: &Calendar| {
            let terms = Terms { method: Method::Cash, base: BaseDate::Order, next_working_day: true };
            kernel::show_day(terms.due(&Dates::of(day(base)), calendar))
        };
        let weekends = Calendar::default();
        assert_eq!(moved("2026-07-24", &weekends), "2026-07-24", "a Friday stays");
        assert_eq!(moved("2026-07-25", &weekends), "2026-07-27");
        assert_eq!(moved("2026-07-26", &weekends), "2026-07-27");
        let national = Calendar {
            off: (1..=7).map(|of_october| date(2026, 10, of_october)).collect(),
            worked: BTreeSet::from([date(2026, 10, 10)]),
        };
        assert_eq!(moved("2026-10-01", &national), "2026-10-08");
        assert_eq!(moved("2026-10-10", &national), "2026-10-10", "a Saturday that is worked in exchange");
        assert_eq!(moved("2026-10-11", &national), "2026-10-12");
        assert_eq!(moved("2026-12-31", &national), "2026-12-31");
        let endless = Calendar { off: (0..100).map(|n| day_after_days(date(2026, 1, 1), n)).collect(), ..weekends };
        assert_eq!(moved("2026-01-01", &endless), "2026-01-01", "no calendar is that long: the day stays");
    }

    #[test]
    fn days_of_credit_are_those_of_the_catalogue() {
        let days = [
            (fixed(1, 25), 40),
            (fixed(0, 25), 10),
            (fixed(0, 10), 0),
            (fixed(0, 15), 0),
            (fixed(0, 16), 1),
            (fixed(2, 1), 46),
            (Method::MonthDays(30), 45),
            (Method::HalfMonth(10), 18),
            (Method::Week(7), 10),
            (Method::Ticket(30), 30),
            (Method::Cash, 0),
            (Method::Prepaid, 0),
            (Method::OnArrival, 0),
        ];
        for (method, expected) in days {
            assert_eq!(method.equivalent_days(), expected, "{method:?}");
        }
    }

    #[test]
    fn a_renewed_term_ends_with_the_month_where_it_did() {
        let renewed = |last: &str, months: i64| kernel::show_day(renewed(day(last), months));
        assert_eq!(renewed("2026-12-31", 12), "2027-12-31");
        assert_eq!(renewed("2027-02-28", 12), "2028-02-29");
        assert_eq!(renewed("2028-02-28", 12), "2029-02-28", "no end of the month in a leap year");
        assert_eq!(renewed("2026-01-30", 1), "2026-02-28");
        assert_eq!(renewed("2026-07-14", 36), "2029-07-14");
    }

    #[test]
    fn terms_are_written_as_a_desk_writes_them() {
        let words: Vec<String> =
            [fixed(1, 25), Method::MonthDays(30), Method::HalfMonth(10), Method::Week(7), Method::Ticket(45)]
                .into_iter()
                .chain([Method::Cash, Method::Prepaid, Method::OnArrival])
                .map(Method::words)
                .collect();
        let expected = ["月结 1/25", "月结 30天", "半月结 10天", "周结 7天", "票结 45天", "现结", "预付", "到付"];
        assert_eq!(words, expected);
    }

    fn methods() -> impl Strategy<Value = Method> {
        prop_oneof![
            (0..=MONTHS_MAX, 1..=31_i64).prop_map(|(months, day)| Method::MonthDay { months, day }),
            (0..=DAYS_MAX).prop_map(Method::MonthDays),
            (0..=DAYS_MAX).prop_map(Method::HalfMonth),
            (0..=DAYS_MAX).prop_map(Method::Week),
            (0..=DAYS_MAX).prop_map(Method::Ticket),
            Just(Method::Cash),
            Just(Method::Prepaid),
            Just(Method::OnArrival),
        ]
    }

    fn some_day() -> impl Strategy<Value = Day> {
        (0..36_500_i64).prop_map(|days| day_after_days(date(2000, 1, 1), days))
    }

    proptest! {
        #![proptest_config(ProptestConfig::with_cases(10_000))]

        #[test]
        fn a_later_base_date_is_never_due_earlier(
            method in methods(), first in some_day(), days in 0..800_i64, next_working_day: bool,
        ) {
            let terms = Terms { method, base: BaseDate::Order, next_working_day };
            let calendar = Calendar::default();
            let due = |base: Day| terms.due(&Dates::of(base), &calendar);
            prop_assert!(due(first) <= due(day_after_days(first, days)));
        }

        #[test]
        fn nothing_is_due_before_its_base_date_but_on_a_fixed_day_of_the_same_month(
            method in methods(), base in some_day(),
        ) {
            let terms = Terms { method, base: BaseDate::Order, next_working_day: false };
            let due = terms.due(&Dates::of(base), &Calendar::default());
            let same_month = matches!(method, Method::MonthDay { months: 0, .. });
            prop_assert!(due >= base || (same_month && due.first_of_month() == base.first_of_month()));
        }

        #[test]
        fn a_fixed_day_is_in_its_month(months in 0..=MONTHS_MAX, wanted in 1..=31_i64, base in some_day()) {
            let due = day_of_month(base, months, wanted);
            let whole = |day: Day| i64::from(day.year()) * 12 + i64::from(day.month());
            prop_assert_eq!(whole(due) - whole(base), months);
            prop_assert_eq!(i64::from(due.day()), wanted.min(i64::from(due.days_in_month())));
        }

        #[test]
        fn weeks_and_half_months_end_at_their_ends(base in some_day()) {
            prop_assert_eq!(sunday_of(base).weekday(), Weekday::Sunday);
            prop_assert_eq!(sunday_of(base).iso_week_date().week(), base.iso_week_date().week());
            let half = Method::HalfMonth(0).due(&Dates::of(base), base);
            prop_assert!(half == base.last_of_month() || half.day() == 15);
            prop_assert!(kernel::days_between(base, half) < 16);
        }

        #[test]
        fn a_moved_day_is_the_first_that_is_worked(
            base in some_day(), off in prop::collection::vec(0..40_i64, 0..20), worked in 0..40_i64,
        ) {
            let later = |days: i64| day_after_days(base, days);
            let calendar = Calendar {
                off: off.into_iter().map(later).collect(),
                worked: BTreeSet::from([later(worked)]),
            };
            let moved = calendar.on_or_after(base);
            prop_assert!(calendar.works(moved) && moved >= base);
            let between = (0..kernel::days_between(base, moved)).map(later);
            prop_assert!(between.into_iter().all(|day| !calendar.works(day)));
        }
    }
}
