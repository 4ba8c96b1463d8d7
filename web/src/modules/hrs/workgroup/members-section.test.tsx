import { act, fireEvent, screen, waitFor, within } from "@testing-library/react";
import { afterEach, expect, it, vi } from "vitest";
import { openPage } from "@/modules/hrs/common/page-kit";
import hrsUserWorkgroup from "@/modules/hrs/workgroup/hrs-user-workgroup.page";
import { FormStore } from "@/platform/forms/form-store";
import { envelope } from "@/platform/test-kit";

afterEach(() => vi.unstubAllGlobals());

const Members = hrsUserWorkgroup.form!.sections!["members"]!;
const section = { key: "members", label: { zh: "成员", en: "Members" }, fields: [], columns: 4 } as never;
const USERS = [
  { value: "1", label: "操作一", deptName: "演示货运/操作部", jobPosition: "操作" },
  { value: "2", label: "客服一", deptName: "演示货运/客服部", jobPosition: "" },
  { value: "3", label: "销售一", deptName: "演示货运/销售部", jobPosition: "销售" },
];
const LIST = "GET /hrs/userWorkgroup/listUser";

async function open(form: FormStore, readOnly = false, routes = { [LIST]: () => USERS as unknown }) {
  return openPage(() => <Members section={section} form={form} readOnly={readOnly} editing />, "/hrs_user_workgroup", routes);
}
const side = (name: string) => within(screen.getByRole("region", { name }));
const people = (name: string) => side(name).queryAllByRole("listitem").map((item) => item.textContent);

it("moves people between those who may join and the members", async () => {
  const form = new FormStore({ id: "9", userIds: ["1"] });
  const server = await open(form);
  await screen.findByRole("region", { name: "成员" });
  expect(server.to("/hrs/userWorkgroup/listUser")[0]?.query.get("workgroupId")).toBe("9");
  expect(people("成员")).toEqual(["操作一演示货运/操作部 · 操作移出"]);
  expect(people("可选用户")).toEqual(["客服一演示货运/客服部加入", "销售一演示货运/销售部 · 销售加入"]);
  expect(form.dirty()).toBe(false);
  fireEvent.click(side("可选用户").getByRole("button", { name: "加入 销售一 演示货运/销售部 · 销售" }));
  fireEvent.click(side("成员").getByRole("button", { name: /移出 操作一/ }));
  expect(form.get("userIds")).toEqual(["3"]);
  expect(form.dirty()).toBe(true);
  fireEvent.change(side("可选用户").getByRole("textbox"), { target: { value: "客服部" } });
  expect(people("可选用户")).toEqual(["客服一演示货运/客服部加入"]);
  fireEvent.click(side("可选用户").getByRole("button", { name: /^加入查到的全部/ }));
  expect(form.get("userIds")).toEqual(["3", "2"]);
});

it("goes on with the next one for who moves people by keyboard", async () => {
  const form = new FormStore({ userIds: [] });
  await open(form);
  const first = (await screen.findByRole("region", { name: "可选用户" })).querySelector("li button") as HTMLButtonElement;
  first.focus();
  fireEvent.click(first);
  expect(document.activeElement?.getAttribute("aria-label")).toBe("加入 客服一 演示货运/客服部");
});

it("says what is wrong with the members, and shows them only where nothing may be changed", async () => {
  const form = new FormStore({ userIds: ["1", "2"] });
  await open(form);
  await screen.findByRole("region", { name: "成员" });
  act(() => form.setFindings([{ field: "userIds", severity: "error", key: "k", message: "成员不存在或已停用" }]));
  await screen.findByText("成员不存在或已停用");
  await open(form, true);
  await screen.findByText("操作一、客服一");
});

it("offers to read the users again", async () => {
  let fails = true;
  await open(new FormStore({ userIds: [] }), false, { [LIST]: () => (fails ? envelope(500, 500, "坏了") : USERS) });
  const again = await screen.findByRole("button", { name: "重试" });
  fails = false;
  fireEvent.click(again);
  await waitFor(() => expect(people("可选用户")).toHaveLength(3));
});
