import { describe, expect, it } from 'vitest'
import { findUnknownNames } from './find-unknown-names.ts'

const metrics = [
  { name: 'seen_total', type: 'counter', help: '', labels: new Set(['kind']), series: 1 },
  { name: 'wait_seconds', type: 'histogram', help: '', labels: new Set(['le']), series: 1 },
]

describe('findUnknownNames', () => {
  it.each([
    'sum by (kind, instance) (rate(seen_total{kind="a"}[5m]))',
    'histogram_quantile(0.9, sum by (le) (rate(wait_seconds_bucket[5m])))',
    'up{job="shop"} == 0',
  ])('has nothing against %s', (expression) => {
    expect(findUnknownNames(expression, metrics)).toStrictEqual([])
  })

  it.each([
    ['rate(unseen_total[5m])', '/metrics does not show unseen_total'],
    ['rate(wait_seconds[5m])', '/metrics does not show wait_seconds'],
    ['rate(seen_total{sort="a"}[5m])', 'seen_total has no label sort'],
    ['sum by (sort) (seen_total)', 'no metric of it has a label sort'],
    ['ratee(seen_total[5m])', 'ratee is no known function'],
    ['rate(seen_total[5m]', 'a bracket is not closed'],
    ['1 + 1', 'no metric is named'],
  ])('objects to %s', (expression, reason) => {
    expect(findUnknownNames(expression, metrics)).toStrictEqual([`${expression}: ${reason}`])
  })
})
