/** What the server tells of a tutorial, and how its length is written. */
export interface Card {
  id: string;
  title: string;
  moduleName: string;
  seconds: number;
  /** It lies at an address. */
  external: boolean;
  /** The address is that of a page of the product, with pictures. */
  page?: boolean;
  percent: number;
  done: boolean;
  views: number;
  coverId: string | null;
}

export interface Board {
  modules: { id: string; name: string }[];
  tutorials: Card[];
}

export interface Playing {
  id: string;
  title: string;
  address: string;
  /** It lies at an address. */
  external: boolean;
  /** The address is that of a page of the product, with pictures. */
  page?: boolean;
  second: number;
  seconds: number;
  done: boolean;
}

const MINUTE = 60;

/** 600 → 10:00 */
export function clock(seconds: number): string {
  const two = (number: number) => String(number).padStart(2, "0");
  return `${two(Math.floor(seconds / MINUTE))}:${two(seconds % MINUTE)}`;
}
