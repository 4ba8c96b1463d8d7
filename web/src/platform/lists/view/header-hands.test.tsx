/** Columns drawn wider and moved with the mouse. */
import { cleanup, fireEvent, screen } from "@testing-library/react";
import { afterEach, expect, it, vi } from "vitest";
import type { PlacedColumn } from "@/platform/lists/list-data";
import { ColumnGrip, headerHands, replaced, resized } from "@/platform/lists/view/header-hands";
import { renderPage } from "@/platform/test-shell";

afterEach(cleanup);

const column = (name: string, width?: number): PlacedColumn => ({
  name, label: { zh: name, en: name }, kind: "text", sortable: false, shown: true, fixed: null, ...(width ? { width } : {}),
});
const COLUMNS = [column("number", 140), column("flight"), column("customer")];
const names = (columns: PlacedColumn[]) => columns.map(({ name }) => name);

// Issue 25, 19.
it("keeps a width within bounds, and gives the usual one back", () => {
  const width = (wanted: number | null) => resized(COLUMNS, "number", wanted)[0]?.width;
  expect([width(200.4), width(47), width(48), width(800), width(801), width(null)]).toEqual([200, 48, 48, 800, 800, undefined]);
});

// Issue 25, 19.
it("puts a column where another one stands", () => {
  expect(names(replaced(COLUMNS, "customer", "flight"))).toEqual(["number", "customer", "flight"]);
  expect(names(replaced(COLUMNS, "number", "customer"))).toEqual(["flight", "customer", "number"]);
  expect(replaced(COLUMNS, "flight", "flight")).toBe(COLUMNS);
  expect(replaced(COLUMNS, "other", "flight")).toBe(COLUMNS);
});

// Issue 25, 19.
it("is not moved while its edge is held, and not drawn by a press that was cancelled", async () => {
  const place = vi.fn<(columns: PlacedColumn[]) => void>();
  renderPage(
    <div role="columnheader" {...headerHands(COLUMNS, "flight", "航班", place)}>
      <ColumnGrip columns={COLUMNS} name="flight" place={place} />
    </div>,
  );
  const head = await screen.findByRole("columnheader");
  const grip = head.querySelector<HTMLElement>(".column-grip")!;
  const at = (type: string, clientX: number) => fireEvent(grip, new MouseEvent(type, { bubbles: true, clientX }));
  const setData = vi.fn();
  // The head is what a browser drags, also where the pointer went down on its edge.
  const drag = () => fireEvent.dragStart(head, { dataTransfer: { setData } });
  at("pointerdown", 100);
  expect(drag(), "refused").toBe(false);
  at("pointercancel", 100);
  at("pointerup", 160);
  expect(place).not.toHaveBeenCalled();
  expect(setData).not.toHaveBeenCalled();
  expect(drag()).toBe(true);
  expect(setData).toHaveBeenCalledWith("application/x-column", "flight");
});

// Issue 25, 19.
it("is drawn by its edge and moved by its name", async () => {
  const place = vi.fn<(columns: PlacedColumn[]) => void>();
  renderPage(
    <div role="columnheader" {...headerHands(COLUMNS, "flight", "航班", place)}>
      航班
      <ColumnGrip columns={COLUMNS} name="flight" place={place} />
    </div>,
  );
  const head = await screen.findByRole("columnheader");
  head.getBoundingClientRect = () => ({ width: 120 }) as DOMRect;
  const grip = head.querySelector<HTMLElement>(".column-grip")!;
  const at = (type: string, clientX: number) => fireEvent(grip, new MouseEvent(type, { bubbles: true, clientX }));
  at("pointerdown", 100);
  at("pointermove", 130);
  expect(grip.style.transform).toBe("translateX(30px)");
  at("pointerup", 160);
  expect(place.mock.calls[0]?.[0].find(({ name }) => name === "flight")?.width).toBe(180);
  const dataTransfer = { types: ["application/x-column"], getData: () => "customer", setData: () => undefined };
  fireEvent.drop(head, { dataTransfer });
  expect(names(place.mock.calls[1]![0])).toEqual(["number", "customer", "flight"]);
});
