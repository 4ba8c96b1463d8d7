/** The whole application in a test, with a stub server behind it. */
import { registerAll } from "@/app/rooms";
import { forgetPages } from "@/app/page-body";
import { makeRouter } from "@/app/router";
import type { Contract } from "@/platform/contract";
import { useDialogs } from "@/platform/dialog";
import { setContract } from "@/platform/page-registry";
import { forgetWords } from "@/platform/page-words";
import { type PermissionNode, forgetPermission } from "@/platform/permission";
import { type LoginType, type User, useSession } from "@/platform/session";
import { type Answer, type StubServer, stubServer } from "@/platform/test-kit";
import { renderRouter } from "@/platform/test-shell";
import { useLook } from "@/platform/theme/theme-store";
import { useToasts } from "@/platform/toast";

export const CLERK: User = { userId: "7", orgId: "1", orgName: "示例货代", userCname: "李想", stopDate: "2099-12-31" };

export const TREE: PermissionNode[] = [
  {
    id: "1",
    label: "合作伙伴",
    children: [
      { id: "11", path: "/prm_coop", label: "合作伙伴列表" },
      { id: "12", path: "/prm_category", label: "合作分类" },
      { id: "13", path: "/prm_log", label: "隐藏的日志", hidden: true },
    ],
  },
  { id: "2", label: "空运", children: [{ id: "21", path: "/af_order", label: "空运出口订单" }] },
];

export const DECLARED: Contract = {
  lists: [
    {
      key: "prm_category",
      path: "/prm_category",
      title: { zh: "合作分类", en: "Categories" },
      access: "prm_category",
      rowKey: "id",
      call: "/prm/category",
      exportCall: "/prm/category/export",
      sort: "code,asc",
      form: "prm_category",
      columns: [
        { name: "code", label: { zh: "代码", en: "Code" }, kind: "upper", sortable: true, shown: true },
        { name: "name", label: { zh: "名称", en: "Name" }, kind: "text", sortable: false, shown: true },
        { name: "used", label: { zh: "使用数", en: "Used" }, kind: "int", sortable: true, shown: true, sum: true },
      ],
      filters: [{ name: "name", label: { zh: "名称", en: "Name" }, kind: "contains", field: { kind: "text" }, main: true }],
      buttons: [
        { code: "cat-add", label: { zh: "新增分类", en: "New" }, place: "primary", action: "create" },
        { code: "cat-export", label: { zh: "导出", en: "Export" }, place: "toolbar", action: "export" },
        { code: "cat-edit", label: { zh: "编辑", en: "Edit" }, place: "row", action: "edit" },
        { code: "cat-remove", label: { zh: "删除", en: "Delete" }, place: "row", action: "remove", danger: true },
      ],
    },
    {
      key: "hrs_user",
      path: "/hrs_user",
      title: { zh: "用户管理", en: "Users" },
      access: "hrs_user",
      rowKey: "id",
      call: "/hrs/user/page",
      sort: "",
      columns: [],
      filters: [],
      buttons: [],
    },
  ],
  forms: [
    {
      key: "prm_category",
      title: { zh: "合作分类", en: "Category" },
      access: "prm_category",
      view: "/prm/category",
      create: { method: "POST", path: "/prm/category" },
      update: { method: "PUT", path: "/prm/category" },
      versionField: "version",
      sections: [
        {
          key: "base",
          label: { zh: "基本信息", en: "Basics" },
          fields: [
            { name: "code", label: { zh: "代码", en: "Code" }, kind: "upper", required: true, maxLength: 20 },
            { name: "name", label: { zh: "名称", en: "Name" }, kind: "text", required: true, maxLength: 50 },
          ],
        },
      ],
    },
  ],
};

const ROUTES: Record<string, Answer> = {
  "GET /hrs/permission": () => TREE,
  "GET /hrs/permission/getAllPermissionAndHave": () => TREE,
  "GET /hrs/permission/getButtonInfo": () => ["cat-add", "cat-edit", "cat-export"],
  "GET /hrs/userAccessRecord/getUserAccessRecordList": () => [],
  "POST /hrs/userAccessRecord/recordMenu": () => null,
  "GET /hrs/language/version": () => ({ version: "1" }),
  "GET /hrs/language/client": () => ({ version: "1", words: {} }),
  "GET /hrs/language/pages": () => ({}),
  "GET /hrs/language/setting": () => ({ pageLanguage: "zh-CN" }),
};

/** Forgets everything of an earlier test. */
export function freshApp(): void {
  localStorage.clear();
  sessionStorage.clear();
  useSession.getState().clear();
  useLook.setState({ tabs: true });
  useToasts.setState({ items: [] });
  useDialogs.setState({ open: [] });
  forgetPermission();
  forgetWords();
  forgetPages();
  setContract(DECLARED);
  registerAll();
}

export function logIn(user: Partial<User> = {}, loginType: LoginType = 0): void {
  useSession.getState().enter("t1", { ...CLERK, ...user }, loginType);
}

export function openApp(path: string, routes: Record<string, Answer> = {}): StubServer {
  const server = stubServer({ ...ROUTES, ...routes });
  window.history.replaceState(null, "", path);
  renderRouter(makeRouter());
  return server;
}

export const address = (): string => window.location.pathname + window.location.search;
