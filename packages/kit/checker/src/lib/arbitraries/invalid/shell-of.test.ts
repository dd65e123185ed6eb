import { describe, expect, it } from 'vitest'
import { createNode } from '../../../../test/create-node.ts'
import { shellOf } from './shell-of.ts'

const uri = 'https://schemas.example/root.json'

describe('shellOf', () => {
  it('replaces subschemas by references to them', () => {
    const schema = {
      type: 'object',
      properties: { 'a/b': { type: 'null' } },
      allOf: [{}],
      items: { minimum: 1 },
      not: false,
    }
    expect(shellOf(createNode(schema))).toEqual({
      type: 'object',
      properties: { 'a/b': { $ref: `${uri}#/properties/a~1b` } },
      allOf: [{ $ref: `${uri}#/allOf/0` }],
      items: { $ref: `${uri}#/items` },
      not: { $ref: `${uri}#/not` },
    })
  })

  it('leaves data as they are, and names out', () => {
    const schema = { $id: 'x', $anchor: 'a', $defs: { d: {} }, enum: [{ items: {} }], default: { not: {} } }
    expect(shellOf(createNode(schema))).toEqual({ enum: [{ items: {} }], default: { not: {} } })
  })

  it('makes references absolute', () => {
    const schema = { $ref: '#/$defs/d', $defs: { d: {} } }
    expect(shellOf(createNode(schema))).toEqual({ $ref: `${uri}#/%24defs/d` })
  })

  it('speaks of booleans as schemas do', () => {
    expect([shellOf(createNode(true)), shellOf(createNode(false))]).toEqual([{}, { not: {} }])
  })

  it('reads the keywords of OpenAPI 3.0', () => {
    const shell = shellOf(createNode({ type: 'integer', minimum: 1, exclusiveMinimum: true }, 'openapi-3.0'))
    expect(shell).toEqual({ type: 'integer', exclusiveMinimum: 1 })
  })
})
