/** What differs between the scopes of orders, as values; what stands in no profile is the same for all. */
import type { ComponentType } from "react";
import type { ListPage, Section } from "@/platform/contract";
import type { SectionProps } from "@/platform/forms/form-overrides";
import type { FormStore, Values } from "@/platform/forms/form-store";
import type { ListOverrides } from "@/platform/lists/list-overrides";
import type { MoveItem } from "@/platform/order/order-parts";
import type { OrderShape } from "./order-body";
import type { Prefix } from "./scopes";
import type { TabProps } from "./tab-props";
import type { Order } from "./use-order";

/** Codes of which a user holds one to be shown a tab; the others are for everybody who sees the order. */
export const TAB_NEEDS: Record<string, string[]> = { charge: ["css-income-view", "css-cost-view"] };

/** Tabs that stay as they are behind others, as something may be typed in them. */
export const KEPT_TABS: readonly string[] = ["charge"];

/** Which order the page is about. */
export interface OrderSource {
  uuid: string | null;
  /** A new order after the model of another. */
  copyFrom: string | null;
  parts: string;
}

export type OrderSectionProps = SectionProps & { order: Order };

export interface OrderButtonsProps {
  uuid: string;
  order: Order;
}

export interface OrderProfile {
  prefix: Prefix;
  /** The tabs beside the form, by the names their texts have. */
  tabs: Record<string, ComponentType<TabProps>>;
  /** Otherwise the declared sections are drawn as they are. */
  shape?(declared: Section[], seesPrices: boolean): OrderShape;
  /** Drawn by the scope itself, by section key. */
  sections?: Record<string, ComponentType<OrderSectionProps>>;
  /** What a new order is read from; otherwise it begins empty. */
  begin?(source: OrderSource): Promise<Values>;
  /** What takes the place of what stands in the form; otherwise what nobody types. */
  followed?(values: Values, computed: Values): Values;
  /** Told of each change by the user. */
  typed?(form: FormStore, path: string, computed: Values): void;
  /** Title of a new order; otherwise that of its page says it. */
  title?(order: Values): string;
  /** Above the moves in the menu. */
  items?(order: Values, buttons: string[], held: string[]): MoveItem[];
  /** Beside the menu of a stored order. */
  Buttons?: ComponentType<OrderButtonsProps>;
}

/** What the list of a scope has besides. */
export interface ListProfile extends Pick<ListOverrides, "cells" | "actions"> {
  Dialogs?: ComponentType;
  /** The declared list with buttons of its own. */
  page?(declared: ListPage): ListPage;
}
