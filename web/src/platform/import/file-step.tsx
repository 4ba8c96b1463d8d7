import { FileDrop } from "@/platform/import/file-drop";
import { type ReadFile, fetchTemplate, readFile } from "@/platform/import/import-calls";
import { useText } from "@/platform/i18n";

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
  return <FileDrop words={words} read={async (file) => take(file, await readFile(base, file))} template={() => fetchTemplate(base)} />;
}
