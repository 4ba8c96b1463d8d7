import { cleanup, fireEvent, screen, waitFor } from "@testing-library/react";
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import sharePage from "@/modules/order/order-share-qrcode-track.page";
import { prepare } from "@/modules/order/air/tabs-kit";
import { stubServer } from "@/platform/test-kit";
import { renderPage, toasts } from "@/platform/test-shell";
import { noticeLinks } from "./notice-links";

const UUID = "ab2f1c6a-0000-4000-8000-000000000001";
const CODE = "abcdefghijkmnpqrstuvwxyz23";
const urlOf = (scope: string) => `https://forwarder.test/externalOrderTrack?o=${scope}${UUID}&code=${CODE}`;
const Page = sharePage.page!;

function open(scope: string, path: string) {
  let state: unknown = { state: "NONE", o: `${scope}${UUID}`, parts: ["order", "track"] };
  const server = stubServer({
    [`GET /afbase/orderShare/link/${UUID}`]: () => state,
    "POST /afbase/orderShare/createLink": () => {
      state = {
        state: "ACTIVE",
        o: `${scope}${UUID}`,
        expireText: "本链接2026-08-14前有效",
        parts: ["order"],
        views: 0,
        lastView: null,
      };
      return { url: urlOf(scope), expireText: "本链接2026-08-14前有效" };
    },
  });
  renderPage(<Page />, path);
  return server;
}

beforeEach(async () => prepare(["se-order-share", "si-order-share"]));
afterEach(() => {
  cleanup();
  vi.unstubAllGlobals();
  vi.restoreAllMocks();
});

describe("delivery notices of a share link", () => {
  it.each([
    ["af", "/externalOrderDeliveryNotice"],
    ["lc", "/externalOrderDeliveryNotice"],
    ["se", "/seExternalOrderDeliveryNotice"],
    ["TE", "/teExternalOrderDeliveryNotice"],
  ])("lie at the page of scope %s, with the code of the link", (scope, page) => {
    expect(noticeLinks(urlOf(scope))).toEqual(
      ["warehouse", "storehouse"].map((flag) => ({
        flag,
        url: `https://forwarder.test${page}?o=${scope}${UUID}&flag=${flag}&code=${CODE}`,
      })),
    );
  });

  it("are not there for other scopes, nor without a code", () => {
    expect(["ai", "si", "ti", "io", "xx"].flatMap((scope) => noticeLinks(urlOf(scope)))).toEqual([]);
    expect(noticeLinks(`/externalOrderTrack?o=se${UUID}`)).toEqual([]);
  });

  it("are opened and copied once the link is made, the order being named by its uuid alone", async () => {
    const opened = vi.spyOn(window, "open").mockReturnValue(null);
    const written = vi.fn<(text: string) => Promise<void>>(() => Promise.resolve());
    vi.stubGlobal("navigator", { ...window.navigator, clipboard: { writeText: written } });
    const server = open("se", `/orderShareQrcodeTrack?o=${UUID}`);
    fireEvent.click(await screen.findByText("生成链接"));
    const menu = await screen.findByRole("button", { name: /送货通知/ });
    expect(server.to(`/afbase/orderShare/link/${UUID}`).length).toBeGreaterThan(0);
    fireEvent.click(menu);
    const [first] = await screen.findAllByRole("menuitem", { name: "打开" });
    fireEvent.click(first as HTMLElement);
    expect(opened).toHaveBeenCalledWith(
      `https://forwarder.test/seExternalOrderDeliveryNotice?o=se${UUID}&flag=warehouse&code=${CODE}`,
      "_blank",
      "noopener",
    );
    fireEvent.click(menu);
    const copies = await screen.findAllByRole("menuitem", { name: "复制链接" });
    fireEvent.click(copies[1] as HTMLElement);
    await waitFor(() =>
      expect(written).toHaveBeenCalledWith(
        `https://forwarder.test/seExternalOrderDeliveryNotice?o=se${UUID}&flag=storehouse&code=${CODE}`,
      ),
    );
    expect(toasts()).toContain("链接已复制");
  });

  it("are shown to who comes with the code, and are missing where the scope has none", async () => {
    open("lc", `/orderShareQrcodeTrack?o=lc${UUID}&code=${CODE}`);
    await screen.findByRole("button", { name: /送货通知/ });
    cleanup();
    const server = open("si", `/orderShareQrcodeTrack?o=si${UUID}&code=${CODE}`);
    await screen.findByText("生成链接");
    expect(screen.queryByRole("button", { name: /送货通知/ })).toBeNull();
    expect(server.to(`/afbase/orderShare/link/${UUID}`)).toHaveLength(1);
    // Who shares orders of one scope need not share those of another.
    cleanup();
    open("te", `/orderShareQrcodeTrack?o=te${UUID}`);
    await screen.findByText("该订单尚未分享");
    expect(screen.queryByText("生成链接")).toBeNull();
  });
});
