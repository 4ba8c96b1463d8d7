/** 收入完成, 成本完成, 退回 and 保存: those the caller may press now. */
import { Button } from "antd";
import { busy } from "@/platform/busy";
import { DropMenu } from "@/platform/drop-menu";
import { useText } from "@/platform/i18n";
import { SIDES, type Side } from "@/platform/charge/charge-model";
import type { ChargesHands } from "@/platform/charge/use-charges";

/** Whether anything of the charges can be written now. */
export function mayWrite({ told }: ChargesHands): boolean {
  if (!told) return false;
  const { buttons, closed } = told;
  const codes = ["css-charge-add", "css-charge-edit", "css-charge-del"];
  return codes.some((code) => buttons.includes(code)) && SIDES.some((side) => told[side] !== undefined && !closed[side]);
}

export function ChargeButtons({ charges, save }: { charges: ChargesHands; save(): void }) {
  const t = useText();
  const { told, saving } = charges;
  if (!told) return null;
  const { buttons, order } = told;
  const recorded: Record<Side, boolean> = { income: order.incomeRecorded, cost: order.costRecorded };
  const finishing = SIDES.filter((side) => buttons.includes(`css-${side}-finish`) && !recorded[side]);
  const back = buttons.includes("css-charge-rollback") ? SIDES.filter((side) => recorded[side]) : [];
  return (
    <>
      {finishing.map((side) => (
        <Button key={side} disabled={saving} onClick={() => void charges.finish(side)}>
          {t(`css:move.finish.${side}`)}
        </Button>
      ))}
      {back.length > 0 && (
        <DropMenu menu={{ items: back.map((side) => ({ key: side, label: t(`css:move.rollback.${side}`), onClick: () => void charges.rollback(side) })) }}>
          <Button disabled={saving}>{t("css:move.back")}</Button>
        </DropMenu>
      )}
      {mayWrite(charges) && (
        <Button type="primary" loading={busy(saving)} onClick={save}>
          {t("platform:action.save")}
        </Button>
      )}
    </>
  );
}
