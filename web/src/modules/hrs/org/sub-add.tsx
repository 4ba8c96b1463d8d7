import { useQuery } from "@tanstack/react-query";
import { Button, Select } from "antd";
import { useId, useState } from "react";
import { busy } from "@/platform/busy";
import { get } from "@/platform/call/client";
import { useSettled } from "@/platform/fields/use-settled";
import { useText } from "@/platform/i18n";

interface Candidate {
  id: string;
  orgCode: string;
  orgName: string;
}

interface Chosen {
  value: string;
  label: string;
}

interface SubAddProps {
  headId: string;
  sending: boolean;
  /** Answers whether they were added. */
  add(ids: string[]): Promise<boolean>;
}

/** Companies in no group are looked for by code or name, and added together. */
export function SubAdd({ headId, sending, add }: SubAddProps) {
  const t = useText();
  const id = useId();
  const [open, setOpen] = useState(false);
  const [typed, setTyped] = useState("");
  const [chosen, setChosen] = useState<Chosen[]>([]);
  const keyword = useSettled(typed);
  const { data, isFetching } = useQuery<Candidate[]>({
    queryKey: ["hrs-org-candidates", headId, keyword],
    enabled: open,
    staleTime: 0,
    placeholderData: (before) => before,
    queryFn: ({ signal }) => get<Candidate[]>("/hrs/org/subCandidates", { keyword }, { quiet: true, signal }),
  });
  // A head without companies below is in no group yet, and is told as well.
  const found = (data ?? []).filter((each) => each.id !== headId);
  const save = async () => {
    if (await add(chosen.map(({ value }) => value))) setChosen([]);
  };
  return (
    <form
      className="org-sub-add"
      onSubmit={(event) => {
        event.preventDefault();
        if (chosen.length > 0) void save();
      }}
    >
      <div className="form-field">
        <label htmlFor={id}>{t("hrs:org.subChoose")}</label>
        <Select<Chosen[]>
          id={id}
          className="wide"
          mode="multiple"
          labelInValue
          value={chosen}
          options={found.map(({ id: value, orgCode, orgName }) => ({ value, label: orgName, code: orgCode }))}
          optionRender={({ data: { label, code } }) => (
            <span className="choice-row">
              <span>{label}</span>
              <span className="choice-hint mono">{code}</span>
            </span>
          )}
          showSearch={{ filterOption: false, searchValue: typed, onSearch: setTyped, autoClearSearchValue: false }}
          loading={isFetching && open}
          placeholder={t("hrs:org.subKeyword")}
          notFoundContent={t(isFetching ? "platform:state.loading" : "hrs:org.subNoCandidate")}
          onOpenChange={(next) => {
            setOpen(next);
            if (!next) setTyped("");
          }}
          onChange={(next) => setChosen(next.map(({ value, label }) => ({ value, label })))}
        />
      </div>
      <Button htmlType="submit" type="primary" disabled={chosen.length === 0} loading={busy(sending)}>
        {t("hrs:org.subAdd")}
      </Button>
    </form>
  );
}
