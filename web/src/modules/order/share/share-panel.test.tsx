import { fireEvent, screen, waitFor } from "@testing-library/react";
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { type Answer, envelope, stubServer } from "@/platform/test-kit";
import { renderPage, toasts } from "@/platform/test-shell";
import { ORDER, prepare } from "../air/tabs-kit";
import { SharePanel } from "./share-panel";

const LINK = `/afbase/orderShare/link/${ORDER.orderUuid}`;
const ALL = ["order", "track", "manifest", "files", "photos", "print"];
const URL_MADE = `https://forwarder.test/externalOrderTrack?o=af${ORDER.orderUuid}&code=abcdefghijkmnpqrstuvwxyz23`;
const NONE = { state: "NONE", parts: ALL };
const ACTIVE = { state: "ACTIVE", expireText: "本链接2026-08-14前有效", parts: ALL, views: 3, lastView: "2026-07-15 10:00:00" };

function open(routes: Record<string, Answer>) {
  const server = stubServer(routes);
  renderPage(<SharePanel orderUuid={ORDER.orderUuid} />);
  return server;
}

beforeEach(async () => prepare());
afterEach(() => vi.unstubAllGlobals());

describe("share link of an order", () => {
  it("shows QR code and full address right after the link is made", async () => {
    // req: track-qr-content
    const written = vi.fn<(text: string) => Promise<void>>(() => Promise.resolve());
    vi.stubGlobal("navigator", { ...window.navigator, clipboard: { writeText: written } });
    let state: unknown = NONE;
    const server = open({
      [`GET ${LINK}`]: () => state,
      "POST /afbase/orderShare/createLink": () => {
        state = { ...ACTIVE, parts: ALL.slice(0, 5), views: 0, lastView: null };
        return { url: URL_MADE, expireText: ACTIVE.expireText };
      },
    });
    expect(await screen.findByText("未生成")).toBeTruthy();
    fireEvent.click(screen.getByLabelText("运单打印"));
    fireEvent.click(screen.getByText("生成链接"));
    expect(await screen.findByText("本链接2026-08-14前有效")).toBeTruthy();
    const code = screen.getByRole("img", { name: "订单跟踪链接的二维码" });
    expect(code.querySelector("svg")?.getAttribute("width")).toBe("120");
    expect((screen.getByLabelText("分享链接", { selector: "input" }) as HTMLInputElement).value).toBe(URL_MADE);
    fireEvent.click(screen.getByText("复制链接"));
    expect(written).toHaveBeenCalledWith(URL_MADE);
    expect(server.to("/afbase/orderShare/createLink")[0]?.json()).toEqual({
      orderUuid: ORDER.orderUuid,
      validity: "30",
      parts: ALL.slice(0, 5),
      receiver: "",
    });
  });

  it("asks before a live link is replaced, and shows no address it does not know", async () => {
    const server = open({
      [`GET ${LINK}`]: () => ACTIVE,
      "POST /afbase/orderShare/createLink": () => ({ url: URL_MADE, expireText: ACTIVE.expireText }),
    });
    await screen.findByText("访问 3 次 · 最近访问 2026-07-15 10:00");
    expect(screen.getByText("链接和二维码仅在生成时显示；需要再次查看请更新链接")).toBeTruthy();
    expect(screen.queryByLabelText("分享链接", { selector: "input" })).toBeNull();
    fireEvent.click(screen.getByText("更新链接"));
    await screen.findByText("生成新链接后，原链接立即失效，是否继续？");
    expect(server.to("/afbase/orderShare/createLink")).toHaveLength(0);
    fireEvent.click(screen.getAllByText("更新链接").at(-1) as HTMLElement);
    expect(await screen.findByLabelText("分享链接", { selector: "input" })).toBeTruthy();
  });

  it("stops the link, and shows why a link was not made", async () => {
    let state: unknown = ACTIVE;
    const finding = { field: "parts", severity: "error", key: "share.no_parts", message: "请选择分享内容" };
    open({
      [`GET ${LINK}`]: () => state,
      "POST /afbase/orderShare/stopLink": () => {
        state = { ...ACTIVE, state: "STOPPED" };
        return { state: "STOPPED" };
      },
      "POST /afbase/orderShare/createLink": () => envelope(200, 1, finding.message, { findings: [finding] }),
    });
    fireEvent.click(await screen.findByText("停用"));
    await screen.findByText("停用后该链接立即失效，确认停用吗？");
    fireEvent.click(screen.getAllByText("停用").at(-1) as HTMLElement);
    expect(await screen.findByText("已停用")).toBeTruthy();
    fireEvent.click(screen.getByText("生成链接"));
    expect(await screen.findByText("请选择分享内容")).toBeTruthy();
  });

  it("mails the link that is shown with its code, in the language its sender chooses", async () => {
    const letter = `/afbase/orderShare/letter/${ORDER.orderUuid}`;
    const sent = "/afbase/orderShare/send";
    const whom = { to: ["customer@example.com"], cc: ["op01@example.com"] };
    const wrong = "追踪码不正确，请更新链接后再发送";
    let refuse = true;
    const server = open({
      [`GET ${LINK}`]: () => NONE,
      "POST /afbase/orderShare/createLink": () => ({ url: URL_MADE, expireText: ACTIVE.expireText }),
      [`GET ${letter}`]: (call) =>
        call.query.get("language") === "en-US"
          ? { ...whom, subject: "Shipment tracking E1", content: "Dear customer" }
          : { ...whom, subject: "订单跟踪 E1", content: "您好" },
      [`POST ${sent}`]: () => (refuse ? envelope(200, 1, wrong) : { mailId: "1" }),
    });
    fireEvent.click(await screen.findByText("生成链接"));
    fireEvent.click(await screen.findByText("发送邮件"));
    const subject = () => screen.getByLabelText<HTMLInputElement>(/标题/);
    await waitFor(() => expect(subject().value).toBe("订单跟踪 E1"));
    expect(screen.getByText("链接和有效期将附在正文下方。")).toBeTruthy();
    fireEvent.click(screen.getByLabelText("English"));
    await waitFor(() => expect(subject().value).toBe("Shipment tracking E1"));
    fireEvent.click(screen.getByText("发送"));
    await waitFor(() => expect(toasts().join()).toContain(wrong));
    refuse = false;
    fireEvent.click(screen.getByText("发送"));
    await waitFor(() => expect(toasts()).toContain("邮件已提交发送"));
    expect(server.to(sent)[1]?.json()).toEqual({
      ...whom,
      subject: "Shipment tracking E1",
      content: "Dear customer",
      orderUuid: ORDER.orderUuid,
      code: "abcdefghijkmnpqrstuvwxyz23",
      language: "en-US",
    });
  });

  it("only shows to those who may not share", async () => {
    await prepare([]);
    open({ [`GET ${LINK}`]: () => ({ ...ACTIVE, parts: ["order", "track"] }) });
    expect(await screen.findByText(/订单信息 · 轨迹/)).toBeTruthy();
    await waitFor(() => expect(screen.getByText("有效")).toBeTruthy());
    expect(screen.queryByText("停用")).toBeNull();
    expect(screen.queryByText("更新链接")).toBeNull();
  });
});
