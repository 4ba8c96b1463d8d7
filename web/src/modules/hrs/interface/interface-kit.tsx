/** What the pages of the interfaces have in common: their form, their dialogs, their calls. */
import { lazyDialogs } from "@/modules/hrs/common/lazy-dialogs";
import { openInterface, useInterface } from "@/modules/hrs/interface/interface-store";
import type { Row } from "@/platform/contract";
import { FormGrid } from "@/platform/forms/form-body";
import { FormField } from "@/platform/forms/form-field";
import type { FormOverrides, SectionProps } from "@/platform/forms/form-overrides";
import { useValue } from "@/platform/forms/form-store";
import { useText } from "@/platform/i18n";
import type { CellRenderer } from "@/platform/lists/list-overrides";
import { useSession } from "@/platform/session";
import "./interface.css";

/** Button of those who keep the interfaces of every company. */
const OF_ALL = "sys_org_interface";
/** Types of orders by which others call us begin so. */
const ORDERS_IN = "AE_ORDER_";
/** The other types by which others call us. */
const RECEIVED = ["EDI_RECEIVE", "AE_IDF_RECEIVE"];

function isInbound(type: string): boolean {
  return type.startsWith(ORDERS_IN) || RECEIVED.includes(type);
}

export const interfaceDialogs = lazyDialogs(useInterface, async () => (await import("@/modules/hrs/interface/interface-dialogs")).InterfaceDialogs);

/** The one field of calls that come in. */
const ALLOWED = "allowIp";

/** The fields of the type's direction. */
function Link({ section, form, readOnly }: SectionProps) {
  const t = useText();
  const inbound = isInbound(String(useValue(form, "apiType") ?? ""));
  return (
    <>
      <FormGrid columns={section.columns}>
        {section.fields
          .filter(({ name }) => (name === ALLOWED) === inbound)
          .map((field) => (
            <FormField key={field.name} form={form} field={field} readOnly={readOnly} />
          ))}
      </FormGrid>
      {inbound && <p className="soft">{t("hrs:interface.tokenHint")}</p>}
    </>
  );
}

export const interfaceForm: FormOverrides = {
  sections: { link: Link },
  // Tokens and keys are typed here.
  drafts: false,
  // The company is chosen once, by those who may choose.
  without: (editing) => (editing || !useSession.getState().buttons?.includes(OF_ALL) ? ["company"] : []),
};

const text = (row: Row, name: string) => String(row[name] ?? "");

export function openCall(row: Row): void {
  const title = `${text(row, "summary")} ${text(row, "createdAt")}`;
  openInterface({ dialog: "call", title, request: text(row, "request"), response: text(row, "response") });
}

/** What was asked, as a way to its bodies. */
export const summaryCell: CellRenderer = (value, row) => (
  <button type="button" className="interface-open" onClick={() => openCall(row)}>
    {String(value ?? "")}
  </button>
);
