/**
 * Proof of identity: some calls want a password given within the last minutes. The server answers them with
 * `PROOF_WANTED`; the user is asked once, however many calls wait, and the call is sent again by whoever sent it.
 */
import { create } from "zustand";
import { CallError, post } from "@/platform/call/client";

/** Code of the answer 请验证密码后继续. */
export const PROOF_WANTED = 4;

interface Wanted {
  /** The sentence of the server. */
  message: string;
  answers: ((proved: boolean) => void)[];
}

export const useProof = create<{ wanted: Wanted | null }>(() => ({ wanted: null }));

/** Asks for the password and waits; true when the server took it. */
export function askProof(message: string): Promise<boolean> {
  return new Promise((resolve) => {
    const answers = useProof.getState().wanted?.answers ?? [];
    useProof.setState({ wanted: { message, answers: [...answers, resolve] } });
  });
}

/** Ends the question for everybody who waits. */
export function endProof(proved: boolean): void {
  const answers = useProof.getState().wanted?.answers ?? [];
  useProof.setState({ wanted: null });
  for (const answer of answers) answer(proved);
}

/** Shows the server the password; null when it was right, else the sentence that says what is wrong. */
export async function prove(password: string): Promise<string | null> {
  try {
    await post("/auth/reauth", { password }, { quiet: true });
    endProof(true);
    return null;
  } catch (error) {
    if (!(error instanceof CallError)) throw error;
    // The session ended meanwhile: the log-in page is on its way, and nothing is left to prove.
    if (error.status === 401) endProof(false);
    return error.message;
  }
}

/** Sends, and sends again when the user has proved who he is. Without the proof the failure goes on to the caller. */
export async function withProof<T>(send: () => Promise<T>): Promise<T> {
  try {
    return await send();
  } catch (error) {
    if (!(error instanceof CallError) || error.code !== PROOF_WANTED || !(await askProof(error.message))) throw error;
    return send();
  }
}
