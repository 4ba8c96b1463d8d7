import type { ReactNode } from "react";
import { Copyable } from "@/platform/fields/field-value";
import { type FormStore, useValue } from "@/platform/forms/form-store";
import { PageLink } from "@/platform/page-link";
import "./order-facts.css";

/** The order a paper is about: code, master, route, flight. */
export function OrderFacts({ form, children }: { form: FormStore; children?: ReactNode }) {
  const uuid = useValue<string | null>(form, "orderUuid");
  const code = useValue<string | null>(form, "orderCode");
  const awb = useValue<string | null>(form, "awbNumber");
  const route = useValue<string | null>(form, "route");
  const flight = useValue<string | null>(form, "flightNo");
  const day = useValue<string | null>(form, "flightDate");
  const flies = [flight, day].filter(Boolean).join(" / ");
  return (
    <p className="order-facts soft tabular">
      {code && uuid && <PageLink href={`/af_order_edit?o=${uuid}`}>{code}</PageLink>}
      {awb && <Copyable text={awb} />}
      {route && <span>{route}</span>}
      {flies && <span>{flies}</span>}
      {children}
    </p>
  );
}
