import { Button, Popover } from "antd";
import { copyText } from "@/platform/clipboard";
import type { Filter, ListPage } from "@/platform/contract";
import { useFoundValues } from "@/platform/lists/list-data";
import { useText } from "@/platform/i18n";
import { ToneIcon } from "@/platform/tone-icon";

interface FoundNoteProps {
  page: ListPage;
  filter: Filter;
  filters: Record<string, string>;
}

/** How many of the pasted values are there, and which are not. */
export function FoundNote({ page, filter, filters }: FoundNoteProps) {
  const t = useText();
  const found = useFoundValues(page, filter, filters);
  if (!found) return null;
  const { missing } = found;
  if (missing.length === 0) return <span className="soft">{t("platform:mode.allFound")}</span>;
  const content = (
    <div className="many-values">
      <pre className="missing-values">{missing.join("\n")}</pre>
      <Button size="small" onClick={() => void copyText(missing.join("\n"))}>
        {t("platform:action.copy")}
      </Button>
    </div>
  );
  return (
    <Popover trigger="click" title={t("platform:mode.missingTitle")} content={content}>
      <button type="button" className="found-note">
        <ToneIcon tone="warning" />
        {t("platform:mode.missing", { count: missing.length })}
      </button>
    </Popover>
  );
}
