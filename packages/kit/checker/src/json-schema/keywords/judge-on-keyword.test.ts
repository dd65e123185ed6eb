import { describe, expect, it } from 'vitest'
import { createNode } from '../../../test/create-node.ts'
import type { Json } from '../base/json.ts'
import { evaluate, type EvaluateOptions, isValid } from './judge.ts'

const heard = (schema: Json, value: unknown, options: EvaluateOptions = {}): string[] => {
  const events: string[] = []
  const onKeyword: EvaluateOptions['onKeyword'] = (node, keyword, held) =>
    events.push(`${node.pointer}/${keyword} ${held ? 'kept' : 'broken'}`)
  evaluate(createNode(schema), value, { ...options, onKeyword })
  return events
}

describe('evaluate', () => {
  it('tells of every assertion at its place', () => {
    const schema = { type: 'object', required: ['a'], properties: { a: { minimum: 2, maximum: 9 } } }
    expect(heard(schema, { a: 1 })).toEqual([
      '/type kept',
      '/required kept',
      '/properties/a/minimum broken',
      '/properties/a/maximum kept',
    ])
  })

  it('tells nothing of keywords for other kinds of values', () => {
    expect(heard({ minLength: 1, minItems: 1, required: ['a'], minimum: 1, contains: true }, true)).toEqual(
      [],
    )
    expect(heard({ dependentRequired: { a: ['b'] }, properties: { a: { type: 'null' } } }, {})).toEqual([])
  })

  it('tells of dependentRequired where it asks something', () => {
    const schema = { dependentRequired: { a: ['b'] } }
    expect(heard(schema, { a: 1 })).toEqual(['/dependentRequired broken'])
    expect(heard(schema, { a: 1, b: 1 })).toEqual(['/dependentRequired kept'])
  })

  it('tells of formats that are judged, and only of those', () => {
    expect(heard({ format: 'date' }, 'x')).toEqual(['/format broken'])
    expect(heard({ format: 'int32' }, 'x')).toEqual([])
    expect(heard({ format: 'password' }, 'x')).toEqual([])
    expect(heard({ format: 'date' }, 'x', { formats: false })).toEqual([])
  })

  it('tells of a closed object both ways', () => {
    const schema = { properties: { a: true }, additionalProperties: false }
    expect(heard(schema, { a: 1 })).toEqual(['/additionalProperties kept'])
    expect(heard(schema, { b: 1 })).toEqual(['/additionalProperties broken'])
  })

  it('tells of what must not be left unevaluated', () => {
    const closed = { properties: { a: true }, unevaluatedProperties: false }
    expect(heard(closed, { a: 1 })).toEqual(['/unevaluatedProperties kept'])
    expect(heard(closed, { b: 1 })).toEqual(['/unevaluatedProperties broken'])
    expect(heard({ unevaluatedProperties: true }, { a: 1 })).toEqual([])
    expect(heard({ unevaluatedItems: false }, [])).toEqual(['/unevaluatedItems kept'])
    expect(heard({ unevaluatedItems: true, items: true }, [1])).toEqual([])
    expect(heard({ items: false }, [1])).toEqual(['/items broken'])
  })

  it('tells of how much an array contains, both ways', () => {
    const schema = { contains: { type: 'null' }, minContains: 1, maxContains: 1 }
    expect(heard(schema, [null])).toEqual(['/minContains kept', '/maxContains kept'])
    expect(heard(schema, [null, null])).toEqual(['/minContains kept', '/maxContains broken'])
    expect(heard(schema, [])).toEqual(['/minContains broken', '/maxContains kept'])
  })

  it('tells of every branch that holds', () => {
    const schema = { anyOf: [{ minimum: 1 }, { type: 'null' }, { maximum: 9 }] }
    expect(heard(schema, 5)).toEqual(['/anyOf/0/minimum kept', '/anyOf/2/maximum kept', '/anyOf kept'])
  })

  it('tells only of branches that hold', () => {
    const schema = { oneOf: [{ type: 'null' }, { type: 'integer', minimum: 1 }] }
    expect(heard(schema, 5)).toEqual(['/oneOf/1/type kept', '/oneOf/1/minimum kept', '/oneOf kept'])
  })

  it('tells of the branches that came closest where none holds', () => {
    const schema = {
      anyOf: [
        { type: 'string', const: 'a' },
        { type: 'integer', minimum: 9 },
      ],
    }
    expect(heard(schema, 5)).toEqual(['/anyOf broken', '/anyOf/1/type kept', '/anyOf/1/minimum broken'])
  })

  it('tells nothing from inside not, if and contains', () => {
    const schema = {
      not: { type: 'null' },
      if: { type: 'null' },
      else: { minItems: 1 },
      contains: { type: 'null' },
    }
    expect(heard(schema, [null])).toEqual(['/not kept', '/else/minItems kept', '/contains kept'])
  })

  it('tells whether writeOnly properties stay out of a response', () => {
    const schema = { properties: { pin: { writeOnly: true } } }
    expect(heard(schema, {}, { direction: 'response' })).toEqual(['/properties/pin/writeOnly kept'])
    expect(heard(schema, { pin: 1 }, { direction: 'response' })).toEqual(['/properties/pin/writeOnly broken'])
    expect(heard(schema, {}, { direction: 'request' })).toEqual([])
  })
})

describe('isValid', () => {
  it('tells of every keyword, past the first broken one', () => {
    const events: string[] = []
    const node = createNode({ minimum: 5, multipleOf: 2 })
    expect(isValid(node, 3, { onKeyword: (_, keyword) => events.push(keyword) })).toBe(false)
    expect(events).toEqual(['minimum', 'multipleOf'])
  })
})
