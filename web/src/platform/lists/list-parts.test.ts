import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { CallError } from "@/platform/call/client";
import type { ListPage, Row } from "@/platform/contract";
import { closeBatch, retryRefused, runBatch, useBatch } from "@/platform/lists/batch";
import { valuesOf } from "@/platform/lists/pasted-values";
import { readSort, sortedBy } from "@/platform/lists/list-sort";
import { readQuery, writeQuery } from "@/platform/lists/list-url";
import type { ListView } from "@/platform/lists/list-views";
import { relativeRange } from "@/platform/lists/relative-days";
import { useToasts } from "@/platform/toast";

const label = { zh: "名称", en: "Name" };
const PAGE: ListPage = {
  key: "k", path: "/k", title: label, access: "k", rowKey: "id", call: "/k/page", columns: [], buttons: [], sort: "code,asc",
  filters: [
    { name: "name", label, kind: "contains", field: { kind: "text" }, modes: ["contains", "starts", "equals", "many"] },
    { name: "day", label, kind: "range", field: { kind: "day" }, initial: "last30" },
  ],
};
const VIEW: ListView = {
  id: "9", name: "我的", roleId: null, roleName: null, ownerName: null, mine: true, canEdit: true, version: 1,
  body: { filters: { name: "A", "name.how": "starts" }, sort: "name,desc", columns: [], size: 50, density: "compact" },
};

describe("the address of a list", () => {
  it("carries filters with how they match, and the initial ones unless they were taken away", () => {
    expect(readQuery(PAGE, "?name=x&name.how=starts").filters).toEqual({ name: "x", "name.how": "starts", day: "last30" });
    expect(readQuery(PAGE, "?name.how=starts&day=").filters).toEqual({});
    expect(writeQuery(PAGE, { current: 1, sort: "code,asc", filters: {} }, new URLSearchParams())).toBe("?day=");
  });

  it("begins with the view it names, and writes what a reader without the view needs", () => {
    const query = readQuery(PAGE, "?view=9", VIEW);
    expect(query).toEqual({ current: 1, sort: "name,desc", view: "9", filters: { name: "A", "name.how": "starts" } });
    const link = writeQuery(PAGE, query, new URLSearchParams(), VIEW);
    expect(readQuery(PAGE, link, VIEW)).toEqual(query);
    // Who may not see the view finds the same rows in the same order.
    expect(readQuery(PAGE, link, null)).toEqual(query);
    const without = { ...query, filters: {} };
    expect(readQuery(PAGE, writeQuery(PAGE, without, new URLSearchParams(), VIEW), VIEW).filters).toEqual({});
  });
});

describe("the order of a list", () => {
  it("is one column, or several with the shift key", () => {
    expect(sortedBy("a,asc", "b", "desc", false)).toBe("b,desc");
    expect(sortedBy("a,asc", "b", "desc", true)).toBe("a,asc;b,desc");
    expect(sortedBy("a,asc;b,desc", "a", "desc", true)).toBe("a,desc;b,desc");
    expect(sortedBy("a,asc;b,desc", "a", null, true)).toBe("b,desc");
    expect(readSort(sortedBy("a,asc;b,asc;c,asc", "d", "asc", true)).map(({ name }) => name)).toEqual(["a", "b", "d"]);
    expect(sortedBy("a,asc", "a", null, false)).toBe("");
  });
});

describe("days counted from today", () => {
  it.each([
    ["today", "2026-03-01", "2026-03-01"],
    ["yesterday", "2026-02-28", "2026-02-28"],
    ["last7", "2026-02-23", "2026-03-01"],
    ["thisMonth", "2026-03-01", "2026-03-01"],
    ["lastMonth", "2026-02-01", "2026-02-28"],
  ])("%s", (value, from, to) => {
    expect(relativeRange(value, new Date(2026, 2, 1, 12))).toEqual([from, to]);
  });

  it("leaves fixed days alone", () => expect(relativeRange("2026-03-01~", new Date())).toBeNull());
});

describe("pasted values", () => {
  it("are the lines of a column, each once, with the commas they have", () => {
    expect(valuesOf("ACME CO., LTD\r\nB\n\nb\tC")).toEqual(["ACME CO., LTD", "B", "C"]);
    expect(valuesOf("A, B，C；a")).toEqual(["A", "B", "C"]);
    expect(valuesOf("A, B", true)).toEqual(["A, B"]);
  });
});

describe("work on many rows", () => {
  const rows: Row[] = [{ id: "1" }, { id: "2" }, { id: "3" }];
  const refuse = (text: string) => Promise.reject(new CallError("refused", text, 200, 1, null));
  beforeEach(() => useToasts.setState({ items: [] }));
  afterEach(() => closeBatch());

  it("tells for each row what was refused and why, and tries only those again", async () => {
    let locked = true;
    const call = vi.fn<(row: Row) => Promise<unknown>>((row) => (row.id === "2" && locked ? refuse("已使用，不能删除") : Promise.resolve(null)));
    const changed = vi.fn<() => void>();
    await runBatch({ title: "删除", rows, nameOf: (row) => `行${row.id}`, call, changed });
    const { state } = useBatch.getState();
    expect(state?.finished.map(({ row }) => row.id)).toEqual(["1", "3"]);
    expect(state?.refused).toMatchObject([{ name: "行2", reason: "已使用，不能删除" }]);
    expect(changed).toHaveBeenCalledOnce();
    locked = false;
    retryRefused();
    await vi.waitFor(() => expect(useBatch.getState().state).toBeNull());
    expect(call.mock.calls.map(([row]) => row.id)).toEqual(["1", "2", "3", "2"]);
  });

  it("takes back what was done, and only that", async () => {
    const undo = vi.fn<(row: Row, answer: unknown) => Promise<unknown>>(() => Promise.resolve(null));
    const call = (row: Row) => (row.id === "2" ? refuse("x") : Promise.resolve({ version: 8 }));
    await runBatch({ title: "停用", rows, nameOf: String, call, undo, changed: () => undefined });
    const [toast] = useToasts.getState().items;
    expect(toast).toMatchObject({ text: "成功 2 条", action: { text: "撤销" } });
    closeBatch();
    toast?.action?.run();
    await vi.waitFor(() => expect(undo).toHaveBeenCalledTimes(2));
    expect(undo.mock.calls.map(([row, answer]) => [row.id, answer])).toEqual([["1", { version: 8 }], ["3", { version: 8 }]]);
  });
});
