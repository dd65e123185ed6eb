import { Histogram, Registry } from 'prom-client'
import { describe, expect, it } from 'vitest'
import { createTimings } from './timings.ts'

const bounds = [0.01, 0.1, 1]
const title = { name: 'work_seconds', help: 'Seconds of work', labelNames: ['who', 'what'] }
const seconds = [0, 0.01, 0.010_001, 0.05, 0.1, 0.999, 1, 7, 300]

/** The lines of a text, in an order of their own: that of labels has no meaning. */
const lines = (text: string): readonly string[] =>
  text
    .split('\n')
    .map((line) =>
      line.replace(/{(.*)}/, (_, labels: string) => `{${labels.split(',').toSorted().join(',')}}`),
    )
    .toSorted()

describe('createTimings', () => {
  it('shows what the library would show', async () => {
    const [own, theirs] = [new Registry(), new Registry()]
    const timings = createTimings(own, { ...title, bounds })
    const histogram = new Histogram({ ...title, buckets: bounds, registers: [theirs] })
    for (const [index, value] of seconds.entries()) {
      const labels = { who: `"w"${index % 2}`, what: 'a\\b' }
      timings.of(labels.who, labels.what).observe(value)
      histogram.observe(labels, value)
    }
    expect(lines(await own.metrics())).toStrictEqual(lines(await theirs.metrics()))
  })

  it('shows its title before anything was timed', async () => {
    const registry = new Registry()
    createTimings(registry, { ...title, bounds })
    expect(await registry.metrics()).toBe(
      '# HELP work_seconds Seconds of work\n# TYPE work_seconds histogram\n',
    )
  })
})
