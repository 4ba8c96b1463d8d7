/** 航线签单 on the form of an air export order, for who signs routings and sees what is paid. */
import { Button } from "antd";
import { Suspense, lazy, useState } from "react";
import { useValue } from "@/platform/forms/form-store";
import { useText } from "@/platform/i18n";
import { useCan } from "@/platform/session";
import type { OrderButtonsProps } from "../order-profile";

const SignDialog = lazy(async () => ({ default: (await import("../sign-dialog")).SignDialog }));

export function SignButton({ order: { form, renew } }: OrderButtonsProps) {
  const t = useText();
  const [open, setOpen] = useState(false);
  const signs = useCan("af-routing-sign");
  const sees = useCan("css-cost-view");
  const lifecycle = useValue<string | null>(form, "lifecycle");
  const awbNumber = useValue<string | null>(form, "awbNumber");
  if (!signs || !sees || lifecycle !== "OPEN" || !awbNumber) return null;
  const text = (name: string) => String(form.get(name) ?? "");
  const order = { orderId: text("orderId"), orderCode: text("orderCode") };
  return (
    <>
      <Button onClick={() => setOpen(true)}>{t("order:sign.open")}</Button>
      {open && (
        <Suspense fallback={null}>
          <SignDialog order={order} done={() => void renew()} close={() => setOpen(false)} />
        </Suspense>
      )}
    </>
  );
}
