/** Air export: sizes, legs, services and parties beside the fields, houses and waybills in tabs, papers in the menu. */
import { lazy } from "react";
import { get, post } from "@/platform/call/client";
import type { Values } from "@/platform/forms/form-store";
import { translate } from "@/platform/i18n";
import { goTo } from "@/platform/navigate";
import { isNothing } from "@/platform/nothing";
import { sectionOf } from "../order-body";
import type { OrderProfile, OrderSource } from "../order-profile";
import { FieldGrid } from "../order-sections";
import { AirTrackTab, commonTabs } from "../profiles";
import { scopeOf } from "../scopes";
import { airShape } from "./air-shape";
import { CargoFigures } from "./cargo-figures";
import { LegGrid } from "./leg-grid";
import { MasterField } from "./master-field";
import { papersOf } from "./papers";
import { PartyCards } from "./party-cards";
import { ServiceCards } from "./service-cards";
import { SignButton } from "./sign-button";
import "./air.css";

const HawbTab = lazy(async () => ({ default: (await import("./hawb-tab")).HawbTab }));
const WaybillTab = lazy(async () => ({ default: (await import("./waybill-tab")).WaybillTab }));

/** Enough rows that looking through them needs no further call for nearly every order. */
const LOG_ROWS = 500;

function begin({ copyFrom, parts }: OrderSource): Promise<Values> {
  if (!copyFrom) return get<Values>("/afbase/order/new", { businessScope: scopeOf("af") }, { quiet: true });
  const path = `/afbase/order/copy/${encodeURIComponent(copyFrom)}`;
  return post<Values>(path, { parts: parts.split(",").filter(Boolean) }, { quiet: true });
}

/** Figures that are shown as computed, whatever was typed. */
const ALWAYS_COMPUTED = ["planDensity", "confirmDensity", "incomeChargeWeight", "costChargeWeight"];

/** Computed members that take the place of what stands in the form: an overwritten charge weight stays. */
function followed(values: Values, computed: Values): Values {
  const changes: Values = {};
  for (const name of ALWAYS_COMPUTED) if (name in computed) changes[name] = computed[name];
  for (const side of ["plan", "confirm"]) {
    if (values[`${side}ChargeManual`] !== true) changes[`${side}ChargeWeight`] = computed[`${side}ChargeWeight`] ?? null;
    for (const name of [`${side}Pieces`, `${side}Volume`]) {
      const before = values[`${name}Followed`];
      const now = values[name];
      const empty = isNothing(now);
      if (computed[name] !== undefined && (empty || now === before)) changes[name] = computed[name];
      changes[`${name}Followed`] = computed[name];
    }
  }
  return changes;
}

const OWN_FIELDS = { awbNumber: MasterField };

export const AIR_FORM: OrderProfile = {
  prefix: "af",
  tabs: {
    hawb: HawbTab,
    waybill: WaybillTab,
    ...commonTabs(AirTrackTab, ({ orderUuid }) => ({ path: "/afbase/order/log/page", params: { orderUuid }, size: LOG_ROWS })),
  },
  shape: airShape,
  sections: {
    routing: (props) => (
      <>
        <FieldGrid {...props} own={OWN_FIELDS} />
        <LegGrid form={props.form} section={sectionOf(props.order.shape.own, "legs")} readOnly={props.readOnly} />
      </>
    ),
    figures: CargoFigures,
    services: ({ order, form, readOnly }) => (
      <ServiceCards form={form} services={order.shape.parts.filter(({ key }) => key.startsWith("services."))} readOnly={readOnly} />
    ),
    addresses: ({ order, form, readOnly }) => (
      <PartyCards form={form} section={sectionOf(order.shape.parts, "parties.shipper")} readOnly={readOnly} />
    ),
  },
  begin,
  followed,
  /** A charge weight that was typed stays, an emptied one follows again. */
  typed: (form, path, computed) => {
    if (path !== "planChargeWeight" && path !== "confirmChargeWeight") return;
    const value = form.get(path);
    form.compute({ [path.replace("Weight", "Manual")]: value !== null && value !== undefined && value !== computed[path] });
  },
  title: ({ copyFrom }) => (copyFrom ? translate("order:title.copied", { code: copyFrom }) : translate("order:title.air")),
  Buttons: SignButton,
  items: (order, buttons, held) => {
    const text = (name: string) => String(order[name] ?? "");
    const [orderUuid, awbNumber, goodsType] = [text("orderUuid"), text("awbNumber"), text("goodsType")];
    const make = { key: "mawb", label: translate("order:waybill.makeMaster"), run: () => goTo(`/af_mawb_make?o=${orderUuid}`) };
    const papers = papersOf({ orderUuid, awbNumber, goodsType }, held);
    return buttons.includes("af-awbprint-mawb") && awbNumber ? [make, ...papers] : papers;
  },
};
