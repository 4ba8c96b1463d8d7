import { room } from "@/platform/page-registry";

export default room("pouch", [
  { key: "af.cargo-pouch.list", load: () => import("./cargo-pouch.page") },
  { key: "af.cargo-pouch.form", load: () => import("./cargo-pouch-form.page") },
]);
