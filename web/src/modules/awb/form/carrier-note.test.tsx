import { act, cleanup, fireEvent, screen, waitFor } from "@testing-library/react";
import { afterEach, expect, it, vi } from "vitest";
import { CarrierNote } from "@/modules/awb/form/carrier-note";
import { FormStore } from "@/platform/forms/form-store";
import { loadRoom, setLanguage } from "@/platform/i18n";
import { type Answer, envelope, stubServer } from "@/platform/test-kit";
import { renderPage } from "@/platform/test-shell";

afterEach(() => {
  cleanup();
  vi.unstubAllGlobals();
});

const NOTE = { carrierCode: "X9", text: "<p>收货人须填<b>电话</b><script>alert(1)</script></p>" };

async function open(awbNumber: string, routes: Record<string, Answer>) {
  await setLanguage("zh-CN");
  await loadRoom("awb");
  const form = new FormStore({ awbNumber });
  const server = stubServer(routes);
  renderPage(<CarrierNote form={form} />);
  return { form, server };
}

it("shows what the carrier of the prefix demands, and asks anew when the prefix changes alone", async () => {
  const { form, server } = await open("990-12345675", {
    "GET /afbase/carrier/noteOf/990": () => NOTE,
    "GET /afbase/carrier/noteOf/020": () => ({ carrierCode: "LH", text: "<p>品名须详细</p>" }),
  });
  expect(await screen.findByText("X9 航司要求")).toBeTruthy();
  const details = document.querySelector("details");
  expect(details?.open).toBe(true);
  expect(details?.querySelector(".rich-text")?.innerHTML).toBe("<p>收货人须填<b>电话</b></p>");
  act(() => form.patch({ awbNumber: "990-12345686" }));
  expect(server.asked).toHaveLength(1);
  act(() => form.patch({ awbNumber: "020-12345675" }));
  expect(await screen.findByText("LH 航司要求")).toBeTruthy();
  expect(screen.getByText("品名须详细")).toBeTruthy();
  expect(screen.queryByText("X9 航司要求")).toBeNull();
});

it("shows nothing without a prefix, nor where nobody wrote anything", async () => {
  const { form, server } = await open("99", { "GET /afbase/carrier/noteOf/990": () => null });
  expect(server.asked).toEqual([]);
  act(() => form.patch({ awbNumber: "990" }));
  await waitFor(() => expect(server.asked).toHaveLength(1));
  await act(async () => undefined);
  expect(document.querySelector("details")).toBeNull();
  expect(screen.queryByText("航司要求未能读取")).toBeNull();
});

it("says that it could not be read, and reads again", async () => {
  let works = false;
  await open("990-12345675", {
    "GET /afbase/carrier/noteOf/990": () => (works ? NOTE : envelope(500, 500, "服务器开小差了")),
  });
  expect(await screen.findByText("航司要求未能读取")).toBeTruthy();
  works = true;
  fireEvent.click(screen.getByText("重试"));
  expect(await screen.findByText("X9 航司要求")).toBeTruthy();
  expect(screen.queryByText("航司要求未能读取")).toBeNull();
});
