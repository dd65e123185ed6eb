import { describe, expect, it } from 'vitest'
import { createNode } from '../../test/create-node.ts'
import type { Json } from '../base/json.ts'
import { evaluate, type EvaluateOptions, isValid } from './judge.ts'

/** The events for a value: `+` and `-` stand for satisfied and broken. */
const listEvents = (schema: Json, value: unknown, options: EvaluateOptions = {}): string => {
  const events: string[] = []
  const onKeyword: EvaluateOptions['onKeyword'] = (node, keyword, held) =>
    events.push(`${held ? '+' : '-'}${node.pointer}/${keyword}`)
  evaluate(createNode(schema), value, { ...options, onKeyword })
  return events.join(' ')
}

const closed = { properties: { a: true }, additionalProperties: false }
const evaluated = { properties: { a: true }, unevaluatedProperties: false }
const contained = { contains: { type: 'null' }, minContains: 1, maxContains: 1 }
const closest = {
  anyOf: [
    { type: 'string', const: 'a' },
    { type: 'integer', minimum: 9 },
  ],
}
const inside = {
  not: { type: 'null' },
  if: { type: 'null' },
  else: { minItems: 1 },
  contains: { type: 'null' },
}
const secret = { properties: { pin: { writeOnly: true } } }

describe('evaluate', () => {
  it.each<[schema: Json, value: Json, events: string, options?: EvaluateOptions]>([
    [
      { type: 'object', required: ['a'], properties: { a: { minimum: 2, maximum: 9 } } },
      { a: 1 },
      '+/type +/required -/properties/a/minimum +/properties/a/maximum',
    ],
    // Nothing of keywords for other kinds of values.
    [{ minLength: 1, minItems: 1, required: ['a'], minimum: 1, contains: true }, true, ''],
    [{ dependentRequired: { a: ['b'] }, properties: { a: { type: 'null' } } }, {}, ''],
    [{ dependentRequired: { a: ['b'] } }, { a: 1 }, '-/dependentRequired'],
    [{ dependentRequired: { a: ['b'] } }, { a: 1, b: 1 }, '+/dependentRequired'],
    // Only of formats that are judged.
    [{ format: 'date' }, 'x', '-/format'],
    [{ format: 'int32' }, 'x', ''],
    [{ format: 'password' }, 'x', ''],
    [{ format: 'date' }, 'x', '', { formats: false }],
    [closed, { a: 1 }, '+/additionalProperties'],
    [closed, { b: 1 }, '-/additionalProperties'],
    [evaluated, { a: 1 }, '+/unevaluatedProperties'],
    [evaluated, { b: 1 }, '-/unevaluatedProperties'],
    [{ unevaluatedProperties: true }, { a: 1 }, ''],
    [{ unevaluatedItems: false }, [], '+/unevaluatedItems'],
    [{ unevaluatedItems: true, items: true }, [1], ''],
    [{ items: false }, [1], '-/items'],
    [contained, [null], '+/minContains +/maxContains'],
    [contained, [null, null], '+/minContains -/maxContains'],
    [contained, [], '-/minContains +/maxContains'],
    // Of branches that hold; of the closest where none does.
    [
      { anyOf: [{ minimum: 1 }, { type: 'null' }, { maximum: 9 }] },
      5,
      '+/anyOf/0/minimum +/anyOf/2/maximum +/anyOf',
    ],
    [
      { oneOf: [{ type: 'null' }, { type: 'integer', minimum: 1 }] },
      5,
      '+/oneOf/1/type +/oneOf/1/minimum +/oneOf',
    ],
    [closest, 5, '-/anyOf +/anyOf/1/type -/anyOf/1/minimum'],
    // Nothing from inside `not`, `if` and `contains`.
    [inside, [null], '+/not +/else/minItems +/contains'],
    [secret, {}, '+/properties/pin/writeOnly', { direction: 'response' }],
    [secret, { pin: 1 }, '-/properties/pin/writeOnly', { direction: 'response' }],
    [secret, {}, '', { direction: 'request' }],
  ])('reports for %j and %j: %s', (schema, value, events, options) => {
    expect(listEvents(schema, value, options)).toBe(events)
  })
})

describe('isValid', () => {
  it('reports every keyword, past the first broken one', () => {
    const events: string[] = []
    const node = createNode({ minimum: 5, multipleOf: 2 })
    expect(isValid(node, 3, { onKeyword: (_, keyword) => events.push(keyword) })).toBe(false)
    expect(events).toEqual(['minimum', 'multipleOf'])
  })
})
