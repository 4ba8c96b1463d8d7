import { act, fireEvent, screen, waitFor } from "@testing-library/react";
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import type { Finding, FormPage } from "@/platform/contract";
import { FormDrawer } from "@/platform/forms/form-drawer";
import { registerRooms, setContract } from "@/platform/page-registry";
import { type Answer, envelope, stubServer } from "@/platform/test-kit";
import { fieldAt, press, renderPage } from "@/platform/test-shell";

const label = (zh: string) => ({ zh, en: `${zh} (en)` });
const WAYS = [
  { value: "FILE", label: label("文件") },
  { value: "MAIL", label: label("邮件") },
];
const PAGE: FormPage = {
  key: "x.way.form",
  title: label("通道"),
  access: "x_way",
  view: "/x/way/{id}",
  create: { method: "POST", path: "/x/way" },
  update: { method: "PUT", path: "/x/way/{id}" },
  check: "/x/way/check",
  ruled: true,
  versionField: "version",
  sections: [
    {
      key: "main",
      label: label("通道"),
      fields: [
        { name: "code", label: label("代码"), kind: "text", required: true },
        { name: "name", label: label("名称"), kind: "text", required: true },
        { name: "way", label: label("方式"), kind: "select", options: WAYS },
        { name: "from", label: label("起"), kind: "text", requiredWhen: { set: "to" } },
        { name: "to", label: label("止"), kind: "text", readOnlyWhen: { is: ["code", "FIXED"] } },
      ],
    },
    {
      key: "mail",
      label: label("邮件"),
      when: { is: ["way", "MAIL"] },
      fields: [{ name: "address", label: label("邮箱"), kind: "text", required: true }],
    },
    {
      key: "copies",
      label: label("抄送"),
      rows: true,
      when: { is: ["way", "MAIL"] },
      fields: [{ name: "mail", label: label("抄送邮箱"), kind: "text", required: true }],
    },
  ],
};
const finding = (field: string, message: string, severity: Finding["severity"] = "error"): Finding => ({ field, severity, key: field, message });
const TAKEN = finding("code", "代码已存在");

function open(routes: Record<string, Answer>, { id = null, page = PAGE }: { id?: string | null; page?: FormPage } = {}) {
  setContract({ lists: [], forms: [page] });
  registerRooms([]);
  const server = stubServer(routes);
  renderPage(<FormDrawer page={page} id={id} close={() => undefined} saved={() => undefined} />);
  return server;
}

const found = (...findings: Finding[]) => ({ findings, confirms: [] });
const said = (path: string) => fieldAt(path).box.querySelector(".finding")?.textContent ?? null;

async function typed(path: string, text: string): Promise<void> {
  await waitFor(() => fieldAt(path));
  const { input } = fieldAt(path);
  act(() => input.focus());
  fireEvent.change(input, { target: { value: text } });
}

beforeEach(() => {
  Element.prototype.scrollIntoView = vi.fn();
});
afterEach(() => {
  vi.unstubAllGlobals();
});

describe("a form that asks before it is saved", () => {
  it("asks when a changed field is left, tells what is wrong there, and keeps what was typed", async () => {
    const server = open({ "POST /x/way/check": () => found(finding("name", "请填写名称"), TAKEN, finding("way", "无接口", "warning")) });
    await typed("code", "A1");
    expect(server.to("/x/way/check")).toHaveLength(0);
    act(() => fieldAt("name").input.focus());
    await waitFor(() => expect(said("code")).toBe("代码已存在"));
    expect(server.to("/x/way/check")).toHaveLength(1);
    expect(server.to("/x/way/check")[0]?.json()).toEqual({ code: "A1", name: null, way: null, from: null, to: null, address: null, copies: [] });
    // Nobody has been at the name: its emptiness is left to saving.
    expect([said("name"), said("way")]).toEqual([null, null]);
    expect(fieldAt("code").input.value).toBe("A1");
    expect(server.to("/x/way")).toHaveLength(0);
  });

  it("tells emptiness too, once saving was tried", async () => {
    const refused = { findings: [TAKEN, finding("way", "请选择方式")] };
    const server = open({
      "POST /x/way": () => envelope(200, 1, "代码已存在", refused),
      "POST /x/way/check": () => found(finding("way", "请选择方式")),
    });
    await typed("code", "A1");
    await typed("name", "甲");
    await press("保存");
    await waitFor(() => expect(said("code")).toBe("代码已存在"));
    await typed("code", "A2");
    expect(said("code")).toBeNull();
    act(() => fieldAt("name").input.focus());
    await waitFor(() => expect(server.to("/x/way/check")).toHaveLength(1));
    await waitFor(() => expect([said("code"), said("way")]).toEqual([null, "请选择方式"]));
  });

  it("names the row it is about, in whatever version, and says nothing when it can't be asked", async () => {
    const stored = { id: "7", version: 3, code: "A1", name: "甲", way: null, from: null, to: null };
    const server = open({ "GET /x/way/7": () => stored, "POST /x/way/check": () => envelope(503, 503, "系统繁忙") }, { id: "7" });
    await typed("name", "乙");
    act(() => fieldAt("code").input.focus());
    await waitFor(() => expect(server.to("/x/way/check")).toHaveLength(1));
    expect(server.to("/x/way/check")[0]?.json()).toMatchObject({ id: "7", name: "乙" });
    expect(server.to("/x/way/check")[0]?.json()).not.toHaveProperty("version");
    expect(document.querySelector(".finding")).toBeNull();
    expect(screen.queryByText("系统繁忙")).toBeNull();
  });

  it("of no rules asks nothing", async () => {
    const server = open({ "POST /x/way": () => ({ id: "1", version: 1 }) }, { page: { ...PAGE, ruled: false } });
    await typed("code", "A1");
    await typed("name", "甲");
    await press("保存");
    await waitFor(() => expect(server.to("/x/way")).toHaveLength(1));
    expect(server.to("/x/way/check")).toHaveLength(0);
  });
});

describe("closed conditions of a form", () => {
  const titles = () => [...document.querySelectorAll(".form-section")].map((each) => each.getAttribute("aria-label"));
  const QUIET: FormPage = { ...PAGE, ruled: false };

  it("show a section with its rows, or leave it out and send nothing of it", async () => {
    const server = open({ "GET /x/way/7": () => ({ id: "7", version: 3, code: "A", name: "甲", way: "FILE", address: "a@example.com" }), "PUT /x/way/7": () => ({ id: "7", version: 4 }) }, { id: "7", page: QUIET });
    await waitFor(() => expect(titles()).toEqual(["通道"]));
    await press("保存");
    await waitFor(() => expect(server.to("/x/way/7")).toHaveLength(2));
    expect(server.to("/x/way/7")[1]?.json()).toMatchObject({ way: "FILE", address: null, copies: [] });
  });

  it("ask for what a shown section must have", async () => {
    const server = open({ "GET /x/way/7": () => ({ id: "7", version: 3, code: "A", name: "甲", way: "MAIL" }) }, { id: "7", page: QUIET });
    await waitFor(() => expect(titles()).toEqual(["通道", "邮件", "抄送"]));
    await press("保存");
    await waitFor(() => expect(said("address")).toBe("请输入邮箱"));
    expect(server.to("/x/way/7")).toHaveLength(1);
  });

  it("ask for a field, or close it, as others stand", async () => {
    open({}, { page: QUIET });
    const asked = () => fieldAt("from").box.querySelector(".required") !== null;
    await typed("code", "FIXE");
    expect(asked()).toBe(false);
    await typed("to", "20");
    expect(asked()).toBe(true);
    await typed("name", "甲");
    await press("保存");
    await waitFor(() => expect(said("from")).toBe("请输入起"));
    await typed("code", "FIXED");
    expect(() => fieldAt("to")).toThrow("no field to");
    expect(screen.getByText("20").closest(".closed-value")).toBeTruthy();
  });
});
