import { describe, expect, it } from "vitest";
import { dimensionRows, dimensionText } from "./dimension-text";

describe("sizes as text", () => {
  it("reads lines joined by semicolons, in any of the usual signs", () => {
    expect(dimensionRows("100*60*50/12")).toEqual([{ length: 100, width: 60, height: 50, pieces: 12 }]);
    expect(dimensionRows("100*60*50/11；80x80x50/1")).toEqual([
      { length: 100, width: 60, height: 50, pieces: 11 },
      { length: 80, width: 80, height: 50, pieces: 1 },
    ]);
  });

  it("reads rows of a sheet", () => {
    expect(dimensionRows("100\t60\t50.5\t12\r\n80\t80\t50\t1\r\n")).toEqual([
      { length: 100, width: 60, height: 50.5, pieces: 12 },
      { length: 80, width: 80, height: 50, pieces: 1 },
    ]);
  });

  it("leaves other text alone: a figure, a half line, finer than a millimetre", () => {
    for (const text of ["", "100", "100*60/12", "100*60*50", "100.25*60*50/12", "a*b*c/1", "100*60*50/12;x"]) {
      expect(dimensionRows(text), text).toBeNull();
    }
  });

  it("writes what it reads", () => {
    const text = "100*60*50/11;80*80*50/1";
    expect(dimensionText(dimensionRows(text) ?? [])).toBe(text);
  });
});
