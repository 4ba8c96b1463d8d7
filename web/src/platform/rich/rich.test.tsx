import { fireEvent, render, screen, waitFor } from "@testing-library/react";
import { beforeAll, describe, expect, it, vi } from "vitest";
import type { Field } from "@/platform/contract";
import { loadRoom } from "@/platform/i18n";
import { cleanHtml, dress, wordsOf } from "@/platform/rich/clean";
import RichEditor from "@/platform/rich/rich-editor";
import { RichText } from "@/platform/rich/rich-text";
import { stubServer } from "@/platform/test-kit";

const PICTURE = "/platform/picture/0b7c8f6e1d2a4c3b9e8f112233445566";

const HOSTILE = [
  "<script>alert(1)</script>", "<img src=x onerror=alert(1)>", "<img src='javascript:alert(1)'>", "<svg onload=alert(1)>",
  "<svg><script>alert(1)</script></svg>", "<math><mtext><style><img src=x onerror=alert(1)>", "<a href=javascript:alert(1)>x</a>",
  '<a href="java\tscript:alert(1)">x</a>', '<a href="&#106;avascript:alert(1)">x</a>', "<a href='data:text/html,x'>x</a>",
  "<a href='/auth/token/logout'>x</a>", "<iframe src=javascript:alert(1)></iframe>", "<iframe srcdoc='<script>x</script>'></iframe>",
  "<object data=javascript:alert(1)></object>", "<embed src=x>", "<form action=javascript:alert(1)><button>x</button></form>",
  "<input onfocus=alert(1) autofocus>", "<body onload=alert(1)>", "<base href=//x.example/>", "<link rel=stylesheet href=//x.example>",
  "<meta http-equiv=refresh content='0;url=javascript:alert(1)'>", "<style>*{}</style>", "<p style='background:url(x)'>x</p>",
  "<p onclick=alert(1) id=a class=b>x</p>", "<details open ontoggle=alert(1)>x</details>", "<video><source onerror=alert(1)></video>",
  "<audio src=x onerror=alert(1)>", "<marquee onstart=alert(1)>x</marquee>", "<template><img src=x onerror=alert(1)></template>",
  "<noscript><p title='</noscript><img src=x onerror=alert(1)>'>", "<!--<img src='--><img src=x onerror=alert(1)//'>",
  "<p data-src='https://x.example/a' data-style='position:fixed'>x</p>", "<span data-style='position:fixed'>x</span>",
];

const RUNS = ["SCRIPT", "STYLE", "SVG", "MATH", "IFRAME", "OBJECT", "EMBED", "FORM", "INPUT", "LINK", "META", "BASE", "TEMPLATE"];

describe("rich text in the browser", () => {
  it("holds nothing that could run, fetch or cover", () => {
    for (const html of HOSTILE) {
      for (const title of [false, true]) {
        const kept = cleanHtml(html, title);
        const box = document.createElement("div");
        box.innerHTML = kept;
        for (const node of box.querySelectorAll("*")) {
          const names = node.getAttributeNames().filter((name) => !["rel", "alt", "colspan"].includes(name));
          expect(names, `${html} leaves ${kept}`).toEqual([]);
          expect(RUNS).not.toContain(node.nodeName.toUpperCase());
        }
      }
    }
  });

  it("keeps colours aside until they are set without an attribute the policy forbids", () => {
    const kept = cleanHtml('<p><span style="color: #f00; position: fixed">x</span></p>');
    expect(kept).not.toContain(" style=");
    const box = document.createElement("div");
    box.innerHTML = kept;
    dress(box);
    const span = box.querySelector("span");
    expect([span?.style.color, span?.style.position]).toEqual(["rgb(255, 0, 0)", ""]);
    expect(wordsOf("<p>a<b>b</b></p>")).toBe("ab");
  });

  it("fetches pictures of the own store with the session", async () => {
    URL.createObjectURL = vi.fn(() => "blob:shown");
    stubServer({ [`GET ${PICTURE}`]: () => new Response("x", { headers: { "Content-Type": "image/png" } }) });
    render(<RichText html={`<p><img src="${PICTURE}" alt="图"><img src="https://x.example/a.png"></p>`} />);
    await waitFor(() => expect(screen.getByAltText<HTMLImageElement>("图").src).toBe("blob:shown"));
    expect(document.querySelector('[src^="https"]')).toBeNull();
  });
});

// jsdom lays nothing out; the editor asks where the cursor is.
const nowhere = () => [] as unknown as DOMRectList;
Object.assign(Range.prototype, { getClientRects: nowhere });
Object.assign(Text.prototype, { getClientRects: nowhere });
Object.assign(HTMLElement.prototype, { getClientRects: nowhere });
for (const kind of [Range, Text]) Object.assign(kind.prototype, { getBoundingClientRect: () => ({ top: 0, bottom: 0, left: 0, right: 0, width: 0, height: 0 }) });

const field = (kind: Field["kind"]): Field => ({ name: "text", label: { zh: "内容", en: "Text" }, kind });

describe("the editor", () => {
  beforeAll(() => loadRoom("rich"));

  // req: platform-editor-height
  it("is 300 pixels high and answers what was written", async () => {
    const change = vi.fn();
    render(<RichEditor field={field("richText")} value="<p>一</p>" change={change} />);
    const box = await screen.findByRole("textbox", { name: "内容" });
    expect(box.closest<HTMLElement>(".rich-editor")?.style.height).toBe("300px");
    expect(box.innerHTML).toContain("一");
    fireEvent.click(screen.getByRole("button", { name: "分隔线" }));
    await waitFor(() => expect(change).toHaveBeenCalledWith(expect.stringContaining("<hr>")));
  });

  it("is a line for a title, which knows no lists", async () => {
    render(<RichEditor field={field("richTitle")} value="<b>停机</b>" change={() => undefined} />);
    const box = await screen.findByRole("textbox", { name: "内容" });
    expect(box.querySelector("b")?.textContent).toBe("停机");
    expect(box.closest<HTMLElement>(".rich-editor")?.style.height).toBe("");
    expect(screen.queryByRole("button", { name: "编号" })).toBeNull();
  });
});
