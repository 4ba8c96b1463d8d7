import { describe, expect, it } from "vitest";
import { cellsOf, tsvOf } from "@/platform/grid/tsv";

describe("cells of a copied text", () => {
  it("are told by tabs and line ends, of whatever system", () => {
    expect(cellsOf("a\tb\r\nc\td\r\n")).toEqual([["a", "b"], ["c", "d"]]);
    expect(cellsOf("a\nb\rc")).toEqual([["a"], ["b"], ["c"]]);
    expect(cellsOf("a\t\t\n\tb\t")).toEqual([["a", "", ""], ["", "b", ""]]);
    expect(cellsOf(" a ")).toEqual([["a"]]);
    expect(cellsOf("")).toEqual([[""]]);
  });

  it("may hold tabs, quotes and line breaks within quotes", () => {
    expect(cellsOf('"one\r\ntwo"\t"6"" pipe"\t"a\tb"\r\nx')).toEqual([["one\ntwo", '6" pipe', "a\tb"], ["x"]]);
  });

  it("take a quote that is never closed, or stands within, for a quote", () => {
    expect(cellsOf('6" pipe\t"open\nnext')).toEqual([['6" pipe', '"open'], ["next"]]);
    expect(cellsOf('"a" b\tc')).toEqual([['"a" b', "c"]]);
  });

  it("come back as they were copied", () => {
    const cells = [["a\nb", 'say "x"', ""], ["c\td", "e", "f"]];
    expect(tsvOf(cells)).toBe('"a\nb"\t"say ""x"""\t\r\n"c\td"\te\tf');
    expect(cellsOf(tsvOf(cells))).toEqual(cells);
  });
});
