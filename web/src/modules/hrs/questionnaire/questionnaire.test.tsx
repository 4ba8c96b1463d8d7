import { fireEvent, screen, waitFor, within } from "@testing-library/react";
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { openPage } from "@/modules/hrs/common/page-kit";
import { FixedSection } from "@/modules/hrs/questionnaire/fixed-section";
import investigate from "@/modules/hrs/questionnaire/investigate.page";
import { ResultDrawer } from "@/modules/hrs/questionnaire/result-drawer";
import { QuestionsSection } from "@/modules/hrs/questionnaire/questions-section";
import { type AskedQuestion, missing, moved, newQuestion, ofKind } from "@/modules/hrs/questionnaire/question-model";
import type { Field } from "@/platform/contract";
import { FormStore } from "@/platform/forms/form-store";
import { envelope } from "@/platform/test-kit";
import { toasts } from "@/platform/test-shell";

beforeEach(() => {
  Element.prototype.scrollIntoView = () => undefined;
});
afterEach(() => vi.unstubAllGlobals());

const Investigate = investigate.page as () => React.ReactNode;
const base = { required: false, choices: [], rows: [], least: null, most: null };
const asked: AskedQuestion[] = [
  { ...base, id: "1", kind: "nps", question: "是否推荐", required: true },
  { ...base, id: "2", kind: "multi", question: "希望增加", choices: ["报表", "接口"], most: 1 },
  { ...base, id: "3", kind: "matrix", question: "服务评价", rows: ["响应"], choices: ["满意", "一般"] },
];
const view = { id: "7", title: "使用体验", explanation: null, anonymous: true, endAt: "2026-07-20 18:00:00", questions: asked };

describe("questions", () => {
  it("finds the required ones without an answer", () => {
    const matrix = { ...asked[2]!, required: true, rows: ["响应", "专业"] };
    expect(missing([asked[0]!, matrix], { 1: 0, 3: [1, null] })).toEqual(["3"]);
    expect(missing([asked[0]!, matrix], { 1: 0, 3: [1, 0] })).toEqual([]);
  });

  it("keep their words when their kind changes, and move", () => {
    const matrix = ofKind({ ...newQuestion(), question: "x" }, "matrix");
    expect([matrix.question, matrix.choices.length, matrix.rows.length]).toEqual(["x", 2, 1]);
    expect(moved(["a", "b", "c"], 2, 0)).toEqual(["c", "a", "b"]);
  });

  it("are written in their section", async () => {
    const form = new FormStore({ status: "草稿", questions: [] });
    const section = { key: "questions", label: { zh: "题目", en: "Questions" }, fields: [] };
    await openPage(() => <QuestionsSection section={section} form={form} readOnly={false} editing={false} />, "/hrs_questionnaire", {});
    fireEvent.click(await screen.findByRole("button", { name: /添加题目/ }));
    fireEvent.change(await screen.findByLabelText("题目"), { target: { value: "最常用的模块" } });
    fireEvent.change(screen.getByLabelText("选项 1"), { target: { value: "订单" } });
    expect(form.get("questions")).toEqual([{ ...newQuestion(), question: "最常用的模块", choices: ["订单", ""] }]);
  });
});

it("leaves nothing open but the end once it is published", async () => {
  const label = (zh: string) => ({ zh, en: zh });
  const fields: Field[] = [
    { name: "title", label: label("标题"), kind: "text" },
    { name: "endAt", label: label("截止"), kind: "instant" },
    { name: "orgIds", label: label("推送企业"), kind: "multi", reference: "noticeOrg" },
  ];
  const section = { key: "main", label: label("问卷"), fields };
  const form = new FormStore({ status: "进行中", title: "使用体验", endAt: "2026-07-20 18:00:00", pushType: 1 });
  await openPage(() => <FixedSection section={section} form={form} readOnly={false} editing />, "/hrs_questionnaire", {});
  await screen.findByText("使用体验");
  expect(screen.queryByRole("textbox", { name: /标题/ })).toBeNull();
  expect(screen.getByRole("textbox", { name: /截止/ })).toBeTruthy();
  expect(screen.queryByText("推送企业")).toBeNull();
});

describe("answering", () => {
  it("asks for what is required, keeps the draft, and thanks", async () => {
    const server = await openPage(Investigate, "/investigate?id=7", {
      "GET /hrs/questionnaire/view/7": () => view,
      "POST /hrs/questionnaire/submit": () => ({ id: "7" }),
    });
    await screen.findByRole("heading", { name: "使用体验" });
    fireEvent.click(screen.getByRole("button", { name: /提\s*交/ }));
    await screen.findByText("此题为必填项");
    fireEvent.click(screen.getByRole("radio", { name: "9" }));
    fireEvent.click(screen.getByRole("checkbox", { name: "接口" }));
    fireEvent.click(screen.getByRole("radio", { name: "响应 一般" }));
    expect(JSON.parse(localStorage.getItem("questionnaire::7") ?? "{}")).toEqual({ 1: 9, 2: [1], 3: [1] });
    fireEvent.click(screen.getByRole("button", { name: /提\s*交/ }));
    await waitFor(() => expect(server.to("/hrs/questionnaire/submit")[0]?.json()).toEqual({ id: "7", answers: { 1: 9, 2: [1], 3: [1] } }));
    await waitFor(() => expect(toasts()).toContain("感谢您的参与"));
    expect(localStorage.getItem("questionnaire::7")).toBeNull();
  });

  it("says that it was answered already", async () => {
    await openPage(Investigate, "/investigate?id=7", {
      "GET /hrs/questionnaire/view/7": () => envelope(200, 1, "您已填写过该问卷"),
    });
    await screen.findByText("您已填写过该问卷");
  });

  it("lists what is open", async () => {
    const one = { id: "7", title: "使用体验", endAt: "2026-07-20 18:00:00", questionCount: 3, answered: false };
    await openPage(Investigate, "/investigate", {
      "GET /hrs/questionnaire/open": () => [one, { ...one, id: "8", title: "培训需求", answered: true }],
    });
    expect((await screen.findByRole("link", { name: "使用体验" })).getAttribute("href")).toBe("/investigate?id=7");
    expect(screen.queryByRole("link", { name: "培训需求" })).toBeNull();
    screen.getByText("已填写");
  });
});

it("shows results with their figures", async () => {
  const bars = [{ label: "9", count: 1, rate: "25.0" }];
  const questions = [
    { id: "1", kind: "nps", question: "是否推荐", count: 4, bars, average: "8.3", nps: 25 },
    { id: "2", kind: "text", question: "建议", count: 3, texts: [{ words: "快一点", userName: null, orgName: null }] },
  ];
  const result = { title: "使用体验", anonymous: true, addressedCount: 8, answeredCount: 4, rate: "50.0", questions };
  await openPage(
    () => <ResultDrawer open={{ id: "7", title: "使用体验" }} />,
    "/hrs_questionnaire",
    { "GET /hrs/questionnaire/result/7": () => result },
    { buttons: ["sys_questionnaire_export"] },
  );
  const box = within(await screen.findByRole("dialog"));
  await box.findByText("50.0%");
  box.getByText("NPS 25");
  box.getByText("平均分 8.3");
  box.getByText("1 · 25.0%");
  box.getByText("另有 2 条，导出后查看");
  box.getByRole("button", { name: "导出答案" });
});
