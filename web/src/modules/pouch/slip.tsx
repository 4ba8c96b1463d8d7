/** The photo of the slip the carrier signed. */
import { useQuery } from "@tanstack/react-query";
import { Button, Modal } from "antd";
import { useEffect, useState } from "react";
import { blobOf } from "@/platform/call/client";
import { fileSize } from "@/platform/file-size";
import { type FormStore, useValue } from "@/platform/forms/form-store";
import { useText } from "@/platform/i18n";
import { LoadFailed } from "@/platform/load-failed";
import { PageLoading } from "@/platform/page-loading";

interface SlipFile {
  id: string;
  name: string;
  size: number;
}

export function Slip({ form }: { form: FormStore }) {
  const t = useText();
  const files = useValue<SlipFile[] | null>(form, "slip") ?? [];
  const [open, setOpen] = useState<SlipFile | null>(null);
  return (
    <div className="pouch-slip">
      <span className="soft">{t("pouch:hand.slip")}</span>
      {files.length === 0 && <span className="nothing">{t("pouch:hand.noSlip")}</span>}
      {files.map((file) => (
        <Button key={file.id} type="link" size="small" onClick={() => setOpen(file)}>
          {file.name} ({fileSize(file.size)})
        </Button>
      ))}
      {open && (
        <Modal open width={960} title={open.name} footer={null} onCancel={() => setOpen(null)}>
          <Photo file={open} />
        </Modal>
      )}
    </div>
  );
}

function Photo({ file }: { file: SlipFile }) {
  const { data, error, refetch } = useQuery({
    queryKey: ["pouch.slip", file.id],
    gcTime: 0,
    queryFn: () => blobOf(`/afbase/cargoPouch/slip/${encodeURIComponent(file.id)}`),
  });
  const [address, setAddress] = useState<string>();
  useEffect(() => {
    if (!data) return;
    const made = URL.createObjectURL(data);
    setAddress(made);
    return () => URL.revokeObjectURL(made);
  }, [data]);
  if (error) return <LoadFailed message={error.message} retry={() => void refetch()} />;
  if (!address) return <PageLoading rows={8} />;
  return <img className="pouch-photo" src={address} alt={file.name} />;
}
