import { room } from "@/platform/page-registry";

export default room("sc", [
  { key: "sc.track.list", load: () => import("./track/track-list.page") },
  { key: "sc.track-waiting.list", load: () => import("./track/waiting.page") },
]);
