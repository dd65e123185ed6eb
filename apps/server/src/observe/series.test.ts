import { describe, expect, it } from 'vitest'
import { createSeries } from './series.ts'

describe('createSeries', () => {
  it('keeps one state for the same values, another for others', () => {
    const series = createSeries(['a', 'b'], () => ({ count: 0 }))
    series.of('x', 'y').count++
    series.of('x', 'y').count++
    series.of('y', 'x').count++
    expect([...series.all()]).toStrictEqual([
      [{ a: 'x', b: 'y' }, { count: 2 }],
      [{ a: 'y', b: 'x' }, { count: 1 }],
    ])
  })

  it('has one series where there are no labels', () => {
    const series = createSeries([], () => ({ count: 0 }))
    expect(series.of()).toBe(series.of())
  })
})
