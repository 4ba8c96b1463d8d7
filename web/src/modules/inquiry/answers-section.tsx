/** The answers of an inquiry side by side: one column for each agent that was asked, the lowest marked. */
import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { type Answer, comparison } from "@/modules/inquiry/answers";
import { Comparing } from "@/modules/inquiry/comparing";
import { SelectDialog } from "@/modules/inquiry/select-dialog";
import type { SectionProps } from "@/platform/forms/form-overrides";
import { useValue } from "@/platform/forms/form-store";
import { useText } from "@/platform/i18n";
import { LoadFailed } from "@/platform/load-failed";
import { PageLoading } from "@/platform/page-loading";
import { useCan } from "@/platform/session";
import "./inquiry.css";

/** State in which one of the answers may be chosen. */
const QUOTED = "QUOTED";

export function AnswersSection({ form }: SectionProps) {
  const t = useText();
  const id = String(useValue(form, "id") ?? "");
  const state = useValue<string>(form, "state");
  const version = useValue<number>(form, "version");
  const mayChoose = useCan("af-compare-select");
  const [chosen, setChosen] = useState<Answer | null>(null);
  const [selected, setSelected] = useState(false);
  const { data, error, refetch } = useQuery({
    queryKey: ["inquiry.compare", id],
    gcTime: 0,
    staleTime: 0,
    enabled: id !== "",
    queryFn: () => comparison(id),
  });
  if (error) return <LoadFailed message={error.message} retry={() => void refetch()} />;
  if (!data) return <PageLoading rows={4} />;
  if (data.answers.length === 0) return <p className="soft">{t("inquiry:answers.none")}</p>;
  const choose = mayChoose && state === QUOTED && !selected ? setChosen : undefined;
  return (
    <>
      <Comparing data={data} choose={choose} pick={undefined} />
      {chosen && (
        <SelectDialog
          inquiry={id}
          version={version}
          answer={chosen}
          close={() => setChosen(null)}
          done={() => {
            setChosen(null);
            setSelected(true);
            void refetch();
          }}
        />
      )}
    </>
  );
}
