import { Button } from "antd";
import type { Taking } from "@/modules/awb/form/take/taking";
import { useText } from "@/platform/i18n";

/** Says above the sheet what was filled in, and offers the way back. */
export function TakenNote({ taking }: { taking: Taking }) {
  const t = useText();
  const { taken, undo, dismiss } = taking;
  return (
    <div role="status">
      {taken && (
        <p className="page-note awb-taken">
          <span>{taken.text}</span>
          <Button size="small" onClick={undo}>
            {t("awb:take.undo")}
          </Button>
          <Button size="small" type="text" onClick={dismiss}>
            {t("awb:take.keep")}
          </Button>
        </p>
      )}
    </div>
  );
}
