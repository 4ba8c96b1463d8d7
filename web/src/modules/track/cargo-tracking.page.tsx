/** /cargoTracking 货物轨迹: up to 10 numbers, each with all its details. */
import { definePage } from "@/platform/page-registry";
import { CargoDesk } from "./cargo-desk";

const NUMBERS_MAX = 10;

export default definePage({ page: () => <CargoDesk heading="track:tracks" max={NUMBERS_MAX} open /> });
