import type { Histogram, Registry } from 'prom-client'
import { createSeries, type Labels, type Series } from './series.ts'
import type { MetricTitle } from './tallies.ts'

/** The durations of one series. */
export interface Timing {
  observe(seconds: number): void
}

interface Counted extends Timing {
  /** How many fell into each bucket and no lower one; the last is for what was longer than all. */
  readonly buckets: readonly number[]
  readonly sum: number
}

/** A histogram of durations; `bounds` are the upper ends of its buckets in seconds, ascending. */
export function createTimings(
  registry: Registry,
  title: MetricTitle & { readonly bounds: readonly number[] },
): Series<Timing> {
  const { name, help, labelNames, bounds } = title
  const series = createSeries(labelNames, () => createTiming(bounds))
  // All that the registry asks of a metric. The library's own histogram cannot be given what was counted elsewhere.
  registry.registerMetric({
    name,
    get: () => ({
      name,
      help,
      type: 'histogram',
      values: [...series.all()].flatMap(([labels, timing]) => toSamples(name, labels, bounds, timing)),
    }),
  } as unknown as Histogram)
  return series
}

function createTiming(bounds: readonly number[]): Counted {
  const buckets = Array<number>(bounds.length + 1).fill(0)
  let sum = 0
  return {
    observe(seconds) {
      let at = 0
      while (at < bounds.length && seconds > (bounds[at] ?? Infinity)) at += 1
      buckets[at] = (buckets[at] ?? 0) + 1
      sum += seconds
    },
    buckets,
    get sum() {
      return sum
    },
  }
}

/** The samples of one series; each bucket counts all that was not longer (Prometheus, text format). */
function toSamples(name: string, labels: Labels, bounds: readonly number[], { buckets, sum }: Counted) {
  let count = 0
  const counted = buckets.map((inBucket, index) => {
    count += inBucket
    return { metricName: `${name}_bucket`, labels: { le: bounds[index] ?? '+Inf', ...labels }, value: count }
  })
  return [
    ...counted,
    { metricName: `${name}_sum`, labels, value: sum },
    { metricName: `${name}_count`, labels, value: count },
  ]
}
