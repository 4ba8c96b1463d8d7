//! Which lines of a telegram describe rates and goods, where there are more than it holds: goods, volume and what the
//! shipper counted come first, then the dimensions that fit; where none does, the message says that there are none.

use kernel::{Findings, Msg};

use super::write::RATE_LINES_MAX;
use super::{Detail, Fwb, Rate};

#[rustfmt::skip]
const SIZES_CUT: Msg = Msg::new("imp.fit.sizes", "报文最多{most}行货物说明，尺寸只发送前{kept}组，共{all}组", "The message has {most} lines for rates and goods: the first {kept} of {all} dimensions are sent.");
#[rustfmt::skip]
const NO_SIZES: Msg = Msg::new("imp.fit.no_sizes", "报文最多{most}行货物说明，{all}组尺寸不发送", "The message has {most} lines for rates and goods: none of the {all} dimensions is sent.");
#[rustfmt::skip]
const CODES_CUT: Msg = Msg::new("imp.fit.hs", "报文最多{most}行货物说明，{n}个HS编码不发送", "The message has {most} lines for rates and goods: {n} HS codes are not sent.");

/// The waybill as a telegram can tell it, and what is left out, each once.
pub fn fitted(fwb: &Fwb) -> (Fwb, Findings) {
    let (mut fwb, mut found) = (fwb.clone(), Findings::new());
    let most = RATE_LINES_MAX.to_string();
    let all = sizes(&fwb.rates);
    while over(&fwb.rates) > 0 && take_last(&mut fwb.rates, is_size) {}
    let kept = sizes(&fwb.rates);
    if kept < all {
        let (all, kept_text) = (all.to_string(), kept.to_string());
        let told = [("most", most.as_str()), ("kept", &kept_text), ("all", &all)];
        found.warning("sizes", if kept > 0 { SIZES_CUT.with(&told) } else { NO_SIZES.with(&told) });
        let room = lines(&fwb.rates) < RATE_LINES_MAX;
        if let Some(rate) = fwb.rates.first_mut().filter(|_| kept == 0 && room) {
            rate.details.push(Detail::Dimensions { weight: None, sides: None, pieces: None });
        }
    }
    let mut codes = 0usize;
    while over(&fwb.rates) > 0 && take_last(&mut fwb.rates, |detail| matches!(detail, Detail::Hs(_))) {
        codes += 1;
    }
    if codes > 0 {
        found.warning("lines.0.hsCodes", CODES_CUT.with(&[("most", &most), ("n", &codes.to_string())]));
    }
    (fwb, found)
}

fn is_size(detail: &Detail) -> bool {
    matches!(detail, Detail::Dimensions { sides: Some(_), .. })
}

fn sizes(rates: &[Rate]) -> usize {
    rates.iter().flat_map(|rate| &rate.details).filter(|detail| is_size(detail)).count()
}

/// Numbered lines: the first detail of a rate stands below its number.
fn lines(rates: &[Rate]) -> usize {
    rates.iter().map(|rate| rate.details.len().max(1)).sum()
}

fn over(rates: &[Rate]) -> usize {
    lines(rates).saturating_sub(RATE_LINES_MAX)
}

/// Takes the last detail of a kind away; answers whether there was one.
fn take_last(rates: &mut [Rate], kind: impl Fn(&Detail) -> bool) -> bool {
    for rate in rates.iter_mut().rev() {
        if let Some(place) = rate.details.iter().rposition(&kind) {
            rate.details.remove(place);
            return true;
        }
    }
    false
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::imp::fwb::{FormFacts, compose, of_form};
    use crate::imp::samples;
    use crate::waybill_form::{Size, WaybillForm, sums};

    fn told(form: &WaybillForm) -> (Vec<String>, Vec<String>) {
        let facts = FormFacts { version: 16, office: None, consolidation: false };
        let (fwb, _) = of_form(form, &sums(form), &facts);
        let (fitted, found) = fitted(&fwb.expect("a waybill"));
        let lines = compose(&fitted).sent_lines();
        (lines, found.items.into_iter().map(|finding| format!("{}: {}", finding.field, finding.text.zh)).collect())
    }

    /// Issue 25, A 8: volume and SLAC are told before dimensions, and what is left out is said once.
    #[test]
    fn what_matters_is_told_before_the_dimensions() {
        let size = |side: usize| Size {
            length: side.to_string(),
            width: "10".into(),
            height: "10".into(),
            pieces: "1".into(),
        };
        let mut form = samples::master();
        form.lines[0].slac = "500".into();
        form.lines[0].volume = "3.95".into();
        form.lines[0].goods_name_en = "TOYS".into();
        form.lines[0].hs_codes = vec!["950300".into()];
        let fitting = 12 - 4;
        form.sizes = (1..=fitting).map(size).collect();
        let (lines, found) = told(&form);
        assert_eq!(found, [""; 0], "{lines:?}");
        assert!(lines.contains(&"/12/NS/500".to_owned()), "{lines:?}");
        form.sizes = (1..=fitting + 6).map(size).collect();
        let (lines, found) = told(&form);
        assert_eq!(found, ["sizes: 报文最多12行货物说明，尺寸只发送前8组，共14组"]);
        assert!(lines.contains(&"/11/NV/MC3.95".to_owned()) && lines.contains(&"/12/NS/500".to_owned()), "{lines:?}");
        assert_eq!(lines.iter().filter(|line| line.contains("/ND/")).count(), 8);
        // With all lines taken by codes none of the dimensions is told, and codes give way at last.
        form.lines[0].hs_codes = (0..9).map(|code| format!("95030{code}")).collect();
        let (lines, found) = told(&form);
        assert_eq!(found, ["sizes: 报文最多12行货物说明，14组尺寸不发送"], "{lines:?}");
        form.lines[0].goods_name_en = "TOYS OF WOOD AND OF OTHER MATERIAL".into();
        let (lines, found) = told(&form);
        assert_eq!(found.last().map(String::as_str), Some("lines.0.hsCodes: 报文最多12行货物说明，1个HS编码不发送"));
        assert!(lines.contains(&"/12/NS/500".to_owned()), "{lines:?}");
        form.lines[0].hs_codes = (0..7).map(|code| format!("95030{code}")).collect();
        form.lines[0].goods_name_en = "TOYS".into();
        form.lines[0].slac = String::new();
        form.sizes = (1..=14).map(size).collect();
        let (lines, found) = told(&form);
        assert_eq!(found, ["sizes: 报文最多12行货物说明，尺寸只发送前3组，共14组"], "{lines:?}");
    }
}
