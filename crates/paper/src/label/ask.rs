//! What is asked for: which orders and houses, on which paper, which of the labels.

use kernel::{Findings, Id, Msg, Uuid};
use platform::call::Call;
use platform::refusal::Refusal;
use print::{LabelPaper, LabelSize, Resolution};
use serde::Deserialize;

/// Most orders of a print.
const ORDERS_MAX: usize = 50;
/// Most copies of a label.
const COPIES_MAX: i64 = 3;

const NO_ORDER: Msg = Msg::new("label.order", "请选择订单", "Please choose an order.");
const MANY_ORDERS: Msg = Msg::new("label.orders", "一次最多打印50个订单", "At most 50 orders are printed at once.");
const NO_SIZE: Msg = Msg::new("label.size", "请选择标签尺寸", "Please choose the size of the labels.");
const COPIES: Msg = Msg::new("label.copies", "份数须在1与3之间", "There are 1 to 3 copies.");
const FORMAT: Msg = Msg::new("label.format", "格式须为PDF或ZPL", "The format is PDF or ZPL.");
const DOTS: Msg = Msg::new("label.dpi", "打印机分辨率须为203或300", "The printer has 203 or 300 dots an inch.");
const SHEET: Msg = Msg::new("label.sheet", "A4标签纸只能以PDF打印", "Labels on A4 sheets are printed as PDF only.");

/// The body of preview and print.
#[derive(Debug, Deserialize)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
struct Body {
    order_uuids: Vec<String>,
    #[serde(default)]
    sl_ids: Vec<Id>,
    #[serde(default)]
    size: Option<String>,
    #[serde(default)]
    from: Option<i64>,
    #[serde(default)]
    to: Option<i64>,
    #[serde(default)]
    copies: Option<i64>,
    #[serde(default)]
    landscape: Option<bool>,
    #[serde(default)]
    format: Option<String>,
    #[serde(default)]
    dpi: Option<u32>,
    #[serde(default)]
    show_weight: bool,
    /// There is one template, the standard one.
    #[serde(default, rename = "template")]
    _template: Option<String>,
}

/// For what the labels are.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Format {
    /// Paper.
    Pdf,
    /// A label printer.
    Zpl(Resolution),
}

impl Format {
    /// As the log keeps it.
    pub(super) fn name(self) -> &'static str {
        match self {
            Self::Pdf => "PDF",
            Self::Zpl(_) => "ZPL",
        }
    }
}

/// What is wanted.
#[derive(Debug)]
pub(super) struct Wanted {
    pub(super) orders: Vec<Uuid>,
    /// Houses whose labels are wanted; an order without any of them gets labels of its master alone.
    pub(super) houses: Vec<Id>,
    pub(super) paper: LabelPaper,
    /// First label, from 1; none for the first there is.
    pub(super) from: Option<i64>,
    /// Last label; none for the last there is.
    pub(super) to: Option<i64>,
    pub(super) format: Format,
    pub(super) weight: bool,
}

impl Wanted {
    /// Of the body of a call; all that is wrong at once.
    pub(super) fn read(call: &Call) -> Result<Self, Refusal> {
        let body: Body = call.json()?;
        let mut findings = Findings::new();
        findings.error_if(body.order_uuids.is_empty(), "orderUuids", NO_ORDER);
        findings.error_if(body.order_uuids.len() > ORDERS_MAX, "orderUuids", MANY_ORDERS);
        let size = body.size.as_deref().and_then(LabelSize::of);
        findings.error_if(size.is_none(), "size", NO_SIZE);
        let copies = body.copies.unwrap_or(1);
        findings.error_if(!(1..=COPIES_MAX).contains(&copies), "copies", COPIES);
        let resolution = Resolution::of(body.dpi.unwrap_or(203));
        let format = match (body.format.as_deref().unwrap_or("PDF"), resolution) {
            ("PDF", _) => Format::Pdf,
            ("ZPL", Some(resolution)) => Format::Zpl(resolution),
            ("ZPL", None) => {
                findings.error("dpi", DOTS.text());
                Format::Pdf
            }
            _ => {
                findings.error("format", FORMAT.text());
                Format::Pdf
            }
        };
        findings.error_if(matches!(format, Format::Zpl(_)) && size == Some(LabelSize::A4), "size", SHEET);
        Refusal::unless_clean(&findings, &[])?;
        let orders = body.order_uuids.iter().map(|uuid| Uuid::parse(uuid).ok_or(Refusal::NotFound));
        Ok(Self {
            orders: orders.collect::<Result<_, _>>()?,
            houses: body.sl_ids,
            paper: LabelPaper {
                size: size.unwrap_or(LabelSize::W100H80),
                lying: body.landscape,
                copies: usize::try_from(copies).unwrap_or(1),
            },
            from: body.from,
            to: body.to,
            format,
            weight: body.show_weight,
        })
    }
}
