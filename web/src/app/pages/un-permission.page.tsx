/** /unPermission 无权限: why a page does not open, and the way to get it. */
import { useQuery } from "@tanstack/react-query";
import { useSearch } from "@tanstack/react-router";
import { Button, Input, Modal } from "antd";
import { useState } from "react";
import { NoticePage } from "@/app/pages/notice-page";
import { busy } from "@/platform/busy";
import { get, post } from "@/platform/call/client";
import { submit } from "@/platform/call/submit";
import { useText } from "@/platform/i18n";
import { goTo } from "@/platform/navigate";
import { definePage } from "@/platform/page-registry";
import { toast } from "@/platform/toast";

const REASON_MAX = 200;

type Why =
  | { reason: null }
  | { reason: "edition"; name: string; edition: string; privateSaas: boolean }
  | { reason: "role"; name: string; permissionId: string; adminName: string; applied: boolean };

function UnPermission() {
  const t = useText();
  const { name = "" } = useSearch({ strict: false }) as { name?: string };
  const { data: why, refetch } = useQuery({
    queryKey: ["permission-why", name],
    enabled: name !== "",
    staleTime: 0,
    queryFn: () => get<Why>("/hrs/permission/why", { name }, { quiet: true }),
  });
  const title = t("app:notice.noPermission");
  // Those sent here by an address learn its name from the server.
  const told = why?.reason ? why.name : name.startsWith("/") ? "" : name;
  const named = told ? t("app:notice.named", { title, name: told }) : title;
  if (why?.reason === "edition") {
    const text = t("app:notice.edition", { edition: why.edition });
    const upgrade = <Button onClick={() => goTo("/contactUs")}>{t("app:notice.upgrade")}</Button>;
    return <NoticePage code="403" title={named} text={text} actions={why.privateSaas ? null : upgrade} />;
  }
  if (why?.reason === "role") {
    const text = t(why.applied ? "app:notice.applied" : "app:notice.role", { admin: why.adminName });
    const actions = why.applied ? null : <Apply name={why.name} id={why.permissionId} done={() => void refetch()} />;
    return <NoticePage code="403" title={named} text={text} actions={actions} />;
  }
  return <NoticePage code="403" title={named} text={t("app:notice.noPermissionWhy")} />;
}

/** Asks the administrator, with a reason for those who want to give one. */
function Apply({ name, id, done }: { name: string; id: string; done(): void }) {
  const t = useText();
  const [open, setOpen] = useState(false);
  const [reason, setReason] = useState("");
  const [sending, setSending] = useState(false);
  const send = async () => {
    if (sending) return;
    setSending(true);
    const result = await submit(() => post("/hrs/permission/apply", { permissionId: id, reason }, { quiet: true }), { done: false });
    setSending(false);
    if (result.kind === "findings") return toast.failed(result.findings[0]?.message ?? "");
    if (result.kind === "saved") toast.info(t("app:notice.applied"));
    setOpen(false);
    done();
  };
  return (
    <>
      <Button onClick={() => setOpen(true)}>{t("app:notice.apply")}</Button>
      <Modal
        open={open}
        width={440}
        title={t("app:notice.applyFor", { name })}
        okText={t("app:notice.send")}
        cancelText={t("platform:action.cancel")}
        okButtonProps={{ loading: busy(sending) }}
        onOk={() => void send()}
        onCancel={() => setOpen(false)}
      >
        <label htmlFor="apply-reason">{t("app:notice.reason")}</label>
        <Input.TextArea
          id="apply-reason"
          className="apply-reason"
          maxLength={REASON_MAX}
          value={reason}
          onChange={(event) => setReason(event.target.value)}
        />
      </Modal>
    </>
  );
}

export default definePage({ page: UnPermission });
