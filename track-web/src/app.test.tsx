import { render, screen, waitFor } from "@testing-library/preact";
import { expect, it } from "vitest";
import { App } from "./app";
import { at, example, fine, serve, UUID } from "./test-order";

const LONG = { timeout: 30_000 };

/** Opens an address and waits for the name of its page in the title, in Chinese and then in English. */
async function opens(path: string, search: string, chinese: string, english: string): Promise<void> {
  at(search, path);
  const { unmount } = render(<App first={undefined} />);
  await waitFor(() => expect(document.title).toBe(chinese), LONG);
  screen.getByRole("button", { name: "EN" }).click();
  await waitFor(() => expect(document.title).toBe(english), LONG);
  expect(location.pathname).toBe(path);
  unmount();
  localStorage.clear();
}

// req: track-route-se-external-order-delivery-notice, track-route-te-external-order-delivery-notice, track-route-external-order-delivery-notice
it("opens the delivery notices at their addresses without a log-in", async () => {
  serve({});
  await opens("/externalOrderDeliveryNotice", `?o=lc${UUID}&flag=warehouse`, "送货通知", "Delivery notice");
  await opens("/seExternalOrderDeliveryNotice", `?o=se${UUID}&flag=warehouse`, "海运送货通知", "Sea delivery notice");
  await opens("/teExternalOrderDeliveryNotice", `?o=te${UUID}&flag=storehouse`, "铁路送货通知", "Rail delivery notice");
});

// req: track-route-cargo-pouch-view, track-route-cargo-pouch-view-id, pages-route-customer-info
it("opens the forms at their addresses without a log-in", async () => {
  serve({});
  await opens("/cargoPouchView", "", "随货文件袋", "Cargo pouch");
  await opens("/cargoPouchView/abc", "", "随货文件袋", "Cargo pouch");
  await opens("/customer_info", "?code=k3y", "客户信息登记", "Customer information");
  await opens("/bill_confirm", "?code=k3y", "账单确认", "Confirm a bill");
  await opens("/chat_guest", "?code=k3y", "在线沟通", "Online chat");
});

it("shows the shared order everywhere else", async () => {
  serve({ "order/orderTrack": fine(example()) });
  await opens("/externalOrderTrack", `?o=AF${UUID}&code=k3y`, "货物追踪 990-12345675", "Cargo tracking 990-12345675");
});
