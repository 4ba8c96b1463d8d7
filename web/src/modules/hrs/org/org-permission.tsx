/** 配置权限: what a company may use, beside what its edition gives. */
import { Button } from "antd";
import { useMemo } from "react";
import { type Granted, PermissionDrawer, sortedIds } from "@/modules/hrs/common/permission-drawer";
import { useTicked } from "@/modules/hrs/common/permission-modules";
import type { PermissionNode } from "@/modules/hrs/common/permission-tree";
import { type StopDates, differenceOf, sentStops } from "@/modules/hrs/org/org-model";
import { OrgStopDates } from "@/modules/hrs/org/org-stop-dates";
import { type Company, closeOrg } from "@/modules/hrs/org/org-store";
import type { FormStore, Values } from "@/platform/forms/form-store";
import { useText } from "@/platform/i18n";
import type { ListContext } from "@/platform/lists/list-overrides";

interface OrgGranted extends Granted {
  editionIds: string[];
  nodes: PermissionNode[];
  stopDates: StopDates;
}

const values = ({ permissionIds, stopDates }: OrgGranted): Values => ({ ids: sortedIds(permissionIds), stopDates });
const body = ({ ids, stopDates }: Values): Values => ({
  permissionIds: ids,
  stopDates: sentStops(stopDates as StopDates, new Set(ids as string[])),
});

export function OrgPermission({ org, list }: { org: Company; list: ListContext }) {
  const t = useText();
  return (
    <PermissionDrawer<OrgGranted>
      title={t("hrs:org.permissionOf", { name: org.name })}
      path={`/hrs/orgPermission/${encodeURIComponent(org.id)}`}
      values={values}
      body={body}
      head={({ editionIds, nodes }, form) => (
        <>
          <AgainstEdition editionIds={editionIds} nodes={nodes} form={form} />
          <OrgStopDates nodes={nodes} form={form} />
        </>
      )}
      list={list}
      close={closeOrg}
    />
  );
}

interface AgainstEditionProps {
  editionIds: string[];
  nodes: PermissionNode[];
  form: FormStore;
}

function AgainstEdition({ editionIds, nodes, form }: AgainstEditionProps) {
  const t = useText();
  const ticked = useTicked(form);
  const wanted = useMemo(() => new Set(editionIds.map(String)), [editionIds]);
  const { more, less } = differenceOf(nodes, ticked, wanted);
  const same = more + less === 0;
  return (
    <div className="org-edition">
      <p className="soft" role="status">
        {same ? t("hrs:org.asEdition") : t("hrs:org.againstEdition", { more, less })}
      </p>
      <Button size="small" disabled={same} onClick={() => form.set("ids", sortedIds(wanted))}>
        {t("hrs:org.likeEdition")}
      </Button>
    </div>
  );
}
