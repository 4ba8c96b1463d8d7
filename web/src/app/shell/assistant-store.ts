/** The conversation with the assistant: it goes on while its panel is closed, and ends with the session. */
import { create } from "zustand";
import { get, post } from "@/platform/call/client";
import { translate } from "@/platform/i18n";
import { newUuid } from "@/platform/random-id";

/** One message (suite §3): who said it, what kind it is, what it says. */
export interface Message {
  sender: "user" | "reply";
  type: "text" | "image";
  content: string;
  /** Of a reply: its row of the log, and where it stands. */
  logId?: string | null;
  references?: Reference[];
}

/** A place in the product. */
export interface Reference {
  title: string;
  url: string;
}

interface Answered {
  answer: string;
  logId: string | null;
  references: Reference[];
}

interface Assistant {
  open: boolean;
  messages: Message[];
  /** A reply is on its way. */
  pending: boolean;
  /** What has come of it so far. */
  partial: string;
}

const EMPTY: Assistant = { open: false, messages: [], pending: false, partial: "" };

export const useAssistant = create<Assistant>(() => EMPTY);

export const openAssistant = (): void => useAssistant.setState({ open: true });
export const closeAssistant = (): void => useAssistant.setState({ open: false });
export const toggleAssistant = (): void => useAssistant.setState(({ open }) => ({ open: !open }));
/** Forgets what was said: another user may come. */
export const endAssistant = (): void => useAssistant.setState(EMPTY, true);

/** How often the answer of a model is read while it comes. */
const PARTIAL_MS = 1_000;

/** Asks a question from a page. Nothing happens for a blank one, or while a reply is on its way. */
export async function ask(text: string, page: string): Promise<void> {
  const question = text.trim();
  if (question === "" || useAssistant.getState().pending) return;
  const said = append({ sender: "user", type: "text", content: question }, { pending: true, partial: "" });
  const clientId = newUuid();
  const reading = setInterval(() => void readPartial(clientId, said), PARTIAL_MS);
  const reply = await post<Answered>("/hrs/aiLog/question", { question, clientId, page }, { quiet: true }).then(
    ({ answer, logId, references }): Message => ({ sender: "reply", type: "text", content: answer, logId, references }),
    (): Message => ({ sender: "reply", type: "text", content: translate("app:assistant.busy") }),
  );
  clearInterval(reading);
  // The session may have ended meanwhile.
  if (useAssistant.getState().messages.includes(said)) append(reply, { pending: false, partial: "" });
}

function append(message: Message, more: Partial<Assistant>): Message {
  useAssistant.setState(({ messages }) => ({ messages: [...messages, message], ...more }));
  return message;
}

async function readPartial(clientId: string, said: Message): Promise<void> {
  const told = await get<{ answer: string }>(`/hrs/aiLog/partial/${clientId}`, undefined, { quiet: true }).catch(() => null);
  const { messages, pending } = useAssistant.getState();
  if (told?.answer && pending && messages.at(-1) === said) useAssistant.setState({ partial: told.answer });
}
