/** The rules of a new password the client can judge; the server judges all of them. */
export interface PasswordValues {
  old: string;
  next: string;
  again: string;
}

/** Keys of texts by field. */
export function passwordFindings({ old, next, again }: PasswordValues): Partial<Record<keyof PasswordValues, string>> {
  const found: Partial<Record<keyof PasswordValues, string>> = {};
  if (!old) found.old = "app:reset.needOld";
  Object.assign(found, newPasswordFindings(next, again));
  if (!found.next && next === old) found.next = "app:reset.same";
  return found;
}

/** What is wrong with a new password that replaces nothing, or what was forgotten. */
export function newPasswordFindings(next: string, again: string): { next?: string; again?: string } {
  const found: { next?: string; again?: string } = {};
  const rightLength = next.length >= 8 && next.length <= 20;
  if (!rightLength || !/[A-Za-z]/.test(next) || !/\d/.test(next)) found.next = "app:reset.policy";
  if (again !== next) found.again = "app:reset.differ";
  return found;
}

export function strength(password: string): "weak" | "medium" | "strong" | null {
  if (!password) return null;
  const classes = [/[a-z]/, /[A-Z]/, /\d/, /[^A-Za-z0-9]/].filter((each) => each.test(password)).length;
  if (password.length < 8 || classes < 2) return "weak";
  return password.length >= 12 && classes >= 3 ? "strong" : "medium";
}
