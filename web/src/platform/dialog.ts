/** Questions to the user from anywhere: `if (await ask({ text })) …`. The host component draws them one at a time. */
import { create } from "zustand";
import { translate } from "@/platform/i18n";

export interface Question {
  title?: string;
  /** Each entry is a paragraph. */
  text: string | string[];
  yes?: string;
  no?: string;
  danger?: boolean;
}

interface Open extends Question {
  id: number;
  answer(yes: boolean): void;
}

export const useDialogs = create<{ open: Open[] }>(() => ({ open: [] }));

let nextId = 1;

/** Asks and waits; closing the dialog is a no. */
export function ask(question: Question): Promise<boolean> {
  return new Promise((resolve) => {
    const id = nextId++;
    const answer = (yes: boolean) => {
      useDialogs.setState(({ open }) => ({ open: open.filter((each) => each.id !== id) }));
      resolve(yes);
    };
    useDialogs.setState(({ open }) => ({ open: [...open, { ...question, id, answer }] }));
  });
}

/** A question of the server, answered 是 or 否. */
export function askQuestion(messages: string[]): Promise<boolean> {
  return ask({ text: messages, yes: translate("platform:action.yes"), no: translate("platform:action.no") });
}

/** Somebody saved first: reload, or stay with what was typed. */
export function askStale(message: string, changed: string[]): Promise<boolean> {
  const text = [message || translate("platform:stale.text")];
  if (changed.length > 0) text.push(translate("platform:stale.changed", { fields: changed.join(", ") }));
  return ask({ text, yes: translate("platform:stale.reload"), no: translate("platform:stale.stay") });
}
