/** What a match asks for, and what the server tells of a master. Its words are there when the dialog is. */
import type { Field } from "@/platform/contract";
import { roundText } from "@/platform/decimal";
import type { Values } from "@/platform/forms/form-store";
import { labelPair } from "@/platform/i18n";
import { currencyField, priceField, priceTypeField, weightField } from "./sign-data";

export const BASE = "/afbase/aforder";

/** An order under a master; its share and what its customer pays for those who may see them. */
export interface Bearer {
  orderId: string;
  orderCode: string;
  coopName: string | null;
  confirmPieces: number | null;
  confirmWeight: string | null;
  confirmVolume: string | null;
  confirmChargeWeight: string | null;
  msrAmount?: string;
  share?: string | null;
  /** Of one kilogram or of all of it. */
  sellPriceType?: "PRICE" | "TOTAL" | null;
  sellCurrency?: string;
  sellUnitprice?: string | null;
  sellAmount?: string | null;
}

export interface Master extends Values {
  awbId: string;
  awbNumber: string;
  rowUuid: string;
  state: "OPEN" | "MATCHED";
  /** The price that was paid; none of a master that never was matched. */
  awbMsrAmount?: string | null;
  /** The orders bear something else than their weights say. */
  ownShares?: boolean;
  orders: Bearer[];
}

/** What each order would bear. */
export interface CountedMatch {
  total: string;
  orders: { orderId: string; amount: string; share: string | null }[];
}

/** Shares are typed one by one where they are not those by weight. */
const OWN = "ownShares";
const shareOf = (orderId: string): string => `share_${orderId}`;

export const matchFields = (orders: Bearer[]): Field[] => [
  weightField("awbCostChargeWeight", "order:match.weight"),
  priceTypeField("priceType", "order:match.priceType"),
  priceField("price", "order:match.price"),
  currencyField("currency", "order:match.currency"),
  { name: OWN, label: labelPair("order:match.own"), kind: "bool" },
  ...orders.map(({ orderId, orderCode }): Field => ({
    name: shareOf(orderId),
    label: { zh: orderCode, en: orderCode },
    kind: "decimal",
    digits: 3,
    required: true,
    min: 0,
    when: { is: [OWN, true] },
  })),
];

export function firstValues(master: Master): Values {
  // What is shown first is what a match without a change would send.
  const own = master.ownShares === true;
  const shares = master.orders.map(({ orderId, msrAmount }) => [shareOf(orderId), own ? (msrAmount ?? null) : null]);
  // Of a master nothing was weighed for, the weight is asked for.
  const weight = Number(master["awbCostChargeWeight"]) === 0 ? null : master["awbCostChargeWeight"];
  return { ...master, awbCostChargeWeight: weight, currencyName: master["currency"] ?? null, [OWN]: own, ...Object.fromEntries(shares) };
}

export const isOwn = (values: Values): boolean => values[OWN] === true;

/** Shares by weight, for fields that are empty or hold what was filled in before; none where one was typed. */
export function sharesByWeight({ orders }: Master, values: Values, counted: CountedMatch, before?: CountedMatch): Values {
  const filled = new Map(before?.orders.map(({ orderId, amount }) => [orderId, Number(amount)]));
  const isUntyped = orders.every(({ orderId }) => {
    const value = values[shareOf(orderId)] ?? null;
    return value === null || Number(value) === filled.get(orderId);
  });
  return isUntyped ? Object.fromEntries(counted.orders.map(({ orderId, amount }) => [shareOf(orderId), amount])) : {};
}

/** What an order bears, and how much of all that is in percent. */
export interface Borne {
  amount?: string;
  share?: string | null;
}

export interface Shown {
  total?: string | null;
  /** What the typed shares come to. */
  sum?: string;
  of: (order: Bearer) => Borne;
}

const DECIMALS = 3;
const FINE = 6;

/** A match as the dialog shows it: as it is stored while nothing was changed, as its shares were typed, or by weight. */
export function shownMatch(master: Master, values: Values, dirty: boolean, counted: CountedMatch | undefined): Shown {
  if (master.state === "MATCHED" && !dirty) {
    return { total: master.awbMsrAmount, of: ({ msrAmount, share }) => ({ amount: msrAmount, share }) };
  }
  const total = counted?.total;
  if (!isOwn(values)) return { total, of: ({ orderId }) => counted?.orders.find((each) => each.orderId === orderId) ?? {} };
  const typed = ({ orderId }: Bearer) => Number(values[shareOf(orderId)] ?? 0);
  const sum = master.orders.reduce((all, order) => all + typed(order), 0);
  const percent = (part: number) => (Number(total) ? roundText(((part / Number(total)) * 100).toFixed(FINE), 2) : null);
  return {
    total,
    sum: String(Number(sum.toFixed(DECIMALS))),
    of: (order) => ({ amount: String(values[shareOf(order.orderId)] ?? ""), share: percent(typed(order)) }),
  };
}

/** What is counted: the price shared by weight, whatever is typed over it. */
export function countedMatch({ awbId }: Master, { awbCostChargeWeight, priceType, price, currency }: Values): Values {
  return { awbId, awbCostChargeWeight, priceType, price, currency };
}

/** The dialog's values as the call takes them. */
export function sentMatch({ awbId, orders }: Master, values: Values): Values {
  const { awbCostChargeWeight, priceType, price, currency, confirmed } = values;
  const own = orders.map(({ orderId }) => ({ orderId, amount: values[shareOf(orderId)] }));
  return {
    awbId, awbCostChargeWeight, priceType, price, currency,
    ...(values[OWN] === true ? { shares: own } : {}),
    ...(confirmed === undefined ? {} : { confirmed }),
  };
}

/** Where a share stands in the dialog. */
export function placeOf(field: string, orders: Bearer[]): string {
  const place = /^shares\.(\d+)/.exec(field)?.[1];
  const order = place === undefined ? undefined : orders[Number(place)];
  return order ? shareOf(order.orderId) : field;
}
