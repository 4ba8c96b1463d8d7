/** Nobody has entered a value: nothing is nothing, in whatever way it is written. */
export const isNothing = (value: unknown): boolean => value === null || value === undefined || value === "";

/** The same, of what may hold several. */
export const isEmpty = (value: unknown): boolean => isNothing(value) || (Array.isArray(value) && value.length === 0);
