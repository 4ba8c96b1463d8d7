import { readFileSync } from "node:fs";
import { cleanup, render } from "@testing-library/react";
import { afterEach, expect, it } from "vitest";
import useScrollLocker from "@/platform/scroll-lock";

afterEach(cleanup);

function Held({ by }: { by: boolean[] }) {
  return by.map((lock, at) => <One key={at} lock={lock} />);
}

function One({ lock }: { lock: boolean }) {
  useScrollLocker(lock);
  return null;
}

it("holds the page until the last dialog is closed, by no style the content policy would refuse", () => {
  const { style } = document.body;
  const written = document.querySelectorAll("style").length;
  style.overflowY = "scroll";
  const { rerender, unmount } = render(<Held by={[true, false]} />);
  expect([style.overflowY, style.width]).toEqual(["hidden", ""]);
  rerender(<Held by={[true, true]} />);
  rerender(<Held by={[false, true]} />);
  expect(style.overflowY).toBe("hidden");
  expect(document.querySelectorAll("style")).toHaveLength(written);
  unmount();
  expect(style.overflowY).toBe("scroll");
  style.overflowY = "";
});

it("stands where the component library looks for its own", () => {
  const [config, portal] = ["vite.config.ts", "node_modules/@rc-component/portal/es/Portal.js"].map((path) => readFileSync(path, "utf8"));
  expect(portal).toMatch(/from "\.\/useScrollLocker"/);
  expect(config).toContain("useScrollLocker(\\.js)?$/, replacement: `${SOURCES}/platform/scroll-lock.ts`");
});
