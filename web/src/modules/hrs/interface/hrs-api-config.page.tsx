/** /hrs_api_config 接口配置: the outside systems of a company, for the platform those of all. */
import { interfaceAction } from "@/modules/hrs/interface/interface-actions";
import { interfaceDialogs, interfaceForm } from "@/modules/hrs/interface/interface-kit";
import type { ActionHandler } from "@/platform/lists/list-overrides";
import { definePage } from "@/platform/page-registry";
import "../hrs.css";

/** A new one is of the company that is looked at. */
const add: ActionHandler = (_, list) => {
  const { orgId } = list.filters;
  list.openForm(null, orgId ? { preset: { orgId } } : {});
};

export default definePage({
  list: {
    dialogs: interfaceDialogs,
    actions: { sys_api_add: add, sys_api_test: interfaceAction, "sys_api_edit custom": interfaceAction },
  },
  form: interfaceForm,
});
