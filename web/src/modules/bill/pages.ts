import { room } from "@/platform/page-registry";

export default room("bill", [
  {
    // Open to every user, as the sea order opens it; the calls decide what may be seen and done.
    path: "/seOrderWaybillMake",
    open: true,
    title: { zh: "海运提单制单", en: "Bill of lading" },
    load: () => import("./se-bill-make.page"),
  },
]);
