const EMAIL = /^[^\s@]+@[^\s@]+\.[^\s@]+$/;

/** Whether a text looks like an e-mail address; whether it is one, only a mail can tell. */
export function isEmail(text: string): boolean {
  return EMAIL.test(text);
}
