import { useQuery } from "@tanstack/react-query";
import { useSearch } from "@tanstack/react-router";
import { Button, Input, Tabs } from "antd";
import { useId, useState } from "react";
import { CallError } from "@/platform/call/client";
import { submit } from "@/platform/call/submit";
import { useText } from "@/platform/i18n";
import { LoadFailed } from "@/platform/load-failed";
import { PageLoading } from "@/platform/page-loading";
import { useLoad } from "@/platform/use-load";
import { type CargoScope, type Desk, type Query, forget, numbersIn, readDesk, subscribe } from "./cargo-calls";
import { CargoCard } from "./cargo-card";
import "./cargo.css";

const SCOPES: CargoScope[] = ["AE", "AI"];
const HOUSE_MAX = 30;

interface Asked {
  scope: CargoScope;
  numbers: string[];
  house: string;
}

interface DeskProps {
  /** Key of the words above. */
  heading: string;
  /** Most numbers at once. */
  max: number;
  /** Whether results show their details at once. */
  open: boolean;
}

/** Numbers to ask for, what was asked before, and what is known of them. */
export function CargoDesk({ heading, max, open }: DeskProps) {
  const t = useText();
  const search = useSearch({ strict: false }) as { awbNumber?: string; hawbNumber?: string; scope?: string };
  const [scope, setScope] = useState<CargoScope>(search.scope === "AI" ? "AI" : "AE");
  const [text, setText] = useState(search.awbNumber ?? "");
  const [house, setHouse] = useState(search.hawbNumber ?? "");
  const [wrong, setWrong] = useState<string[]>([]);
  const [asking, setAsking] = useState(false);
  const [asked, setAsked] = useState<Asked | null>(null);
  const desk = useQuery({ queryKey: ["cargo.desk", scope], staleTime: 0, queryFn: () => readDesk(scope) });

  const ask = async (typed: string, ofHouse: string) => {
    const numbers = numbersIn(typed);
    const refused = numbers.length === 0 ? t("track:noNumber") : numbers.length > max ? t("track:tooMany", { max }) : "";
    setWrong(refused ? [refused] : []);
    if (refused || asking) return;
    setAsking(true);
    const of = scope === "AI" ? ofHouse.trim() : "";
    const result = await submit(() => subscribe(scope, numbers, of), { done: false });
    setAsking(false);
    // What is refused stays beside the numbers when its toast is gone.
    if (result.kind === "failed" && result.message) setWrong([result.message]);
    if (result.kind === "findings") setWrong(result.findings.map((finding) => finding.message));
    if (result.kind !== "saved") return;
    setAsked({ scope, numbers: result.data.awbNumbers, house: of });
    void desk.refetch();
  };
  useLoad(() => {
    if (search.awbNumber) void ask(search.awbNumber, search.hawbNumber ?? "");
  }, [search.awbNumber]);

  const again = (query: Query) => {
    setText(query.awbNumber);
    setHouse(query.hawbNumber);
    void ask(query.awbNumber, query.hawbNumber);
  };
  return (
    <main className="cargo-page">
      <h1>{t(heading)}</h1>
      <Tabs
        activeKey={scope}
        onChange={(key) => {
          setScope(key === "AI" ? "AI" : "AE");
          setAsked(null);
          setWrong([]);
        }}
        items={SCOPES.map((key) => ({ key, label: t(`track:scope.${key}`) }))}
      />
      <div className="cargo-columns">
        <aside>
          <AskForm {...{ scope, text, setText, house, setHouse, max, wrong, asking }} ask={() => void ask(text, house)} />
          {desk.data && <Quota desk={desk.data} />}
          <h2>{t("track:history")}</h2>
          {desk.error && !desk.data && <LoadFailed message={desk.error.message} retry={() => void desk.refetch()} />}
          {desk.isPending && <PageLoading rows={3} />}
          {desk.data && <History rows={desk.data.history} again={again} removed={() => void desk.refetch()} />}
        </aside>
        <div className="cargo-cards">
          {!asked && <p className="soft">{t("track:hint")}</p>}
          {asked?.numbers.map((number) => (
            <CargoCard key={`${asked.scope} ${number}`} scope={asked.scope} number={number} house={asked.house} open={open} />
          ))}
        </div>
      </div>
    </main>
  );
}

interface FormProps {
  scope: CargoScope;
  text: string;
  setText(text: string): void;
  house: string;
  setHouse(house: string): void;
  max: number;
  wrong: string[];
  asking: boolean;
  ask(): void;
}

function AskForm({ scope, text, setText, house, setHouse, max, wrong, asking, ask }: FormProps) {
  const t = useText();
  const id = useId();
  return (
    <form
      className="cargo-ask"
      onSubmit={(event) => {
        event.preventDefault();
        ask();
      }}
    >
      <label htmlFor={`${id}-numbers`}>{t("track:numbers", { max })}</label>
      <Input.TextArea
        id={`${id}-numbers`}
        className="mono"
        value={text}
        rows={4}
        aria-invalid={wrong.length > 0}
        aria-describedby={`${id}-wrong`}
        onChange={(event) => setText(event.target.value)}
      />
      <ul id={`${id}-wrong`} className="cargo-wrong" role="alert">
        {wrong.map((each) => (
          <li key={each}>{each}</li>
        ))}
      </ul>
      {scope === "AI" && (
        <>
          <label htmlFor={`${id}-house`}>{t("track:house")}</label>
          <Input id={`${id}-house`} value={house} maxLength={HOUSE_MAX} onChange={(event) => setHouse(event.target.value)} />
        </>
      )}
      <Button type="primary" htmlType="submit" loading={asking}>
        {t("track:ask")}
      </Button>
    </form>
  );
}

function Quota({ desk }: { desk: Desk }) {
  const t = useText();
  if (desk.total === null) return null;
  return <p className="soft tabular">{t("track:quota", { used: desk.used ?? 0, total: desk.total })}</p>;
}

/** 我的历史, newest first. */
function History({ rows, again, removed }: { rows: Query[]; again(query: Query): void; removed(): void }) {
  const t = useText();
  const drop = async (id: string) => {
    try {
      await forget(id);
      removed();
    } catch (error) {
      // The call has shown why.
      if (!(error instanceof CallError)) throw error;
    }
  };
  if (rows.length === 0) return <p className="soft">{t("track:noHistory")}</p>;
  return (
    <ul className="cargo-history">
      {rows.map((row) => (
        <li key={row.id}>
          <button type="button" className="text-button mono" onClick={() => again(row)}>
            {[row.awbNumber, row.hawbNumber].filter(Boolean).join(" / ")}
          </button>
          <button type="button" className="text-button" aria-label={t("track:forget", { number: row.awbNumber })} onClick={() => void drop(row.id)}>
            ×
          </button>
        </li>
      ))}
    </ul>
  );
}
