/** One question with the editor of its kind. */
import { Checkbox, Input, Radio } from "antd";
import { type Answer, type AskedQuestion, scaleOf } from "@/modules/hrs/questionnaire/question-model";
import { useText } from "@/platform/i18n";

const WORDS_MAX = 500;

interface AnswerFieldProps {
  number: number;
  question: AskedQuestion;
  value: Answer;
  finding: string | undefined;
  change(answer: Answer): void;
}

export function AnswerField({ number, question, value, finding, change }: AnswerFieldProps) {
  const t = useText();
  return (
    <fieldset className="answer-field" data-field={`answers.${question.id}`} tabIndex={-1}>
      <legend>
        {number}. {question.question}
        {question.required && (
          <span className="required" title={t("hrs:questionnaire.required")}>
            *
          </span>
        )}
        <Bounds question={question} />
      </legend>
      <Editor question={question} value={value} change={change} />
      {finding && (
        <span className="finding" role="alert">
          {finding}
        </span>
      )}
    </fieldset>
  );
}

function Bounds({ question }: { question: AskedQuestion }) {
  const t = useText();
  if (question.kind !== "multi") return null;
  const { least, most } = question;
  const text = [least ? t("hrs:investigate.atLeast", { n: least }) : "", most ? t("hrs:investigate.atMost", { n: most }) : ""].filter(Boolean);
  return <small className="soft">{text.length > 0 ? text.join(" · ") : t("hrs:questionKind.multi")}</small>;
}

function Editor({ question, value, change }: Pick<AnswerFieldProps, "question" | "value" | "change">) {
  const t = useText();
  const choices = question.choices.map((label, place) => ({ label, value: place }));
  switch (question.kind) {
    case "single":
      return <Radio.Group className="answer-choices" options={choices} value={value} onChange={(event) => change(event.target.value as number)} />;
    case "multi":
      return <Checkbox.Group className="answer-choices" options={choices} value={(value as number[] | null) ?? []} onChange={(chosen) => change(chosen)} />;
    case "text":
      return <Input.TextArea rows={3} maxLength={WORDS_MAX} aria-label={question.question} value={String(value ?? "")} onChange={(event) => change(event.target.value)} />;
    case "matrix":
      return <Matrix question={question} value={value} change={change} />;
    case "score":
    case "nps":
      return (
        <div className="answer-scale">
          <Radio.Group optionType="button" options={scaleOf(question.kind).map((each) => ({ label: String(each), value: each }))} value={value} onChange={(event) => change(event.target.value as number)} />
          <p className="soft">
            <span>{t(question.kind === "nps" ? "hrs:investigate.unlikely" : "hrs:investigate.bad")}</span>
            <span>{t(question.kind === "nps" ? "hrs:investigate.likely" : "hrs:investigate.good")}</span>
          </p>
        </div>
      );
  }
}

/** One choice in each row. */
function Matrix({ question, value, change }: Pick<AnswerFieldProps, "question" | "value" | "change">) {
  const chosen = Array.isArray(value) ? value : [];
  const set = (row: number, choice: number) => change(question.rows.map((_, each) => (each === row ? choice : (chosen[each] ?? null))));
  return (
    <div className="answer-matrix">
      <table className="plain-table">
        <thead>
          <tr>
            <td />
            {question.choices.map((choice) => (
              <th key={choice} scope="col">
                {choice}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {question.rows.map((row, place) => (
            <tr key={row}>
              <th scope="row">{row}</th>
              {question.choices.map((choice, each) => (
                <td key={choice}>
                  <label>
                    <input type="radio" name={`${question.id}-${place}`} aria-label={`${row} ${choice}`} checked={chosen[place] === each} onChange={() => set(place, each)} />
                  </label>
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}
