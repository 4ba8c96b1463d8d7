import { StyleProvider } from "@ant-design/cssinjs";
import { QueryClient, QueryClientProvider } from "@tanstack/react-query";
import { cleanup, render } from "@testing-library/react";
import { afterEach, expect, it, vi } from "vitest";
import type { Filter } from "@/platform/contract";
import { FilterControl } from "@/platform/lists/filter-control";
import { stubServer } from "@/platform/test-kit";

const STYLES = document.createElement("div");
const label = (zh: string) => ({ zh, en: zh });
const nothing = () => undefined;

afterEach(() => {
  cleanup();
  vi.unstubAllGlobals();
});

function show(field: Filter["field"], value: string) {
  const filter: Filter = { name: "groupBy", label: label("汇总方式"), kind: "oneOf", field };
  const { container } = render(
    <QueryClientProvider client={new QueryClient()}>
      <StyleProvider container={STYLES}>
        <FilterControl filter={filter} value={value} how="" change={nothing} changeHow={nothing} />
      </StyleProvider>
    </QueryClientProvider>,
  );
  return container;
}
const tags = (box: Element) => [...box.querySelectorAll(".ant-select-selection-item")].map((each) => each.textContent);

it("names the first of several that are chosen, whatever room there is, and counts the others", () => {
  const options = ["客户", "原因", "月"].map((zh) => ({ value: zh, label: label(zh) }));
  const box = show({ kind: "select", options }, "客户,原因,月");
  expect(tags(box)).toEqual(["客户", "+2"]);
  expect(box.querySelector(".filter")?.className).toContain("is-several");
  cleanup();
  expect(tags(show({ kind: "select", options }, "原因"))).toEqual(["原因"]);
});

it("does so where they are looked up, too", () => {
  stubServer({});
  expect(tags(show({ kind: "reference", reference: "coop" }, "1,2"))).toEqual(["1", "+1"]);
});
