import { openDoc } from "@/modules/hrs/doc/doc-store";
import { useText } from "@/platform/i18n";

/** A file's name; a click shows the file. */
export function FileName({ name, path, versions }: { name: string; path: string; versions?: string }) {
  const t = useText();
  return (
    <button
      type="button"
      className="doc-name"
      title={t("hrs:doc.preview", { name })}
      onClick={(event) => {
        event.stopPropagation();
        openDoc({ dialog: "preview", name, path, ...(versions ? { versions } : {}) });
      }}
    >
      {name}
    </button>
  );
}
