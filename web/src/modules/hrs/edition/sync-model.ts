/** What a synchronisation would change, without anything drawn. */

export interface SyncOrg {
  id: string;
  orgCode: string;
  orgName: string;
  /** Rights of the edition the company does not have. */
  added: number;
  /** Rights of the company the edition does not have. */
  removed: number;
}

/** Whether anything would change. */
export function differs({ added, removed }: SyncOrg, remove: boolean): boolean {
  return added > 0 || (remove && removed > 0);
}

export interface SyncSum {
  companies: number;
  added: number;
  removed: number;
}

/** What the chosen companies would get and lose. */
export function sumOf(orgs: SyncOrg[], chosen: ReadonlySet<string>, remove: boolean): SyncSum {
  const meant = orgs.filter((org) => chosen.has(org.id) && differs(org, remove));
  return {
    companies: meant.length,
    added: meant.reduce((sum, { added }) => sum + added, 0),
    removed: remove ? meant.reduce((sum, { removed }) => sum + removed, 0) : 0,
  };
}
