//! One text, several messages: where each begins.

/// Standard names of messages of air cargo.
const HEADS: [&str; 30] = [
    "FAA", "FAD", "FBL", "FBR", "FCC", "FDM", "FFA", "FFC", "FFM", "FFR", "FHL", "FMA", "FMB", "FNA", "FRH", "FRI",
    "FRP", "FRX", "FSA", "FSB", "FSC", "FSI", "FSN", "FSR", "FSU", "FUM", "FVA", "FVR", "FWB", "FWR",
];

/// The standard name in the first line of a message, as `FWB` of `FWB/16`.
pub(crate) fn head_of(line: &str) -> Option<&'static str> {
    let line = line.trim_end();
    let (name, version) = line.split_at_checked(3)?;
    let known = HEADS.into_iter().find(|head| *head == name)?;
    let number = version.strip_prefix('/').unwrap_or(version);
    let sound = version.is_empty() || (!number.is_empty() && number.len() <= 2 && number != version);
    (sound && number.bytes().all(|b| b.is_ascii_digit())).then_some(known)
}

/// A line of the envelope in front of a message: `QD SIN05XH`.
fn is_address(line: &str) -> bool {
    let mut words = line.split_whitespace();
    let priority = words.next().is_some_and(|word| word.len() == 2 && word.starts_with('Q'));
    let mut count = 0;
    let sound = words.all(|word| {
        count += 1;
        word.len() == 7 && word.bytes().all(|b| b.is_ascii_uppercase() || b.is_ascii_digit())
    });
    priority && sound && count > 0
}

/// The messages of a text. An answer quotes the message it answers, which begins none of its own; control characters
/// of the line and the envelope in front belong to the message behind them.
pub(crate) fn split(text: &str) -> Vec<String> {
    let text = text.trim_start_matches('\u{feff}');
    if text.trim_start().starts_with('<') {
        return documents(text);
    }
    let mut messages: Vec<Vec<&str>> = Vec::new();
    let (mut head, mut quoted) = ("", false);
    for line in text.lines() {
        let plain = line.trim_matches(|c: char| c.is_control());
        let begins = match head_of(plain) {
            // An answer without its quotation is still waiting for it.
            Some(_) if matches!(head, "FNA" | "FMA") && !quoted => {
                quoted = true;
                false
            }
            Some(_) if head == ENVELOPE => {
                head = head_of(plain).unwrap_or_default();
                quoted = false;
                false
            }
            Some(name) => {
                (head, quoted) = (name, false);
                true
            }
            None if is_address(plain) && head != ENVELOPE => {
                head = ENVELOPE;
                true
            }
            None => false,
        };
        match messages.last_mut() {
            Some(message) if !begins => message.push(plain),
            // What stands before the first message and says something is a message nobody can read.
            None if !begins && plain.trim().is_empty() => {}
            _ => messages.push(vec![plain]),
        }
    }
    messages.into_iter().map(|lines| lines.join("\n").trim_end().to_owned()).collect()
}

/// The envelope in front of a message that has not begun.
const ENVELOPE: &str = "Q";

/// XML documents, each with its declaration; one without stands alone.
fn documents(text: &str) -> Vec<String> {
    const DECLARATION: &str = "<?xml";
    let mut begins: Vec<usize> = text.match_indices(DECLARATION).map(|(place, _)| place).collect();
    if begins.is_empty() {
        begins.push(0);
    }
    let ends = begins.iter().skip(1).copied().chain([text.len()]);
    let parts = begins.iter().zip(ends).filter_map(|(begin, end)| text.get(*begin..end));
    parts.map(|part| part.trim().to_owned()).filter(|part| !part.is_empty()).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn heads(text: &str) -> Vec<String> {
        split(text).iter().map(|message| message.lines().next().unwrap_or_default().to_owned()).collect()
    }

    #[test]
    fn a_head_is_a_standard_name_alone_or_with_a_version() {
        for (line, head) in [
            ("FWB/16", Some("FWB")),
            ("FMA", Some("FMA")),
            ("FSU/14 ", Some("FSU")),
            ("FWB/161", None),
            ("FWB/", None),
            ("FWB/1A", None),
            ("FWB16", None),
            ("COR/2", None),
            ("FLT/X9101/18", None),
            ("FW", None),
        ] {
            assert_eq!(head_of(line), head, "{line}");
        }
    }

    #[test]
    fn messages_follow_each_other_with_blank_lines_or_without() {
        let one = "FSU/14\r\n990-12345675PVGFRA/T12K500\r\nRCS/PVG/18JUL/T12K500\r\n";
        assert_eq!(split(one), [one.trim_end().replace("\r\n", "\n")]);
        assert_eq!(heads(&format!("\r\n{one}\r\n{one}{one}")), ["FSU/14", "FSU/14", "FSU/14"]);
        assert_eq!(split(" \n"), Vec::<String>::new());
    }

    #[test]
    fn an_answer_keeps_the_message_it_quotes() {
        let fwb = "FWB/16\n990-12345675PVGFRA/T12K500\nCOR/2";
        let text = format!("FNA\nACK/CHECKSUM\n\n{fwb}\n\n{fwb}\nFMA/1\nACK/OK\n{fwb}");
        assert_eq!(heads(&text), ["FNA", "FWB/16", "FMA/1"]);
        assert!(split(&text)[0].ends_with("COR/2") && split(&text)[2].ends_with("COR/2"));
    }

    #[test]
    fn an_envelope_belongs_to_the_message_behind_it() {
        let fsu = "FSU/14\n990-12345675PVGFRA/T12K500";
        let text =
            format!("\u{1}QD SIN05XH\n.HDQFMQR 200739\n\u{2}{fsu}\n\u{3}\nQK SIN05XH PVGFFX9\n.HDQFMQR 200740\n{fsu}");
        assert_eq!(heads(&text), ["QD SIN05XH", "QK SIN05XH PVGFFX9"]);
    }

    #[test]
    fn words_that_are_no_message_stay_one() {
        assert_eq!(split("hello\nFSU/14\nx"), ["hello", "FSU/14\nx"]);
        assert_eq!(split("你好"), ["你好"]);
    }

    #[test]
    fn documents_are_told_apart_by_their_declarations() {
        assert_eq!(split("\u{feff} <?xml version=\"1.0\"?><a/>\n<?xml version=\"1.0\"?><b/>").len(), 2);
        assert_eq!(split("<a/>"), ["<a/>"]);
    }
}
