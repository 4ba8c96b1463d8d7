import { useQuery } from "@tanstack/react-query";
import { Button, Input } from "antd";
import { useState } from "react";
import type { GrantFilters } from "@/modules/hrs/permission/grant-filters";
import { get } from "@/platform/call/client";
import { useSettled } from "@/platform/fields/use-settled";
import { useText } from "@/platform/i18n";
import { LoadFailed } from "@/platform/load-failed";
import { PageLoading } from "@/platform/page-loading";

interface Company {
  id: string;
  orgCode: string;
  orgName: string;
  edition: string;
}

/** More are found by name: nobody reads through them. */
const DRAWN_MAX = 200;

interface CompanyListProps {
  title: string;
  side: "have" | "lack";
  nodeId: string;
  /** What is asked for beside the name. */
  filters: GrantFilters;
  /** What is done with those ticked: 移入, 移出. */
  act: string;
  danger?: boolean;
  ready: boolean;
  /** Answers whether they were moved. */
  move(ids: string[]): Promise<boolean>;
}

/** The companies on one side, looked for by name; ticks stay while something else is looked for. */
export function CompanyList({ title, side, nodeId, filters, act, danger = false, ready, move }: CompanyListProps) {
  const t = useText();
  const [words, setWords] = useState("");
  const [ticked, setTicked] = useState<ReadonlySet<string>>(new Set());
  const name = useSettled(words.trim());
  const { data, error, refetch } = useQuery<Company[]>({
    queryKey: ["hrs-grants", nodeId, side, name, filters],
    staleTime: 0,
    gcTime: 0,
    placeholderData: (before) => before,
    queryFn: ({ signal }) => get<Company[]>(`/hrs/orgPermission/${side}`, { permissionId: nodeId, name, ...filters }, { quiet: true, signal }),
  });
  const flip = (id: string) => {
    const next = new Set(ticked);
    if (!next.delete(id)) next.add(id);
    setTicked(next);
  };
  const send = async () => {
    if (await move([...ticked])) setTicked(new Set());
  };
  const found = data ?? [];
  return (
    <section className="people-list" aria-label={title}>
      <header>
        <b>{title}</b>
        <span className="soft tabular">{data && found.length}</span>
        <span className="top-space" />
        <button type="button" className="text-button" disabled={found.length === 0} onClick={() => setTicked(new Set([...ticked, ...found.map(({ id }) => id)]))}>
          {t("hrs:grant.all")}
        </button>
        <button type="button" className="text-button" disabled={ticked.size === 0} onClick={() => setTicked(new Set())}>
          {t("hrs:grant.none")}
        </button>
      </header>
      <Input
        allowClear
        value={words}
        aria-label={t("hrs:grant.findIn", { title })}
        placeholder={t("hrs:grant.find")}
        onChange={(event) => setWords(event.target.value)}
      />
      {error && <LoadFailed message={error.message} retry={() => void refetch()} />}
      {!error && !data && <PageLoading rows={4} />}
      {data && found.length === 0 && <p className="nothing">{t(name || Object.values(filters).some(Boolean) ? "hrs:grant.notFound" : "platform:state.empty")}</p>}
      <ul>
        {found.slice(0, DRAWN_MAX).map((each) => (
          <li key={each.id}>
            <label className="check grant-check">
              <input type="checkbox" checked={ticked.has(each.id)} onChange={() => flip(each.id)} />
              <span>{each.orgName}</span>
              <span className="choice-hint mono">{each.orgCode}</span>
            </label>
          </li>
        ))}
      </ul>
      {found.length > DRAWN_MAX && <p className="soft">{t("hrs:grant.more", { n: found.length - DRAWN_MAX })}</p>}
      <footer>
        <Button danger={danger} type={danger ? "default" : "primary"} disabled={!ready || ticked.size === 0} onClick={() => void send()}>
          {ticked.size > 0 ? t("hrs:grant.act", { act, n: ticked.size }) : act}
        </Button>
      </footer>
    </section>
  );
}
