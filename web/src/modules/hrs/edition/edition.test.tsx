import { fireEvent, screen, waitFor, within } from "@testing-library/react";
import { afterEach, beforeEach, expect, it, vi } from "vitest";
import { button, column, declared, rowsOf } from "@/modules/hrs/common/list-kit";
import { openPage } from "@/modules/hrs/common/page-kit";
import { toasts } from "@/platform/test-shell";
import { closeEdition } from "@/modules/hrs/edition/edition-store";
import hrsEdition from "@/modules/hrs/edition/hrs-edition.page";
import { ListPageView } from "@/platform/lists/list-page";
import { declareAll } from "@/platform/pages-kit";
import type { Answer } from "@/platform/test-kit";

const LIST = declared("hrs.edition.list", "/hrs_edition", "/hrs/edition/page", {
  columns: [column("editionName", "名称")],
  buttons: [button("sys_edition_permission", "权限"), button("sys_edition_sync", "同步企业"), button("sys_edition_copy", "复制")],
});
const ROUTES: Record<string, Answer> = {
  "GET /hrs/edition/page": rowsOf([{ id: "4", version: 2, editionName: "标准版" }]),
  "GET /platform/listSetting/hrs.edition.list": () => null,
};

beforeEach(() => {
  Object.defineProperty(document.body, "clientWidth", { value: 1440, configurable: true });
  Element.prototype.scrollIntoView = () => undefined;
});
afterEach(() => {
  closeEdition();
  vi.unstubAllGlobals();
});

async function open(words: string, routes: Record<string, Answer>) {
  const buttons = LIST.buttons.map(({ code }) => code);
  const server = await openPage(() => <ListPageView page={LIST} overrides={hrsEdition.list ?? {}} />, "/hrs_edition", { ...ROUTES, ...routes }, { buttons });
  await screen.findByText("标准版");
  fireEvent.click(screen.getByRole("button", { name: words }));
  return { server, dialog: within((await screen.findAllByRole("dialog")).at(-1) ?? document.body) };
}

it("ticks the rights of an edition", async () => {
  const node = (id: string, parentId: string | null, name: string, kind: number) => ({ id, parentId, code: id, name, kind });
  const { server, dialog } = await open("权限", {
    "GET /hrs/edition/tree": () => [node("1", null, "空运", 0), node("2", "1", "订单", 1)],
    "GET /hrs/editionPermission/4": () => ({ version: 2, permissionIds: ["1"] }),
    "PUT /hrs/editionPermission/4": () => ({ version: 3 }),
  });
  await dialog.findByText("已选 1/2 项");
  dialog.getByText(/保存后已使用该版本的企业权限不变/);
  expect(dialog.queryByRole("button", { name: "恢复为版本权限" })).toBeNull();
  fireEvent.click(dialog.getByLabelText("订单"));
  dialog.getByText("，新增 1 项：订单");
  fireEvent.click(dialog.getByRole("button", { name: "保存" }));
  await waitFor(() => expect(toasts()).toEqual(["操作成功"]));
  const put = server.to("/hrs/editionPermission/4").find(({ method }) => method === "PUT");
  expect(put?.json()).toEqual({ version: 2, permissionIds: ["1", "2"] });
});

it("brings chosen companies up to their edition, and takes rights only when asked", async () => {
  const org = (id: string, orgName: string, added: number, removed: number) => ({ id, orgCode: `C${id}`, orgName, added, removed });
  const { server, dialog } = await open("同步企业", {
    "GET /hrs/edition/orgs/4": () => [org("1", "示例货代", 2, 1), org("2", "示例上海", 0, 3), org("3", "示例宁波", 0, 0)],
    "POST /hrs/edition/sync": () => ({ added: 2, removed: 4 }),
  });
  const box = (name: RegExp | string) => dialog.getByLabelText<HTMLInputElement>(name);
  await dialog.findByText("示例货代");
  const send = dialog.getByRole<HTMLButtonElement>("button", { name: "同步" });
  expect(send.disabled).toBe(true);
  // Nothing would change for those who only have too much, or nothing at all.
  expect([box(/示例货代/), box(/示例上海/), box(/示例宁波/)].map(({ disabled }) => disabled)).toEqual([false, true, true]);
  fireEvent.click(box("全选企业"));
  dialog.getByText("将为 1 家企业新增 2 项权限");
  fireEvent.click(box("同时移除版本中没有的权限"));
  fireEvent.click(box(/示例上海/));
  dialog.getByText("将为 2 家企业新增 2 项、移除 4 项权限");
  expect(box(/示例宁波/).disabled).toBe(true);
  fireEvent.click(send);
  await waitFor(() => expect(toasts()).toEqual(["已同步 2 家企业，新增 2 项、移除 4 项权限"]));
  expect(server.to("/hrs/edition/sync")[0]?.json()).toEqual({ editionId: "4", orgIds: ["1", "2"], remove: true });
  await waitFor(() => expect(screen.queryByRole("dialog")).toBeNull());
});

it("says when nobody is on an edition", async () => {
  const { dialog } = await open("同步企业", { "GET /hrs/edition/orgs/4": () => [] });
  await dialog.findByText("没有企业使用该版本");
});

it("copies an edition under another code and name", async () => {
  declareAll();
  const { server, dialog } = await open("复制", { "POST /hrs/edition/copy/4": () => ({ id: "9" }) });
  dialog.getByText(/与原版本的权限、默认用户数和默认服务套餐相同/);
  fireEvent.click(dialog.getByRole("button", { name: "确定" }));
  fireEvent.change(dialog.getByLabelText(/编码/), { target: { value: "STANDARD_A" } });
  fireEvent.change(dialog.getByLabelText(/^名称/), { target: { value: "标准版A" } });
  fireEvent.click(dialog.getByRole("button", { name: "确定" }));
  await waitFor(() => expect(server.to("/hrs/edition/copy/4")[0]?.json()).toEqual({ editionCode: "STANDARD_A", editionName: "标准版A" }));
});
