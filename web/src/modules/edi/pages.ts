import { room } from "@/platform/page-registry";

export default room("edi", [{ key: "edi.message.list", load: () => import("./af-edi-message.page") }]);
