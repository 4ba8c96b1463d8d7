/** 加入版本: a node becomes part of editions, and of the companies on them when that is ticked. */
import { Button, Checkbox } from "antd";
import { useState } from "react";
import { orgField } from "@/modules/hrs/permission/grant-filters";
import { FieldEditor } from "@/platform/fields/field-editor";
import { useText } from "@/platform/i18n";

interface JoinEditionsProps {
  ready: boolean;
  /** Answers whether the node was added. */
  join(editions: string[], withOrgs: boolean): Promise<boolean>;
}

export function JoinEditions({ ready, join }: JoinEditionsProps) {
  const t = useText();
  const [editions, setEditions] = useState<string[]>([]);
  const [withOrgs, setWithOrgs] = useState(false);
  const [field] = orgField("edition");
  if (!field) return null;
  const send = async () => {
    if (!(await join(editions, withOrgs))) return;
    setEditions([]);
    setWithOrgs(false);
  };
  return (
    <div className="grant-editions">
      <FieldEditor
        field={{ ...field, kind: "multi" }}
        value={editions}
        name={t("hrs:grant.editions")}
        placeholder={t("hrs:grant.editions")}
        change={(value) => setEditions(Array.isArray(value) ? value.map(String) : [])}
      />
      <Checkbox checked={withOrgs} onChange={(event) => setWithOrgs(event.target.checked)}>
        {t("hrs:grant.withOrgs")}
      </Checkbox>
      <Button disabled={!ready || editions.length === 0} onClick={() => void send()}>
        {t("hrs:grant.join")}
      </Button>
    </div>
  );
}
