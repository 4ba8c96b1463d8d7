import { fireEvent, screen, waitFor, within } from "@testing-library/react";
import { afterEach, beforeEach, expect, it, vi } from "vitest";
import contactUs from "@/modules/hrs/contact/contact-us.page";
import hrsContact from "@/modules/hrs/contact/hrs-contact.page";
import { button, column, declared, rowsOf } from "@/modules/hrs/common/list-kit";
import { openPage } from "@/modules/hrs/common/page-kit";
import { ListPageView } from "@/platform/lists/list-page";
import { envelope } from "@/platform/test-kit";
import { toasts } from "@/platform/test-shell";

beforeEach(() => {
  Object.defineProperty(document.body, "clientWidth", { value: 1440, configurable: true });
  Element.prototype.scrollIntoView = () => undefined;
});
afterEach(() => vi.unstubAllGlobals());

const ContactUs = contactUs.page as () => React.ReactNode;
const reach = { privateSaas: false, phone: "400-000-0000", email: "", address: "上海市", hours: "", qrCode: "" };

it("shows the ways that are given and sends a request", async () => {
  let full = true;
  const server = await openPage(ContactUs, "/contactUs", {
    "GET /hrs/platform/contact": () => reach,
    "POST /hrs/contact": () => (full ? envelope(200, 1, "今日提交次数已达上限") : { id: "5" }),
  });
  expect((await screen.findByRole("link", { name: "400-000-0000" })).getAttribute("href")).toBe("tel:400-000-0000");
  expect(screen.queryByText("工作时间")).toBeNull();
  expect(screen.queryByText("期望版本")).toBeNull();
  fireEvent.click(screen.getByRole("button", { name: /提\s*交/ }));
  await screen.findByText("请输入联系人");
  expect(server.to("/hrs/contact")).toHaveLength(0);
  fireEvent.mouseDown(screen.getByLabelText(/类型/));
  fireEvent.click(await screen.findByTitle("升级版本"));
  await screen.findByText("期望版本");
  for (const [name, value] of [["联系人", "李想"], ["电话", "13800000000"], ["内容", "需要专业版"]] as const) {
    fireEvent.change(screen.getByLabelText(new RegExp(name)), { target: { value } });
  }
  fireEvent.click(screen.getByRole("button", { name: /提\s*交/ }));
  await waitFor(() => expect(toasts()).toContain("操作失败，今日提交次数已达上限"));
  full = false;
  fireEvent.click(screen.getByRole("button", { name: /提\s*交/ }));
  await waitFor(() => expect(toasts()).toContain("提交成功，我们会尽快联系您"));
  expect(server.to("/hrs/contact")[1]?.json()).toMatchObject({ kind: "升级版本", contactName: "李想", phone: "13800000000", content: "需要专业版" });
});

it("names the administrator alone where one company runs the product", async () => {
  await openPage(ContactUs, "/contactUs", {
    "GET /hrs/platform/contact": () => ({ privateSaas: true, adminName: "管理员", adminEmail: "admin@example.com" }),
  });
  await screen.findByText("请联系您的系统管理员");
  screen.getByRole("link", { name: "admin@example.com" });
  expect(screen.queryByRole("button", { name: /提\s*交/ })).toBeNull();
});

it("handles a request with a result", async () => {
  const page = declared("hrs.contact.list", "/hrs_contact", "/hrs/contact/page", {
    columns: [column("requestNo", "编号")],
    buttons: [button("sys_contact_handle", "处理")],
  });
  const server = await openPage(
    () => <ListPageView page={page} overrides={hrsContact.list ?? {}} />,
    "/hrs_contact",
    {
      "GET /hrs/contact/page": rowsOf([{ id: "5", version: 2, requestNo: "ZX-2607150001" }]),
      "GET /hrs/contact/5": () => ({ contactName: "李想", phone: "1", email: "", content: "需要专业版", result: "", files: [] }),
      "PUT /hrs/contact/handle": () => null,
    },
    { buttons: ["sys_contact_handle"] },
  );
  fireEvent.click(await screen.findByRole("button", { name: "处理" }));
  const box = within(await screen.findByRole("dialog"));
  await box.findByText("需要专业版");
  fireEvent.click(box.getByRole("button", { name: "确定" }));
  await box.findByText("请输入处理结果");
  fireEvent.change(box.getByLabelText(/处理结果/), { target: { value: "已升级" } });
  fireEvent.click(box.getByRole("button", { name: "确定" }));
  await waitFor(() =>
    expect(server.to("/hrs/contact/handle")[0]?.json()).toEqual({ id: "5", version: 2, status: "已完成", result: "已升级" }),
  );
});
