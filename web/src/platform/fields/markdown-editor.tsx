import { PictureOutlined } from "@ant-design/icons";
import { Button, Input } from "antd";
import { useRef } from "react";
import { upload } from "@/platform/call/client";
import { type EditorProps, aria, inputStatus } from "@/platform/fields/editor-props";
import { useText } from "@/platform/i18n";
import "@/platform/rich/rich.css";

/** A text in Markdown with pictures of the own store. */
export function MarkdownEditor(props: EditorProps<string>) {
  const { field, value, change } = props;
  const t = useText();
  const input = useRef<HTMLInputElement>(null);
  const put = async (file: File | undefined) => {
    if (!file) return;
    const form = new FormData();
    form.append("file", file);
    const kept = await upload<{ url: string }>("/platform/picture", form).catch(() => null);
    if (kept) change(`${value ?? ""}\n\n![${file.name}](${kept.url})\n`);
  };
  return (
    <>
      <Input.TextArea
        id={props.id}
        className="mono markdown-editor"
        value={value ?? ""}
        disabled={props.disabled ?? false}
        maxLength={field.maxLength ?? 0}
        {...inputStatus(props as EditorProps<never>)}
        {...aria(props as EditorProps<never>)}
        onChange={(event) => change(event.target.value || null)}
        onBlur={() => props.blur?.()}
      />
      {!props.disabled && (
        <div>
          <Button size="small" type="text" icon={<PictureOutlined />} onClick={() => input.current?.click()}>
            {t("rich:picture")}
          </Button>
          <input
            ref={input}
            type="file"
            accept=".jpg,.jpeg,.png,.bmp"
            hidden
            onChange={(event) => {
              void put(event.target.files?.[0]);
              event.target.value = "";
            }}
          />
        </div>
      )}
    </>
  );
}
