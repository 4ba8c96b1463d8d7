import { fireEvent, screen, waitFor, within } from "@testing-library/react";
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { column, declared, rowsOf } from "@/modules/hrs/common/list-kit";
import { openPage } from "@/modules/hrs/common/page-kit";
import signTemplate from "@/modules/hrs/sign-template/hrs-signtemplate.page";
import { takesVariables } from "@/modules/hrs/sign-template/kind-fields";
import { FormStore } from "@/platform/forms/form-store";
import { ListPageView } from "@/platform/lists/list-page";
import { type Answer, type StubServer, envelope } from "@/platform/test-kit";

const PREVIEW = "/hrs/signTemplate/preview";
const paper: Answer = () => new Response("%PDF-1.7", { headers: { "content-type": "application/pdf" } });
const page = declared("hrs.signTemplate.list", "/hrs_signtemplate", "/hrs/signTemplate/page", {
  columns: [column("name", "名称"), column("kind", "类型"), column("summary", "预览")],
});
const ROWS = rowsOf([
  { id: "5", name: "财务章", kind: "印章", summary: "章.png" },
  { id: "6", name: "落款", kind: "邮件签名", summary: "{orgName}" },
]);

let drawn: Blob[] = [];
beforeEach(() => {
  drawn = [];
  Object.defineProperty(document.body, "clientWidth", { value: 1440, configurable: true });
  Element.prototype.scrollIntoView = () => undefined;
  URL.createObjectURL = (blob) => ["blob", drawn.push(blob as Blob)].join(":");
  URL.revokeObjectURL = () => undefined;
});
afterEach(() => vi.unstubAllGlobals());

/** The list, and beside it the form of a template as its section draws it. */
function open(preview: Answer, form?: FormStore): Promise<StubServer> {
  const Content = signTemplate.form?.sections?.["content"];
  if (!Content) throw new Error("no section");
  const section = { key: "content", label: { zh: "内容", en: "Content" }, columns: 2, fields: [] };
  const Page = () => (
    <>
      <ListPageView page={page} overrides={signTemplate.list ?? {}} />
      {form && <Content section={section} form={form} readOnly={false} editing={false} />}
    </>
  );
  return openPage(Page, page.path, { "GET /hrs/signTemplate/page": ROWS, [`POST ${PREVIEW}`]: preview });
}

/** The frame the PDF is in; a column has its title, too. */
const frame = () =>
  waitFor(() => {
    const found = document.querySelector<HTMLIFrameElement>('iframe[title="预览"]');
    if (!found) throw new Error("no frame");
    return found;
  });
const asked = (server: StubServer) => server.to(PREVIEW).map((each) => each.json());

describe("fields of a sign template", () => {
  it("tells the variables where there is a text", () => {
    expect(["印章", "签字", "签名文本", "邮件签名", null].map(takesVariables)).toEqual([false, false, true, true, false]);
  });
});

describe("the preview of a sign template", () => {
  it("shows the paper with the seal on it", async () => {
    const server = await open(paper);
    fireEvent.click(await screen.findByRole("button", { name: "章.png" }));
    const dialog = within(await screen.findByRole("dialog"));
    dialog.getByText("财务章");
    expect((await frame()).src).toContain("blob:1");
    expect(drawn.map(({ type }) => type)).toEqual(["application/pdf"]);
    expect(asked(server)).toEqual([{ id: "5" }]);
    dialog.getByText("单证内容为示例数据，签名文本按当前用户的信息填写。");
    fireEvent.click(dialog.getByRole("button", { name: "关闭" }));
    await waitFor(() => expect(screen.queryByRole("dialog")).toBeNull());
  });

  it("shows a mail signature as it will look", async () => {
    const server = await open(() => ({ html: "<p>演示<strong>货运</strong></p>" }));
    fireEvent.click(await screen.findByRole("button", { name: "{orgName}" }));
    const dialog = within(await screen.findByRole("dialog"));
    dialog.getByText("落款");
    expect((await dialog.findByText("货运")).tagName).toBe("STRONG");
    expect(document.querySelector("iframe")).toBeNull();
    expect(asked(server)).toEqual([{ id: "6" }]);
  });

  it("says why there is none, and asks once more", async () => {
    let gone = true;
    const server = await open((call) => (gone ? envelope(200, 1, "单证暂时无法生成") : paper(call)));
    fireEvent.click(await screen.findByRole("button", { name: "章.png" }));
    await screen.findByText("单证暂时无法生成");
    gone = false;
    fireEvent.click(screen.getByRole("button", { name: "重试" }));
    await frame();
    expect(asked(server)).toHaveLength(2);
  });

  it("shows what stands in the form before it is saved", async () => {
    const form = new FormStore({ kind: "印章", name: "新章", widthMm: 30 });
    const server = await open(paper, form);
    form.set("rightMm", 12);
    fireEvent.click(await screen.findByRole("button", { name: "预览" }));
    await frame();
    within(screen.getByRole("dialog")).getByText("新章");
    expect(asked(server)).toEqual([{ values: { kind: "印章", name: "新章", widthMm: 30, rightMm: 12 } }]);
  });

  it("tells at its field what can't be shown", async () => {
    const form = new FormStore({ kind: "签名文本", signText: "{x}" });
    const finding = { severity: "error", field: "signText", key: "sign_template.unknown", message: "模板含有未知变量：x" };
    await open(() => envelope(200, 2, finding.message, { findings: [finding] }), form);
    fireEvent.click(await screen.findByRole("button", { name: "预览" }));
    await waitFor(() => expect(form.finding("signText")?.message).toBe("模板含有未知变量：x"));
    await waitFor(() => expect(screen.queryByRole("dialog")).toBeNull());
  });
});
