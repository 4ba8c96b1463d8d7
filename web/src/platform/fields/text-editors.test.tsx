import { act, cleanup, fireEvent, render, screen } from "@testing-library/react";
import { afterEach, expect, it } from "vitest";
import { LongTextEditor } from "@/platform/fields/text-editors";

afterEach(cleanup);

it("keeps the element of a long text when it gets the focus, so that nothing typed is lost", () => {
  let typed: string | null = null;
  const field = { name: "reason", kind: "longText" as const, maxLength: 200, label: { zh: "原因", en: "Reason" } };
  render(<LongTextEditor field={field} value={null} change={(value) => (typed = value)} name="原因" />);
  const area = screen.getByRole("textbox");
  act(() => area.focus());
  expect(screen.getByRole("textbox")).toBe(area);
  expect(document.activeElement).toBe(area);
  fireEvent.change(area, { target: { value: "欠款" } });
  expect(typed).toBe("欠款");
});
