import { afterEach, beforeEach, expect, it, vi } from "vitest";
import { endProof, prove, useProof } from "@/platform/call/proof";
import type { Button, ListPage, Row } from "@/platform/contract";
import { useDialogs } from "@/platform/dialog";
import { type ListHands, runButton } from "@/platform/lists/list-actions";
import { envelope, stubServer } from "@/platform/test-kit";
import { useToasts } from "@/platform/toast";

const label = { zh: "作废", en: "Void" };
const BUTTON: Button = { code: "void", label, place: "batch", action: "call", call: { method: "PUT", path: "/thing/void/{id}" } };
const PAGE: ListPage = { key: "k", path: "/k", title: label, access: "k", rowKey: "id", call: "/thing/page", columns: [], filters: [], buttons: [BUTTON], sort: "" };
const ROWS: Row[] = [{ id: "1", version: 1 }, { id: "2", version: 4 }];
const toasts = () => useToasts.getState().items.map((item) => item.text);

beforeEach(() => {
  useToasts.setState({ items: [] });
  useDialogs.setState({ open: [] });
  useProof.setState({ wanted: null });
});
afterEach(() => vi.unstubAllGlobals());

function handsOf(reload: () => void = () => undefined): ListHands {
  const context = { reload, filters: {}, selected: ROWS, clearSelection: () => undefined, activeRow: () => undefined, openForm: () => undefined };
  return { page: PAGE, overrides: {}, context: () => context, openForm: () => undefined, openExport: () => undefined, openImport: () => undefined, openAction: () => undefined };
}

/** Voids two rows of which each call wants a proof of identity first. */
async function start() {
  let proved = false;
  const wanted = () => (proved ? null : envelope(200, 4, "请验证密码后继续"));
  const server = stubServer({
    "POST /auth/reauth": () => {
      proved = true;
      return null;
    },
    "PUT /thing/void/1": wanted,
    "PUT /thing/void/2": wanted,
  });
  const reload = vi.fn<() => void>();
  const run = runButton(BUTTON, ROWS, handsOf(reload));
  const question = await vi.waitFor(() => useDialogs.getState().open[0] ?? Promise.reject(new Error("no question yet")));
  question.answer(true);
  await vi.waitFor(() => expect(useProof.getState().wanted).not.toBeNull());
  return { server, run, reload };
}

it("asks for the password once for many rows", async () => {
  const { server, run, reload } = await start();
  await prove("Right-2026");
  await run;
  expect(server.asked.map(({ path }) => path)).toEqual(["/thing/void/1", "/auth/reauth", "/thing/void/1", "/thing/void/2"]);
  expect(toasts()).toEqual(["成功 2 条"]);
  expect(reload).toHaveBeenCalledOnce();
});

it("leaves the other rows alone when no password is given", async () => {
  const { server, run, reload } = await start();
  endProof(false);
  await run;
  expect(server.asked).toHaveLength(1);
  expect(toasts()).toEqual([]);
  expect(reload).not.toHaveBeenCalled();
});

it.each([
  ["active", true, false],
  ["enabled", true, false],
  ["isValid", true, false],
  ["state", "启用", "停用"],
])("stops a row in use and starts one that is not, whichever list it is of (%s)", async (member, yes, no) => {
  const server = stubServer({ "POST /thing/1/status": () => null, "POST /thing/2/status": () => null });
  const button: Button = { ...BUTTON, place: "row", call: { method: "POST", path: "/thing/{id}/status" } };
  const rows: Row[] = [{ id: "1", version: 1, [member]: yes }, { id: "2", version: 4, [member]: no }];
  for (const row of rows) await runButton(button, [row], handsOf());
  expect(server.asked.map(({ path, body }) => [path, JSON.parse(String(body))])).toEqual([
    ["/thing/1/status", { active: false, version: 1 }],
    ["/thing/2/status", { active: true, version: 4 }],
  ]);
  server.asked.length = 0;
  const run = runButton(button, rows, handsOf(), { active: false });
  const question = await vi.waitFor(() => useDialogs.getState().open[0] ?? Promise.reject(new Error("no question yet")));
  question.answer(true);
  await run;
  expect(server.asked.map(({ path }) => path), "the other one is stopped already").toEqual(["/thing/1/status"]);
});
