import { act, cleanup, fireEvent, screen, waitFor } from "@testing-library/react";
import { afterEach, beforeEach, expect, it, vi } from "vitest";
import type { ListPage } from "@/platform/contract";
import { PageSteps } from "@/platform/forms/record-steps";
import { useKeySheet } from "@/platform/keys/key-sheet-store";
import { noteTrail } from "@/platform/lists/record-trail";
import { connectRouter } from "@/platform/navigate";
import { renderPage } from "@/platform/test-shell";

const LIST = { key: "x.way.list", path: "/x_way", editLink: "/x_way_edit?o={id}" } as ListPage;
const OTHER = { ...LIST, key: "x.other.list" };
const went: [string, boolean][] = [];

beforeEach(() => {
  went.length = 0;
  noteTrail(LIST, [{ id: "a" }, { id: "b c" }, { id: "d" }]);
});
afterEach(cleanup);

async function at(href: string, list = LIST) {
  renderPage(
    <>
      <input aria-label="field" />
      <PageSteps list={list} href={href} />
    </>,
  );
  await screen.findByLabelText("field");
  connectRouter((to, replace) => void went.push([to, replace]));
}
const press = (key: string, more: object = {}) => fireEvent.keyDown(screen.getByLabelText("field"), { key, altKey: true, ...more });

it("goes to the records around its own in the list, by keys and by buttons, in its own place", async () => {
  await at("/x_way_edit?o=b%20c");
  expect(press("ArrowDown")).toBe(false);
  press("ArrowUp");
  fireEvent.click(screen.getByRole("button", { name: "下一条" }));
  expect(went).toEqual([
    ["/x_way_edit?o=d", true],
    ["/x_way_edit?o=a", true],
    ["/x_way_edit?o=d", true],
  ]);
  expect(useKeySheet.getState().parts.form?.flat().map(([keys]) => keys)).toEqual([["Alt", "↑", "↓"]]);
});

it("stops at the first and the last, and leaves every other key alone", async () => {
  await at("/x_way_edit?o=a");
  expect(screen.getByRole<HTMLButtonElement>("button", { name: "上一条" }).disabled).toBe(true);
  press("ArrowUp");
  const typed = vi.fn();
  screen.getByLabelText("field").addEventListener("keydown", typed);
  press("ArrowDown", { altKey: false });
  press("ArrowDown", { ctrlKey: true });
  press("ArrowLeft");
  expect([went.length, typed.mock.calls.length]).toEqual([0, 3]);
  // Choices do not open by the key that leads on.
  press("ArrowDown");
  expect([went.length, typed.mock.calls.length]).toEqual([1, 3]);
});

it.each([
  ["that is not on the list", "/x_way_edit?o=z", LIST],
  ["whose list was not seen", "/x_way_edit?o=a", OTHER],
])("offers nothing for a form %s", async (_, href, list) => {
  await at(href, list);
  await waitFor(() => expect(screen.queryByRole("button")).toBeNull());
  press("ArrowDown");
  expect(went).toEqual([]);
});

it("follows the list as it is sorted or read again", async () => {
  await at("/x_way_edit?o=a");
  act(() => noteTrail(LIST, [{ id: "d" }, { id: "a" }]));
  press("ArrowUp");
  expect(went).toEqual([["/x_way_edit?o=d", true]]);
});
