import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { post } from "@/platform/call/client";
import { endProof, prove, useProof, withProof } from "@/platform/call/proof";
import { submit } from "@/platform/call/submit";
import { useDialogs } from "@/platform/dialog";
import { envelope, stubServer } from "@/platform/test-kit";
import { useToasts } from "@/platform/toast";

const texts = () => useToasts.getState().items.map((item) => item.text);
const answerNext = (yes: boolean) =>
  vi.waitFor(() => {
    const question = useDialogs.getState().open[0];
    if (!question) throw new Error("no question yet");
    question.answer(yes);
    return question;
  });

beforeEach(() => {
  useToasts.setState({ items: [] });
  useDialogs.setState({ open: [] });
  useProof.setState({ wanted: null });
});
afterEach(() => vi.unstubAllGlobals());

const save = () => submit((confirmed) => post("/save", { code: "A", confirmed }, { quiet: true }));

it("goes on with yes and with no where either is an answer", async () => {
  const must = { key: "k", message: "继续？" };
  const either = { key: "follow", message: "是否更新？", either: true };
  const server = stubServer({
    "POST /save": (asked) => {
      const { confirmed } = asked.json() as { confirmed: string[] };
      return confirmed.length === 2 ? { id: "1" } : envelope(200, 2, "", { confirms: [must, either] });
    },
  });
  const saved = save();
  expect((await answerNext(true)).text).toEqual(["继续？"]);
  expect((await answerNext(false)).text).toEqual(["是否更新？"]);
  expect(await saved).toMatchObject({ kind: "saved" });
  expect(server.asked.at(-1)?.json()).toEqual({ code: "A", confirmed: ["k", "no:follow"] });
});

it("asks, and sends the same body with all confirmations so far", async () => {
  const questions = ["order.internalNumber.exists", "order.weight.outside"];
  const server = stubServer({
    "POST /save": (asked) => {
      const { confirmed } = asked.json() as { confirmed: string[] };
      const key = questions.find((each) => !confirmed.includes(each));
      if (!key) return { id: "1" };
      return envelope(200, 2, "", { confirms: [{ key, field: "internalNumber", message: "内部编号已存在，是否继续？" }] });
    },
  });
  const saved = save();
  const first = await answerNext(true);
  expect([first.text, first.yes, first.no]).toEqual([["内部编号已存在，是否继续？"], "是", "否"]);
  await answerNext(true);
  expect(await saved).toMatchObject({ kind: "saved", data: { id: "1" } });
  expect(server.asked.at(-1)?.json()).toEqual({ code: "A", confirmed: questions });
  expect(texts()).toEqual(["操作成功"]);
});

it("keeps the form and names the field on 否", async () => {
  stubServer({
    "POST /save": () => envelope(200, 2, "", { confirms: [{ key: "k", field: "internalNumber", message: "继续？" }] }),
  });
  const saved = save();
  await answerNext(false);
  expect(await saved).toEqual({ kind: "declined", field: "internalNumber" });
  expect(texts()).toEqual([]);
});

it("returns all findings without a toast, also when they come with HTTP 400", async () => {
  const findings = [{ field: "a", severity: "error", key: "k", message: "请输入名称" }];
  for (const status of [200, 400]) {
    stubServer({ "POST /save": () => envelope(status, 1, "请输入名称", { findings }) });
    expect(await save()).toEqual({ kind: "findings", findings });
  }
  expect(texts()).toEqual([]);
});

it("offers to reload what somebody else changed", async () => {
  stubServer({
    "POST /save": () => envelope(200, 3, "数据有变化，请刷新后重试", { current: { id: "1" }, changed: ["remark"] }),
  });
  const saved = save();
  const question = await answerNext(true);
  expect(question.text).toEqual(["数据有变化，请刷新后重试", "已变化的内容：remark"]);
  expect(await saved).toMatchObject({ kind: "stale", reload: true, current: { id: "1" } });
});

it("shows other refusals once", async () => {
  stubServer({ "POST /save": () => envelope(200, 1, "该合作伙伴已停用") });
  expect(await save()).toEqual({ kind: "failed", message: "该合作伙伴已停用" });
  expect(texts()).toEqual(["操作失败，该合作伙伴已停用"]);
});

describe("a call that wants a proof of identity", () => {
  const WANTED = "请验证密码后继续";
  const wanted = () =>
    vi.waitFor(() => {
      const question = useProof.getState().wanted;
      if (!question) throw new Error("no question yet");
      return question;
    });
  /** Wants the password once, then a confirmation, as a call may want both. */
  const server = () => {
    let proved = false;
    return stubServer({
      "POST /auth/reauth": (asked) => {
        proved = (asked.json() as { password: string }).password === "Right-2026";
        return proved ? null : envelope(200, 1, "密码错误");
      },
      "POST /save": (asked) => {
        if (!proved) return envelope(200, 4, WANTED);
        if ((asked.json() as { confirmed: string[] }).confirmed.length > 0) return { id: "1" };
        return envelope(200, 2, "", { confirms: [{ key: "k", message: "继续？" }] });
      },
    });
  };

  it("is sent again once the password is right", async () => {
    const { to } = server();
    const saved = save();
    expect((await wanted()).message).toBe(WANTED);
    expect(await prove("wrong")).toBe("密码错误");
    expect(useProof.getState().wanted).not.toBeNull();
    expect(to("/save")).toHaveLength(1);
    expect(await prove("Right-2026")).toBeNull();
    await answerNext(true);
    expect(await saved).toMatchObject({ kind: "saved", data: { id: "1" } });
    expect(to("/save").map((each) => each.json())).toEqual([
      { code: "A", confirmed: [] },
      { code: "A", confirmed: [] },
      { code: "A", confirmed: ["k"] },
    ]);
    expect(texts()).toEqual(["操作成功"]);
  });

  it("is given up when the user gives no password", async () => {
    const { to } = server();
    const saved = save();
    await wanted();
    endProof(false);
    expect(await saved).toEqual({ kind: "declined" });
    expect(to("/save")).toHaveLength(1);
    expect(texts()).toEqual([]);
  });

  it("asks once for several calls", async () => {
    server();
    const calls = [1, 2].map(() => withProof(() => post("/save", { confirmed: ["k"] }, { quiet: true })));
    await vi.waitFor(() => expect(useProof.getState().wanted?.answers).toHaveLength(2));
    await prove("Right-2026");
    expect(await Promise.all(calls)).toEqual([{ id: "1" }, { id: "1" }]);
  });
});
