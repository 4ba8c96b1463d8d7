/** An axis of figures: from nothing to a round figure above the largest, in round steps. */
export interface Scale {
  /** From the lowest, which is 0, to the top. */
  ticks: number[];
  top: number;
}

/** About so many steps, so that the lines are neither few nor in the way. */
const STEPS = 4;
const ROUND = [1, 2, 5, 10];

/** `whole`: of what is counted, so that no step lies between two of them. */
export function scaleOf(values: number[], whole: boolean): Scale {
  const most = Math.max(0, ...values);
  if (most === 0) return { ticks: [0, 1], top: 1 };
  const wanted = most / STEPS;
  const power = 10 ** Math.floor(Math.log10(wanted));
  const round = (ROUND.find((each) => each * power >= wanted) ?? 10) * power;
  const step = whole ? Math.max(1, Math.round(round)) : round;
  const count = Math.ceil(most / step - 1e-9);
  // Multiplied, not added up: 0.1 three times is not 0.3.
  const ticks = Array.from({ length: count + 1 }, (_, at) => Number((at * step).toPrecision(12)));
  return { ticks, top: ticks.at(-1) ?? 1 };
}
