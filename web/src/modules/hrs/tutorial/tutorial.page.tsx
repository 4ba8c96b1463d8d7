/** /tutorial 视频教程: the films that teach what the own company has, as cards; one of them plays in a dialog. */
import { useQuery } from "@tanstack/react-query";
import { useSearch } from "@tanstack/react-router";
import { Checkbox, Input, Select } from "antd";
import { useState } from "react";
import { Cover } from "@/modules/hrs/tutorial/cover";
import { PlayDialog } from "@/modules/hrs/tutorial/play-dialog";
import { type Board, type Card, clock } from "@/modules/hrs/tutorial/tutorial-model";
import { useClearSign } from "@/platform/fields/clear-sign";
import { get } from "@/platform/call/client";
import { useSettled } from "@/platform/fields/use-settled";
import { useText } from "@/platform/i18n";
import { LoadFailed } from "@/platform/load-failed";
import { goTo } from "@/platform/navigate";
import { PageLink } from "@/platform/page-link";
import { PageLoading } from "@/platform/page-loading";
import { definePage } from "@/platform/page-registry";
import { ToneTag } from "@/platform/tone-tag";
import "./tutorial.css";

function Tutorials() {
  const clearSign = useClearSign();
  const t = useText();
  const { id } = useSearch({ strict: false }) as { id?: string };
  const [moduleId, setModuleId] = useState<string | undefined>();
  const [typed, setTyped] = useState("");
  const [unlearned, setUnlearned] = useState(false);
  const keyword = useSettled(typed.trim());
  const params = { moduleId, keyword: keyword || undefined, unlearned: unlearned || undefined };
  const { data, error, refetch } = useQuery({
    queryKey: ["tutorials", params],
    queryFn: () => get<Board>("/hrs/tutorial/list", params, { quiet: true }),
    placeholderData: (before) => before,
  });
  const filtered = moduleId !== undefined || keyword !== "" || unlearned;
  return (
    <main className="tutorials">
      <header className="tutorial-head">
        <h1>{t("hrs:tutorial.title")}</h1>
        <Select
          allowClear={clearSign}
          className="tutorial-module"
          aria-label={t("hrs:tutorial.moduleLabel")}
          placeholder={t("hrs:tutorial.module")}
          value={moduleId ?? null}
          options={data?.modules.map(({ id: value, name }) => ({ value, label: name })) ?? []}
          onChange={(chosen: string | null | undefined) => setModuleId(chosen ?? undefined)}
        />
        <Input
          allowClear
          className="tutorial-keyword"
          aria-label={t("hrs:tutorial.keyword")}
          placeholder={t("hrs:tutorial.keyword")}
          value={typed}
          onChange={(event) => setTyped(event.target.value)}
        />
        <Checkbox checked={unlearned} onChange={(event) => setUnlearned(event.target.checked)}>
          {t("hrs:tutorial.unlearned")}
        </Checkbox>
      </header>
      {error && <LoadFailed message={error.message} retry={() => void refetch()} />}
      {!error && !data && <PageLoading rows={8} />}
      {data?.tutorials.length === 0 && <p className="soft">{t(filtered ? "hrs:tutorial.nothing" : "hrs:tutorial.none")}</p>}
      <ul className="tutorial-cards">
        {data?.tutorials.map((card) => (
          <TutorialCard key={card.id} card={card} />
        ))}
      </ul>
      {id && <PlayDialog key={id} id={id} close={() => goTo("/tutorial", { replace: true })} />}
    </main>
  );
}

function TutorialCard({ card }: { card: Card }) {
  const t = useText();
  return (
    <li>
      <PageLink href={`/tutorial?id=${encodeURIComponent(card.id)}`} className="tutorial-card" title={t("hrs:tutorial.play", { title: card.title })}>
        <span className="tutorial-picture">
          <Cover id={card.coverId} />
          <span className="tutorial-length tabular">{clock(card.seconds)}</span>
          {card.percent > 0 && <progress className="tutorial-bar" max={100} value={card.percent} aria-hidden="true" />}
        </span>
        <b>{card.title}</b>
        <span className="tutorial-facts soft">
          <span>{card.moduleName}</span>
          <span className="tabular">{t("hrs:tutorial.views", { n: card.views })}</span>
          {card.external && <span>{t(card.page ? "hrs:tutorial.page" : "hrs:tutorial.outside")}</span>}
          {card.done ? (
            <ToneTag tone="ready">{t("hrs:tutorial.done")}</ToneTag>
          ) : (
            <span className="tabular tutorial-percent">{t("hrs:tutorial.percent", { n: card.percent })}</span>
          )}
        </span>
      </PageLink>
    </li>
  );
}

export default definePage({ page: Tutorials });
