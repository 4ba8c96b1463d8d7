import type { LabelPreview } from "@/modules/paper/label/label-calls";
import type { Preview } from "@/modules/paper/label/use-preview";
import { CallError } from "@/platform/call/client";
import { formatFigure } from "@/platform/format";
import { useText } from "@/platform/i18n";
import { LoadFailed } from "@/platform/load-failed";
import { PageLoading } from "@/platform/page-loading";
import { ToneIcon } from "@/platform/tone-icon";

/** How the first label will look, and how many there will be. */
export function LabelSample({ preview, copies }: { preview: Preview; copies: number }) {
  const t = useText();
  const { data, error } = preview.query;
  return (
    <section className="form-section label-sample" aria-label={t("paper:label.preview")} aria-busy={preview.behind}>
      <h2>{t("paper:label.preview")}</h2>
      {error && <Refused error={error} retry={preview.now} />}
      {!error && !data && <PageLoading rows={6} />}
      {!error && data && <Sample data={data} copies={copies} behind={preview.behind} />}
    </section>
  );
}

/** What is wrong with a field stands there; what is wrong with the whole stands here. */
function Refused({ error, retry }: { error: Error; retry(): void }) {
  const t = useText();
  if (!(error instanceof CallError) || error.kind !== "refused") {
    return <LoadFailed message={error.message} retry={retry} />;
  }
  if (error.findings.length > 0) return <p className="soft">{t("paper:label.wrong")}</p>;
  return (
    <p className="label-refused" role="alert">
      <ToneIcon tone="danger" size={14} /> {error.message}
    </p>
  );
}

function Sample({ data, copies, behind }: { data: LabelPreview; copies: number; behind: boolean }) {
  const t = useText();
  const { total, from, to, warnings, labels, svg } = data;
  const words = (labels[0]?.lines ?? []).map(({ label, text }) => `${label} ${text}`).join("，");
  const count = to - from + 1;
  // As a picture it can neither run nor fetch anything, whatever stands in it.
  const address = `data:image/svg+xml;charset=utf-8,${encodeURIComponent(svg)}`;
  return (
    <>
      <img className={behind ? "is-behind" : ""} src={address} alt={t("paper:label.previewAlt", { words })} />
      <p className="label-total tabular" role="status">
        {t("paper:label.total", { total: formatFigure(total, 0), n: formatFigure(count, 0) })}
        {copies > 1 && ` ${t("paper:label.totalCopies", { copies, n: formatFigure(count * copies, 0) })}`}
      </p>
      {warnings.map((warning) => (
        <p key={warning} className="page-note tone-warning">
          {warning}
        </p>
      ))}
    </>
  );
}
