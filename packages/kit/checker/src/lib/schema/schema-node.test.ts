import { describe, expect, it } from 'vitest'
import { createNode } from '../../../test/create-node.ts'
import { keywordOf, placeOf } from './schema-node.ts'

describe('keywordOf', () => {
  it('finds own keywords only', () => {
    expect(keywordOf(createNode({ minimum: 1 }), 'minimum')).toBe(1)
    expect(keywordOf(createNode({}), 'toString')).toBeUndefined()
    expect(keywordOf(createNode(true), 'minimum')).toBeUndefined()
    expect(keywordOf(createNode(true), 'valueOf')).toBeUndefined()
  })
})

describe('placeOf', () => {
  it('names the document and the pointer', () => {
    const node = createNode({ items: {} })
    expect(placeOf(node.set.child(node, 'items'))).toBe('https://schemas.example/root.json#/items')
  })
})
