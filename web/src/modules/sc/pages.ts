import { withOrderTexts } from "@/platform/order/order-texts";
import { room } from "@/platform/page-registry";
import { SC_SCOPES, formKey, listKey } from "./scopes";

export default room("sc", [
  { key: "sc.track.list", load: () => import("./track/track-list.page") },
  { key: "sc.track-waiting.list", load: () => import("./track/waiting.page") },
  ...SC_SCOPES.flatMap((scope) => [
    {
      key: listKey(scope),
      load: () => withOrderTexts(import("./order-list.page").then(({ orderList }) => ({ default: orderList(scope) }))),
    },
    {
      key: formKey(scope),
      load: () => withOrderTexts(import("./order-edit.page").then(({ orderEdit }) => ({ default: orderEdit(scope) }))),
    },
  ]),
]);
