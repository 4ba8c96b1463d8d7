import { useQuery } from "@tanstack/react-query";
import { FileDrop } from "@/platform/import/file-drop";
import { type TakenColumn, type ReadFile, fetchTemplate, importColumns, readFile } from "@/platform/import/import-calls";
import { useLabel, useText } from "@/platform/i18n";

interface FileStepProps {
  base: string;
  take(file: File, read: ReadFile): void;
}

/** The file of an import of a list. */
export function FileStep({ base, take }: FileStepProps) {
  const t = useText();
  const words = {
    choose: t("import:file.choose"),
    limits: t("import:file.limits"),
    template: t("import:file.template"),
    templateHint: t("import:file.templateHint"),
  };
  return (
    <>
      <Needed base={base} />
      <FileDrop words={words} read={async (file) => take(file, await readFile(base, file))} template={() => fetchTemplate(base)} />
    </>
  );
}

/** What the rows need, before a file is made or chosen. */
function Needed({ base }: { base: string }) {
  const t = useText();
  const label = useLabel();
  const { data } = useQuery({ queryKey: ["import-columns", base], queryFn: () => importColumns(base) });
  const columns = data?.columns ?? [];
  const said = ({ field, needed }: TakenColumn) => (needed ? t("import:file.neededOf", { field: label(field.label), rows: needed }) : label(field.label));
  const needed = columns.filter((column) => column.required || column.needed !== "");
  if (needed.length === 0) return null;
  return <p className="import-needed">{t("import:file.needed", { fields: needed.map(said).join(t("import:comma")) })}</p>;
}
