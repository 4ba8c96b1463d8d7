/** A PDF as the browser shows it. Whatever the bytes are, they are shown as nothing else. */
import { useEffect, useState } from "react";
import { PageLoading } from "@/platform/page-loading";
import "./pdf-frame.css";

export function PdfFrame({ blob, title }: { blob: Blob; title: string }) {
  const [url, setUrl] = useState<string | null>(null);
  useEffect(() => {
    const made = URL.createObjectURL(new Blob([blob], { type: "application/pdf" }));
    setUrl(made);
    return () => URL.revokeObjectURL(made);
  }, [blob]);
  if (!url) return <PageLoading rows={8} />;
  // The sheet as wide as the frame, without the list of pages beside it.
  const address = `${url}#navpanes=0&view=FitH`;
  // Browsers refuse to show a PDF inside a sandboxed frame; a blob of this type runs no script.
  // oxlint-disable-next-line react/iframe-missing-sandbox
  return <iframe className="pdf-frame" src={address} title={title} />;
}
