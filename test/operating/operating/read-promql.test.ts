import { describe, expect, it } from 'vitest'
import { hasBalancedBrackets, readPromql } from './read-promql.ts'

describe('readPromql', () => {
  it('names metrics, labels, groups and calls', () => {
    const expression =
      'histogram_quantile(0.99, sum by (le, kind) (rate(calls_bucket{instance=~"$instance",kind!="a{b"}[5m]))) > 1e3'
    expect(readPromql(expression)).toStrictEqual({
      metrics: [{ name: 'calls_bucket', labels: ['instance', 'kind'] }],
      groupedBy: ['le', 'kind'],
      calls: ['histogram_quantile', 'sum', 'rate'],
    })
  })

  it('tells metrics from the words between them', () => {
    const { metrics } = readPromql('sum(rate(errors_total[$__rate_interval])) > 0 unless on (job) up == 0')
    expect(metrics.map(({ name }) => name)).toStrictEqual(['errors_total', 'up'])
  })
})

describe('hasBalancedBrackets', () => {
  it.each([
    ['rate(a{b="("}[5m])', true],
    ['rate(a[5m)]', false],
    ['rate(a[5m]', false],
    ['a)', false],
  ])('judges %s', (expression, balanced) => {
    expect(hasBalancedBrackets(expression)).toBe(balanced)
  })
})
