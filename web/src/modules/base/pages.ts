import { room } from "@/platform/page-registry";

export default room("base", [
  { key: "base.carrier.list", load: () => import("./carrier/af-carrier.page") },
  { key: "base.tact.list", load: () => import("./tact/af-tact.page") },
  { key: "base.tact-public.list", load: () => import("./published/af-tact-public.page") },
]);
