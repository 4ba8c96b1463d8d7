import { act, fireEvent, screen, waitFor } from "@testing-library/react";
import { afterEach, beforeEach, expect, it, vi } from "vitest";
import page from "@/modules/base/carrier/af-carrier.page";
import { CarrierNoteDialog } from "@/modules/base/carrier/note-dialog";
import { openCarrierNote, useCarrierNote } from "@/modules/base/carrier/note-store";
import type { Button, Row } from "@/platform/contract";
import type { ListContext } from "@/platform/lists/list-overrides";
import { prepareOrders } from "@/platform/order/tabs-kit";
import { type Answer, envelope, stubServer } from "@/platform/test-kit";
import { press, renderPage, toasts } from "@/platform/test-shell";

const PATH = "/afbase/carrier/note/LH";
const OWN = { carrierCode: "LH", version: 2, text: "<p>收货人须填电话</p>", platformText: "<p>平台要求</p>" };

// jsdom lays nothing out; the editor asks where the cursor is.
const nowhere = () => [] as unknown as DOMRectList;
const nothing = () => ({ top: 0, bottom: 0, left: 0, right: 0, width: 0, height: 0 });
for (const kind of [Range, Text]) Object.assign(kind.prototype, { getClientRects: nowhere, getBoundingClientRect: nothing });

beforeEach(async () => prepareOrders(["af-carrier-note"], "base"));
afterEach(() => {
  act(() => openCarrierNote(null));
  vi.unstubAllGlobals();
});

/** Presses the button of the row. */
function open(routes: Record<string, Answer>) {
  const server = stubServer(routes);
  renderPage(<CarrierNoteDialog />);
  const row = { id: "1", carrierCode: "LH" } as unknown as Row;
  act(() => void page.list?.actions?.["af-carrier-note"]?.([row], {} as ListContext, {} as Button));
  return server;
}

it("edits the company's words over the platform's, by the version that was read", async () => {
  const server = open({ [`GET ${PATH}`]: () => OWN, [`PUT ${PATH}`]: () => ({ carrierCode: "LH", version: 3 }) });
  expect(await screen.findByText("LH 航司要求")).toBeTruthy();
  expect(await screen.findByText("收货人须填电话")).toBeTruthy();
  expect(screen.getByText("平台要求")).toBeTruthy();
  fireEvent.click(screen.getByTitle("分隔线"));
  await press("保存");
  await waitFor(() => expect(useCarrierNote.getState().open).toBeNull());
  expect(server.to(PATH).find((call) => call.method === "PUT")?.json()).toEqual({
    version: 2,
    text: expect.stringMatching(/^(?=.*收货人须填电话).*<hr>/u),
  });
  expect(toasts()).toContain("已保存");
});

it("stays open with what was typed when the server refuses", async () => {
  const said = "航司要求不能超过5000个字符";
  open({
    [`GET ${PATH}`]: () => ({ ...OWN, platformText: null }),
    [`PUT ${PATH}`]: () => envelope(200, 1, said, { findings: [{ field: "text", severity: "error", key: "k", message: said }] }),
  });
  await screen.findByText("收货人须填电话");
  expect(screen.queryByText("平台的说明")).toBeNull();
  fireEvent.click(screen.getByTitle("分隔线"));
  await press("保存");
  expect(await screen.findByText(said)).toBeTruthy();
  expect(document.querySelector(".rich-editor hr")).toBeTruthy();
  expect(useCarrierNote.getState().open).toBe("LH");
});

it("reads anew what somebody else saved meanwhile", async () => {
  let version = 2;
  open({
    [`GET ${PATH}`]: () => ({ ...OWN, version, text: `<p>第${version}版</p>` }),
    [`PUT ${PATH}`]: () => envelope(200, 3, "数据有变化，请刷新后重试"),
  });
  await screen.findByText("第2版");
  version = 3;
  await press("保存");
  await press("重新加载");
  expect(await screen.findByText("第3版")).toBeTruthy();
});
