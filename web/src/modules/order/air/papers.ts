/** The papers of an order: labels, cargo manifest, waybill confirmation, letters, declarations, certificates, names of goods. */
import { post } from "@/platform/call/client";
import type { Button, ListPage } from "@/platform/contract";
import { translate } from "@/platform/i18n";
import type { ActionHandler } from "@/platform/lists/list-overrides";
import { openMade, saveMade } from "@/platform/made-file";
import { encodeQuery, fillLink, goTo } from "@/platform/navigate";
import type { MoveItem } from "@/platform/order/order-parts";
import { toast } from "@/platform/toast";

/** Stored goods type that asks for the fields of dangerous goods, and for their declaration. */
export const DANGEROUS_GOODS = "危险品";

/** What of an order decides on its papers. */
export interface PaperOrder {
  orderUuid: string;
  awbNumber: string;
  goodsType: string;
}

const LABEL = "af-order-label";
const MANIFEST = "af-order-manifest";
const CONFIRM = "af-order-awbsubmit";
const LETTER = "af-order-letter";
const DELIVER = "af-plan-letter";
const DECLARE = "af-dgd-add";
const CERTIFY = "af-identify-add";
const NAME_GOODS = "af-goods-add";
const NOTICE = "af-order-notice";
const MANIFEST_CALL = "/afbase/aforder/airCargoManifestPrint/{orderUuid}";
const CONFIRM_CALL = "/afbase/aforder/awbSubmit/{orderUuid}";

interface Made {
  url: string;
  /** Waybills that have not been made, and so are not in it. */
  missing?: string[];
}

const making = (call: string, body: object, order: object) => async () => {
  const { url, missing = [] } = await post<Made>(fillLink(call, { ...order }), body, { long: true });
  if (missing.length > 0) toast.warn(translate("order:paper.missing", { numbers: missing.join("、") }));
  return url;
};

/** The page that prints the labels of orders. */
export function labelsOf(orderUuids: string[]): string {
  return `/af_label_print?orderUuids=${encodeQuery(orderUuids.join(","))}`;
}

/** What may be made of an order by a user who holds these buttons. */
export function papersOf(order: PaperOrder, held: string[]): MoveItem[] {
  const { orderUuid, awbNumber, goodsType } = order;
  const item = (key: string, run: () => unknown): MoveItem => {
    return { key, label: translate(`order:paper.${key}`), run: () => void run() };
  };
  const items: MoveItem[] = [];
  if (held.includes(LABEL) && awbNumber) items.push(item("label", () => goTo(labelsOf([orderUuid]))));
  if (held.includes(MANIFEST) && awbNumber) {
    items.push(
      item("manifestPdf", () => openMade(making(MANIFEST_CALL, { format: "PDF" }, order))),
      item("manifestExcel", () => saveMade(making(MANIFEST_CALL, { format: "XLSX" }, order))),
    );
  }
  if (held.includes(CONFIRM) && awbNumber) {
    items.push(item("confirmation", () => openMade(making(CONFIRM_CALL, {}, order))));
  }
  if (held.includes(LETTER)) items.push(item("letter", () => goTo(`/af_shipper_letter?o=${encodeQuery(orderUuid)}`)));
  if (held.includes(DELIVER)) {
    items.push(item("delivery", () => goTo(`/af_shipper_letter?o=${encodeQuery(orderUuid)}&letter=DELIVERY`)));
  }
  if (held.includes(NOTICE)) items.push(item("notice", () => goTo(`/af_delivery_notice?o=${encodeQuery(orderUuid)}`)));
  if (held.includes(DECLARE) && goodsType === DANGEROUS_GOODS) {
    items.push(item("declaration", () => goTo(`/af_dgd_print?o=${encodeQuery(orderUuid)}`)));
  }
  if (held.includes(CERTIFY)) items.push(item("certificates", () => goTo(`/af_identify?o=${encodeQuery(orderUuid)}`)));
  if (held.includes(NAME_GOODS)) items.push(item("goodsNames", () => goTo(`/af_goodsname?o=${encodeQuery(orderUuid)}`)));
  return items;
}

/** Where a button stands and what it does. */
type Work = Pick<Button, "place" | "action"> & Partial<Button>;

const own = (code: string, zh: string, en: string, work: Work): Button => {
  return { code, label: { zh, en }, own: true, ...work };
};
const MASTERED = { set: "awbNumber" };
const made = (path: string): Work => {
  return { place: "row", action: "custom", call: { method: "POST", path }, when: MASTERED };
};
const linked = (link: string): Work => ({ place: "row", action: "link", link });

/** Buttons of the list of orders; the labels of several go onto one page. */
const BUTTONS: Button[] = [
  own(LABEL, "打印标签", "Print labels", { ...linked("/af_label_print?orderUuids={orderUuid}"), when: MASTERED }),
  own(LABEL, "打印标签", "Print labels", { place: "batch", action: "custom" }),
  own(MANIFEST, "货物舱单", "Cargo manifest", made(MANIFEST_CALL)),
  own(CONFIRM, "运单确认件", "Waybill confirmation", made(CONFIRM_CALL)),
  own(LETTER, "订舱托书", "Booking letter", linked("/af_shipper_letter?o={orderUuid}")),
];

/** The declared list of orders with its papers. */
export function withPapers(page: ListPage): ListPage {
  return { ...page, buttons: [...page.buttons, ...BUTTONS] };
}

/** The PDF of a row, by the call of its button. */
const opened =
  (body: object): ActionHandler =>
  async ([row], _, { call }) => {
    if (row && call) await openMade(making(call.path, body, row));
  };

/** What the buttons do that are no links. */
export const PAPER_ACTIONS: Record<string, ActionHandler> = {
  [`${LABEL} custom`]: (rows) => goTo(labelsOf(rows.map((row) => String(row["orderUuid"])))),
  [MANIFEST]: opened({ format: "PDF" }),
  [CONFIRM]: opened({}),
};
