/** /investigate 问卷调查: the questionnaires a user is asked to answer, and one of them. */
import { useQuery } from "@tanstack/react-query";
import { useSearch } from "@tanstack/react-router";
import { Button } from "antd";
import { useState } from "react";
import { AnswerField } from "@/modules/hrs/questionnaire/answer-field";
import { type Answer, type Answers, type AskedQuestion, draftKey, missing } from "@/modules/hrs/questionnaire/question-model";
import { busy } from "@/platform/busy";
import { get, post } from "@/platform/call/client";
import { submit } from "@/platform/call/submit";
import { jumpTo } from "@/platform/forms/form-keys";
import { useText } from "@/platform/i18n";
import { LoadFailed } from "@/platform/load-failed";
import { goTo } from "@/platform/navigate";
import { PageLink } from "@/platform/page-link";
import { PageLoading } from "@/platform/page-loading";
import { definePage } from "@/platform/page-registry";
import { useSession } from "@/platform/session";
import { drop, readJson, writeJson } from "@/platform/storage";
import { toast } from "@/platform/toast";
import { ToneTag } from "@/platform/tone-tag";
import "./questionnaire.css";

interface OpenOne {
  id: string;
  title: string;
  endAt: string;
  questionCount: number;
  answered: boolean;
}

interface Asked {
  id: string;
  title: string;
  explanation: string | null;
  anonymous: boolean;
  endAt: string;
  questions: AskedQuestion[];
}

function Investigate() {
  const { id } = useSearch({ strict: false }) as { id?: string };
  return <main className="investigate">{id ? <One key={id} id={id} /> : <OpenList />}</main>;
}

function OpenList() {
  const t = useText();
  const { data, error, refetch } = useQuery({
    queryKey: ["questionnaires-open"],
    queryFn: () => get<OpenOne[]>("/hrs/questionnaire/open", undefined, { quiet: true }),
  });
  if (error) return <LoadFailed message={error.message} retry={() => void refetch()} />;
  if (!data) return <PageLoading rows={4} />;
  return (
    <>
      <h1>{t("hrs:investigate.title")}</h1>
      {data.length === 0 && <p className="soft">{t("hrs:investigate.none")}</p>}
      <ul className="investigate-list">
        {data.map((one) => (
          <li key={one.id}>
            {one.answered ? <span>{one.title}</span> : <PageLink href={`/investigate?id=${one.id}`}>{one.title}</PageLink>}
            <span className="soft tabular">{t("hrs:investigate.facts", { n: one.questionCount, time: one.endAt.slice(0, 16) })}</span>
            <ToneTag tone={one.answered ? "ready" : "warning"}>{t(one.answered ? "hrs:investigate.answered" : "hrs:investigate.open")}</ToneTag>
          </li>
        ))}
      </ul>
    </>
  );
}

function One({ id }: { id: string }) {
  const t = useText();
  const { data, error } = useQuery({
    queryKey: ["questionnaire-view", id],
    queryFn: () => get<Asked>(`/hrs/questionnaire/view/${encodeURIComponent(id)}`, undefined, { quiet: true }),
    // What is being answered is not read again under the user's hands.
    staleTime: Number.POSITIVE_INFINITY,
    gcTime: 0,
    retry: false,
  });
  if (error) return <Said text={error.message} />;
  if (!data) return <PageLoading rows={8} />;
  if (data.questions.length === 0) return <Said text={t("hrs:investigate.none")} />;
  return <AnswerForm asked={data} />;
}

function Said({ text }: { text: string }) {
  const t = useText();
  return (
    <div className="investigate-said" role="status">
      <p>{text}</p>
      <Button onClick={() => goTo("/investigate")}>{t("hrs:investigate.back")}</Button>
    </div>
  );
}

/** What is chosen is kept on this device until it is sent. */
function useDraft(id: string) {
  const userId = useSession((state) => state.user?.userId);
  const key = draftKey(userId ?? "", id);
  const [answers, setAnswers] = useState<Answers>(() => readJson(key, {}));
  const set = (question: string, answer: Answer) => {
    const next = { ...answers, [question]: answer };
    setAnswers(next);
    writeJson(key, next);
  };
  return { answers, set, forget: () => drop(key) };
}

function AnswerForm({ asked }: { asked: Asked }) {
  const t = useText();
  const { answers, set, forget } = useDraft(asked.id);
  const [findings, setFindings] = useState<Record<string, string>>({});
  const [sending, setSending] = useState(false);
  const [thanked, setThanked] = useState(false);
  const show = (found: [string, string][]) => {
    setFindings(Object.fromEntries(found));
    if (found[0]) jumpTo(found[0][0]);
  };
  const send = async () => {
    const empty = missing(asked.questions, answers);
    if (empty.length > 0) return show(empty.map((id) => [`answers.${id}`, t("hrs:investigate.required")]));
    setSending(true);
    const result = await submit(() => post("/hrs/questionnaire/submit", { id: asked.id, answers }, { quiet: true }), { done: false });
    setSending(false);
    if (result.kind === "findings") show(result.findings.map(({ field, message }) => [field, message]));
    if (result.kind !== "saved") return;
    forget();
    toast.info(t("hrs:investigate.thanks"));
    setThanked(true);
  };
  if (thanked) return <Said text={t("hrs:investigate.thanks")} />;
  return (
    <>
      <h1>{asked.title}</h1>
      <p className="soft">
        {t("hrs:investigate.until", { time: asked.endAt.slice(0, 16) })}
        {asked.anonymous && ` · ${t("hrs:investigate.anonymous")}`}
      </p>
      {asked.explanation && <p className="investigate-text">{asked.explanation}</p>}
      {asked.questions.map((question, place) => (
        <AnswerField
          key={question.id}
          number={place + 1}
          question={question}
          value={answers[question.id] ?? null}
          finding={findings[`answers.${question.id}`]}
          change={(answer) => {
            set(question.id, answer);
            setFindings(({ [`answers.${question.id}`]: _gone, ...rest }) => rest);
          }}
        />
      ))}
      <footer className="investigate-foot">
        <Button type="primary" loading={busy(sending)} onClick={() => void send()}>
          {t("hrs:investigate.send")}
        </Button>
        <span className="soft">{t("hrs:investigate.draft")}</span>
      </footer>
    </>
  );
}

export default definePage({ page: Investigate });
