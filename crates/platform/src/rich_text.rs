//! Rich text: what people write in the editor, reduced to what may be shown.
//!
//! The list is Rule 10 of the people chapter. It is applied when a text is saved and again when it is
//! read, so that a text written past the product, or before a stricter list, is harmless too.

use std::borrow::Cow;
use std::collections::{HashMap, HashSet};
use std::sync::LazyLock;

use ammonia::{Builder, UrlRelative};

/// Where pictures of rich texts are fetched; a picture from anywhere else is taken out.
pub const PICTURES: &str = "/platform/picture/";

/// How much a text may hold.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Policy {
    /// Paragraphs, lists, tables, links, pictures.
    Body,
    /// A line with bold, italic, underlined and coloured words.
    Title,
}

static BODY: LazyLock<Builder<'static>> = LazyLock::new(|| {
    let tags = [
        "p",
        "br",
        "b",
        "strong",
        "i",
        "em",
        "u",
        "s",
        "span",
        "h1",
        "h2",
        "h3",
        "h4",
        "ul",
        "ol",
        "li",
        "blockquote",
        "table",
        "thead",
        "tbody",
        "tr",
        "td",
        "th",
        "a",
        "img",
        "hr",
        "code",
        "pre",
    ];
    let attributes = [
        ("span", vec!["style"]),
        ("td", vec!["colspan", "rowspan"]),
        ("th", vec!["colspan", "rowspan"]),
        ("a", vec!["href"]),
        ("img", vec!["src", "alt", "width", "height"]),
    ];
    builder(&tags, &attributes, Some("noopener noreferrer"))
});

static TITLE: LazyLock<Builder<'static>> =
    LazyLock::new(|| builder(&["b", "i", "u", "span"], &[("span", vec!["style"])], None));

fn builder(
    tags: &[&'static str],
    attributes: &[(&'static str, Vec<&'static str>)],
    rel: Option<&'static str>,
) -> Builder<'static> {
    let title = rel.is_none();
    let mut builder = Builder::empty();
    let attributes: HashMap<_, HashSet<_>> =
        attributes.iter().map(|(tag, names)| (*tag, names.iter().copied().collect())).collect();
    builder
        .tags(tags.iter().copied().collect())
        .clean_content_tags(["script", "style", "title", "noscript", "template", "iframe", "svg", "math"].into())
        .tag_attributes(attributes)
        .url_schemes(["http", "https", "mailto"].into())
        .url_relative(UrlRelative::PassThrough)
        .link_rel(rel)
        .attribute_filter(move |tag, name, value| attribute(tag, name, value, title));
    builder
}

fn attribute<'a>(tag: &str, name: &str, value: &'a str, title: bool) -> Option<Cow<'a, str>> {
    match (tag, name) {
        ("img", "src") => is_picture(value).then_some(Cow::Borrowed(value)),
        ("a", "href") => is_address(value).then_some(Cow::Borrowed(value)),
        ("span", "style") => Some(styles(value, title)).filter(|kept| !kept.is_empty()).map(Cow::Owned),
        ("img", "width" | "height") | (_, "colspan" | "rowspan") => is_count(value).then_some(Cow::Borrowed(value)),
        _ => Some(Cow::Borrowed(value)),
    }
}

fn is_count(text: &str) -> bool {
    (1..=4).contains(&text.len()) && text.bytes().all(|byte| byte.is_ascii_digit())
}

/// A picture of the product's own store, by its public name.
pub(crate) fn is_picture(address: &str) -> bool {
    let name = address.strip_prefix(PICTURES).unwrap_or_default();
    name.len() == 32 && name.bytes().all(|byte| byte.is_ascii_hexdigit())
}

fn is_address(address: &str) -> bool {
    let lower = address.trim_start().to_ascii_lowercase();
    ["http://", "https://", "mailto:"].iter().any(|scheme| lower.starts_with(scheme))
}

/// The declarations of a style that may stay.
fn styles(style: &str, title: bool) -> String {
    let kept = style.split(';').filter_map(|declaration| {
        let (name, value) = declaration.split_once(':')?;
        let (name, value) = (name.trim().to_ascii_lowercase(), value.trim().to_ascii_lowercase());
        let fits = match name.as_str() {
            "color" => is_color(&value),
            "background-color" => !title && is_color(&value),
            "font-size" => !title && is_size(&value),
            "text-align" => !title && matches!(value.as_str(), "left" | "right" | "center" | "justify"),
            _ => false,
        };
        fits.then(|| format!("{name}: {value}"))
    });
    kept.collect::<Vec<_>>().join("; ")
}

/// `#abc`, `#aabbcc`, `rgb(1, 2, 3)`, `rgba(…)` or a name. No other function can be written so.
fn is_color(text: &str) -> bool {
    if let Some(hex) = text.strip_prefix('#') {
        return matches!(hex.len(), 3 | 4 | 6 | 8) && hex.bytes().all(|byte| byte.is_ascii_hexdigit());
    }
    let inner = text.strip_prefix("rgba(").or_else(|| text.strip_prefix("rgb("));
    if let Some(numbers) = inner.and_then(|inner| inner.strip_suffix(')')) {
        return numbers.len() <= 30
            && numbers.bytes().all(|byte| byte.is_ascii_digit() || matches!(byte, b',' | b'.' | b' ' | b'%'));
    }
    (3..=24).contains(&text.len()) && text.bytes().all(|byte| byte.is_ascii_alphabetic())
}

fn is_size(text: &str) -> bool {
    let unit = ["px", "pt", "em", "rem", "%"].iter().find_map(|unit| text.strip_suffix(unit));
    unit.is_some_and(|number| {
        (1..=5).contains(&number.len()) && number.bytes().all(|byte| byte.is_ascii_digit() || byte == b'.')
    })
}

/// The text without anything the policy does not name.
pub fn clean(policy: Policy, html: &str) -> String {
    let builder = match policy {
        Policy::Body => &BODY,
        Policy::Title => &TITLE,
    };
    builder.clean(html).to_string()
}

/// The words alone, a line for each block.
pub fn words(html: &str) -> String {
    static NOTHING: LazyLock<Builder<'static>> = LazyLock::new(|| {
        let mut builder = Builder::empty();
        builder.clean_content_tags(["script", "style"].into());
        builder
    });
    let mut spaced = html.to_owned();
    for end in ["</p>", "</li>", "</h1>", "</h2>", "</h3>", "</h4>", "</tr>", "<br>", "</pre>", "</blockquote>"] {
        spaced = spaced.replace(end, &format!("{end}\n"));
    }
    let plain = NOTHING.clean(&spaced).to_string();
    let plain = plain.replace("&nbsp;", " ").replace("&lt;", "<").replace("&gt;", ">").replace("&quot;", "\"");
    plain.replace("&amp;", "&").trim().to_owned()
}

/// A plain text as rich text, a paragraph for each line.
pub fn from_words(text: &str) -> String {
    text.lines().map(|line| format!("<p>{}</p>", ammonia::clean_text(line))).collect()
}

/// Whether nothing would be seen.
pub fn is_blank(html: &str) -> bool {
    words(html).is_empty() && !html.contains("<img ") && !html.contains("<hr")
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Ways to smuggle work into a text, as collected by those who break sanitisers.
    const HOSTILE: &[&str] = &[
        "<script>alert(1)</script>",
        "<ScRiPt src=//x.example/a.js></sCrIpT>",
        "<img src=x onerror=alert(1)>",
        "<img src='javascript:alert(1)'>",
        "<img src=\"data:image/svg+xml;base64,PHN2Zz4=\">",
        "<img src=https://x.example/pixel.gif>",
        "<img src=/platform/picture/../../auth/token/logout>",
        "<img src=//x.example/platform/picture/0b7c8f6e1d2a4c3b9e8f112233445566>",
        "<svg onload=alert(1)>",
        "<svg><script>alert(1)</script></svg>",
        "<svg><a xlink:href=\"javascript:alert(1)\"><text>x</text></a></svg>",
        "<svg><animate onbegin=alert(1) attributeName=x dur=1s>",
        "<math><mtext><table><mglyph><style><img src=x onerror=alert(1)>",
        "<math href=\"javascript:alert(1)\">x</math>",
        "<a href=javascript:alert(1)>x</a>",
        "<a href=\"java\tscript:alert(1)\">x</a>",
        "<a href=\" &#14; javascript:alert(1)\">x</a>",
        "<a href=\"&#106;&#97;&#118;&#97;script:alert(1)\">x</a>",
        "<a href=\"data:text/html,<script>alert(1)</script>\">x</a>",
        "<a href=vbscript:msgbox(1)>x</a>",
        "<a href=\"/auth/token/logout\">x</a>",
        "<a href=\"//x.example\" target=_blank>x</a>",
        "<iframe src=javascript:alert(1)></iframe>",
        "<iframe srcdoc=\"<script>alert(1)</script>\"></iframe>",
        "<object data=javascript:alert(1)></object>",
        "<embed src=javascript:alert(1)>",
        "<form action=javascript:alert(1)><button>x</button></form>",
        "<button formaction=javascript:alert(1)>x</button>",
        "<input onfocus=alert(1) autofocus>",
        "<body onload=alert(1)>",
        "<base href=//x.example/>",
        "<link rel=stylesheet href=//x.example/a.css>",
        "<meta http-equiv=refresh content=\"0;url=javascript:alert(1)\">",
        "<style>@import '//x.example/a.css';</style>",
        "<p style=\"background:url(javascript:alert(1))\">x</p>",
        "<span style=\"background-color:url(//x.example/a)\">x</span>",
        "<span style=\"color:expression(alert(1))\">x</span>",
        "<span style=\"position:fixed;top:0;left:0;width:100%\">x</span>",
        "<span style=\"color:red;behavior:url(x.htc)\">x</span>",
        "<details open ontoggle=alert(1)>x</details>",
        "<video><source onerror=alert(1)></video>",
        "<audio src=x onerror=alert(1)>",
        "<marquee onstart=alert(1)>x</marquee>",
        "<noscript><p title=\"</noscript><img src=x onerror=alert(1)>\">",
        "<template><img src=x onerror=alert(1)></template>",
        "<!--<img src=\"--><img src=x onerror=alert(1)//\">",
        "<![CDATA[<script>alert(1)</script>]]>",
        "<<script>alert(1)//<</script>",
        "<img \"\"\"><script>alert(1)</script>\">",
        "<p id=root class=ant-modal onclick=alert(1)>x</p>",
        "<td background=javascript:alert(1)>x</td>",
        "<textarea></textarea><img src=x onerror=alert(1)>",
        "<xmp><img src=x onerror=alert(1)></xmp>",
        "<table><tr><td colspan=\"1 onmouseover=alert(1)\">x</td></tr></table>",
    ];

    #[test]
    fn nothing_hostile_survives() {
        let bad = [
            "<script",
            "onerror",
            "onload",
            "onclick",
            "onfocus",
            "onbegin",
            "ontoggle",
            "onstart",
            "onmouseover=\"",
            "javascript:",
            "vbscript:",
            "data:",
            "<svg",
            "<math",
            "<iframe",
            "<object",
            "<embed",
            "<form",
            "<style",
            "<link",
            "<meta",
            "<base",
            "srcdoc",
            "expression",
            "url(",
            "position",
            "behavior",
            "x.example\"",
            "/auth/token",
            "class=",
            "id=",
            "target=",
            "<img src",
        ];
        for html in HOSTILE {
            for policy in [Policy::Body, Policy::Title] {
                let kept = clean(policy, html);
                // What is left as words is escaped and runs nothing.
                let markup: String = kept
                    .split('<')
                    .skip(1)
                    .map(|part| format!("<{}", part.split('>').next().unwrap_or_default()))
                    .collect();
                for each in bad {
                    assert!(!markup.to_lowercase().contains(each), "{html} leaves {kept}");
                }
                assert_eq!(clean(policy, &kept), kept, "{html} is not clean at once");
            }
        }
    }

    #[test]
    fn what_the_rule_names_stays() {
        let kept = "<h2>停机</h2><p>今晚 <strong>22:00</strong> <em>至</em> <u>24:00</u> <s>旧</s></p><ul><li>一</li></ul>\
                    <blockquote>注</blockquote><table><thead><tr><th colspan=\"2\">表</th></tr></thead><tbody><tr>\
                    <td rowspan=\"2\">a</td></tr></tbody></table><hr><pre><code>x</code></pre>";
        assert_eq!(clean(Policy::Body, kept), kept);
        let picture = "<img src=\"/platform/picture/0b7c8f6e1d2a4c3b9e8f112233445566\" alt=\"图\" width=\"200\">";
        assert_eq!(clean(Policy::Body, picture), picture);
        assert_eq!(
            clean(Policy::Body, "<a href=\"https://example.com/?a=1\">x</a>"),
            "<a href=\"https://example.com/?a=1\" rel=\"noopener noreferrer\">x</a>"
        );
        assert_eq!(
            clean(Policy::Body, "<span style=\"COLOR: #F00; font-size:14px; text-align:center; left:0\">x</span>"),
            "<span style=\"color: #f00; font-size: 14px; text-align: center\">x</span>"
        );
    }

    // req: home-notice-title-html
    #[test]
    fn a_title_keeps_bold_italic_underline_and_colour() {
        assert_eq!(clean(Policy::Title, "<b>停机维护</b><script>x</script>"), "<b>停机维护</b>");
        assert_eq!(
            clean(Policy::Title, "<p><i>a</i><u>b</u><span style='color:rgb(1, 2, 3);font-size:9px'>c</span></p>"),
            "<i>a</i><u>b</u><span style=\"color: rgb(1, 2, 3)\">c</span>"
        );
    }

    #[test]
    fn words_are_counted_without_markup() {
        assert_eq!(words("<p>a &lt; b &amp;&nbsp;c</p><p>d</p>"), "a < b & c\nd");
        assert!(is_blank("<p><br></p>") && !is_blank("<hr>") && !is_blank("<p>x</p>"));
        assert_eq!(from_words("a<b\nc"), "<p>a&lt;b</p><p>c</p>");
    }
}
