//! The papers a company has templates for, and where each stands in the matrix.

use kernel::Scope;
use serde::{Deserialize, Serialize};

/// As what a paper is made.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "UPPERCASE")]
pub enum Format {
    /// A built-in layout with settings.
    Pdf,
    /// A workbook of the company's own.
    Excel,
}

impl Format {
    /// As it is stored.
    pub fn code(self) -> &'static str {
        match self {
            Self::Pdf => "PDF",
            Self::Excel => "EXCEL",
        }
    }
}

/// Which variables the template of a paper may name.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Words {
    /// Those of orders and charges.
    Bill,
    /// The boxes of a waybill.
    Waybill,
    /// What a letter to a carrier, agent or terminal says.
    Letter,
}

/// A paper, in the formats that share its words; its workbooks may have others than its PDF.
#[derive(Debug)]
pub struct Paper {
    /// Name, which is its key.
    pub name: &'static str,
    /// Its name in English.
    pub en: &'static str,
    /// What stands above it, Chinese and English.
    pub title: (&'static str, &'static str),
    /// What its number is called.
    pub number: (&'static str, &'static str),
    /// As what it is made.
    pub formats: &'static [Format],
    /// Columns it has unless a company decides.
    pub columns: &'static [&'static str],
    /// It is about money: it has sums and a bank.
    pub money: bool,
    /// The only scope that has it; none: all of them.
    pub scope: Option<Scope>,
    /// What it may name.
    pub words: Words,
    /// Words at its foot unless a company decides.
    pub footer: (&'static str, &'static str),
}

const BOTH: &[Format] = &[Format::Pdf, Format::Excel];
const CARGO: &[&str] = &["orderCode", "awb", "route", "pieces", "weight", "volume", "chargeWeight"];
const CHECK: (&str, &str) =
    ("如有异议，请于收到后3个工作日内提出。", "Please tell us within 3 working days if anything is not right.");

/// A waybill as a workbook.
const fn waybill(name: &'static str, en: &'static str, title: (&'static str, &'static str)) -> Paper {
    Paper {
        name,
        en,
        title,
        number: ("运单号", "Waybill"),
        formats: &[Format::Excel],
        columns: &[],
        money: false,
        scope: Some(Scope::Ae),
        words: Words::Waybill,
        footer: ("", ""),
    }
}

/// A letter of air export as a workbook: the paper of the same name, with more to name.
const fn letter(of: &Paper, title: (&'static str, &'static str)) -> Paper {
    Paper {
        name: of.name,
        en: of.en,
        title,
        number: of.number,
        formats: &[Format::Excel],
        columns: &[],
        money: false,
        scope: Some(Scope::Ae),
        words: Words::Letter,
        footer: of.footer,
    }
}

const DELIVERY_NOTE: Paper = Paper {
    name: "送货通知",
    en: "Delivery note",
    title: ("送货通知", "DELIVERY NOTE"),
    number: ("通知编号", "Note no."),
    formats: &[Format::Pdf],
    columns: CARGO,
    money: false,
    scope: None,
    words: Words::Bill,
    footer: ("请核对件数与包装后送货，单证随货同行。", "Please check pieces and packing, and send the papers along."),
};

const BOOKING_NOTE: Paper = Paper {
    name: "托书",
    en: "Booking note",
    title: ("托运书", "SHIPPER'S LETTER OF INSTRUCTION"),
    number: ("托书编号", "Booking no."),
    formats: &[Format::Pdf],
    columns: CARGO,
    money: false,
    scope: None,
    words: Words::Bill,
    footer: ("托运人保证以上内容真实准确。", "The shipper warrants that these particulars are correct."),
};

/// All of them.
pub static PAPERS: [Paper; 9] = [
    Paper {
        name: "账单",
        en: "Bill",
        title: ("账单", "DEBIT NOTE"),
        number: ("账单号", "Bill no."),
        formats: BOTH,
        columns: &["awb", "serviceName", "currencyCode", "price", "quantity", "amount", "lineNote"],
        money: true,
        scope: None,
        words: Words::Bill,
        footer: CHECK,
    },
    Paper {
        name: "清单",
        en: "Statement",
        title: ("账单清单", "STATEMENT"),
        number: ("清单号", "Statement no."),
        formats: BOTH,
        columns: &["orderCode", "awb", "route", "pieces", "chargeWeight", "serviceName", "amount"],
        money: true,
        scope: None,
        words: Words::Bill,
        footer: CHECK,
    },
    Paper {
        name: "对账单",
        en: "Reconciliation",
        title: ("对账单", "RECONCILIATION"),
        number: ("对账单号", "Reconciliation no."),
        formats: &[Format::Excel],
        columns: &[
            "orderCode",
            "awb",
            "route",
            "pieces",
            "weight",
            "volume",
            "chargeWeight",
            "serviceName",
            "price",
            "quantity",
            "amount",
            "tax",
        ],
        money: true,
        scope: None,
        words: Words::Bill,
        footer: CHECK,
    },
    DELIVERY_NOTE,
    letter(&DELIVERY_NOTE, ("交货托书", "DELIVERY LETTER")),
    BOOKING_NOTE,
    letter(&BOOKING_NOTE, ("订舱托书", "BOOKING LETTER")),
    waybill("主单", "Master waybill", ("空运主单", "AIR WAYBILL")),
    waybill("分单", "House waybill", ("空运分单", "HOUSE AIR WAYBILL")),
];

/// Languages of papers.
pub const LANGUAGES: [&str; 2] = ["zh", "en"];

/// A cell of the matrix.
#[derive(Debug, Clone, Copy)]
pub struct Cell {
    /// Scope.
    pub scope: Scope,
    /// Paper.
    pub paper: &'static Paper,
    /// `zh` or `en`.
    pub language: &'static str,
    /// Format.
    pub format: Format,
}

impl Cell {
    /// The cell that is named; none when there is no such one.
    pub fn of(scope: &str, document: &str, language: &str, format: Format) -> Option<Self> {
        let paper = PAPERS.iter().find(|paper| paper.name == document && paper.formats.contains(&format))?;
        let language = LANGUAGES.into_iter().find(|known| *known == language)?;
        let scope = Scope::from_code(scope)?;
        paper.scope.is_none_or(|only| only == scope).then_some(Self { scope, paper, language, format })
    }

    /// How the log calls it.
    pub fn title(&self) -> String {
        let language = if self.language == "en" { "英文" } else { "中文" };
        format!("{} {} {language} {}", self.scope.code(), self.paper.name, self.format.code())
    }

    /// The same in English.
    pub fn title_en(&self) -> String {
        let language = if self.language == "en" { "English" } else { "Chinese" };
        format!("{} {} {language} {}", self.scope.code(), self.paper.en, self.format.code())
    }

    /// Of two texts the one in its language.
    pub fn text(&self, (zh, en): (&'static str, &'static str)) -> &'static str {
        if self.language == "en" { en } else { zh }
    }
}
