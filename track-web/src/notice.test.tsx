import { render, screen, waitFor } from "@testing-library/react";
import { expect, it } from "vitest";
import NoticePage from "./notice";
import { at, fine, serve, UUID } from "./test-order";

const SEARCH = `?o=af${UUID}&flag=storehouse&code=k3y`;
const NOTICE = `orderDeliveryNotice/${UUID}/storehouse`;
const E1 = {
  place: "KF01",
  orderCode: "AE-2607150001",
  awbNumber: "990-12345675",
  customerNumber: null,
  receiptDate: "2026-07-16",
  goodsNameCn: "机械零件",
  goodsNameEn: "MACHINE PARTS",
  packageType: "纸箱（CTNS）",
  pieces: 12,
  weight: 480,
  volume: 3.6,
  orgName: "测试货代",
};

const facts = (): string[] => [...document.querySelectorAll(".fact")].map((fact) => fact.textContent ?? "");

it("shows what is delivered where, with a code of its own address", async () => {
  at(SEARCH);
  const seen = serve({ [NOTICE]: fine(E1) });
  render(<NoticePage />);
  expect((await screen.findByRole("heading", { level: 1 })).textContent).toBe("仓库送货通知");
  expect(seen).toMatchObject([{ method: "GET", path: NOTICE, query: { code: "k3y" } }]);
  expect(document.querySelector(".current")?.textContent).toBe("送货地址KF01");
  expect(facts()).toEqual([
    "主单号990-12345675",
    "订单号AE-2607150001",
    "客户单号-",
    "预计到货2026-07-16",
    "品名机械零件",
    "件数12 纸箱（CTNS）",
    "毛重 KG480.0",
    "体积 CBM3.600",
  ]);
  const code = screen.getByRole("img", { name: "本送货通知的二维码" });
  expect(code.getAttribute("data-content")).toBe(`http://forwarder.test/externalOrderDeliveryNotice?o=af${UUID}&flag=storehouse&code=k3y`);
  expect(code.getAttribute("width")).toBe("120");
  expect(screen.getByRole("button", { name: "打印" })).toBeTruthy();
  await waitFor(() => expect(document.title).toBe("仓库送货通知"));
});

it("says what the server says while the order names no place", async () => {
  at(SEARCH.replace("storehouse", "warehouse"));
  serve({ [NOTICE.replace("storehouse", "warehouse")]: { code: 1, messageInfo: "未选择交货货站" } });
  render(<NoticePage />);
  expect((await screen.findByRole("alert")).textContent).toBe("操作失败，未选择交货货站");
  expect(screen.getByText("请核对链接，或向货代公司确认送货安排。")).toBeTruthy();
});

it("asks nothing for an address that names no notice", async () => {
  for (const search of ["", `?o=af${UUID}&flag=x`, `?o=af${UUID}`, "?flag=warehouse", `?o=se${UUID}&flag=warehouse`]) {
    at(search);
    const seen = serve({});
    const { unmount } = render(<NoticePage />);
    await waitFor(() => expect(screen.getByRole("alert").textContent).toBe("操作失败，未获取到查询信息"));
    expect(screen.getByText("暂无数据")).toBeTruthy();
    expect(seen).toEqual([]);
    unmount();
  }
});
