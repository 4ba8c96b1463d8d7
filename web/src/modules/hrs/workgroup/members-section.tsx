/** 成员 of a workgroup: who is in it, and who may join. */
import { useQuery } from "@tanstack/react-query";
import { PeopleList } from "@/modules/hrs/common/people-list";
import { get } from "@/platform/call/client";
import type { SectionProps } from "@/platform/forms/form-overrides";
import { useFinding, useValue } from "@/platform/forms/form-store";
import { useText } from "@/platform/i18n";
import { LoadFailed } from "@/platform/load-failed";
import { PageLoading } from "@/platform/page-loading";
import "../hrs.css";

interface User {
  value: string;
  label: string;
  deptName: string | null;
  jobPosition: string | null;
}

export function MembersSection({ form, readOnly }: SectionProps) {
  const group = useValue<string | undefined>(form, "id");
  const { data, error, refetch } = useQuery({
    queryKey: ["hrs.workgroup.users", group ?? ""],
    queryFn: () => get<User[]>("/hrs/userWorkgroup/listUser", { workgroupId: group }, { quiet: true }),
  });
  if (error) return <LoadFailed message={error.message} retry={() => void refetch()} />;
  return data ? <Members users={data} form={form} readOnly={readOnly} /> : <PageLoading rows={6} />;
}

function Members({ users, form, readOnly }: Pick<SectionProps, "form" | "readOnly"> & { users: User[] }) {
  const t = useText();
  const ids = useValue<string[] | null>(form, "userIds") ?? [];
  const finding = useFinding(form, "userIds");
  const chosen = new Set(ids);
  const people = users.map(({ value, label, deptName, jobPosition }) => ({
    id: value,
    name: label,
    hint: [deptName, jobPosition].filter(Boolean).join(" · "),
  }));
  const members = people.filter(({ id }) => chosen.has(id));
  if (readOnly) return <p>{members.map(({ name }) => name).join("、") || t("platform:state.empty")}</p>;
  const add = (added: string[]) => form.set("userIds", [...new Set([...ids, ...added])]);
  const drop = (dropped: string[]) => form.set("userIds", ids.filter((id) => !dropped.includes(id)));
  return (
    <div data-field="userIds">
      <div className="people-lists is-in-form">
        <PeopleList title={t("hrs:workgroup.free")} act={t("hrs:workgroup.add")} people={people.filter(({ id }) => !chosen.has(id))} move={add} />
        <PeopleList title={t("hrs:workgroup.members")} act={t("hrs:workgroup.drop")} people={members} move={drop} />
      </div>
      {finding && <p className="finding">{finding.message}</p>}
    </div>
  );
}
