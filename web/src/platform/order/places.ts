/** The decimals a user has chosen for a scope, on the figures of its orders and house waybills. */
import { useMemo } from "react";
import type { Field, Section } from "@/platform/contract";
import { DEFAULT_DIGITS, type Measure, usePersonal } from "@/platform/personal";
import type { Scope } from "@/platform/scopes";

type Places = (typeof DEFAULT_DIGITS)[Scope];

/** Decimals the server keeps of every measure, whoever types. */
const KEPT = 3;
const MEASURES: Record<string, Measure> = {
  weight: "weight",
  volume: "volume",
  chargeweight: "chargeWeight",
  density: "density",
};
const FIGURE = /^(?:plan|confirm|income|cost)?(weight|volume|chargeweight|density)$/i;

/** What a member measures: planChargeWeight → chargeWeight; null for anything else. */
export function measureOf(name: string): Measure | null {
  return MEASURES[FIGURE.exec(name)?.[1]?.toLowerCase() ?? ""] ?? null;
}

/** The places of a member that measures something. */
export function placesOf(name: string, places: Places): number | undefined {
  const measure = measureOf(name);
  return measure ? places[measure] : undefined;
}

function withPlaces<T extends Field>(field: T, chosen: Places): T {
  const places = field.kind === "decimal" ? placesOf(field.name, chosen) : undefined;
  return places === undefined ? field : { ...field, digits: KEPT, places };
}

/** The user's decimals of a scope, the usual ones until they are known. */
export function usePlaces(scope: Scope): Places {
  return usePersonal().data?.scopes[scope].digits ?? DEFAULT_DIGITS[scope];
}

/** Fields with the user's decimals. */
export function usePlacedFields<T extends Field>(fields: T[], scope: Scope): T[] {
  const chosen = usePlaces(scope);
  return useMemo(() => fields.map((field) => withPlaces(field, chosen)), [fields, chosen]);
}

/** Sections with the user's decimals. */
export function usePlacedSections(sections: Section[], scope: Scope): Section[] {
  const chosen = usePlaces(scope);
  return useMemo(
    () => sections.map((section) => ({ ...section, fields: section.fields.map((field) => withPlaces(field, chosen)) })),
    [sections, chosen],
  );
}
