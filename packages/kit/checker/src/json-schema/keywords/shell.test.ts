import { describe, expect, it } from 'vitest'
import { createNode } from '../../../test/create-node.ts'
import { placeOf } from '../base/schema-set.ts'
import { isValid } from './judge.ts'
import { createDerivedNode, isDerived, referTo, shellOf } from './shell.ts'

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

const home = createNode({ $defs: { 'a/b c%': { type: 'integer' } }, properties: { x: { maxLength: 2 } } })

describe('createDerivedNode', () => {
  it('refers into the documents of its home', () => {
    const node = createDerivedNode(home, { items: referTo(home, '$defs', 'a/b c%') })
    expect([isValid(node, [1]), isValid(node, ['x'])]).toEqual([true, false])
  })

  it('gives the nodes of its home, not copies', () => {
    const node = createDerivedNode(home, referTo(home, 'properties', 'x'))
    expect(node.set.resolve(node, `${home.documentUri}#/properties/x`)).toBe(
      home.set.child(home, 'properties', 'x'),
    )
  })

  it('leaves no trace in the set of its home', () => {
    const node = createDerivedNode(home, { type: 'null' })
    expect(() => home.set.node(node.documentUri)).toThrow('cannot be resolved')
    expect([isDerived(node), isDerived(home)]).toEqual([true, false])
  })

  it('has a place like no other', () => {
    expect(placeOf(createDerivedNode(home, {}))).not.toBe(placeOf(createDerivedNode(home, {})))
  })

  it('can be derived from again', () => {
    const first = createDerivedNode(home, { properties: { n: { type: 'null' } } })
    const second = createDerivedNode(first, { items: referTo(first, 'properties', 'n') })
    expect([isValid(second, [null]), isValid(second, [1])]).toEqual([true, false])
  })

  it('starts the dynamic scope where its home does', () => {
    const outer = createNode({
      $id: 'https://schemas.example/outer',
      $defs: {
        item: { $dynamicAnchor: 'item', type: 'integer' },
        list: { $id: 'list', items: { $dynamicRef: '#item' }, $defs: { item: { $dynamicAnchor: 'item' } } },
      },
    })
    const node = createDerivedNode(outer, referTo(outer, '$defs', 'list'))
    expect([isValid(node, [1]), isValid(node, ['x'])]).toEqual([true, false])
  })
})
