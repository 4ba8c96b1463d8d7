import { fireEvent, screen, waitFor, within } from "@testing-library/react";
import { afterEach, beforeEach, expect, it, vi } from "vitest";
import { ManifestSection } from "@/platform/order/manifest-section";
import { READ, prepareOrders } from "@/platform/order/tabs-kit";
import { type Answer, stubServer } from "@/platform/test-kit";
import { renderPage, toasts } from "@/platform/test-shell";

const ENTRY = {
  id: "7",
  hawbNumber: "",
  kind: "TEMPORARY",
  eventTime: "2026-07-17 09:00:00",
  pieces: 12,
  weight: 480,
  declarationNumber: "",
  remark: "",
  source: "手工",
  canRemove: true,
};
const MANIFEST = {
  number: "990-12345675",
  mayEnter: true,
  manifest: [
    { masterFlag: true, hawbNumber: null, pieceWeightInfo: "12 / 480.0", declarationNumber: null, temporaryArrivalTime: "2026-07-17 09:00:00" },
    { masterFlag: false, hawbNumber: "HA001", pieceWeightInfo: "5 / 200.0", declarationNumber: "2231", arriveTime: "2026-07-17 10:00:00" },
  ],
  events: [ENTRY, { ...ENTRY, id: "6", kind: "PASSED", source: "海关", canRemove: false, declarationNumber: "2231" }],
};

function open(manifest: object = MANIFEST, routes: Record<string, Answer> = {}) {
  const server = stubServer({ "GET /afbase/track/manifest": () => manifest, ...routes });
  renderPage(<ManifestSection orderUuid={READ.orderUuid} />);
  return server;
}

beforeEach(async () => prepareOrders(["af-track-input"]));
afterEach(() => vi.unstubAllGlobals());

it("shows the milestones of master and houses; a provisional arrival stands in for the one of customs", async () => {
  open();
  const master = (await screen.findByText(/2026-07-17 09:00 （临时）/)).closest("tr");
  expect(master?.textContent).toContain("990-12345675");
  const house = screen.getByText("HA001").closest("tr");
  expect(house?.textContent).toContain("2026-07-17 10:00");
  expect(house?.textContent).toContain("2231");
});

it("removes one's own entries only, after asking", async () => {
  const server = open(MANIFEST, { "DELETE /afbase/track/manifest/7": () => null });
  fireEvent.click(await screen.findByText("登记明细"));
  expect(screen.getAllByRole("button", { name: "删除" })).toHaveLength(1);
  fireEvent.click(screen.getByRole("button", { name: "删除" }));
  const dialog = await screen.findByRole("dialog");
  expect(dialog.textContent).toContain("确认删除舱单节点“临时运抵”？");
  fireEvent.click(within(dialog).getByRole("button", { name: /删\s*除/ }));
  await waitFor(() => expect(server.to("/afbase/track/manifest/7").map((call) => call.method)).toEqual(["DELETE"]));
});

it("says that there is nothing, and offers to enter it to those who may", async () => {
  open({ ...MANIFEST, manifest: [], events: [] });
  expect(await screen.findByText("暂无舱单节点，可手工登记")).toBeTruthy();
  expect(screen.getByRole("button", { name: "登记舱单节点" })).toBeTruthy();
});

it("offers nothing to those who may only look, and hides without a number", async () => {
  open({ ...MANIFEST, mayEnter: false, manifest: [], events: [] });
  expect(await screen.findByText("暂无舱单节点")).toBeTruthy();
  expect(screen.queryByRole("button", { name: "登记舱单节点" })).toBeNull();
  expect(toasts()).toEqual([]);
});
