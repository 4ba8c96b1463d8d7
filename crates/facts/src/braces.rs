//! Texts with variables in braces: `Dear {coopName}`.

/// A text in pieces: what stands between the variables, and the names in braces.
enum Piece<'a> {
    Words(&'a str),
    Name(&'a str),
}

fn pieces(text: &str) -> Vec<Piece<'_>> {
    let mut out = Vec::new();
    let mut rest = text;
    while let Some((before, behind)) = rest.split_once('{') {
        // An open brace without an end is a brace.
        let Some((name, after)) = behind.split_once('}') else { break };
        out.extend([Piece::Words(before), Piece::Name(name)]);
        rest = after;
    }
    out.push(Piece::Words(rest));
    out
}

/// The names in braces, in their order.
pub fn names(text: &str) -> impl Iterator<Item = &str> {
    pieces(text).into_iter().filter_map(|piece| match piece {
        Piece::Name(name) => Some(name),
        Piece::Words(_) => None,
    })
}

/// The text with what the names stand for. What is put in is never read as a variable again.
pub fn fill<'a>(text: &'a str, value: impl Fn(&str) -> &'a str) -> String {
    let filled = pieces(text).into_iter().map(|piece| match piece {
        Piece::Words(words) => words,
        Piece::Name(name) => value(name),
    });
    filled.collect()
}
