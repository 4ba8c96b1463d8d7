/** /newCargoTracking 货物追踪: a card for each of up to 20 numbers, opened for its details. */
import { definePage } from "@/platform/page-registry";
import { CargoDesk } from "./cargo-desk";

const NUMBERS_MAX = 20;

export default definePage({ page: () => <CargoDesk heading="track:title" max={NUMBERS_MAX} open={false} /> });
