// The certificates of the customer information form: chosen, brought at once, taken back.

import { useState, type ChangeEvent } from "react";
import { fileIcon } from "./attachments";
import * as call from "./customer-call";
import { optionsOf } from "./customer-fields";
import { Fault, Field } from "./form";
import { decimal } from "./format";
import { useSpeech, type Key } from "./i18n";
import { QUALIFICATIONS } from "./i18n/customer";
import { Icon } from "./icons";
import { useNotify } from "./notify";
import { Empty } from "./section";

const MOST_FILES = 20;
const MB = 1024 * 1024;
const PICTURE_MB = 10;
const DOCUMENT_MB = 50;
const PICTURES = /\.(jpe?g|bmp|png)$/i;
const DOCUMENTS = /\.(pdf|docx?|xlsx?|txt|rar|zip|ofd)$/i;
const ACCEPTED = ".pdf,.doc,.docx,.xls,.xlsx,.txt,.rar,.zip,.jpg,.jpeg,.bmp,.png,.ofd";

/** Why a file is not brought, if it is not: too many, of another kind, too large. */
export function fileFault(file: { name: string; size: number }, count: number): { key: Key; n?: number } | undefined {
  if (count >= MOST_FILES) return { key: "customer.tooMany" };
  const most = PICTURES.test(file.name) ? PICTURE_MB : DOCUMENT_MB;
  if (most === DOCUMENT_MB && !DOCUMENTS.test(file.name)) return { key: "customer.wrongKind" };
  return file.size > most * MB ? { key: "customer.tooLarge", n: most } : undefined;
}

interface Props {
  code: string;
  files: call.SheetFile[];
  change: (files: (before: call.SheetFile[]) => call.SheetFile[]) => void;
  /** What the server finds wrong with the files. */
  fault: string | undefined;
}

/** The block of the files. */
export function CustomerFiles({ code, files, change, fault }: Props) {
  const { t, language } = useSpeech();
  const notify = useNotify();
  const [kind, setKind] = useState<string>(QUALIFICATIONS[0]?.[0] ?? "");
  const kinds = optionsOf(QUALIFICATIONS, language);
  const [refused, setRefused] = useState<string>();
  const [busy, setBusy] = useState(false);
  const bring = (event: ChangeEvent<HTMLInputElement>): void => {
    const file = event.target.files?.[0];
    event.target.value = "";
    if (!file) return;
    const wrong = fileFault(file, files.length);
    setRefused(wrong && t(wrong.key, { n: String(wrong.n ?? "") }));
    if (wrong) return;
    setBusy(true);
    call
      .uploadFile({ language }, code, kind, file)
      .then((stored) => change((before) => [...before, stored]), notify)
      .finally(() => setBusy(false));
  };
  const take = (file: call.SheetFile) => (): void => {
    call
      .removeFile({ language }, code, file.id)
      .then(() => change((before) => before.filter((one) => one.id !== file.id)), notify);
  };
  return (
    <>
      <div className="fields">
        <Field label={t("customer.fileKind")} value={kind} change={setKind} options={kinds} />
        <label className={busy ? "tile upload busy" : "tile upload"}>
          <Icon name="file" />
          {t(busy ? "customer.uploading" : "customer.upload")}
          <input className="visually-hidden" type="file" accept={ACCEPTED} disabled={busy || !kind} onChange={bring} />
        </label>
      </div>
      <Fault text={refused ?? fault} />
      <p className="hint">{t("customer.fileHint")}</p>
      {files.length === 0 ? <Empty>{t("customer.noFiles")}</Empty> : null}
      <ul className="files">
        {files.map((file) => (
          <li key={file.id} className="file">
            <span className={`file-icon is-${fileIcon(file.fileName).icon}`}>
              <Icon name={fileIcon(file.fileName).icon} label={t(fileIcon(file.fileName).key)} />
            </span>
            <span className="file-name">
              {file.fileName}
              <small>
                {kinds.find((one) => one.value === file.kind)?.name ?? file.kind} {decimal(file.size / 1024, 1)} KB
              </small>
            </span>
            <button
              type="button"
              className="plain"
              aria-label={t("customer.remove", { name: file.fileName })}
              onClick={take(file)}
            >
              <Icon name="close" />
            </button>
          </li>
        ))}
      </ul>
    </>
  );
}
