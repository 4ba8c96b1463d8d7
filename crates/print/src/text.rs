//! Fitting text into a box: wrapped, then smaller, then cut with a mark.

use crate::font::width_mm;

/// Smallest size in points.
pub const SIZE_MIN: f32 = 5.5;
/// Height of a line in millimetres per point of size.
pub const LINE_MM_PER_POINT: f32 = 0.40;

/// Lines of a text that fit a box, and their size in points.
pub fn fit(text: &str, width: f32, height: f32, size: f32) -> (Vec<String>, f32) {
    let mut points = size;
    loop {
        let lines = wrap(text, width, points);
        let room = lines_that_fit(height, points);
        if lines.len() <= room {
            return (lines, points);
        }
        if points - 0.5 < SIZE_MIN {
            let mut kept: Vec<String> = lines.into_iter().take(room.max(1)).collect();
            if let Some(last) = kept.last_mut() {
                *last = cut(last, width, points);
            }
            return (kept, points);
        }
        points -= 0.5;
    }
}

fn lines_that_fit(height: f32, points: f32) -> usize {
    let mut count = 0;
    let mut used = points * LINE_MM_PER_POINT;
    while used <= height + 0.01 {
        count += 1;
        used += points * LINE_MM_PER_POINT;
    }
    count
}

/// Breaks at blanks, inside words only when one is wider than the box, between Chinese letters anywhere.
pub fn wrap(text: &str, width: f32, points: f32) -> Vec<String> {
    let mut lines = Vec::new();
    for paragraph in text.lines() {
        let mut line = String::new();
        for word in words(paragraph) {
            let longer = format!("{line}{word}");
            if width_mm(longer.trim_end(), points) <= width {
                line = longer;
                continue;
            }
            if !line.trim().is_empty() {
                lines.push(line.trim_end().to_owned());
            }
            line = split_long(word.trim_start(), width, points, &mut lines);
        }
        lines.push(line.trim_end().to_owned());
    }
    while lines.last().is_some_and(String::is_empty) {
        lines.pop();
    }
    lines
}

/// Words with the blanks behind them; a Chinese letter is a word.
fn words(text: &str) -> Vec<String> {
    let mut words = vec![String::new()];
    for letter in text.chars() {
        let chinese = u32::from(letter) >= 0x2e80;
        if chinese {
            words.push(letter.to_string());
            words.push(String::new());
        } else if let Some(last) = words.last_mut() {
            last.push(letter);
            if letter == ' ' {
                words.push(String::new());
            }
        }
    }
    words.retain(|word| !word.is_empty());
    words
}

fn split_long(word: &str, width: f32, points: f32, lines: &mut Vec<String>) -> String {
    let mut line = String::new();
    for letter in word.chars() {
        let longer = format!("{line}{letter}");
        if width_mm(&longer, points) > width && !line.is_empty() {
            lines.push(line);
            line = letter.to_string();
        } else {
            line = longer;
        }
    }
    line
}

fn cut(line: &str, width: f32, points: f32) -> String {
    let mut kept = line.to_owned();
    while !kept.is_empty() && width_mm(&format!("{kept}…"), points) > width {
        kept.pop();
    }
    format!("{kept}…")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn short_texts_keep_their_size() {
        assert_eq!(fit("PVG", 20.0, 5.0, 9.0), (vec!["PVG".to_owned()], 9.0));
    }

    #[test]
    fn long_texts_are_wrapped_then_smaller_then_cut() {
        let (lines, size) = fit("ONE TWO THREE FOUR FIVE SIX", 25.0, 12.0, 9.0);
        assert!(lines.len() > 1 && (size - 9.0).abs() < 0.01, "{lines:?} {size}");
        let (lines, size) = fit(&"WORD ".repeat(30), 40.0, 12.0, 9.0);
        assert!(size < 9.0, "{size}");
        assert!(lines.iter().all(|line| width_mm(line, size) <= 40.01), "{lines:?}");
        let (lines, size) = fit(&"WORD ".repeat(300), 40.0, 8.0, 9.0);
        assert!(lines.last().is_some_and(|line| line.ends_with('…')));
        assert!(f32::from(u8::try_from(lines.len()).unwrap()) * size * LINE_MM_PER_POINT <= 8.01);
    }

    #[test]
    fn a_word_wider_than_the_box_is_broken() {
        let (lines, _) = fit(&"X".repeat(60), 20.0, 40.0, 8.0);
        assert!(lines.len() > 2);
        assert!(lines.iter().all(|line| width_mm(line, 8.0) <= 20.01));
    }

    #[test]
    fn chinese_breaks_between_letters() {
        let (lines, _) = fit("演示货运有限公司上海分公司操作部", 20.0, 30.0, 8.0);
        assert!(lines.len() > 1);
        assert_eq!(lines.concat(), "演示货运有限公司上海分公司操作部");
    }
}
