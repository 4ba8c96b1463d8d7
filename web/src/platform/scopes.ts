/** The scopes of business, in the order they stand everywhere; their names are the texts `platform:scope.*`. */
export const SCOPES = ["AE", "AI", "SE", "SI", "TE", "TI", "LC", "IO"] as const;
export type Scope = (typeof SCOPES)[number];
