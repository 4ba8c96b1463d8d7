/** 子公司: the companies below a company, and which of them see the whole group. */
import { useQuery } from "@tanstack/react-query";
import { Button, Drawer, Switch } from "antd";
import { useState } from "react";
import { runCall } from "@/modules/hrs/common/run-call";
import { type Company, closeOrg } from "@/modules/hrs/org/org-store";
import { SubAdd } from "@/modules/hrs/org/sub-add";
import { get, post, put, remove } from "@/platform/call/client";
import { ask } from "@/platform/dialog";
import { EMPTY } from "@/platform/format";
import { useText } from "@/platform/i18n";
import type { ListContext } from "@/platform/lists/list-overrides";
import { LoadFailed } from "@/platform/load-failed";
import { PageLoading } from "@/platform/page-loading";

interface Child {
  id: string;
  orgCode: string;
  orgName: string;
  groupView: boolean;
  version: number;
  /** Null of those that joined before it was kept. */
  joinedAt: string | null;
}

export function SubDrawer({ org, list }: { org: Company; list: ListContext }) {
  const t = useText();
  const [open, setOpen] = useState(true);
  const { group, sending, reload, run } = useGroup(org, list);
  const path = pathOf(org);
  const add = (childIds: string[]) => run((version) => post(path, { version, childIds }, { quiet: true }));
  const setView = (child: Child, groupView: boolean) =>
    run(() => put(`/hrs/org/groupView/${encodeURIComponent(child.id)}`, { version: child.version, groupView }, { quiet: true }));
  const drop = async (child: Child) => {
    const text = t("hrs:org.subRemoveAsk", { name: child.orgName, head: org.name });
    if (!(await ask({ text, danger: true, yes: t("hrs:org.subRemove") }))) return;
    await run(() => remove(`${path}/${encodeURIComponent(child.id)}`, undefined, { quiet: true }));
  };
  return (
    <Drawer
      open={open}
      size={760}
      title={t("hrs:org.subOf", { name: org.name })}
      onClose={() => setOpen(false)}
      afterOpenChange={(next) => !next && closeOrg()}
      className="hrs-drawer"
    >
      {group.error && <LoadFailed message={group.error.message} retry={reload} />}
      {!group.error && !group.data && <PageLoading rows={6} />}
      {!group.error && group.data && (
        <div className="org-subs">
          <SubAdd headId={org.id} sending={sending} add={add} />
          <Children rows={group.data.children} sending={sending} setView={(...of) => void setView(...of)} drop={(child) => void drop(child)} />
        </div>
      )}
    </Drawer>
  );
}

const pathOf = ({ id }: Company) => `/hrs/org/sub/${encodeURIComponent(id)}`;

/** The companies below, with the version their head has by now: each change raises it. */
function useGroup(org: Company, list: ListContext) {
  const [sending, setSending] = useState(false);
  const group = useQuery({
    queryKey: ["hrs-org-sub", org.id],
    staleTime: 0,
    gcTime: 0,
    queryFn: async ({ signal }) => {
      const options = { quiet: true, signal };
      const [head, children] = await Promise.all([
        get<{ version: number }>(`/hrs/org/${encodeURIComponent(org.id)}`, undefined, options),
        get<Child[]>(pathOf(org), undefined, options),
      ]);
      return { version: head.version, children };
    },
  });
  const run = async (send: (version: number) => Promise<unknown>): Promise<boolean> => {
    if (sending || !group.data) return false;
    const { version } = group.data;
    setSending(true);
    const result = await runCall(list, () => send(version));
    if (result.kind === "saved" || (result.kind === "stale" && result.reload)) await group.refetch();
    setSending(false);
    return result.kind === "saved";
  };
  return { group, sending, reload: () => void group.refetch(), run };
}

interface ChildrenProps {
  rows: Child[];
  sending: boolean;
  setView(child: Child, groupView: boolean): void;
  drop(child: Child): void;
}

function Children({ rows, sending, setView, drop }: ChildrenProps) {
  const t = useText();
  if (rows.length === 0) return <p className="empty">{t("hrs:org.subNone")}</p>;
  return (
    <>
      <table className="plain-table">
        <thead>
          <tr>
            <th>{t("hrs:org.name")}</th>
            <th>{t("hrs:org.code")}</th>
            <th>{t("hrs:org.groupView")}</th>
            <th>{t("hrs:org.joinedAt")}</th>
            <th>{t("platform:list.actions")}</th>
          </tr>
        </thead>
        <tbody>
          {rows.map((child) => (
            <tr key={child.id}>
              <td>{child.orgName}</td>
              <td className="mono">{child.orgCode}</td>
              <td>
                <Switch
                  size="small"
                  checked={child.groupView}
                  disabled={sending}
                  aria-label={t("hrs:org.groupViewOf", { name: child.orgName })}
                  onChange={(next) => setView(child, next)}
                />
              </td>
              <td className="tabular">{child.joinedAt ?? EMPTY}</td>
              <td>
                <Button
                  danger
                  type="link"
                  size="small"
                  disabled={sending}
                  aria-label={t("hrs:org.subRemoveOf", { name: child.orgName })}
                  onClick={() => drop(child)}
                >
                  {t("hrs:org.subRemove")}
                </Button>
              </td>
            </tr>
          ))}
        </tbody>
      </table>
      <p className="soft">{t("hrs:org.groupViewNote")}</p>
    </>
  );
}
