//! Where a word stands in a text.

/// The places of a text in another, whose letters of ASCII are small.
pub(super) fn find<'a>(lower: &'a str, wanted: &str) -> impl Iterator<Item = (usize, usize)> + 'a {
    let wanted = wanted.to_ascii_lowercase();
    let mut from = 0;
    std::iter::from_fn(move || {
        let start = from + lower.get(from..).filter(|_| !wanted.is_empty())?.find(&wanted)?;
        from = start + wanted.len();
        Some((start, from))
    })
}

pub(super) fn before(text: &str, at: usize) -> Option<char> {
    text.get(..at)?.chars().next_back()
}

pub(super) fn behind(text: &str, at: usize) -> Option<char> {
    text.get(at..)?.chars().next()
}

fn is_latin(letter: Option<char>) -> bool {
    letter.is_some_and(|letter| letter.is_alphanumeric() && !is_han(letter))
}

fn is_han(letter: char) -> bool {
    matches!(letter, '\u{3400}'..='\u{9fff}' | '\u{f900}'..='\u{faff}' | '\u{20000}'..='\u{3ffff}')
}

/// A name of Latin letters ends where a word does, and no code goes on behind it; a Chinese one stands anywhere.
pub(super) fn is_whole_word(lower: &str, (start, end): (usize, usize)) -> bool {
    let joins = |inside: Option<char>, outside: Option<char>| {
        is_latin(inside) && (is_latin(outside) || matches!(outside, Some('_' | '@')))
    };
    !joins(behind(lower, start), before(lower, start)) && !joins(before(lower, end), behind(lower, end))
}

pub(super) fn is_whole_mail(lower: &str, (start, end): (usize, usize)) -> bool {
    let of_local = |letter: char| letter.is_ascii_alphanumeric() || "._%+-".contains(letter);
    let goes_on = match behind(lower, end) {
        Some('.') => behind(lower, end + 1).is_some_and(|letter| letter.is_ascii_alphanumeric()),
        Some(letter) => letter.is_ascii_alphanumeric() || letter == '-',
        None => false,
    };
    !before(lower, start).is_some_and(of_local) && !goes_on
}

/// Whether a name is a word of a language too, or a part of many: one word of Latin letters, or two Chinese ones.
pub(super) fn is_weak(name: &str) -> bool {
    let name = name.trim();
    if name.chars().all(is_han) { name.chars().count() < 3 } else { !name.contains(char::is_whitespace) }
}

/// The texts between quotes of a JSON text: where they stand, and the key each stands under. Keys themselves are none of
/// them.
pub(super) fn json_texts(text: &str) -> Vec<(usize, usize, String)> {
    let (mut found, mut key, mut at) = (Vec::new(), String::new(), 0);
    while let Some(start) = text.get(at..).and_then(|rest| rest.find('"')).map(|place| at + place) {
        let Some(end) = end_of_text(text, start) else { break };
        at = end;
        let is_key = text.get(end..).is_some_and(|rest| rest.trim_start().starts_with(':'));
        if is_key {
            key = text.get(start + 1..end - 1).unwrap_or_default().to_lowercase();
        } else {
            found.push((start, end, key.clone()));
        }
    }
    found
}

fn end_of_text(text: &str, start: usize) -> Option<usize> {
    let mut is_escaped = false;
    for (at, letter) in text.get(start + 1..)?.char_indices() {
        match letter {
            _ if is_escaped => is_escaped = false,
            '\\' => is_escaped = true,
            '"' => return Some(start + 1 + at + 1),
            _ => {}
        }
    }
    None
}
