/** One cell of the matrix: whose template counts, and what may be done with it. */
import { Button } from "antd";
import { useRef, useState } from "react";
import { PATH, type Place, type Revision, placeOf } from "@/modules/hrs/configure/template/template-model";
import { busy } from "@/platform/busy";
import { download, downloadFrom, put, upload } from "@/platform/call/client";
import { submit } from "@/platform/call/submit";
import { ask } from "@/platform/dialog";
import { DropMenu } from "@/platform/drop-menu";
import { useText } from "@/platform/i18n";
import { useCan } from "@/platform/session";
import { ToneTag } from "@/platform/tone-tag";

/** What opens beside the matrix. */
export type Act = "layout" | "history";

interface TemplateCellProps {
  place: Place;
  own: Revision | undefined;
  changed: () => void;
  open: (act: Act) => void;
}

export function TemplateCell({ place, own, changed, open }: TemplateCellProps) {
  const t = useText();
  const keep = useCan("sys_orgconf_template");
  const isFile = place.format === "EXCEL";
  const reset = async () => {
    if (!(await ask({ text: t("hrs:template.askReset") }))) return;
    const result = await submit(() => put(`${PATH}/default`, { ...placeOf(place), revision: own?.revision ?? 0 }, { quiet: true }));
    if (result.kind === "saved" || result.kind === "stale") changed();
  };
  const more = [
    { key: "history", label: t("hrs:template.history"), onClick: () => open("history") },
    ...(isFile ? [{ key: "fetch", label: t("hrs:template.fetch"), onClick: () => void downloadFrom(`${PATH}/file`, { params: placeOf(place) }) }] : []),
    ...(keep && own ? [{ key: "reset", label: t("hrs:template.reset"), onClick: () => void reset() }] : []),
  ];
  return (
    <div className="template-cell">
      <p>
        {own ? <ToneTag tone="info">{t("hrs:template.own", { n: own.revision })}</ToneTag> : <ToneTag>{t("hrs:template.standard")}</ToneTag>}
        {own && <span className="soft">{t("hrs:template.by", { who: own.createdBy, at: own.createdAt.slice(0, 10) })}</span>}
      </p>
      <p className="template-acts">
        {isFile ? (
          <>
            {keep && <UploadButton place={place} revision={own?.revision ?? 0} changed={changed} />}
            <Button type="link" size="small" onClick={() => void download(`${PATH}/preview`, placeOf(place))}>
              {t("hrs:template.preview")}
            </Button>
          </>
        ) : (
          <Button type="link" size="small" onClick={() => open("layout")}>
            {keep ? t("hrs:template.layout") : t("hrs:template.preview")}
          </Button>
        )}
        <DropMenu menu={{ items: more }}>
          <Button type="link" size="small">
            {t("hrs:template.more")}
          </Button>
        </DropMenu>
      </p>
    </div>
  );
}

function UploadButton({ place, revision, changed }: { place: Place; revision: number; changed: () => void }) {
  const t = useText();
  const input = useRef<HTMLInputElement>(null);
  const [sending, setSending] = useState(false);
  const send = async (file: File) => {
    const body = new FormData();
    body.append("file", file);
    setSending(true);
    const result = await submit(() => upload(`${PATH}/upload`, body, { params: { ...placeOf(place), revision }, quiet: true }));
    setSending(false);
    if (result.kind === "saved" || result.kind === "stale") changed();
  };
  return (
    <>
      <Button type="link" size="small" loading={busy(sending)} onClick={() => input.current?.click()}>
        {t("hrs:template.upload")}
      </Button>
      <input
        ref={input}
        hidden
        type="file"
        accept=".xlsx"
        aria-label={t("hrs:template.upload")}
        onChange={(event) => {
          const file = event.target.files?.[0];
          // The same file may be chosen again after it was mended.
          event.target.value = "";
          if (file) void send(file);
        }}
      />
    </>
  );
}
