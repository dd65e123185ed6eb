import { describe, expect, it } from 'vitest'
import type { Json } from '@contract-kit/json-schema/json'
import { SchemaSet } from '@contract-kit/json-schema/schemas'
import { sketchSchema } from './sketch.ts'

const sketchOf = (schema: Json) => {
  const set = new SchemaSet()
  set.addDocument('test:/schema', schema)
  return sketchSchema(set.node('test:/schema'))
}

const requiredOf = (schema: Json) =>
  Object.fromEntries([...sketchOf(schema).fields()].map(([name, { isRequired }]) => [name, isRequired]))

describe('sketchSchema', () => {
  it('joins the properties of every branch', () => {
    expect(
      requiredOf({
        allOf: [{ properties: { a: {} }, required: ['a', 'd'] }, { $ref: '#/$defs/B' }],
        oneOf: [{ properties: { c: {} }, required: ['c'] }, { properties: { d: {} } }],
        $defs: { B: { properties: { b: {} }, required: ['b'] } },
      }),
    ).toEqual({ a: true, b: true, c: false, d: true })
  })

  it('follows itself as deep as it is asked', () => {
    const node = sketchOf({
      $id: 'test:/node',
      properties: { next: { $ref: '#' }, id: { type: 'integer', readOnly: true } },
    })
    const next = node.fields().get('next')?.sketch.fields().get('next')?.sketch
    expect([...(next?.fields().keys() ?? [])]).toEqual(['next', 'id'])
    expect(next?.fields().get('id')?.isReadOnly).toBe(true)
  })

  it('reads types where they are only implied', () => {
    expect([...sketchOf({ enum: ['a', 1] }).types]).toEqual(['string', 'number'])
    expect([...sketchOf({ items: {} }).types]).toEqual(['array'])
    expect([...sketchOf({ properties: {} }).types]).toEqual(['object'])
    expect([...sketchOf(true).types]).toEqual([])
  })

  it('knows the default behind a reference', () => {
    const sketch = sketchOf({ properties: { a: { $ref: '#/$defs/A' } }, $defs: { A: { default: 3 } } })
    expect(sketch.fields().get('a')?.defaultValue).toBe(3)
  })

  it('overlooks a reference that leads nowhere', () => {
    expect(sketchOf({ $ref: '#/$defs/none' }).fields().size).toBe(0)
  })
})
