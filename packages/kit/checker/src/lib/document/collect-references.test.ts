import { describe, expect, test } from 'vitest'
import type { Json } from '../schema/json.ts'
import { collectReferences } from './collect-references.ts'

const documentsOf = (root: Json): readonly string[] =>
  collectReferences(root, 'http://a.test/dir/api.yaml').documents

describe('collectReferences', () => {
  test('resolves references against the document', () => {
    expect(documentsOf([{ $ref: 'b.yaml#/x' }, { items: { $ref: '../c.yaml' } }, { $ref: '#/d' }])).toEqual([
      'http://a.test/dir/b.yaml',
      'http://a.test/c.yaml',
      'http://a.test/dir/api.yaml',
    ])
  })

  test('resolves references below an $id against that', () => {
    expect(documentsOf({ $id: 'http://b.test/x/', not: { $ref: 'c.json' } })).toEqual([
      'http://b.test/x/c.json',
    ])
  })

  test.each([
    { example: { $ref: 'b.yaml' } },
    { default: { $ref: 'b.yaml' } },
    { enum: [{ $ref: 'b.yaml' }] },
    { examples: { one: { value: { $ref: 'b.yaml' } } } },
    { properties: { $ref: { type: 'string' }, $id: { type: 'string' } } },
    { $ref: 5 },
  ])('finds none in %j', (root) => {
    expect(documentsOf(root as Json)).toEqual([])
  })

  test.each([
    { properties: { example: { $ref: 'b.yaml' } } },
    { properties: { properties: { items: { $ref: 'b.yaml' } } } },
    { responses: { default: { $ref: 'b.yaml' } } },
    { examples: { value: { $ref: 'b.yaml' } } },
    { schemas: { const: { $dynamicRef: 'b.yaml#x' } } },
  ])('finds one in %j', (root) => {
    expect(documentsOf(root as Json)).toEqual(['http://a.test/dir/b.yaml'])
  })

  test('tells texts from documents', () => {
    const root = {
      examples: { one: { externalValue: 'one.txt' } },
      properties: { externalValue: { $ref: '#/x' } },
    }
    expect(collectReferences(root, 'http://a.test/api.yaml').texts).toEqual(['http://a.test/one.txt'])
  })
})
