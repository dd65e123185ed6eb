import { describe, expect, test } from 'vitest'
import { keywordOf } from '../json-schema/base/schema-set.ts'
import { largeDocument } from './fixtures/large-document.ts'
import { loadDocument } from './load-document.ts'

describe('loadDocument', () => {
  test('reads a long chain of schemas to its end', async () => {
    const { operations, schemas, uri } = await loadDocument(largeDocument(600))
    expect(operations).toHaveLength(600)
    expect(keywordOf(schemas.node(uri, '/components/schemas/Thing299'), 'required')).toEqual(['id', 'name'])
  })

  test('makes one node of a schema that many use', async () => {
    const { operations } = await loadDocument(largeDocument(300))
    const shared = operations.map(({ responses }) => responses.get('default') ?? responses.get('400'))
    expect(new Set(shared.map((response) => response?.media[0]?.schema)).size).toBe(1)
  })
})
