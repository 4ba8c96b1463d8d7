import { useQuery } from "@tanstack/react-query";
import { Modal } from "antd";
import { useEffect, useState } from "react";
import { openSign } from "@/modules/hrs/sign-template/sign-store";
import { blobOf, post } from "@/platform/call/client";
import type { KeptFile } from "@/platform/fields/files-editor";
import { LoadFailed } from "@/platform/load-failed";
import { PageLoading } from "@/platform/page-loading";
import { RichText } from "@/platform/rich/rich-text";
import { useText } from "@/platform/i18n";
import "./sign.css";

interface Preview {
  name: string;
  text: string;
  html: string;
  widthMm: number | null;
  files: KeptFile[];
}

/** What a template puts on paper: its text with the reader's own values, its picture at its width. */
export function SignDialog({ open }: { open: string }) {
  const t = useText();
  const { data, error, refetch } = useQuery({
    queryKey: ["sign-preview", open],
    gcTime: 0,
    queryFn: () => post<Preview>("/hrs/signTemplate/preview", { id: open }, { quiet: true }),
  });
  return (
    <Modal open width={560} title={data?.name ?? t("hrs:sign.preview")} footer={null} onCancel={() => openSign(null)}>
      {error ? <LoadFailed message={error.message} retry={() => void refetch()} /> : data ? <Sample preview={data} /> : <PageLoading rows={3} />}
    </Modal>
  );
}

function Sample({ preview }: { preview: Preview }) {
  const t = useText();
  const file = preview.files[0];
  return (
    <>
      <div className="sign-sample">
        {file && <Picture file={file} widthMm={preview.widthMm} />}
        {preview.text && <p className="sign-words">{preview.text}</p>}
        {preview.html && <RichText html={preview.html} />}
      </div>
      <p className="soft">{file ? t("hrs:sign.atWidth", { n: preview.widthMm ?? "" }) : t("hrs:sign.sample")}</p>
    </>
  );
}

function Picture({ file, widthMm }: { file: KeptFile; widthMm: number | null }) {
  const { data } = useQuery({
    queryKey: ["sign-picture", file.id],
    gcTime: 0,
    queryFn: () => blobOf(`/hrs/signTemplate/file/${file.id}`),
  });
  const [url, setUrl] = useState<string | null>(null);
  useEffect(() => {
    if (!data) return undefined;
    const made = URL.createObjectURL(data);
    setUrl(made);
    return () => URL.revokeObjectURL(made);
  }, [data]);
  return url ? <img src={url} alt={file.name} style={{ width: `${widthMm ?? 40}mm` }} /> : null;
}
