/** 授权企业: which companies have a node, and which do not. */
import { useQuery, useQueryClient } from "@tanstack/react-query";
import { Button, Modal } from "antd";
import { useState } from "react";
import { runCall } from "@/modules/hrs/common/run-call";
import { CompanyList } from "@/modules/hrs/permission/company-list";
import { type OpenNode, closeNode } from "@/modules/hrs/permission/node-store";
import { GrantFilterBar, filtersOf } from "@/modules/hrs/permission/grant-filters";
import { JoinEditions } from "@/modules/hrs/permission/join-editions";
import { get, post } from "@/platform/call/client";
import { FormStore, useValues } from "@/platform/forms/form-store";
import { ask } from "@/platform/dialog";
import { useText } from "@/platform/i18n";
import type { ListContext } from "@/platform/lists/list-overrides";
import { LoadFailed } from "@/platform/load-failed";

export function OrgGrants({ open: node, list }: { open: OpenNode; list: ListContext }) {
  const t = useText();
  const { error, retry, ready, move, send } = useGrants(node, list);
  const [form] = useState(() => new FormStore({}));
  const filters = filtersOf(useValues(form));
  const join = (editions: string[], withOrgs: boolean) => send("edition", { editions, withOrgs });
  const take = async (orgIds: string[]) => {
    const text = t("hrs:grant.takeAsk", { n: orgIds.length, name: node.name });
    if (!(await ask({ text, danger: true, yes: t("hrs:grant.take") }))) return false;
    return move("remove", orgIds);
  };
  return (
    <Modal
      open
      width={800}
      title={t("hrs:grant.of", { name: node.name })}
      footer={<Button onClick={closeNode}>{t("platform:action.close")}</Button>}
      onCancel={closeNode}
    >
      {error ? (
        <LoadFailed message={error.message} retry={retry} />
      ) : (
        <>
          <p className="soft">{t("hrs:grant.note")}</p>
          <JoinEditions ready={ready} join={join} />
          <GrantFilterBar form={form} />
          <div className="people-lists grant-lists">
            <CompanyList title={t("hrs:grant.lack")} side="lack" nodeId={node.id} filters={filters} act={t("hrs:grant.give")} ready={ready} move={(ids) => move("add", ids)} />
            <CompanyList title={t("hrs:grant.have")} side="have" nodeId={node.id} filters={filters} act={t("hrs:grant.take")} ready={ready} move={take} danger />
          </div>
        </>
      )}
    </Modal>
  );
}

/** Moves companies from one side to the other. Each move raises the version of the node, so it is read again. */
function useGrants(node: OpenNode, list: ListContext) {
  const queries = useQueryClient();
  const [sending, setSending] = useState(false);
  const id = encodeURIComponent(node.id);
  const { data, error, refetch } = useQuery({
    queryKey: ["hrs-grants", node.id, "version"],
    staleTime: 0,
    gcTime: 0,
    queryFn: ({ signal }) => get<{ version: number }>(`/hrs/permissionNode/${id}`, undefined, { quiet: true, signal }),
  });
  const send = async (way: "add" | "remove" | "edition", wanted: Record<string, unknown>): Promise<boolean> => {
    if (sending || !data) return false;
    setSending(true);
    const body = { version: data.version, ...wanted };
    const result = await runCall(list, () => post(`/hrs/orgPermission/${way}/${id}`, body, { quiet: true }));
    if (result.kind === "saved" || result.kind === "stale") await queries.invalidateQueries({ queryKey: ["hrs-grants", node.id] });
    setSending(false);
    return result.kind === "saved";
  };
  const move = (way: "add" | "remove", orgIds: string[]) => send(way, { orgIds });
  return { send, error, retry: () => void refetch(), ready: data !== undefined && !sending, move };
}
