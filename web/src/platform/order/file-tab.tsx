import { DownloadOutlined, UploadOutlined } from "@ant-design/icons";
import { useQuery } from "@tanstack/react-query";
import { Alert, Button, Segmented, Select } from "antd";
import { type DragEvent, useRef, useState } from "react";
import { busy } from "@/platform/busy";
import { CallError, download, post } from "@/platform/call/client";
import { ask } from "@/platform/dialog";
import { useText } from "@/platform/i18n";
import { LoadFailed } from "@/platform/load-failed";
import { PageLoading } from "@/platform/page-loading";
import { toast } from "@/platform/toast";
import { FileCard, type FileChange } from "@/platform/order/file-card";
import { DOCUMENT, FILES_MAX, type FileKind, LIMITS, OTHER, type OrderFile, PHOTO, classesOf } from "@/platform/order/file-model";
import { endingsOf, listFiles, refusalOf, sendFile } from "@/platform/order/file-model";
import { FileViewer } from "@/platform/order/file-viewer";
import type { OrderTabProps } from "@/platform/order/tab-props";
import "@/platform/order/tabs.css";

/** Photos and documents of an order. */
export function FileTab({ order, readOnly, changed }: OrderTabProps) {
  const t = useText();
  const editable = !readOnly && order.buttons.includes(`${order.prefix}-order-file`);
  const files = useQuery({
    queryKey: ["order.files", order.orderUuid],
    staleTime: 0,
    queryFn: () => listFiles(order.orderUuid),
  });
  const [shown, setShown] = useState<string | null>(null);
  const [packing, setPacking] = useState(false);
  const renew = async () => {
    await files.refetch();
    changed();
  };
  const change = async (file: OrderFile, patch: FileChange) => {
    try {
      await post("/afbase/orderFiles/update", { orderFileId: file.orderFileId, ...patch });
    } catch (error) {
      // The call has shown why; the card goes back to what is stored.
      if (!(error instanceof CallError)) throw error;
    }
    await files.refetch();
  };
  const pack = async () => {
    if (packing) return;
    setPacking(true);
    try {
      await download("/afbase/orderFiles/zip", { orderUuid: order.orderUuid });
    } catch (error) {
      if (!(error instanceof CallError)) throw error;
    } finally {
      setPacking(false);
    }
  };
  const removeFile = async (file: OrderFile) => {
    const text = t("order:file.removeConfirm", { name: file.fileName });
    if (!(await ask({ text, yes: t("platform:action.remove"), danger: true }))) return;
    try {
      await post("/afbase/orderFiles/doDelete", { ids: [file.orderFileId] });
      toast.done();
      await renew();
    } catch (error) {
      if (!(error instanceof CallError)) throw error;
    }
  };
  if (!files.data && files.error) return <LoadFailed message={files.error.message} retry={() => void files.refetch()} />;
  if (!files.data) return <PageLoading rows={4} />;
  return (
    <section className="order-tab" aria-label={t("order:file.title")}>
      {editable && <UploadArea orderUuid={order.orderUuid} there={files.data.length} sent={renew} />}
      {files.data.length === 0 ? (
        <p className="soft">{t("order:file.none")}</p>
      ) : (
        <div className="tab-bar">
          <Button icon={<DownloadOutlined />} loading={busy(packing)} onClick={() => void pack()}>
            {t("order:file.zip", { count: files.data.length })}
          </Button>
        </div>
      )}
      <ul className="file-cards">
        {files.data.map((file) => (
          <FileCard
            key={file.orderFileId}
            file={file}
            readOnly={!editable}
            change={(patch) => change(file, patch)}
            remove={() => void removeFile(file)}
            show={() => setShown(file.orderFileId)}
          />
        ))}
      </ul>
      {shown !== null && <FileViewer files={files.data} first={shown} close={() => setShown(null)} />}
    </section>
  );
}

interface Refused {
  name: string;
  reason: string;
}

interface UploadAreaProps {
  orderUuid: string;
  /** Files the order has already. */
  there: number;
  sent(): Promise<void>;
}

/** Chooses or catches files and sends them one after the other; what is refused says why, by its name. */
function UploadArea({ orderUuid, there, sent }: UploadAreaProps) {
  const t = useText();
  const [kind, setKind] = useState<FileKind>(DOCUMENT);
  const [fileClass, setFileClass] = useState(OTHER);
  const [refused, setRefused] = useState<Refused[]>([]);
  const [sending, setSending] = useState<{ name: string; n: number; of: number } | null>(null);
  const [over, setOver] = useState(false);
  const chooser = useRef<HTMLInputElement>(null);
  const { accept, words } = endingsOf(kind);

  const take = async (chosen: File[]) => {
    if (sending || chosen.length === 0) return;
    const failures: Refused[] = [];
    let done = 0;
    for (const [place, file] of chosen.entries()) {
      setSending({ name: file.name, n: place + 1, of: chosen.length });
      const known = there + done >= FILES_MAX ? t("order:file.tooMany", { n: FILES_MAX }) : refusalOf(file, kind);
      const reason = known ?? (await trySending(orderUuid, kind, fileClass, file));
      if (reason === null) done++;
      else failures.push({ name: file.name, reason });
    }
    setSending(null);
    setRefused(failures);
    if (done === 0) return;
    toast.done(t("order:file.sent", { count: done }));
    await sent();
  };
  const drop = (event: DragEvent) => {
    event.preventDefault();
    setOver(false);
    void take([...event.dataTransfer.files]);
  };
  return (
    <div
      className={over ? "file-drop is-over" : "file-drop"}
      onDragOver={(event) => {
        event.preventDefault();
        setOver(true);
      }}
      onDragLeave={() => setOver(false)}
      onDrop={drop}
    >
      <div className="tab-bar">
        <Segmented<FileKind>
          aria-label={t("order:file.kind")}
          value={kind}
          onChange={(chosen) => {
            setKind(chosen);
            setFileClass(OTHER);
          }}
          options={[
            { value: DOCUMENT, label: t("order:file.document") },
            { value: PHOTO, label: t("order:file.photo") },
          ]}
        />
        <Select
          className="file-class"
          aria-label={t("order:file.classTitle")}
          value={fileClass}
          onChange={setFileClass}
          options={classesOf(kind)}
        />
        <Button type="primary" icon={<UploadOutlined />} loading={busy(sending !== null)} onClick={() => chooser.current?.click()}>
          {t("order:file.upload")}
        </Button>
        <span className="soft">{t("order:file.drop")}</span>
        <input
          ref={chooser}
          type="file"
          multiple
          hidden
          accept={accept}
          aria-label={t("order:file.choose")}
          onChange={(event) => {
            const chosen = [...(event.target.files ?? [])];
            // The same file may be chosen again after a refusal.
            event.target.value = "";
            void take(chosen);
          }}
        />
      </div>
      <p className="soft">{t("order:file.limits", { endings: words, n: LIMITS[kind].megabytes, most: FILES_MAX })}</p>
      {sending && (
        <p role="status">{t("order:file.sending", { name: sending.name, n: sending.n, of: sending.of })}</p>
      )}
      {refused.length > 0 && (
        <Alert
          type="error"
          showIcon
          closable={{ onClose: () => setRefused([]), "aria-label": t("platform:action.close") }}
          title={t("order:file.refused", { count: refused.length })}
          description={
            <ul>
              {refused.map(({ name, reason }) => (
                <li key={name}>
                  <b>{name}</b> {reason}
                </li>
              ))}
            </ul>
          }
        />
      )}
    </div>
  );
}

/** Why a file was refused, null when it was taken. */
async function trySending(orderUuid: string, kind: FileKind, fileClass: string, file: File): Promise<string | null> {
  try {
    await sendFile(orderUuid, kind, fileClass, file);
    return null;
  } catch (error) {
    if (!(error instanceof CallError)) throw error;
    return error.message;
  }
}
