import { act, cleanup, fireEvent, render, screen } from "@testing-library/react";
import { afterEach, expect, it } from "vitest";
import { NumberEditor } from "@/platform/fields/number-editor";

afterEach(cleanup);

const field = { name: "weight", kind: "decimal" as const, places: 2, digits: 2, label: { zh: "计费重量", en: "Chargeable weight" } };

it("shows a figure that comes while the cursor is there, and what is typed replaces it", () => {
  let typed: number | null = null;
  const change = (value: number | null) => (typed = value);
  const { rerender } = render(<NumberEditor field={field} value={null} change={change} name="计费重量" />);
  const box = screen.getByRole("textbox") as HTMLInputElement;
  act(() => box.focus());
  expect(box.value).toBe("");
  rerender(<NumberEditor field={field} value={600} change={change} name="计费重量" />);
  expect([box.value, box.selectionStart, box.selectionEnd]).toEqual(["600", 0, 3]);
  fireEvent.change(box, { target: { value: "650." } });
  rerender(<NumberEditor field={field} value={650} change={change} name="计费重量" />);
  expect([typed, box.value]).toEqual([650, "650."]);
  act(() => box.blur());
  expect(box.value).toBe("650.00");
});
