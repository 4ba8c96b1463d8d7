/** The rooms of pages are loaded when a page of theirs is asked for, with what it leads to. */
import { crc32 } from "node:zlib";
import { afterEach, beforeEach, expect, it } from "vitest";
import { canonical } from "../../scripts/read-room.mjs";
import { readRoomFile, roomFiles } from "../../scripts/page-files.mjs";
import { PAGES } from "@/platform/pages-kit";
import {
  declaredForm,
  declaredList,
  definePage,
  findPage,
  formByKey,
  idParameter,
  isPlanned,
  isUnbuilt,
  listOfForm,
  listsOfPage,
  loadDefinition,
  loadPageIndex,
  loadPages,
  registerRooms,
  room,
  setContract,
  titleOf,
} from "@/platform/page-registry";

beforeEach(() => {
  setContract(null);
  registerRooms([]);
});
afterEach(() => setContract(null));

it("what is read of each room is what was declared", () => {
  const files = [...roomFiles()];
  expect(files.length).toBeGreaterThan(5);
  for (const [name, file] of files) {
    const { sum, lists, forms, boards } = readRoomFile(file);
    expect(crc32(canonical({ boards, forms, lists })).toString(16).padStart(8, "0"), name).toBe(sum);
  }
});

it("a page brings its room, and no other", async () => {
  const page = await findPage("/hrs_dept/");
  expect(page?.list?.key).toBe("hrs.dept.list");
  expect(formByKey(page?.list?.form ?? "")?.key).toBe("hrs.dept.form");
  expect(page?.title).toEqual({ zh: "部门管理", en: "Departments" });
  expect(() => declaredForm("prm.coop.form"), "its room isn't loaded").toThrow("prm.coop.form");
  await loadPages("prm.coop.form");
  expect(declaredForm("prm.coop.form")?.path).toBe("/prm_coop_edit");
});

it("whoever asks before anything is loaded is told so", async () => {
  expect(() => declaredList("hrs.dept.list")).toThrow("hrs.dept.list");
  expect(formByKey("")).toBeUndefined();
  await loadPageIndex();
  expect(() => declaredList("hrs.dept.list")).toThrow("hrs.dept.list");
  expect(formByKey("hrs.nothing.form"), "nobody declares it").toBeUndefined();
});

it("an address where nothing stands brings nothing; what is planned is told from the index", async () => {
  expect(await findPage("/nothing_here")).toBeNull();
  expect(() => declaredList("hrs.dept.list")).toThrow("hrs.dept.list");
  const [planned = ""] = PAGES.planned ?? [];
  expect([isPlanned(planned), isUnbuilt(`${planned}?a=1`), titleOf(planned)]).toEqual([true, true, undefined]);
  expect([isPlanned("/hrs_dept"), isUnbuilt("/hrs_dept")]).toEqual([false, false]);
});

it("a form page brings the list it is opened from", async () => {
  const page = await findPage("/prm_coop_edit");
  expect(page?.form?.key).toBe("prm.coop.form");
  expect(listOfForm(page!.form!)?.key).toBe("prm.coop.list");
  expect(idParameter(page!.form!)).toBe("coopId");
});

it("the tabs of a page come with it, wherever they are declared", async () => {
  const page = await findPage("/css_voucher_export");
  expect(listsOfPage(page!.list!).map(({ key }) => key)).toEqual(page!.list!.tabsOf!.pages);
  const of = (key: string, path: string) => ({ ...PAGES.lists[0]!, key, path, title: { zh: key, en: key }, tabsOf: { title: { zh: "两", en: "Two" }, pages: ["a.x.list", "b.y.list"] } });
  setContract({ lists: [of("a.x.list", "/x"), of("b.y.list", "/x")], forms: [] });
  const both = await findPage("/x");
  expect([both?.title?.en, listsOfPage(both!.list!).map(({ key }) => key)]).toEqual(["Two", ["a.x.list", "b.y.list"]]);
});

it("code that reads declarations of another room names them", async () => {
  const load = async () => ({ default: definePage({}) });
  registerRooms([room("x", [{ path: "/of_its_own", open: true, needs: ["prm.coop.form"], load }])]);
  const page = await findPage("/of_its_own");
  expect(() => declaredForm("prm.coop.form")).toThrow();
  await loadDefinition(page!);
  expect(declaredForm("prm.coop.form")?.key).toBe("prm.coop.form");
});

it("what a room declares is asked for once, and comes whole", async () => {
  await Promise.all([loadPages("af.order.form"), loadPages("af.order.list"), findPage("/af_order"), findPage("/af_awb")]);
  const own = PAGES.lists.filter(({ key }) => key.startsWith("af."));
  for (const { key } of own) expect(declaredList(key as "af.order.list")?.key).toBe(key);
  const page = await findPage("/af_order");
  expect(page?.list?.columns.length).toBe(PAGES.lists.find(({ key }) => key === "af.order.list")?.columns.length);
});
