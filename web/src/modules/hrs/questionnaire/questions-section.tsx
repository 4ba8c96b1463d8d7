/** The questions of a questionnaire: kind, text, choices, whether they must be answered, and their order. */
import { ArrowDownOutlined, ArrowUpOutlined, DeleteOutlined, PlusOutlined } from "@ant-design/icons";
import { Button, Checkbox, Input, InputNumber, Select } from "antd";
import {
  KINDS,
  QUESTIONS_MAX,
  type Question,
  type QuestionKind,
  hasChoices,
  isDraft,
  moved,
  newQuestion,
  ofKind,
  replaced,
} from "@/modules/hrs/questionnaire/question-model";
import type { SectionProps } from "@/platform/forms/form-overrides";
import { type FormStore, useFinding, useValue } from "@/platform/forms/form-store";
import { useText } from "@/platform/i18n";
import "./questionnaire.css";

const QUESTION_MAX = 200;
const CHOICE_MAX = 100;
const CHOICES_MAX = 20;

export function QuestionsSection({ form, readOnly }: SectionProps) {
  const t = useText();
  const questions = useValue<Question[] | null>(form, "questions") ?? [];
  const status = useValue<string | null>(form, "status");
  // What users answer already stays as it is.
  const closed = readOnly || !isDraft(status);
  const set = (next: Question[]) => form.set("questions", next);
  return (
    <div data-field="questions" className="question-list">
      {closed && !readOnly && <p className="soft">{t("hrs:questionnaire.fixed")}</p>}
      {questions.map((question, place) => (
        <QuestionCard
          key={place}
          form={form}
          place={place}
          question={question}
          readOnly={closed}
          last={place === questions.length - 1}
          change={(next) => set(replaced(questions, place, next))}
          move={(to) => set(moved(questions, place, to))}
          remove={() => set(questions.filter((_, index) => index !== place))}
        />
      ))}
      {!closed && questions.length < QUESTIONS_MAX && (
        <Button icon={<PlusOutlined />} onClick={() => set([...questions, newQuestion()])}>
          {t("hrs:questionnaire.addQuestion")}
        </Button>
      )}
      <FindingText form={form} path="questions" />
    </div>
  );
}

function FindingText({ form, path }: { form: FormStore; path: string }) {
  const finding = useFinding(form, path);
  return finding ? <span className="finding">{finding.message}</span> : null;
}

interface QuestionCardProps {
  form: FormStore;
  place: number;
  question: Question;
  readOnly: boolean;
  last: boolean;
  change(next: Question): void;
  move(to: number): void;
  remove(): void;
}

function QuestionCard(props: QuestionCardProps) {
  const { form, place, question, readOnly, change } = props;
  const t = useText();
  const number = t("hrs:questionnaire.number", { n: place + 1 });
  const at = (name: string) => `questions.${place}.${name}`;
  return (
    <fieldset className="question-card" disabled={readOnly} aria-label={number}>
      <header>
        <b>{number}</b>
        <Select
          value={question.kind}
          disabled={readOnly}
          aria-label={t("hrs:questionnaire.kind")}
          options={KINDS.map((value) => ({ value, label: t(`hrs:questionKind.${value}`) }))}
          onChange={(kind: QuestionKind) => change(ofKind(question, kind))}
        />
        <Checkbox checked={question.required} onChange={(event) => change({ ...question, required: event.target.checked })}>
          {t("hrs:questionnaire.required")}
        </Checkbox>
        <span className="top-space" />
        {!readOnly && <CardButtons {...props} />}
      </header>
      <div data-field={at("question")}>
        <Input
          value={question.question}
          maxLength={QUESTION_MAX}
          aria-label={t("hrs:questionnaire.question")}
          placeholder={t("hrs:questionnaire.question")}
          onChange={(event) => change({ ...question, question: event.target.value })}
        />
        <FindingText form={form} path={at("question")} />
      </div>
      {question.kind === "matrix" && (
        <Texts form={form} path={at("rows")} label={t("hrs:questionnaire.row")} add={t("hrs:questionnaire.addRow")} texts={question.rows} least={1} readOnly={readOnly} set={(rows) => change({ ...question, rows })} />
      )}
      {hasChoices(question.kind) && (
        <Texts form={form} path={at("choices")} label={t("hrs:questionnaire.choice")} add={t("hrs:questionnaire.addChoice")} texts={question.choices} least={2} readOnly={readOnly} set={(choices) => change({ ...question, choices })} />
      )}
      {question.kind === "multi" && <Bounds {...props} />}
    </fieldset>
  );
}

function CardButtons({ place, last, move, remove }: QuestionCardProps) {
  const t = useText();
  return (
    <>
      <Button size="small" type="text" icon={<ArrowUpOutlined />} disabled={place === 0} aria-label={t("hrs:questionnaire.up")} onClick={() => move(place - 1)} />
      <Button size="small" type="text" icon={<ArrowDownOutlined />} disabled={last} aria-label={t("hrs:questionnaire.down")} onClick={() => move(place + 1)} />
      <Button size="small" type="text" danger icon={<DeleteOutlined />} aria-label={t("hrs:questionnaire.removeQuestion", { n: place + 1 })} onClick={remove} />
    </>
  );
}

interface TextsProps {
  form: FormStore;
  path: string;
  label: string;
  add: string;
  texts: string[];
  least: number;
  readOnly: boolean;
  set(texts: string[]): void;
}

/** A list of short texts: choices, rows of a matrix. */
function Texts({ form, path, label, add, texts, least, readOnly, set }: TextsProps) {
  const t = useText();
  return (
    <div data-field={path} className="question-texts">
      {texts.map((text, place) => {
        const name = `${label} ${place + 1}`;
        return (
          <span key={place} className="question-text">
            <Input value={text} maxLength={CHOICE_MAX} aria-label={name} placeholder={name} onChange={(event) => set(replaced(texts, place, event.target.value))} />
            {!readOnly && texts.length > least && (
              <Button type="text" size="small" icon={<DeleteOutlined />} aria-label={t("hrs:questionnaire.removeText", { name })} onClick={() => set(texts.filter((_, index) => index !== place))} />
            )}
          </span>
        );
      })}
      {!readOnly && texts.length < CHOICES_MAX && (
        <Button size="small" type="link" icon={<PlusOutlined />} onClick={() => set([...texts, ""])}>
          {add}
        </Button>
      )}
      <FindingText form={form} path={path} />
    </div>
  );
}

/** How many choices may be made. */
function Bounds({ form, place, question, readOnly, change }: QuestionCardProps) {
  const t = useText();
  const bound = (name: "least" | "most", label: string) => (
    <label className="question-bound">
      {label}
      <InputNumber min={1} max={question.choices.length} precision={0} disabled={readOnly} value={question[name]} aria-label={label} onChange={(value) => change({ ...question, [name]: value })} />
    </label>
  );
  return (
    <div data-field={`questions.${place}.least`} className="question-bounds">
      {bound("least", t("hrs:questionnaire.least"))}
      {bound("most", t("hrs:questionnaire.most"))}
      <FindingText form={form} path={`questions.${place}.least`} />
    </div>
  );
}
