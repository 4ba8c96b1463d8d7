import { afterEach, expect, it, vi } from "vitest";
import getScrollBarSize, { getTargetScrollBarSize } from "@/platform/scroll-bar-size";

afterEach(() => vi.restoreAllMocks());

it("looks once at how much room scroll bars take, without writing a style", () => {
  vi.spyOn(HTMLElement.prototype, "offsetWidth", "get").mockReturnValue(100);
  vi.spyOn(HTMLElement.prototype, "offsetHeight", "get").mockReturnValue(100);
  const width = vi.spyOn(HTMLElement.prototype, "clientWidth", "get").mockReturnValue(85);
  vi.spyOn(HTMLElement.prototype, "clientHeight", "get").mockReturnValue(88);
  const styles = document.querySelectorAll("style").length;
  expect(getTargetScrollBarSize(null)).toEqual({ width: 0, height: 0 });
  expect(width).not.toHaveBeenCalled();
  expect(getTargetScrollBarSize(document.body)).toEqual({ width: 15, height: 12 });
  expect(getScrollBarSize()).toBe(15);
  expect(width).toHaveBeenCalledTimes(1);
  width.mockReturnValue(90);
  expect(getTargetScrollBarSize(document.body).width).toBe(15);
  expect(getScrollBarSize(true)).toBe(10);
  expect(document.querySelectorAll("style")).toHaveLength(styles);
  expect(document.body.children).toHaveLength(0);
});
