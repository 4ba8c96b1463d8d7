/** Choosing a department from the tree, in a dialog that does something with it. */
import { TreeSelect } from "antd";
import { useId } from "react";
import { type Dept, childrenOf } from "@/modules/hrs/dept/dept-tree";
import { type FormStore, useFinding, useValue } from "@/platform/forms/form-store";
import { type Translate, useText } from "@/platform/i18n";

interface DeptNode {
  value: string;
  title: string;
  /** What the closed field shows. */
  label: string;
  disabled: boolean;
  children: DeptNode[];
}

function nodesOf(depts: Dept[], parentId: string | null, allowed: ReadonlySet<string>, t: Translate): DeptNode[] {
  return childrenOf(depts, parentId).map((dept) => ({
    value: dept.id,
    title: dept.active ? dept.deptName : t("hrs:dept.stopped", { name: dept.deptName }),
    label: dept.fullName,
    disabled: !allowed.has(dept.id),
    children: nodesOf(depts, dept.id, allowed, t),
  }));
}

interface DeptChoiceProps {
  form: FormStore;
  /** Member of the form, and of the findings. */
  path: string;
  label: string;
  depts: Dept[];
  /** Those that can be chosen; the others are shown for orientation. */
  allowed: ReadonlySet<string>;
}

export function DeptChoice({ form, path, label, depts, allowed }: DeptChoiceProps) {
  const t = useText();
  const id = useId();
  const value = useValue<string | null>(form, path);
  const finding = useFinding(form, path);
  return (
    <div className="form-field" data-field={path}>
      <label htmlFor={id}>
        {label}
        <span className="required" aria-hidden="true">
          *
        </span>
      </label>
      <TreeSelect
        id={id}
        className="wide"
        value={value}
        treeData={nodesOf(depts, null, allowed, t)}
        treeNodeLabelProp="label"
        treeDefaultExpandAll
        showSearch={{ treeNodeFilterProp: "title" }}
        placeholder={t("platform:field.select")}
        notFoundContent={t("platform:field.noOption")}
        // The field names its list by this id, which the library gives to none.
        popupRender={(tree) => <div id={`${id}_list`}>{tree}</div>}
        status={finding ? "error" : ""}
        aria-required
        aria-invalid={finding !== undefined}
        aria-describedby={finding ? `${id}-finding` : undefined}
        onChange={(next) => form.set(path, next ?? null)}
      />
      {finding && (
        <p id={`${id}-finding`} className="finding">
          {finding.message}
        </p>
      )}
    </div>
  );
}
