/** What a data sheet says beside the comparison: whose it is, the rest of it, its files. */
import { Button } from "antd";
import { useState } from "react";
import { type Info, type InfoFile, otherFacts } from "@/modules/prm/info/info";
import { busy } from "@/platform/busy";
import { CallError, downloadFrom } from "@/platform/call/client";
import { FieldValue } from "@/platform/fields/field-value";
import { fileSize } from "@/platform/file-size";
import type { Values } from "@/platform/forms/form-store";
import { useText } from "@/platform/i18n";
import { PageLink } from "@/platform/page-link";
import { declaredList } from "@/platform/page-registry";

/** A value in the words and tones of its column. */
function Declared({ name, value }: { name: string; value: string }) {
  const column = declaredList("prm.customer-info.list")?.columns.find((each) => each.name === name);
  return column ? <FieldValue field={column} value={value} /> : <>{value}</>;
}

export function SheetHead({ info }: { info: Info }) {
  const t = useText();
  const { coopId, email, state, returnReason } = info;
  return (
    <>
      <div className="prm-head">
        <Declared name="state" value={state} />
        <Declared name="coopType" value={info.coopType} />
        {coopId ? (
          <PageLink href={`/prm_coop_edit?coopId=${encodeURIComponent(coopId)}`}>{t("prm:info.openPartner")}</PageLink>
        ) : (
          <span className="soft">{t("prm:info.newPartner")}</span>
        )}
        {email && <span className="soft">{email}</span>}
        <span className="soft tabular">{t("prm:invite.until", { time: info.expireTime.slice(0, 16) })}</span>
      </div>
      {state === "DRAFT" && <p className="page-note tone-warning prm-note">{t("prm:info.draft")}</p>}
      {returnReason && <p className="prm-note">{t("prm:info.returned", { reason: returnReason })}</p>}
    </>
  );
}

/** What is read and stays here, and the files. */
export function SheetRest({ info, data }: { info: Info; data: Values }) {
  const t = useText();
  const facts = otherFacts(data);
  return (
    <>
      {facts.length > 0 && (
        <section aria-label={t("prm:info.rest")} className="prm-part">
          <h3>{t("prm:info.rest")}</h3>
          <dl className="prm-facts">
            {facts.map(({ word, place, text }) => (
              <div key={`${word} ${place ?? ""}`}>
                <dt>
                  {t(word)}
                  {place !== undefined && ` ${place}`}
                </dt>
                <dd>{text}</dd>
              </div>
            ))}
          </dl>
        </section>
      )}
      <section aria-label={t("prm:info.files")} className="prm-part">
        <h3>{t("prm:info.files")}</h3>
        {info.files.length === 0 && <p className="soft">{t("prm:info.noFiles")}</p>}
        <ul className="prm-files">
          {info.files.map((file) => (
            <SheetFile key={file.id} file={file} />
          ))}
        </ul>
      </section>
    </>
  );
}

function SheetFile({ file }: { file: InfoFile }) {
  const t = useText();
  const [running, setRunning] = useState(false);
  const save = async () => {
    setRunning(true);
    try {
      await downloadFrom(`/prm/coopInfo/file/${encodeURIComponent(file.id)}`);
    } catch (error) {
      // The call has said why.
      if (!(error instanceof CallError)) throw error;
    } finally {
      setRunning(false);
    }
  };
  return (
    <li>
      <span className="soft">{file.kind}</span>
      <Button
        type="link"
        size="small"
        loading={busy(running)}
        aria-label={t("prm:info.download", { name: file.fileName })}
        onClick={() => void save()}
      >
        {file.fileName}
      </Button>
      <span className="soft tabular">{fileSize(file.size)}</span>
    </li>
  );
}
