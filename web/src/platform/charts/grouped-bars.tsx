/**
 * Several measures side by side for each name, as plain elements: figures few enough to need no chart library, which is
 * a large script and stands in the way of the first page while it comes.
 */
import { type Scale, scaleOf } from "@/platform/charts/scale";
import "@/platform/charts/grouped-bars.css";

/** One measure: a figure for each name. */
export interface BarGroup {
  name: string;
  values: number[];
}

interface GroupedBarsProps {
  /** What it shows, for those who do not see it. */
  title: string;
  names: string[];
  /** The first one is counted and has the axis at the left; the others, in units of their own, share the one at the right. */
  groups: BarGroup[];
  /** A figure as it is written. */
  show(value: number): string;
}

/** Fills its box. */
export function GroupedBars({ title, names, groups, show }: GroupedBarsProps) {
  const [first, ...others] = groups;
  const left = scaleOf(first?.values ?? [], true);
  const right = scaleOf(others.flatMap((group) => group.values), false);
  return (
    <div className="bars" role="img" aria-label={title}>
      <div className="bars-legend">
        {groups.map(({ name }, at) => (
          <span key={name}>
            <i className={`bars-mark bars-tone-${at}`} /> {name}
          </span>
        ))}
      </div>
      <div className="bars-body">
        <Axis scale={left} show={show} />
        <div className="bars-plot">
          {left.ticks.map((tick) => (
            <i key={tick} className="bars-line" style={{ bottom: share(tick, left) }} />
          ))}
          {names.map((name, place) => (
            <div key={name} className="bars-column">
              <div className="bars-tip">
                <b>{name}</b>
                {groups.map((group) => (
                  <span key={group.name}>{`${group.name} ${show(group.values[place] ?? 0)}`}</span>
                ))}
              </div>
              {groups.map((group, at) => (
                <i
                  key={group.name}
                  className={`bars-bar bars-tone-${at}`}
                  style={{ height: share(group.values[place] ?? 0, at === 0 ? left : right) }}
                />
              ))}
            </div>
          ))}
        </div>
        {others.length > 0 && <Axis scale={right} show={show} />}
      </div>
      <div className={others.length > 0 ? "bars-names is-between" : "bars-names"}>
        {names.map((name) => (
          <span key={name}>{name}</span>
        ))}
      </div>
    </div>
  );
}

function Axis({ scale, show }: { scale: Scale; show(value: number): string }) {
  return (
    <div className="bars-axis">
      {scale.ticks.map((tick) => (
        <span key={tick} style={{ bottom: share(tick, scale) }}>
          {show(tick)}
        </span>
      ))}
    </div>
  );
}

/** Height of a figure on its axis. */
function share(value: number, { top }: Scale): string {
  return `${(Math.max(0, value) / top) * 100}%`;
}
