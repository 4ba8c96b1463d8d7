import { room } from "@/platform/page-registry";

export default room("chat", [{ key: "hrs.im.list", load: () => import("./hrs-im.page") }]);
