"""Makes made.docx, a contract as another program writes one: `pip install python-docx==1.2.0 && python made.py`.

Placeholders are cut into runs of different looks, as Word cuts them, and stand in a table, a header and a footer too.
"""

import io
import zipfile

from docx import Document
from docx.shared import RGBColor

document = Document()
document.add_heading("运输合同", 1)
line = document.add_paragraph("甲方：")
line.add_run("{coopName}").bold = True
line = document.add_paragraph("乙方：")
line.add_run("{org").bold = True
line.add_run("Na").italic = True
line.add_run("me}（以下简称乙方）")
table = document.add_table(rows=2, cols=2)
table.cell(0, 0).text = "统一社会信用代码"
table.cell(0, 1).text = "{socialCreditCode}"
table.cell(1, 0).text = "地址"
cell = table.cell(1, 1).paragraphs[0]
cell.add_run("{")
cell.add_run("address").font.color.rgb = RGBColor(0xC0, 0, 0)
cell.add_run("}")
document.add_paragraph("结算方式：{settleText}，额度{creditLimit}。")
term = document.add_paragraph()
term.add_run("{validFrom}至{valid")
term.add_run("To}")
section = document.sections[0]
section.header.paragraphs[0].text = "{orgName} 合同"
section.footer.paragraphs[0].add_run("有效期至{valid")
section.footer.paragraphs[0].add_run("To}")
# Written again with one date, so that it is the same file each time.
buffer = io.BytesIO()
document.save(buffer)
with zipfile.ZipFile(buffer) as made, zipfile.ZipFile("made.docx", "w", zipfile.ZIP_DEFLATED, compresslevel=9) as kept:
    for info in made.infolist():
        kept.writestr(zipfile.ZipInfo(info.filename, (2026, 1, 1, 0, 0, 0)), made.read(info), zipfile.ZIP_DEFLATED, 9)
