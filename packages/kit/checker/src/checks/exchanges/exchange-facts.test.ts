import { describe, expect, it } from 'vitest'
import type { Json } from '@contract-kit/json-schema/json'
import { evaluate, SchemaSet } from '@contract-kit/json-schema/schemas'
import { describeFailure } from './exchange-facts.ts'

const tell = (schema: Json, value: unknown) => {
  const set = new SchemaSet()
  set.addDocument('https://schemas.example/root.json', schema, '2020-12')
  return evaluate(set.node('https://schemas.example/root.json'), value).map(describeFailure)
}
const text = { type: 'string' }

describe('describeFailure', () => {
  it('names the place without indices', () => {
    const schema = { type: 'array', items: { properties: { name: text } } }
    expect(tell(schema, [{ name: 1 }])).toEqual(['/name is not of type string'])
  })

  it('has words for the whole, and for an item', () => {
    expect(tell(text, 1)).toEqual(['the body is not of type string'])
    expect(tell({ items: text }, [1])).toEqual(['an item is not of type string'])
  })

  it('describes the nearest alternative', () => {
    const far = { required: ['a', 'b'], properties: { c: text } }
    const near = { required: ['a'], properties: { c: { type: ['integer', 'string'] } } }
    expect(tell({ anyOf: [far, near] }, { c: 1 })[0]).toMatch(/^the body .*\(nearest: the body lacks .*a\)$/)
    expect(tell({ anyOf: [near, far] }, { c: 1 })[0]).toBe(tell({ anyOf: [far, near] }, { c: 1 })[0])
  })
})
