/** 服务套餐: what a company may use of each service, as its contract says. */
import { useQuery } from "@tanstack/react-query";
import { Button, Drawer } from "antd";
import { useState } from "react";
import { PackageTable, type Standing } from "@/modules/hrs/common/packages";
import { runCall } from "@/modules/hrs/common/run-call";
import { type Company, closeOrg } from "@/modules/hrs/org/org-store";
import { get, post, put, remove } from "@/platform/call/client";
import type { Field } from "@/platform/contract";
import { ask } from "@/platform/dialog";
import { EMPTY } from "@/platform/format";
import { FieldsDialog } from "@/platform/forms/fields-dialog";
import { useLabel, useText } from "@/platform/i18n";
import type { ListContext } from "@/platform/lists/list-overrides";
import { relativeRange } from "@/platform/lists/relative-days";
import { LoadFailed } from "@/platform/load-failed";
import { PageLoading } from "@/platform/page-loading";
import { formByKey } from "@/platform/page-registry";
import { toast } from "@/platform/toast";

interface Package extends Standing {
  id: string;
  version: number;
  remark: string | null;
}

const PATH = "/hrs/orgMeal";
const pathOf = ({ id }: Package) => `${PATH}/${encodeURIComponent(id)}`;

export function PackageDrawer({ org, list }: { org: Company; list: ListContext }) {
  const t = useText();
  const label = useLabel();
  const [open, setOpen] = useState(true);
  const [edited, setEdited] = useState<Package | "new" | null>(null);
  const { data, error, refetch } = useQuery({
    queryKey: ["hrs-org-meal", org.id],
    staleTime: 0,
    gcTime: 0,
    queryFn: ({ signal }) => get<Package[]>(PATH, { orgId: org.id }, { quiet: true, signal }),
  });
  const read = () => void refetch();
  const drop = async (one: Package) => {
    const text = t("hrs:package.removeAsk", { org: org.name, service: label(one.serviceName) });
    if (!(await ask({ text, danger: true, yes: t("platform:action.remove") }))) return;
    await runCall(list, () => remove(pathOf(one), { version: one.version }, { quiet: true }));
    read();
  };
  const actions = (one: Package) => (
    <span className="package-actions">
      <Button type="link" size="small" aria-label={t("hrs:package.editOf", { service: label(one.serviceName) })} onClick={() => setEdited(one)}>
        {t("hrs:package.edit")}
      </Button>
      <Button
        danger
        type="link"
        size="small"
        aria-label={t("hrs:package.removeOf", { service: label(one.serviceName) })}
        onClick={() => void drop(one)}
      >
        {t("platform:action.remove")}
      </Button>
    </span>
  );
  return (
    <Drawer
      open={open}
      size={920}
      title={t("hrs:package.of", { name: org.name })}
      extra={
        <Button type="primary" disabled={!data} onClick={() => setEdited("new")}>
          {t("hrs:package.add")}
        </Button>
      }
      onClose={() => setOpen(false)}
      afterOpenChange={(next) => !next && closeOrg()}
      className="hrs-drawer"
    >
      {error && <LoadFailed message={error.message} retry={read} />}
      {!error && !data && <PageLoading rows={6} />}
      {!error && data?.length === 0 && <p className="empty">{t("hrs:package.none")}</p>}
      {!error && data && data.length > 0 && (
        <PackageTable
          rows={data}
          more={[
            { title: t("hrs:package.remark"), cell: ({ remark }) => remark || EMPTY },
            { title: t("platform:list.actions"), cell: actions },
          ]}
        />
      )}
      <p className="soft">{t("hrs:package.note")}</p>
      {edited && <PackageDialog org={org} edited={edited} saved={read} close={() => setEdited(null)} />}
    </Drawer>
  );
}

interface PackageDialogProps {
  org: Company;
  edited: Package | "new";
  saved(): void;
  close(): void;
}

/** The company is the drawer's, and a package stays with its service. */
function PackageDialog({ org, edited, saved, close }: PackageDialogProps) {
  const t = useText();
  const isNew = edited === "new";
  const [today] = relativeRange("today", new Date()) ?? [""];
  const fields = declared().map((field): Field => (!isNew && field.readOnlyOnEdit ? { ...field, readOnly: true } : field));
  const send = (typed: object) =>
    isNew
      ? post(PATH, { ...typed, orgId: org.id }, { quiet: true })
      : put(pathOf(edited), { ...typed, version: edited.version }, { quiet: true });
  return (
    <FieldsDialog
      title={isNew ? t("hrs:package.addTo", { name: org.name }) : t("hrs:package.editIn", { name: org.name })}
      fields={fields}
      initial={isNew ? { period: "MONTH", startDate: today } : { ...edited }}
      send={send}
      saved={() => {
        toast.done();
        saved();
      }}
      reload={() => {
        saved();
        close();
      }}
      close={close}
    />
  );
}

function declared(): Field[] {
  const sections = formByKey("hrs.orgMeal.form")?.sections ?? [];
  return sections.flatMap(({ fields }) => fields).filter(({ name }) => name !== "orgId");
}
