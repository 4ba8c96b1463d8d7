import { act, fireEvent, render, screen, waitFor } from "@testing-library/preact";
import { beforeEach, expect, it, vi } from "vitest";
import { navigation } from "../open-link";
import { TrackPage } from "./track";
import { at, example, fakeWindow, fine, PHONE, SEARCH, serve, UUID, type Answers, type Seen } from "../test-order";

const WAREHOUSE = `checkOrderDeliveryNotice/${UUID}/warehouse`;
const STOREHOUSE = `checkOrderDeliveryNotice/${UUID}/storehouse`;
const VIEW = `viewAFOrderByOrderUuid/${UUID}`;
const MASTER = `viewByOrderUuid/${UUID}`;
const HOUSES = `hawbListByOrderUuid/${UUID}`;

const ALL: Answers = {
  [WAREHOUSE]: fine(null),
  [STOREHOUSE]: fine(null),
  [VIEW]: fine({ outfieldService: true, warehouseService: true }),
  [MASTER]: fine({ awbNumber: "990-12345675" }),
  [HOUSES]: fine([
    { hawbNumber: "HA001", awbPrintId: "51" },
    { hawbNumber: "HA002", awbPrintId: "52" },
  ]),
};

beforeEach(() => at(SEARCH));

async function open(answers: Answers): Promise<Seen[]> {
  const seen = serve({ "order/orderTrack": fine(example()), ...answers });
  render(<TrackPage />);
  await screen.findByRole("heading", { level: 1 });
  await waitFor(() => expect(seen).toHaveLength(6));
  // Answers are read and drawn in turns of their own.
  for (let turn = 0; turn < 20; turn += 1) await act(async () => {});
  return seen;
}

const tiles = (): (string | null)[] => [...document.querySelectorAll(".tile")].map((one) => one.textContent);

// req: track-af-tile-check, track-af-tile-warehouse, track-af-tile-storehouse, track-af-tile-mawb, track-af-tile-hawb, track-hawb-print-fields
it("shows a tile for everything that can be done", async () => {
  await open(ALL);
  expect(tiles()).toEqual(["外场送货通知", "仓库送货通知", "主单打印", "分单打印 HA001", "分单打印 HA002"]);
  expect(screen.getByRole("link", { name: "外场送货通知" }).getAttribute("href")).toBe(`/externalOrderDeliveryNotice?o=af${UUID}&flag=warehouse&code=k3y`);
  expect(screen.getByRole("link", { name: "仓库送货通知" }).getAttribute("href")).toBe(`/externalOrderDeliveryNotice?o=af${UUID}&flag=storehouse&code=k3y`);
});

// req: track-call-check-warehouse, track-call-check-storehouse, track-call-af-order-view, track-call-waybill-view, track-call-hawb-list
it("asks each of its calls once, with the code", async () => {
  const seen = await open(ALL);
  const asked = seen.slice(1);
  expect(asked.map((one) => one.path).sort()).toEqual([WAREHOUSE, STOREHOUSE, VIEW, MASTER, HOUSES].sort());
  for (const one of asked) expect(one).toMatchObject({ method: "GET", query: { code: "k3y" } });
});

// req: track-af-tile-check, track-call-check-warehouse, track-call-check-storehouse
it("wants the check and the service flag", async () => {
  await open({ ...ALL, [MASTER]: fine(null), [HOUSES]: fine([]), [WAREHOUSE]: { code: 1, messageInfo: "未选择交货货站" } });
  expect(tiles()).toEqual(["仓库送货通知"]);
  expect(screen.queryByRole("alert")).toBeNull();
});

// req: track-af-tile-warehouse, track-af-tile-storehouse, track-call-af-order-view
it("goes by the matching flag", async () => {
  await open({ [WAREHOUSE]: fine(null), [STOREHOUSE]: fine(null), [VIEW]: fine({ outfieldService: true, warehouseService: false }) });
  expect(tiles()).toEqual(["外场送货通知"]);
});

// req: track-af-tile-mawb, track-af-tile-hawb
it("shows no print tile without data", async () => {
  await open({ [MASTER]: fine(null), [HOUSES]: fine(null) });
  expect(tiles()).toEqual([]);
});

// req: track-call-print-mawb, track-links-mobile
it("prints the master waybill in a new window", async () => {
  const opened = fakeWindow();
  const seen = await open({ ...ALL, downloadAWB: fine("/afbase/print/1.pdf") });
  fireEvent.click(screen.getByRole("button", { name: "主单打印" }));
  await waitFor(() => expect(opened.location.href).toBe("/afbase/print/1.pdf"));
  expect(opened.opener).toBeNull();
  expect(seen.at(-1)).toMatchObject({
    method: "POST",
    path: "downloadAWB",
    body: { awbPrintType: "PRINT_MAWB", orderUuid: UUID, printType: "2", code: "k3y" },
  });
});

// req: track-call-print-hawb, track-links-mobile
it("prints a house waybill in the same tab on a phone", async () => {
  vi.spyOn(navigator, "userAgent", "get").mockReturnValue(PHONE);
  const newWindow = vi.spyOn(window, "open");
  const go = vi.spyOn(navigation, "go").mockImplementation(() => {});
  const seen = await open({ ...ALL, downloadHAWB: fine("/afbase/print/2.pdf") });
  fireEvent.click(screen.getByRole("button", { name: "分单打印 HA002" }));
  await waitFor(() => expect(go).toHaveBeenCalledWith("/afbase/print/2.pdf"));
  expect(newWindow).not.toHaveBeenCalled();
  expect(seen.at(-1)?.body).toEqual({ awbPrintType: "PRINT_HAWB", orderUuid: UUID, awbPrintId: "52", printType: "2", code: "k3y" });
});

// req: track-print-failed
it("shows the server's words when printing fails, and closes the empty window", async () => {
  const opened = fakeWindow();
  await open({ ...ALL, downloadAWB: { code: 1, messageInfo: "主单尚未制单完成" } });
  fireEvent.click(screen.getByRole("button", { name: "主单打印" }));
  expect((await screen.findByRole("alert")).textContent).toBe("操作失败，主单尚未制单完成");
  expect(opened.close).toHaveBeenCalled();
});
