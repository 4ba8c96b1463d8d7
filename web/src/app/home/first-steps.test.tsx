import { cleanup, screen, within } from "@testing-library/react";
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { freshApp, logIn, openApp } from "@/app/app-kit";

beforeEach(() => {
  freshApp();
  Object.defineProperty(document.body, "clientWidth", { value: 1440, configurable: true });
});
afterEach(() => {
  cleanup();
  vi.unstubAllGlobals();
});

const STEPS = [
  { key: "depts", name: "建立部门", path: "/hrs_dept", count: 3, done: true },
  { key: "order", name: "录入第一票订单", path: "/af_order", count: 0, done: false },
];

describe("the first steps of a company (issue 25, 29)", () => {
  it("stand on the first page of its administrator with what there is and ways to their pages", async () => {
    logIn({ adminRole: "admin" });
    openApp("/dashboard", { "GET /hrs/org/firstSteps": () => STEPS });
    const card = within((await screen.findByRole("heading", { name: "上线清单 1/2" })).closest("section") as HTMLElement);
    expect(card.getAllByRole("listitem").map((each) => each.textContent)).toEqual(["建立部门 已完成（3）", "录入第一票订单 待完成"]);
    expect(card.getAllByRole("link").map((each) => each.getAttribute("href"))).toEqual(["/hrs_dept", "/af_order"]);
  });

  it("go away when nothing is left, and are nobody else's", async () => {
    logIn({ adminRole: "admin" });
    openApp("/dashboard", { "GET /hrs/org/firstSteps": () => [] });
    await screen.findByRole("heading", { name: "帮助中心" });
    expect(screen.queryByRole("heading", { name: /上线清单/ })).toBeNull();
    cleanup();
    logIn({ adminRole: "" });
    const server = openApp("/dashboard", { "GET /hrs/org/firstSteps": () => STEPS });
    await screen.findByRole("heading", { name: "帮助中心" });
    expect(server.to("/hrs/org/firstSteps")).toHaveLength(0);
  });
});
