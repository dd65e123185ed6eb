import { describe, expect, it } from 'vitest'
import { createNode } from '../../../../test/create-node.ts'
import { isValid } from '../../schema/evaluate.ts'
import { placeOf } from '../../schema/schema-node.ts'
import { createDerivedNode, isDerived } from './derived-node.ts'
import { referTo } from './shell-of.ts'

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
