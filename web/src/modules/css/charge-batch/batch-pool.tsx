/** The orders a batch is for: looked for, or pasted by their numbers, and chosen. */
import { Button } from "antd";
import { Suspense, lazy, useState } from "react";
import { busy } from "@/platform/busy";
import { submit } from "@/platform/call/submit";
import { isNothing } from "@/platform/nothing";
import { clientFindings } from "@/platform/forms/client-rules";
import { FormGrid } from "@/platform/forms/form-body";
import { FormField } from "@/platform/forms/form-field";
import type { FormStore } from "@/platform/forms/form-store";
import { useText } from "@/platform/i18n";
import { toast } from "@/platform/toast";
import { poolFields } from "./batch-fields";
import { type Pool, readPool } from "./batch-model";

// It comes with the first orders that are found.
const PoolFound = lazy(async () => ({ default: (await import("./batch-found")).PoolFound }));

interface PoolProps {
  form: FormStore;
  /** The side that is entered: orders on which that is done are left out. */
  kind: string;
  pool: Pool | null;
  chosen: string[];
  /** Other orders were found. */
  found(pool: Pool, scope: string): void;
  choose(orders: string[]): void;
}

export function BatchPool({ form, kind, pool, chosen, found, choose }: PoolProps) {
  const t = useText();
  const [reading, setReading] = useState(false);
  const fields = poolFields();
  const read = async () => {
    const values = form.all();
    const wrong = clientFindings(fields, values);
    if (wrong.length > 0) return form.setFindings(wrong);
    const asked = Object.fromEntries(fields.map(({ name }) => [name, values[name]]).filter(([, value]) => !isNothing(value)));
    setReading(true);
    const result = await submit(() => readPool({ ...asked, kind }), { done: false });
    setReading(false);
    if (result.kind === "findings") toast.failed(result.findings[0]?.message ?? "");
    if (result.kind === "saved") found(result.data, String(values["businessScope"]));
  };
  return (
    <section className="batch-pool" aria-label={t("css:batch.orders")}>
      <form
        onSubmit={(event) => {
          event.preventDefault();
          void read();
        }}
      >
        <FormGrid columns={4}>
          {fields.map((field) => (
            <FormField key={field.name} form={form} field={field} />
          ))}
        </FormGrid>
        <Button htmlType="submit" loading={busy(reading)}>
          {t("css:batch.find")}
        </Button>
      </form>
      {pool && (
        <Suspense fallback={null}>
          <PoolFound pool={pool} chosen={chosen} choose={choose} />
        </Suspense>
      )}
    </section>
  );
}
