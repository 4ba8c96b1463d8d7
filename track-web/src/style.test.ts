import { readFileSync } from "node:fs";
import { expect, it } from "vitest";

const css = readFileSync("src/style.css", "utf8");
const [narrow = "", wide = ""] = css.split("@media (min-width: 768px)");

/** The declarations of a selector, in the part of the style sheet that is looked at. */
const rule = (part: string, selector: string): string => part.split(`${selector} {`)[1]?.split("}")[0] ?? "";

// req: track-af-route-height
it("keeps the route table at 450", () => {
  expect(rule(narrow, ".route-scroll")).toContain("max-height: 450px");
});

// req: track-af-weighing-height
it("keeps the weighing table at 205 on a phone and 450 above", () => {
  expect(rule(narrow, ".weighing-scroll")).toContain("max-height: 205px");
  expect(rule(wide, ".weighing-scroll")).toContain("max-height: 450px");
});

// req: track-notification-style
it("puts notices at the bottom right", () => {
  expect(rule(narrow, "\n.notices")).toMatch(/position: fixed;\s+right: 1rem;\s+bottom:/);
  expect(rule(wide, ".notices")).toContain("left: auto");
});
