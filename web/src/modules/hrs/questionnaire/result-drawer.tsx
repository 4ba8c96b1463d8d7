/** What was answered: a bar for each choice, averages, words. */
import { useQuery } from "@tanstack/react-query";
import { Button, Drawer } from "antd";
import { useState } from "react";
import { useResult } from "@/modules/hrs/questionnaire/hrs-questionnaire.page";
import type { QuestionKind } from "@/modules/hrs/questionnaire/question-model";
import { download, get } from "@/platform/call/client";
import type { Row } from "@/platform/contract";
import { useText } from "@/platform/i18n";
import { LoadFailed } from "@/platform/load-failed";
import { PageLoading } from "@/platform/page-loading";
import { useCan } from "@/platform/session";
import "./questionnaire.css";

interface Bar {
  label: string;
  count: number;
  /** Percent with one decimal; nothing where nobody answered. */
  rate: string | null;
}

interface QuestionResult {
  id: string;
  kind: QuestionKind;
  question: string;
  count: number;
  bars?: Bar[];
  rows?: { label: string; bars: Bar[] }[];
  average?: string | null;
  nps?: number | null;
  texts?: { words: string; userName: string | null; orgName: string | null }[];
}

interface Result {
  title: string;
  anonymous: boolean;
  addressedCount: number;
  answeredCount: number;
  rate: string | null;
  questions: QuestionResult[];
}

export function ResultDrawer({ open: row }: { open: Row }) {
  const t = useText();
  const [open, setOpen] = useState(true);
  const mayExport = useCan("sys_questionnaire_export");
  const id = String(row.id);
  const { data, error, refetch } = useQuery({
    queryKey: ["questionnaire-result", id],
    queryFn: () => get<Result>(`/hrs/questionnaire/result/${id}`, undefined, { quiet: true }),
    gcTime: 0,
  });
  const save = () => download("/hrs/questionnaire/answer/exportExcel", { filters: { questionnaireId: id } });
  return (
    <Drawer
      open={open}
      size={720}
      title={t("hrs:questionnaire.resultOf", { title: String(row["title"] ?? "") })}
      extra={mayExport && <Button onClick={() => void save()}>{t("hrs:questionnaire.exportAnswers")}</Button>}
      onClose={() => setOpen(false)}
      afterOpenChange={(next) => !next && useResult.setState({ open: null })}
      className="hrs-drawer"
    >
      {error && <LoadFailed message={error.message} retry={() => void refetch()} />}
      {!error && !data && <PageLoading rows={8} />}
      {data && <ResultBody result={data} />}
    </Drawer>
  );
}

function ResultBody({ result }: { result: Result }) {
  const t = useText();
  const rate = result.rate === null ? "-" : `${result.rate}%`;
  return (
    <div className="result-body">
      <dl className="result-figures">
        <Figure name={t("hrs:questionnaire.addressed")} value={String(result.addressedCount)} />
        <Figure name={t("hrs:questionnaire.answered")} value={String(result.answeredCount)} />
        <Figure name={t("hrs:questionnaire.rate")} value={rate} />
      </dl>
      {result.anonymous && <p className="soft">{t("hrs:questionnaire.anonymousResult")}</p>}
      {result.questions.map((question, place) => (
        <QuestionShown key={question.id} question={question} number={place + 1} />
      ))}
    </div>
  );
}

function Figure({ name, value }: { name: string; value: string }) {
  return (
    <div>
      <dt className="soft">{name}</dt>
      <dd className="tabular">{value}</dd>
    </div>
  );
}

function QuestionShown({ question, number }: { question: QuestionResult; number: number }) {
  const t = useText();
  return (
    <section className="result-question" aria-label={question.question}>
      <h3>
        {number}. {question.question}
      </h3>
      <p className="soft result-line">
        <span>{t(`hrs:questionKind.${question.kind}`)}</span>
        <span>{t("hrs:questionnaire.people", { n: question.count })}</span>
        {question.average && <b>{t("hrs:questionnaire.average", { value: question.average })}</b>}
        {typeof question.nps === "number" && <b>{t("hrs:questionnaire.npsOf", { value: question.nps })}</b>}
      </p>
      {question.bars && <Bars bars={question.bars} scale={typeof question.average === "string"} />}
      {question.rows?.map((row) => (
        <div key={row.label} className="result-row">
          <h4>{row.label}</h4>
          <Bars bars={row.bars} />
        </div>
      ))}
      {question.texts && <Words texts={question.texts} count={question.count} />}
    </section>
  );
}

/** Numbers of a scale need little room. */
function Bars({ bars, scale = false }: { bars: Bar[]; scale?: boolean }) {
  return (
    <ul className={scale ? "result-bars is-scale" : "result-bars"}>
      {bars.map((bar) => (
        <li key={bar.label}>
          <span>{bar.label}</span>
          <span className="result-track" aria-hidden="true">
            <span style={{ width: `${bar.rate ?? 0}%` }} />
          </span>
          <span className="tabular">{bar.rate === null ? String(bar.count) : `${bar.count} · ${bar.rate}%`}</span>
        </li>
      ))}
    </ul>
  );
}

function Words({ texts, count }: { texts: NonNullable<QuestionResult["texts"]>; count: number }) {
  const t = useText();
  return (
    <ul className="result-words">
      {texts.map((text, place) => (
        <li key={place}>
          <p>{text.words}</p>
          {text.userName && (
            <p className="soft">
              {text.userName} · {text.orgName}
            </p>
          )}
        </li>
      ))}
      {count > texts.length && <li className="soft">{t("hrs:questionnaire.moreWords", { n: count - texts.length })}</li>}
    </ul>
  );
}
