/** What the first page of the day reads; asked for ahead when the application opens with it. */
import { queryOptions } from "@tanstack/react-query";
import { NOTICES, type Notice } from "@/app/home/notice";
import type { StatisticsLine } from "@/app/home/statistics-model";
import { get } from "@/platform/call/client";

/** The tutorials the platform offers here. */
export interface Offered {
  tutorials: { id: string; title: string; done: boolean }[];
}

export const statisticsQuery = queryOptions({
  queryKey: ["home", "statistics"],
  queryFn: ({ signal }) => get<StatisticsLine[]>("/afbase/aforder/statistics", undefined, { quiet: true, signal }),
});

/** A query would ask for the list of those who manage them. */
export const noticesQuery = queryOptions({
  queryKey: NOTICES,
  queryFn: ({ signal }) => get<Notice[]>("/hrs/notice", undefined, { quiet: true, signal }),
});

export const offeredQuery = queryOptions({
  queryKey: ["tutorials", "home"],
  queryFn: () => get<Offered>("/hrs/tutorial/list", { home: true }, { quiet: true }),
});
