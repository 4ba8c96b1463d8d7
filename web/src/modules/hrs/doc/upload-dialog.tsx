import { UploadOutlined } from "@ant-design/icons";
import { Button, Modal } from "antd";
import { useRef, useState } from "react";
import { audienceOf } from "@/modules/hrs/doc/audience";
import { closeDoc } from "@/modules/hrs/doc/doc-store";
import { busy } from "@/platform/busy";
import { upload } from "@/platform/call/client";
import { submit } from "@/platform/call/submit";
import type { Field } from "@/platform/contract";
import { FormGrid } from "@/platform/forms/form-body";
import { FormField } from "@/platform/forms/form-field";
import { FormStore, useValue } from "@/platform/forms/form-store";
import { useText } from "@/platform/i18n";
import type { ListContext } from "@/platform/lists/list-overrides";
import { declaredForm } from "@/platform/page-registry";
import { toast } from "@/platform/toast";
import "./doc.css";

/** The fields of the document's form, whose targets the call knows by one name. */
function fieldsOf(): Record<string, Field> {
  const fields = declaredForm("hrs.doc.form")?.sections.flatMap((section) => section.fields) ?? [];
  return Object.fromEntries(fields.map((field) => [field.name, field]));
}

/** Files with their folder, who sees them, and until when they hold. */
export function UploadDialog({ list }: { list: ListContext }) {
  const t = useText();
  const [fields] = useState(fieldsOf);
  const [form] = useState(() => new FormStore({ folder: fields["folder"]?.initial, visible: fields["visible"]?.initial }));
  const [files, setFiles] = useState<File[]>([]);
  const [sending, setSending] = useState(false);
  const input = useRef<HTMLInputElement>(null);
  const visible = useValue(form, "visible");
  const audience = audienceOf(visible);
  const shown = ["folder", "visible", audience, "expireDate"].flatMap((name) => (name && fields[name] ? [fields[name]] : []));
  const send = async () => {
    if (files.length === 0) return toast.warn(t("hrs:doc.chooseFile"));
    const targets = audience ? form.get(audience) : null;
    const params = {
      folder: String(form.get("folder") ?? ""),
      visible: String(visible ?? ""),
      targetIds: Array.isArray(targets) ? targets.join(",") : "",
      expireDate: String(form.get("expireDate") ?? ""),
    };
    setSending(true);
    const left = [...files];
    while (left[0]) {
      const body = new FormData();
      body.append("file", left[0]);
      const result = await submit(() => upload("/hrs/doc", body, { params, quiet: true }), { done: left.length > 1 ? false : undefined });
      if (result.kind === "findings") {
        form.setFindings(result.findings.map((each) => (each.field === "targetIds" && audience ? { ...each, field: audience } : each)));
      }
      if (result.kind !== "saved") break;
      left.shift();
    }
    setSending(false);
    setFiles(left);
    list.reload();
    if (left.length === 0) closeDoc();
  };
  return (
    <Modal
      open
      width={520}
      title={t("hrs:doc.uploadTitle")}
      mask={{ closable: false }}
      okText={t("platform:action.ok")}
      cancelText={t("platform:action.cancel")}
      okButtonProps={{ loading: busy(sending) }}
      onOk={() => void send()}
      onCancel={closeDoc}
    >
      <div className="doc-upload">
        <Button icon={<UploadOutlined />} onClick={() => input.current?.click()}>
          {t("hrs:doc.chooseFile")}
        </Button>
        <input ref={input} type="file" multiple hidden onChange={(event) => setFiles([...(event.target.files ?? [])])} />
        {files.map((file) => (
          <p key={file.name} className="soft">
            {file.name}
          </p>
        ))}
        <p className="soft">{t("hrs:doc.sameName")}</p>
      </div>
      <FormGrid columns={1}>
        {shown.map((field) => (
          <FormField key={field.name} form={form} field={field} />
        ))}
      </FormGrid>
    </Modal>
  );
}
