/** The object store as it is stored. */
export const OBJECTS = "对象存储";

/** The answer of GET /hrs/backup/place. */
export interface Place {
  /** 磁盘 or 对象存储. */
  place: string;
  folder: string;
  /** Of the backup that is made next. */
  encrypted: boolean;
  /** Whether the server's file has one. */
  passphrase: boolean;
  /** Whether the server's file names an object store. */
  objects: boolean;
  /** Why the next one can't be made; null where it can. */
  blocked: string | null;
  busy: boolean;
}
