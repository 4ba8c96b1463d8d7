import { Button, Checkbox, Input, Modal, Select } from "antd";
import { useState } from "react";
import { busy } from "@/platform/busy";
import type { ListPage } from "@/platform/contract";
import { ask } from "@/platform/dialog";
import {
  type ListView,
  type ListViews,
  type ViewBody,
  changeView,
  createView,
  removeView,
  setDefaultView,
  useShareRoles,
} from "@/platform/lists/list-views";
import { useText } from "@/platform/i18n";
import { useSession } from "@/platform/session";
import { toast } from "@/platform/toast";

interface SaveViewProps {
  page: ListPage;
  body: ViewBody;
  close(): void;
  saved(id: string, body: ViewBody): Promise<void>;
}

/** A name for what the list shows now, and who else sees it. */
export function SaveView({ page, body, close, saved }: SaveViewProps) {
  const t = useText();
  const [name, setName] = useState("");
  const [roleId, setRoleId] = useState<string | null>(null);
  const [opens, setOpens] = useState(false);
  const [problem, setProblem] = useState("");
  const [saving, setSaving] = useState(false);
  const save = async () => {
    if (saving) return;
    setSaving(true);
    const result = await createView(page, { name: name.trim(), roleId, body });
    setSaving(false);
    if (result.kind === "findings") return setProblem(result.findings[0]?.message ?? "");
    if (result.kind !== "saved") return;
    if (opens) await setDefaultView(page, result.data.id);
    close();
    await saved(result.data.id, body);
  };
  return (
    <Modal
      open
      width={440}
      title={t("platform:view.saveAs")}
      okText={t("platform:action.save")}
      okButtonProps={{ loading: busy(saving) }}
      onOk={() => void save()}
      onCancel={close}
    >
      <div className="view-form">
        <label htmlFor="view-name">{t("platform:view.name")}</label>
        <Input
          id="view-name"
          autoFocus
          value={name}
          maxLength={NAME_MAX}
          status={problem ? "error" : ""}
          aria-describedby="view-problem"
          onChange={(event) => setName(event.target.value)}
          onPressEnter={() => void save()}
        />
        <p id="view-problem" className="view-problem" role="alert">
          {problem}
        </p>
        <label htmlFor="view-role">{t("platform:view.share")}</label>
        <ShareChoice id="view-role" value={roleId} change={setRoleId} />
        <Checkbox checked={opens} onChange={(event) => setOpens(event.target.checked)}>
          {t("platform:view.opensWith")}
        </Checkbox>
      </div>
    </Modal>
  );
}

const NAME_MAX = 40;
const ALONE = "";

function ShareChoice({ id, value, change, name }: { id?: string; value: string | null; change(roleId: string | null): void; name?: string }) {
  const t = useText();
  const roles = useShareRoles();
  return (
    <Select
      {...(id ? { id } : {})}
      {...(name ? { "aria-label": name } : {})}
      className="wide"
      value={value ?? ALONE}
      options={[{ value: ALONE, label: t("platform:view.alone") }, ...roles.map((role) => ({ value: role.id, label: role.name }))]}
      onChange={(next) => change(next || null)}
    />
  );
}

/** The views there are: renamed, shared, removed, and which the page opens with. */
export function ManageViews({ page, views, close }: { page: ListPage; views: ListViews; close(): void }) {
  const t = useText();
  const decided = views.ownDefaultId;
  const decide = async (id: string | null) => {
    await setDefaultView(page, id);
    await views.reload();
  };
  const opening = [
    { value: "", label: t("platform:view.undecided") },
    { value: "0", label: t("platform:view.builtIn") },
    ...views.views.map((view) => ({ value: view.id, label: view.name })),
  ];
  return (
    <Modal open width={680} title={t("platform:view.manage")} footer={null} onCancel={close}>
      <div className="view-form">
        <label htmlFor="view-opens">{t("platform:view.opensWith")}</label>
        <Select id="view-opens" className="wide" value={decided ?? ""} options={opening} onChange={(id) => void decide(id || null)} />
      </div>
      <ul className="view-list">
        {views.views.map((view) => (
          <ManagedView key={`${view.id} ${view.version}`} page={page} view={view} reload={views.reload} />
        ))}
      </ul>
    </Modal>
  );
}

function ManagedView({ page, view, reload }: { page: ListPage; view: ListView; reload(): Promise<unknown> }) {
  const t = useText();
  const [name, setName] = useState(view.name);
  const admin = useSession((session) => (session.user?.adminRole ?? "") !== "");
  const change = async (part: { name?: string; roleId?: string | null }) => {
    const result = await changeView(page, view, { name: view.name, roleId: view.roleId, body: view.body, ...part });
    if (result.kind === "findings") {
      toast.failed(result.findings[0]?.message ?? "");
      setName(view.name);
    }
    await reload();
  };
  const decide = async () => {
    await setDefaultView(page, view.roleDefault ? null : view.id, view.roleId);
    await reload();
  };
  const rename = () => {
    if (name.trim() && name.trim() !== view.name) void change({ name: name.trim() });
  };
  const drop = async () => {
    if (!(await ask({ text: t("platform:view.removeConfirm", { name: view.name }), danger: true, yes: t("platform:action.remove") }))) return;
    await removeView(page, view);
    await reload();
  };
  if (!view.canEdit) {
    return (
      <li>
        <span className="view-name">{view.name}</span>
        <span className="soft">{t("platform:view.sharedBy", { role: view.roleName ?? "", name: view.ownerName ?? "" })}</span>
      </li>
    );
  }
  return (
    <li>
      <Input
        value={name}
        maxLength={NAME_MAX}
        aria-label={t("platform:view.name")}
        onChange={(event) => setName(event.target.value)}
        onBlur={rename}
        onPressEnter={rename}
      />
      <ShareChoice value={view.roleId} name={`${view.name} ${t("platform:view.share")}`} change={(roleId) => void change({ roleId })} />
      {admin && view.roleId && (
        <Button size="small" onClick={() => void decide()}>
          {t(view.roleDefault ? "platform:view.noRoleDefault" : "platform:view.roleDefault")}
        </Button>
      )}
      <Button size="small" danger onClick={() => void drop()}>
        {t("platform:action.remove")}
      </Button>
    </li>
  );
}
