import { cleanup, fireEvent, screen, waitFor } from "@testing-library/react";
import { Activity, useState } from "react";
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { buttons, fieldAt, openPage, press } from "@/modules/awb/awb-kit";
import master from "@/modules/awb/form/mawb-make.page";
import type { Answer } from "@/platform/test-kit";

const ORDER = "c36e11180f712e83d1d2d414199b0fbe";
const STORED = {
  kind: "master", awbNumber: "990-12345675", departureStation: "PVG", arrivalStation: "FRA", airlineCode: "X9", currency: "CNY",
  shipper: { scName: "DEMO EXPORTER" }, consignee: {}, notify: {}, lines: [], sizes: [], charges: [], specialHandlingCodes: [],
  awbPrintId: "77", rowUuid: "u1", state: "DRAFT", printCount: 0, revision: 0, orderCode: "AE-2611200007",
};
const OVERVIEW = `/afbase/awbPrint/viewByOrderUuid/${ORDER}`;
const VIEW = "/afbase/awbPrint/view/77";
const CHECK = "/afbase/awbPrint/check";
const NOTE = "他人已修改此运单，当前显示的是修改前的内容。";

/** The page in a tab that goes behind another one and comes back. */
function Kept() {
  const [shown, setShown] = useState(true);
  const Page = master.page ?? (() => null);
  return (
    <>
      <button type="button" onClick={() => setShown(!shown)}>
        另一标签
      </button>
      <Activity mode={shown ? "visible" : "hidden"}>
        <Page />
      </Activity>
    </>
  );
}

let stored = { ...STORED };
const ROUTES: Record<string, Answer> = {
  [`GET ${OVERVIEW}`]: () => ({ awbNumber: "990-12345675", awbPrintId: "77", state: "DRAFT", hawbs: [] }),
  [`GET ${VIEW}`]: () => stored,
  [`POST ${CHECK}`]: () => ({ findings: [], sums: null, lines: [] }),
};

const name = () => fieldAt("shipper.scName").input;

async function typedAndLeft() {
  const server = await openPage(Kept, `/af_mawb_make?o=${ORDER}`, ROUTES);
  await waitFor(() => expect(name().value).toBe("DEMO EXPORTER"));
  fireEvent.change(name(), { target: { value: "TYPED" } });
  await waitFor(() => expect(server.to(CHECK).at(-1)?.json()).toMatchObject({ shipper: { scName: "TYPED" } }));
  await screen.findByText("未保存");
  await press("另一标签");
  const checks = server.to(CHECK).length;
  const back = async () => {
    await press("另一标签");
    await waitFor(() => expect(server.to(VIEW)).toHaveLength(2));
  };
  return { server, checks, back };
}

beforeEach(() => {
  stored = { ...STORED };
  Element.prototype.scrollIntoView = () => undefined;
});
afterEach(() => {
  cleanup();
  vi.unstubAllGlobals();
});

describe("a waybill that was kept behind other pages", () => {
  it("is as it was typed, and asks for its version alone", async () => {
    const { server, checks, back } = await typedAndLeft();
    await back();
    expect(name().value).toBe("TYPED");
    expect(screen.getByText("未保存")).toBeTruthy();
    expect(server.to(OVERVIEW)).toHaveLength(1);
    expect(server.to(CHECK)).toHaveLength(checks);
    expect(screen.queryByText(NOTE)).toBeNull();
  });

  it("says that somebody else changed it, and is read anew only when the user wants it", async () => {
    const { back } = await typedAndLeft();
    stored = { ...STORED, rowUuid: "u2", shipper: { scName: "OTHER" } };
    await back();
    await screen.findByText(NOTE);
    expect(name().value).toBe("TYPED");
    await press("重新读取");
    await screen.findByText("内容未保存，确认离开？");
    expect(name().value).toBe("TYPED");
    await waitFor(() => expect(buttons("离开")).toHaveLength(1));
    await press("离开");
    await waitFor(() => expect(name().value).toBe("OTHER"));
    expect(screen.queryByText(NOTE)).toBeNull();
    expect(screen.queryByText("未保存")).toBeNull();
  });
});
