/** 导入: a workbook of charges is dropped or chosen, and looked at. */
import { FileDrop } from "@/platform/import/file-drop";
import { useText } from "@/platform/i18n";
import { type Told, fetchTemplate, readFile } from "./batch-model";

export function BatchFile({ read }: { read(told: Told): void }) {
  const t = useText();
  const words = { choose: t("css:batch.choose"), limits: t("css:batch.limits"), template: t("css:batch.template") };
  return (
    <section aria-label={t("css:batch.modes.ROWS")}>
      <FileDrop words={words} read={async (file) => read(await readFile(file))} template={fetchTemplate} />
    </section>
  );
}
