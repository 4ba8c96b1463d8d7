import { UploadOutlined } from "@ant-design/icons";
import { Button } from "antd";
import { useRef, useState } from "react";
import { busy } from "@/platform/busy";
import { upload } from "@/platform/call/client";
import type { EditorProps } from "@/platform/fields/editor-props";
import { useLabel, useText } from "@/platform/i18n";
import { KeptPicture } from "@/platform/rich/kept-picture";

/** One picture, sent at once; the form that holds its address is saved afterwards. */
export function PictureEditor({ id, field, value, change, disabled = false, name }: EditorProps<string>) {
  const t = useText();
  const labelOf = useLabel();
  const label = name ?? labelOf(field.label);
  const words = t(value ? "rich:changePicture" : "rich:addPicture");
  const input = useRef<HTMLInputElement>(null);
  const [sending, setSending] = useState(false);
  const send = async (file: File | undefined) => {
    if (!file) return;
    const form = new FormData();
    form.append("file", file);
    setSending(true);
    try {
      change((await upload<{ url: string }>("/platform/picture", form)).url);
    } catch {
      // The call has said why; what was kept before stays.
    } finally {
      setSending(false);
    }
  };
  return (
    <div className="picture-editor">
      {value && <KeptPicture path={value} alt={label} className="picture-shown" />}
      {!disabled && (
        <>
          <Button id={id ?? ""} size="small" icon={<UploadOutlined />} loading={busy(sending)} aria-label={`${words} ${label}`} onClick={() => input.current?.click()}>
            {words}
          </Button>
          {value && (
            <Button type="link" size="small" onClick={() => change(null)}>
              {t("platform:action.remove")}
            </Button>
          )}
          <input
            ref={input}
            type="file"
            accept=".png,.jpg,.jpeg,.bmp"
            hidden
            aria-label={label}
            onChange={(event) => {
              void send(event.target.files?.[0]);
              event.target.value = "";
            }}
          />
        </>
      )}
    </div>
  );
}
