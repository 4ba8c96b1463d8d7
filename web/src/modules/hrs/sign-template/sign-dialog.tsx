import { useQuery } from "@tanstack/react-query";
import { Modal } from "antd";
import { useEffect } from "react";
import { MAIL } from "@/modules/hrs/sign-template/kind-fields";
import { type OpenSign, closeSign } from "@/modules/hrs/sign-template/sign-store";
import { CallError, post, postedBlob } from "@/platform/call/client";
import { useText } from "@/platform/i18n";
import { LoadFailed } from "@/platform/load-failed";
import { PageLoading } from "@/platform/page-loading";
import { PdfFrame } from "@/platform/pdf-frame";
import { RichText } from "@/platform/rich/rich-text";
import "./sign.css";

const PATH = "/hrs/signTemplate/preview";

/** What a template makes of its paper, or of a mail. */
export function SignDialog({ open }: { open: OpenSign }) {
  const t = useText();
  const mail = open.kind === MAIL;
  return (
    <Modal open width={mail ? 560 : 960} title={open.name || t("hrs:sign.preview")} footer={null} onCancel={closeSign}>
      {mail ? <MailSign open={open} /> : <PaperSign open={open} />}
      <p className="soft">{t(mail ? "hrs:sign.ofMail" : "hrs:sign.ofPaper")}</p>
    </Modal>
  );
}

/** A preview; what is wrong with values of the form is told at its fields. */
function usePreview<T>(open: OpenSign, read: (body: unknown) => Promise<T>) {
  const { form } = open;
  const result = useQuery({
    queryKey: ["sign-preview", open.id ?? open.name],
    gcTime: 0,
    queryFn: () => read(form ? { values: form.all() } : { id: open.id }),
  });
  const { error } = result;
  useEffect(() => {
    if (!form || !(error instanceof CallError) || error.findings.length === 0) return;
    form.setFindings(error.findings);
    closeSign();
  }, [form, error]);
  return result;
}

function PaperSign({ open }: { open: OpenSign }) {
  const t = useText();
  const { data, error, refetch } = usePreview(open, (body) => postedBlob(PATH, body));
  if (error) return <LoadFailed message={error.message} retry={() => void refetch()} />;
  return data ? <PdfFrame blob={data} title={t("hrs:sign.preview")} /> : <PageLoading rows={8} />;
}

function MailSign({ open }: { open: OpenSign }) {
  const { data, error, refetch } = usePreview(open, (body) => post<{ html: string }>(PATH, body, { quiet: true }));
  if (error) return <LoadFailed message={error.message} retry={() => void refetch()} />;
  if (!data) return <PageLoading rows={3} />;
  return (
    <div className="sign-sample">
      <RichText html={data.html} />
    </div>
  );
}
