//! The contract a company begins with that has no wording of its own: a framework for forwarding, to be read by its lawyer.

use std::io::{Cursor, Write};

use kernel::Text;
use quick_xml::escape::escape;
use zip::write::SimpleFileOptions;
use zip::{CompressionMethod, DateTime, ZipWriter};

use super::check::NOT_DOCX;

const TYPES: &str = r#"<?xml version="1.0" encoding="UTF-8" standalone="yes"?><Types xmlns="http://schemas.openxmlformats.org/package/2006/content-types"><Default Extension="rels" ContentType="application/vnd.openxmlformats-package.relationships+xml"/><Default Extension="xml" ContentType="application/xml"/><Override PartName="/word/document.xml" ContentType="application/vnd.openxmlformats-officedocument.wordprocessingml.document.main+xml"/><Override PartName="/word/styles.xml" ContentType="application/vnd.openxmlformats-officedocument.wordprocessingml.styles+xml"/></Types>"#;
const RELATED: &str = r#"<?xml version="1.0" encoding="UTF-8" standalone="yes"?><Relationships xmlns="http://schemas.openxmlformats.org/package/2006/relationships"><Relationship Id="rId1" Type="http://schemas.openxmlformats.org/officeDocument/2006/relationships/officeDocument" Target="word/document.xml"/></Relationships>"#;
const OF_DOCUMENT: &str = r#"<?xml version="1.0" encoding="UTF-8" standalone="yes"?><Relationships xmlns="http://schemas.openxmlformats.org/package/2006/relationships"><Relationship Id="rId1" Type="http://schemas.openxmlformats.org/officeDocument/2006/relationships/styles" Target="styles.xml"/></Relationships>"#;
const STYLES: &str = r#"<?xml version="1.0" encoding="UTF-8" standalone="yes"?><w:styles xmlns:w="http://schemas.openxmlformats.org/wordprocessingml/2006/main"><w:docDefaults><w:rPrDefault><w:rPr><w:rFonts w:ascii="Times New Roman" w:hAnsi="Times New Roman" w:eastAsia="宋体"/><w:sz w:val="24"/><w:lang w:val="en-US" w:eastAsia="zh-CN"/></w:rPr></w:rPrDefault><w:pPrDefault><w:pPr><w:spacing w:after="120" w:line="360" w:lineRule="auto"/></w:pPr></w:pPrDefault></w:docDefaults><w:style w:type="paragraph" w:default="1" w:styleId="Normal"><w:name w:val="Normal"/></w:style></w:styles>"#;
const NAMESPACE: &str = "http://schemas.openxmlformats.org/wordprocessingml/2006/main";

const TITLE: &str = "货运代理服务合同";
/// Paragraphs; those that begin with 第 and end a number of it are headings.
const WORDS: [&str; 25] = [
    "甲方（委托方）：{coopName}",
    "统一社会信用代码：{socialCreditCode}",
    "地址：{address}",
    "乙方（受托方）：{orgName}",
    "甲乙双方根据《中华人民共和国民法典》及相关法律法规，就甲方委托乙方办理货物运输代理事宜，经协商一致，订立本合同。",
    "第一条 服务内容",
    "乙方按甲方的委托办理订舱、报关、仓储、陆运、单证及其他与货物运输有关的事宜，具体内容以每票业务的委托书为准。",
    "第二条 双方责任",
    "甲方应如实申报货物的品名、数量、重量、体积及危险性质，并及时提供所需单证，因申报不实造成的损失由甲方承担。",
    "乙方应按委托及时、妥善办理各项手续，及时告知货物动态，并对办理过程中知悉的商业信息保密。",
    "第三条 费用与结算",
    "结算方式：{settleText}",
    "信用额度：{creditLimit}",
    "乙方按期向甲方出具账单，甲方应在收到账单后五个工作日内核对并确认；逾期未提出异议的，视为认可。",
    "甲方逾期付款的，乙方有权暂停服务，并按逾期金额每日万分之五收取违约金。",
    "第四条 合同期限",
    "本合同自 {validFrom} 起至 {validTo} 止。",
    "第五条 违约与免责",
    "任何一方违反本合同给对方造成损失的，应当依法承担赔偿责任；因不可抗力不能履行的，根据不可抗力的影响部分或全部免除责任。",
    "第六条 争议解决",
    "因本合同发生的争议，双方应协商解决；协商不成的，任何一方可向乙方所在地有管辖权的人民法院提起诉讼。",
    "第七条 其他",
    "本合同一式两份，双方各执一份，自双方签字盖章之日起生效。未尽事宜由双方另行签订补充协议。",
    "双方往来的电子邮件、传真及系统确认记录与书面文件具有同等效力。",
    "（以下为签署栏）",
];

/// The file of it.
pub fn contract_of_ours() -> Result<Vec<u8>, Text> {
    written().map_err(|_| NOT_DOCX.text())
}

fn written() -> Result<Vec<u8>, zip::result::ZipError> {
    let options = SimpleFileOptions::default()
        .compression_method(CompressionMethod::Deflated)
        .last_modified_time(DateTime::default());
    let document = document();
    let parts = [
        ("[Content_Types].xml", TYPES),
        ("_rels/.rels", RELATED),
        ("word/document.xml", &document),
        ("word/_rels/document.xml.rels", OF_DOCUMENT),
        ("word/styles.xml", STYLES),
    ];
    let mut zip = ZipWriter::new(Cursor::new(Vec::new()));
    for (name, text) in parts {
        zip.start_file(name, options)?;
        zip.write_all(text.as_bytes())?;
    }
    Ok(zip.finish()?.into_inner())
}

fn document() -> String {
    let is_heading = |text: &str| text.starts_with('第') && text.contains("条 ");
    let words = WORDS.iter().map(|text| paragraph(text, is_heading(text), ""));
    let body: String = std::iter::once(title()).chain(words).chain([signatures()]).collect();
    format!(
        r#"<?xml version="1.0" encoding="UTF-8" standalone="yes"?><w:document xmlns:w="{NAMESPACE}"><w:body>{body}<w:sectPr><w:pgSz w:w="11906" w:h="16838"/><w:pgMar w:top="1440" w:right="1440" w:bottom="1440" w:left="1440" w:header="720" w:footer="720" w:gutter="0"/></w:sectPr></w:body></w:document>"#
    )
}

fn title() -> String {
    format!(
        r#"<w:p><w:pPr><w:jc w:val="center"/></w:pPr><w:r><w:rPr><w:b/><w:sz w:val="36"/></w:rPr><w:t>{TITLE}</w:t></w:r></w:p>"#
    )
}

fn paragraph(text: &str, bold: bool, look: &str) -> String {
    let bold = if bold { "<w:b/>" } else { "" };
    let text = escape(text);
    format!(r#"<w:p>{look}<w:r><w:rPr>{bold}</w:rPr><w:t xml:space="preserve">{text}</w:t></w:r></w:p>"#)
}

/// Side by side, who signs.
fn signatures() -> String {
    let cell = |lines: [&str; 4]| {
        let lines: String = lines.iter().map(|line| paragraph(line, false, "")).collect();
        format!(r#"<w:tc><w:tcPr><w:tcW w:w="4500" w:type="dxa"/></w:tcPr>{lines}</w:tc>"#)
    };
    let left = cell(["甲方（盖章）：", "{coopName}", "授权代表：", "日期："]);
    let right = cell(["乙方（盖章）：", "{orgName}", "授权代表：", "日期："]);
    format!(
        r#"<w:tbl><w:tblPr><w:tblW w:w="9000" w:type="dxa"/></w:tblPr><w:tblGrid><w:gridCol w:w="4500"/><w:gridCol w:w="4500"/></w:tblGrid><w:tr>{left}{right}</w:tr></w:tbl><w:p/>"#
    )
}
