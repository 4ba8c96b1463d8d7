import { cleanup, fireEvent, screen, waitFor } from "@testing-library/react";
import { afterEach, expect, it, vi } from "vitest";
import { FORM, openActions } from "@/platform/actions/action-kit";
import type { Button } from "@/platform/contract";
import { runOnRow } from "@/platform/lists/declared-kit";
import { fieldAt } from "@/platform/test-shell";

afterEach(() => {
  cleanup();
  vi.unstubAllGlobals();
});

const copying = (code: string, zh: string): Button => ({
  code,
  label: { zh, en: zh },
  place: "row",
  action: "copy",
  call: { method: "GET", path: `/bag/{id}/${code}` },
});
const NEW: Button = { code: "bag-new", label: { zh: "新增", en: "New" }, place: "primary", action: "create" };
const FORM_OF_ORIGIN = {
  ...FORM,
  sections: [
    {
      key: "main",
      label: { zh: "基本信息", en: "Basics" },
      fields: [
        { name: "number", label: { zh: "袋号", en: "Number" }, kind: "text" as const },
        { name: "replacesId", label: { zh: "替代", en: "Replaces" }, kind: "reference" as const, reference: "bag", readOnlyOnEdit: true },
      ],
    },
  ],
};
const open = (given: Record<string, unknown>) =>
  openActions([NEW, copying("version", "新版本"), copying("copy", "复制")], {
    rows: [{ id: "1", number: "P1" }],
    form: FORM_OF_ORIGIN,
    routes: {
      "GET /bag/1/version": () => ({ number: "P1", ...given }),
      "GET /bag/1/copy": () => ({ number: "P1" }),
      "POST /bag": () => ({ id: "2" }),
    },
  });

const origin = () => document.querySelector<HTMLElement>('[data-field="replacesId"]')!;

it("is called by what makes it out of another, sends where it comes from, and has that closed", async () => {
  const server = await open({ replacesId: "1", replacesName: "P1" });
  await runOnRow("新版本");
  await screen.findByText("新版本 文件袋");
  expect(origin().querySelector("input")).toBeNull();
  expect(origin().querySelector("output")?.textContent).toBe("P1");
  expect(fieldAt("number").input.value).toBe("P1");
  fireEvent.click(screen.getByRole("button", { name: /保\s?存/ }));
  await waitFor(() => expect(server.asked.find(({ method }) => method === "POST")?.json()).toEqual({ number: "P1", replacesId: "1" }));
});

it("leaves open what was not filled in, and what begins with nothing", async () => {
  await open({});
  await runOnRow("复制");
  await screen.findByText("复制 文件袋");
  expect(origin().querySelector("input")).not.toBeNull();
  cleanup();
  await open({});
  fireEvent.click(screen.getByRole("button", { name: /新\s?增/ }));
  await screen.findByText("新增文件袋");
  expect(origin().querySelector("input")).not.toBeNull();
});
