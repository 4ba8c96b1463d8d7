/** Choices by keyboard, and what they show before a name is known. */
import { cleanup, fireEvent, screen, waitFor } from "@testing-library/react";
import { afterEach, expect, it, vi } from "vitest";
import { ReferenceEditor, SelectEditor } from "@/platform/fields/choice-editors";
import { stubServer } from "@/platform/test-kit";
import { renderPage } from "@/platform/test-shell";

afterEach(() => {
  cleanup();
  vi.unstubAllGlobals();
});

const label = (zh: string) => ({ zh, en: zh });

// Issue 25, 20.
it("is named at once although its name was told as an empty one, and Delete empties it", async () => {
  let answer: (rows: unknown) => void = () => undefined;
  stubServer({ "GET /platform/select/user": () => new Promise((resolve) => (answer = resolve)) });
  const changed = vi.fn<(value: unknown) => void>();
  const field = { name: "salesId", kind: "reference" as const, reference: "user", label: label("责任销售") };
  renderPage(<ReferenceEditor field={field} value="1001" shown="" change={changed} name="责任销售" />);
  expect(await screen.findByText("…")).toBeTruthy();
  answer([{ value: "1001", label: "销售一" }]);
  expect(await screen.findByText("销售一")).toBeTruthy();
  fireEvent.keyDown(screen.getByRole("combobox"), { key: "Delete" });
  expect(changed).toHaveBeenCalledWith(null, null);
});

// Issue 25, 20.
it("names the sign that empties it", async () => {
  stubServer({});
  const changed = vi.fn<(value: unknown) => void>();
  const field = { name: "part", kind: "select" as const, options: [{ value: "T", label: label("全部") }], label: label("分批") };
  renderPage(<SelectEditor field={field} value="T" change={changed} name="分批" />);
  await waitFor(() => expect(screen.getByText("全部")).toBeTruthy());
  fireEvent.click(document.querySelector("[aria-label=清除]")!);
  expect(changed).toHaveBeenCalledWith(null);
});
