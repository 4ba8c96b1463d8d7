/** Questions as they are edited and answered, without anything drawn. */

export const KINDS = ["single", "multi", "text", "score", "nps", "matrix"] as const;
export type QuestionKind = (typeof KINDS)[number];

export interface Question {
  kind: QuestionKind;
  question: string;
  required: boolean;
  choices: string[];
  rows: string[];
  least: number | null;
  most: number | null;
}

export interface AskedQuestion extends Question {
  id: string;
}

export type Answer = number | number[] | (number | null)[] | string | null;
export type Answers = Record<string, Answer>;

/** Whether its questions and addressees can still be changed: a new one, or a draft. */
export const isDraft = (status: unknown) => (status ?? "草稿") === "草稿";

export const draftKey = (userId: string, id: string) => ["questionnaire", userId, id].join(":");

export const QUESTIONS_MAX = 50;
const SCORE_MAX = 5;
const NPS_MAX = 10;

export function newQuestion(): Question {
  return { kind: "single", question: "", required: true, choices: ["", ""], rows: [], least: null, most: null };
}

export const hasChoices = (kind: QuestionKind) => kind === "single" || kind === "multi" || kind === "matrix";

/** A question of another kind keeps what both kinds know. */
export function ofKind(question: Question, kind: QuestionKind): Question {
  const choices = hasChoices(kind) && question.choices.length === 0 ? ["", ""] : question.choices;
  const rows = kind === "matrix" && question.rows.length === 0 ? [""] : question.rows;
  return { ...question, kind, choices, rows };
}

export function replaced<T>(list: T[], place: number, next: T): T[] {
  return list.map((each, index) => (index === place ? next : each));
}

export function moved<T>(list: T[], from: number, to: number): T[] {
  const rest = list.filter((_, index) => index !== from);
  const one = list[from];
  return one === undefined ? list : [...rest.slice(0, to), one, ...rest.slice(to)];
}

/** The numbers of a scale. */
export function scaleOf(kind: QuestionKind): number[] {
  if (kind === "score") return Array.from({ length: SCORE_MAX }, (_, index) => index + 1);
  return Array.from({ length: NPS_MAX + 1 }, (_, index) => index);
}

function isEmpty(question: AskedQuestion, answer: Answer | undefined): boolean {
  if (answer === undefined || answer === null) return true;
  if (typeof answer === "string") return answer.trim() === "";
  if (!Array.isArray(answer)) return false;
  if (question.kind === "matrix") return question.rows.some((_, row) => typeof answer[row] !== "number");
  return answer.length === 0;
}

/** Required questions without an answer. */
export function missing(questions: AskedQuestion[], answers: Answers): string[] {
  return questions.filter((each) => each.required && isEmpty(each, answers[each.id])).map(({ id }) => id);
}
