import { room } from "@/platform/page-registry";

export default room("prm", [
  { key: "prm.coop.list", load: () => import("./invite/coop.page") },
  { key: "prm.coop.form", load: () => import("./share/coop-form.page") },
  { key: "prm.cost-confirmation.list", load: () => import("./cost/cost-confirmation.page") },
  { key: "prm.party.list", load: () => import("./party/party.page") },
  { key: "prm.coop-bill.list", load: () => import("./bill/coop-bill.page") },
  { key: "prm.customer-info.list", load: () => import("./info/customer-info.page") },
  {
    // Open to every user: the link decides which company may look, and the calls what he may do.
    path: "/externalCoopShare",
    open: true,
    title: { zh: "客商共享", en: "Shared partner" },
    needs: ["prm.coop.form"],
    load: () => import("./share/external-coop-share.page"),
  },
]);
