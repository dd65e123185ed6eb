import { describe, expect, it } from 'vitest'
import type { Json } from '../schema/json.ts'
import { graftScenario, graftWhere } from './graft-scenario.ts'

describe('graftScenario', () => {
  it('keeps the baseline where nothing was tried', () => {
    expect(graftScenario({ a: 1, b: 'x' }, { a: 1, b: '' }, { a: 7001, b: 'pixel' })).toStrictEqual({
      a: 7001,
      b: '',
    })
  })

  it('leaves out what the scenario leaves out', () => {
    expect(graftScenario({ a: 1, b: 2 }, { b: 2 }, { a: 7, b: 8 })).toStrictEqual({ b: 8 })
  })

  it('adds what the scenario adds', () => {
    expect(graftScenario({ a: 1 }, { a: 1, c: true }, { a: 7 })).toStrictEqual({ a: 7, c: true })
  })

  it('changes one nested part only', () => {
    const template = { owner: { id: 1, name: 'a' }, tags: [] }
    const scenario = { owner: { id: 1, name: 'aaaa' }, tags: [] }
    const baseline = { owner: { id: 9, name: 'Ada' }, tags: ['x'] }
    expect(graftScenario(template, scenario, baseline)).toStrictEqual({
      owner: { id: 9, name: 'aaaa' },
      tags: ['x'],
    })
  })

  it('takes another kind of value as it is', () => {
    expect(graftScenario({ a: 1 }, [], { a: 7 })).toStrictEqual([])
  })

  it('treats __proto__ as any other name', () => {
    const scenario = JSON.parse('{"a":1,"__proto__":{"x":1}}') as { a: number }
    expect(JSON.stringify(graftScenario({ a: 1 }, scenario, { a: 2 }))).toBe('{"a":2,"__proto__":{"x":1}}')
  })
})

const hasNoColour = (value: Json): boolean => !JSON.stringify(value).includes('colour')

describe('graftWhere', () => {
  const template = { id: 1, part: { kind: 'a', size: 1 } }
  const scenario = { id: 1, part: { kind: 'b', weight: 0 } }
  const baseline = { id: 7, part: { kind: 'a', size: 9, colour: 'red' } }

  it('takes the finest graft that fits', () => {
    expect(graftWhere(template, scenario, baseline, () => true)).toStrictEqual({
      id: 7,
      part: { kind: 'b', weight: 0, colour: 'red' },
    })
  })

  it('takes a differing part as a whole where a mixture does not fit', () => {
    expect(graftWhere(template, scenario, baseline, hasNoColour)).toStrictEqual({
      id: 7,
      part: { kind: 'b', weight: 0 },
    })
  })

  it('takes the scenario alone where no graft fits', () => {
    expect(graftWhere(template, scenario, baseline, () => false)).toStrictEqual(scenario)
  })
})
