/** The rules of a new password the client can judge; the server judges all of them. */
export interface PasswordValues {
  old: string;
  next: string;
  again: string;
}

/** What the companies of the user ask of a password. */
export interface PasswordPolicy {
  /** The sentence that says it, in the user's language. */
  text: string;
  min: number;
  max: number;
  /** 2: letters and digits; 3: three of four classes; 0: a long phrase of anything. */
  classes: number;
}

/** Keys of texts by field; `policy` stands for the policy's own sentence. */
export function passwordFindings({ old, next, again }: PasswordValues, policy: PasswordPolicy): Partial<Record<keyof PasswordValues, string>> {
  const found: Partial<Record<keyof PasswordValues, string>> = {};
  if (!old) found.old = "app:reset.needOld";
  Object.assign(found, newPasswordFindings({ next, again }, policy));
  if (!found.next && next === old) found.next = "app:reset.same";
  return found;
}

/** What is wrong with a new password that replaces nothing, or what was forgotten. */
export function newPasswordFindings({ next, again }: Omit<PasswordValues, "old">, policy: PasswordPolicy): { next?: string; again?: string } {
  const found: { next?: string; again?: string } = {};
  const length = [...next].length;
  if (length < policy.min || length > policy.max || !hasClasses(next, policy.classes)) found.next = "policy";
  if (again !== next) found.again = "app:reset.differ";
  return found;
}

function hasClasses(password: string, classes: number): boolean {
  if (classes === 2) return /\p{L}/u.test(password) && /\d/.test(password);
  return [/\p{Lu}/u, /\p{Ll}/u, /\d/, /[^\p{L}\p{N}]/u].filter((each) => each.test(password)).length >= classes;
}

export function strength(password: string): "weak" | "medium" | "strong" | null {
  if (!password) return null;
  const classes = [/[a-z]/, /[A-Z]/, /\d/, /[^A-Za-z0-9]/].filter((each) => each.test(password)).length;
  if (password.length < 8 || classes < 2) return "weak";
  return password.length >= 12 && classes >= 3 ? "strong" : "medium";
}
