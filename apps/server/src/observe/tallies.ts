import { Counter, Gauge, type Registry } from 'prom-client'
import { createSeries, type Series } from './series.ts'

/** The number of one series. */
export interface Tally {
  value: number
}

/** How a metric is shown. */
export interface MetricTitle {
  readonly name: string
  readonly help: string
  readonly labelNames: readonly string[]
}

/** Numbers that only grow. */
export function createCounts(registry: Registry, title: MetricTitle): Series<Tally> {
  const series = createSeries<Tally>(title.labelNames, () => ({ value: 0 }))
  const counter: Counter = new Counter({
    ...title,
    registers: [registry],
    collect() {
      counter.reset()
      for (const [labels, { value }] of series.all()) counter.inc(labels, value)
    },
  })
  return series
}

/** Numbers that change as they like. */
export function createGauges(registry: Registry, title: MetricTitle): Series<Tally> {
  const series = createSeries<Tally>(title.labelNames, () => ({ value: 0 }))
  const gauge: Gauge = new Gauge({
    ...title,
    registers: [registry],
    collect() {
      for (const [labels, { value }] of series.all()) gauge.set(labels, value)
    },
  })
  return series
}
