/** 兼职部门: the departments of a user beside the main one. */
import { useQuery } from "@tanstack/react-query";
import { Button, Modal, Table } from "antd";
import { useState } from "react";
import { withConfirmed } from "@/modules/hrs/common/run-call";
import { type Person, closeUser } from "@/modules/hrs/user/user-store";
import { busy } from "@/platform/busy";
import { get, post, remove } from "@/platform/call/client";
import { type Submitted, submit } from "@/platform/call/submit";
import type { Field } from "@/platform/contract";
import { ask } from "@/platform/dialog";
import { clientFindings } from "@/platform/forms/client-rules";
import { FormField } from "@/platform/forms/form-field";
import { FormStore } from "@/platform/forms/form-store";
import { labelPair, useText } from "@/platform/i18n";
import type { ListContext } from "@/platform/lists/list-overrides";
import { LoadFailed } from "@/platform/load-failed";
import { useCan } from "@/platform/session";
import { TABLE_HEIGHT } from "@/platform/table-heights";
import { toast } from "@/platform/toast";
import { ToneTag } from "@/platform/tone-tag";

interface UserDept {
  deptId: string;
  deptName: string;
  jobPosition: string | null;
  main: boolean;
}

interface DeptsDialogProps {
  person: Person;
  list: ListContext;
}

export function DeptsDialog({ person, list }: DeptsDialogProps) {
  const t = useText();
  const mayAdd = useCan("sys_user_parttime_save");
  const path = `/hrs/userDept/${encodeURIComponent(person.id)}`;
  const { data, error, isFetching, refetch } = useQuery({
    queryKey: ["hrs-user-depts", person.id],
    staleTime: 0,
    queryFn: ({ signal }) => get<UserDept[]>(path, undefined, { quiet: true, signal }),
  });
  const changed = () => {
    void refetch();
    list.reload();
  };
  const drop = async (dept: UserDept) => {
    const text = t("hrs:user.deptRemoveAsk", { dept: dept.deptName });
    if (!(await ask({ text, danger: true, yes: t("platform:action.remove") }))) return;
    const result = await submit(() => remove(`${path}/${encodeURIComponent(dept.deptId)}`, undefined, { quiet: true }));
    if (result.kind === "findings") toast.failed(result.findings[0]?.message ?? "");
    if (result.kind === "saved") changed();
  };
  return (
    <Modal
      open
      width={640}
      title={t("hrs:user.deptsOf", { name: person.name })}
      footer={<Button onClick={closeUser}>{t("platform:action.close")}</Button>}
      onCancel={closeUser}
    >
      {error ? (
        <LoadFailed message={error.message} retry={() => void refetch()} />
      ) : (
        <DeptRows rows={data ?? []} loading={isFetching} drop={(dept) => void drop(dept)} />
      )}
      {mayAdd && <NewDept person={person} added={changed} />}
    </Modal>
  );
}

interface DeptRowsProps {
  rows: UserDept[];
  loading: boolean;
  drop(dept: UserDept): void;
}

function DeptRows({ rows, loading, drop }: DeptRowsProps) {
  const t = useText();
  const mayDrop = useCan("sys_user_parttime_del");
  return (
    <Table
      size="small"
      rowKey="deptId"
      dataSource={rows}
      loading={busy(loading)}
      pagination={false}
      scroll={{ y: TABLE_HEIGHT.compact }}
      columns={[
        { dataIndex: "deptName", title: t("hrs:user.dept") },
        { dataIndex: "jobPosition", title: t("hrs:user.position") },
        {
          dataIndex: "main",
          title: t("hrs:user.deptKind"),
          width: 88,
          render: (main: boolean) => <ToneTag tone={main ? "ready" : "neutral"}>{t(main ? "hrs:user.mainDept" : "hrs:user.partTime")}</ToneTag>,
        },
        {
          key: "drop",
          width: 76,
          title: t("platform:list.actions"),
          render: (_, dept) =>
            mayDrop &&
            !dept.main && (
              <Button type="link" size="small" danger aria-label={t("hrs:user.deptRemove", { dept: dept.deptName })} onClick={() => drop(dept)}>
                {t("platform:action.remove")}
              </Button>
            ),
        },
      ]}
    />
  );
}

const POSITION_MAX = 20;

function NewDept({ person, added }: { person: Person; added(): void }) {
  const t = useText();
  const [form] = useState(() => new FormStore({ deptId: null, jobPosition: null }));
  const [sending, setSending] = useState(false);
  const fields: Record<"dept" | "position", Field> = {
    dept: { name: "deptId", kind: "reference", reference: "dept", required: true, label: labelPair("hrs:user.dept") },
    position: { name: "jobPosition", kind: "text", maxLength: POSITION_MAX, label: labelPair("hrs:user.position") },
  };
  const add = async () => {
    if (sending) return;
    const wrong = clientFindings(Object.values(fields), form.all());
    if (wrong.length > 0) return form.setFindings(wrong);
    setSending(true);
    const { deptId, jobPosition } = form.all();
    const body = { userId: person.id, deptId, jobPosition: jobPosition ?? "" };
    const result: Submitted<unknown> = await submit((confirmed) => post("/hrs/userDept", withConfirmed(body, confirmed), { quiet: true }));
    setSending(false);
    if (result.kind === "findings") return form.setFindings(result.findings);
    if (result.kind !== "saved") return;
    form.reset({ deptId: null, jobPosition: null });
    added();
  };
  return (
    <form
      className="new-dept"
      aria-label={t("hrs:user.deptAdd")}
      onSubmit={(event) => {
        event.preventDefault();
        void add();
      }}
    >
      <FormField form={form} field={fields.dept} />
      <FormField form={form} field={fields.position} />
      <Button htmlType="submit" loading={busy(sending)}>
        {t("hrs:user.deptAdd")}
      </Button>
    </form>
  );
}
