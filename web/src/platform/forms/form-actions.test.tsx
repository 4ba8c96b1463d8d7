import { cleanup, fireEvent, screen, waitFor } from "@testing-library/react";
import { afterEach, expect, it, vi } from "vitest";
import { FORM, HAND, openActions, type } from "@/platform/actions/action-kit";
import type { Button } from "@/platform/contract";
import { buttonOf, dialogOf } from "@/platform/lists/declared-kit";
import type { Answer } from "@/platform/test-kit";
import { fieldAt, press, toasts } from "@/platform/test-shell";

afterEach(() => {
  cleanup();
  vi.unstubAllGlobals();
});

const EDIT: Button = { code: "bag-edit", label: { zh: "编辑", en: "Edit" }, place: "row", action: "edit" };
const BACK: Button = { code: "bag-back", label: { zh: "退回", en: "Send back" }, place: "row", action: "ask", call: { method: "PUT", path: "/bag/{id}/back" } };
const REMOVE: Button = { code: "bag-remove", label: { zh: "作废", en: "Void" }, place: "row", action: "remove", danger: true };
const ROW = { id: "1", version: 3, number: "P1", can: ["edit"] };

/** Opens the form of the row; its view allows to hand over. */
async function openForm(routes: Record<string, Answer> = {}, can: string[] = ["bag-hand"]) {
  let version = 3;
  const server = await openActions([EDIT], {
    rows: [ROW],
    buttons: ["bag-edit", "bag-hand", "bag-remove"],
    form: { ...FORM, actions: [HAND, BACK, REMOVE] },
    routes: {
      "GET /bag/1": () => ({ id: "1", version, number: "P1", can }),
      "PUT /bag/1/hand": () => (version++, null),
      "PUT /bag/1": () => ({ version: ++version }),
      ...routes,
    },
  });
  fireEvent.click(await screen.findByRole("button", { name: "编辑" }));
  await waitFor(() => expect(fieldAt("number").input.value).toBe("P1"));
  return server;
}
const foot = (words: string) =>
  [...document.querySelectorAll<HTMLElement>(".ant-drawer .drawer-buttons button")].find((each) => each.textContent === words);

it("offers what the user holds and the thing allows", async () => {
  await openForm();
  await waitFor(() => expect(foot("交接")).toBeTruthy());
  expect(foot("退回")).toBeUndefined();
  expect(foot("作废")).toBeUndefined();
});

it("asks and calls for the thing that is open, then reads form and list again", async () => {
  const server = await openForm();
  fireEvent.click((await waitFor(() => foot("交接")))!);
  const dialog = await dialogOf("交接");
  type("carrier", "CA");
  // The dialog's own keys are not those of the form below it.
  fireEvent.keyDown(fieldAt("carrier").input, { key: "s", ctrlKey: true });
  await waitFor(() => expect(server.to("/bag/1/hand").map((each) => each.json())).toEqual([{ carrier: "CA", pieces: null, version: 3 }]));
  await waitFor(() => expect(server.asked.filter(({ method, path }) => method === "GET" && path === "/bag/1")).toHaveLength(2));
  await waitFor(() => expect(server.to("/bag/page").length).toBeGreaterThan(1));
  expect(server.asked.filter(({ method, path }) => method === "PUT" && path === "/bag/1")).toHaveLength(0);
  expect(dialog).toBeTruthy();
  expect(toasts()).toEqual(["操作成功"]);
});

it("has what was typed saved first", async () => {
  const server = await openForm();
  type("number", "P9");
  fireEvent.click((await waitFor(() => foot("交接")))!);
  await screen.findByText("内容未保存，请先保存再操作。");
  const question = await dialogOf("请确认");
  fireEvent.click(buttonOf(question, "保存"));
  await dialogOf("交接");
  type("carrier", "CA");
  await press("交接");
  await waitFor(() => expect(server.to("/bag/1/hand").map((each) => each.json())).toEqual([{ carrier: "CA", pieces: null, version: 4 }]));
});

it("closes the form of what was removed", async () => {
  const server = await openForm({ "DELETE /bag/1": () => null }, ["remove"]);
  fireEvent.click((await waitFor(() => foot("作废")))!);
  await press("删除");
  await waitFor(() => expect(server.asked.filter(({ method }) => method === "DELETE")).toHaveLength(1));
  await waitFor(() => expect(document.querySelector(".ant-drawer-open")).toBeNull());
});
