import { act, fireEvent, screen, waitFor } from "@testing-library/react";
import { afterEach, beforeEach, expect, it, vi } from "vitest";
import { BulkDialogs } from "@/modules/base/tact/bulk-dialogs";
import { type Bulk, closeBulk, openBulk } from "@/modules/base/tact/bulk-store";
import { prepareOrders } from "@/platform/order/tabs-kit";
import { type Answer, envelope, stubServer } from "@/platform/test-kit";
import { fieldAt, press, renderPage, toasts } from "@/platform/test-shell";

const RATES = [{ rate: "X9 PVG-FRA", prices: [{ name: "N", old: "47.62", new: "52.38" }] }];

function open(kind: Bulk["kind"], routes: Record<string, Answer>) {
  const server = stubServer({ "GET /platform/select/airport": () => [], "GET /platform/select/carrier": () => [], ...routes });
  const done = vi.fn<() => void>();
  renderPage(<BulkDialogs />);
  act(() => openBulk({ kind, ids: ["7"], done }));
  return { server, done };
}

beforeEach(async () => prepareOrders(["af-tact-adjust"], "base"));
afterEach(() => {
  act(closeBulk);
  vi.unstubAllGlobals();
});

it("previews old and new prices before anything is made, then makes what was previewed", async () => {
  const { server, done } = open("adjust", { "POST /afbase/tact/adjust": (call) => ({ rates: RATES, made: (call.json() as { preview?: boolean }).preview ? 0 : 1 }) });
  fireEvent.change((await waitFor(() => fieldAt("by"))).input, { target: { value: "10" } });
  const { input: day } = fieldAt("validFrom");
  fireEvent.mouseDown(day);
  fireEvent.change(day, { target: { value: "2026-07-20" } });
  fireEvent.blur(day);
  await press("保存");
  const cell = await screen.findByText("52.38");
  expect(cell.closest("tr")?.textContent).toBe("X9 PVG-FRAN47.6252.38");
  expect(done).not.toHaveBeenCalled();
  await press("确认调价");
  await waitFor(() => expect(done).toHaveBeenCalledOnce());
  const [preview, made] = server.to("/afbase/tact/adjust").map((call) => call.json());
  expect(preview).toMatchObject({ ids: ["7"], mode: "PERCENT", classes: ["M", "N", "Q"], rounding: "0.01", validFrom: "2026-07-20", preview: true });
  expect(made).toEqual({ ...(preview as object), preview: undefined });
  expect(toasts()).toContain("已生成1条运价");
});

it("keeps what was typed when the server refuses, and says why at its field", async () => {
  const said = "请选择目的站或航司";
  const { done } = open("copy", {
    "POST /afbase/tact/copyTo": () => envelope(200, 1, said, { findings: [{ field: "arrivals", severity: "error", key: "k", message: said }] }),
  });
  await waitFor(() => fieldAt("arrivals"));
  await press("保存");
  expect(await screen.findByText(said)).toBeTruthy();
  expect(done).not.toHaveBeenCalled();
});
