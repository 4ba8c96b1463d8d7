import type { ComponentType, ReactNode } from "react";
import type { Button, Column, Field, Label, Row } from "@/platform/contract";
import type { Values } from "@/platform/forms/form-store";

export interface OpenFormOptions {
  readOnly?: boolean;
  /** Values a new form begins with; the label of a reference stands in its label member. */
  preset?: Values;
  /** What makes the new one out of another: a new version, a copy. What it fills in of what stays is no more to be chosen. */
  by?: Label;
}

/** What a button handler may do to the list it stands in. */
export interface ListContext {
  /** Reads the rows again, keeping page and selection. */
  reload(): void;
  /** The filters as sent to the server. */
  filters: Record<string, string>;
  selected: Row[];
  clearSelection(): void;
  /** The row the keyboard stands on, or that was clicked last. */
  activeRow(): Row | undefined;
  /** Opens the declared form beside the list, a new one for null. */
  openForm(id: string | null, options?: OpenFormOptions): void;
}

export type CellRenderer = (value: unknown, row: Row, column: Column) => ReactNode;

/** Runs a button. `rows` is one row for row buttons, the selection for batch buttons, none for toolbar buttons. */
export type ActionHandler = (rows: Row[], list: ListContext, button: Button) => void | Promise<void>;

/** Fields that are edited where they stand in the list. */
export interface InPlace {
  /** By the names of their columns. */
  fields: Record<string, Field>;
  may(row: Row): boolean;
  /** Saves a text; answers why it was refused, null when it was not. */
  save(row: Row, name: string, text: string): Promise<string | null>;
}

/** What a module may change of a declared list. */
export interface ListOverrides {
  /** By column name. */
  cells?: Record<string, CellRenderer>;
  /** What of a row is edited in the list itself. */
  inPlace?: InPlace;
  /** By button code, or by code and action (`"code custom"`) where buttons share one; wins over the declared action. */
  actions?: Record<string, ActionHandler>;
  /** Row buttons of the module's own, for everybody who sees the row; handled by `actions`. */
  rowButtons?: Button[];
  /** Between title and filters: tiles. */
  header?: ComponentType<{ list: ListContext }>;
  /** Left of filters and rows, above them on narrow screens: a tree that filters. */
  aside?: ComponentType<{ list: ListContext }>;
  /** Dialogs the actions open; mounted once beside the table. */
  dialogs?: ComponentType<{ list: ListContext }>;
  /** Opened by Enter or a click on the row instead of form or link. */
  open?: (row: Row, list: ListContext) => void;
  /** After rows of a file were imported. */
  imported?: () => void;
}
