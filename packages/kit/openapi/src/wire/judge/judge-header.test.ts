import { describe, expect, test } from 'vitest'
import type { ApiHeader } from '../../document/api-document.ts'
import { loadDocument } from '../../document/load-document.ts'
import { judgeHeader, readHeader } from './read-parameters.ts'

const headerOf = async (header: object): Promise<ApiHeader> => {
  const responses = { 200: { description: '', headers: { 'X-H': header } } }
  const { operations } = await loadDocument({ openapi: '3.1.0', paths: { '/a': { get: { responses } } } })
  return operations[0]?.responses.get('200')?.headers[0] as ApiHeader
}
const integer = { type: 'integer' }
const content = { 'application/json': { schema: { type: 'object', required: ['a'] } } }

describe('judgeHeader', () => {
  test.each<[header: object, text: string, keywords: readonly string[]]>([
    [{ schema: { type: 'integer', minimum: 0 } }, ' 12 ', []],
    [{ schema: integer }, '1e3', []],
    [{ schema: integer }, '1.0', []],
    [{ schema: { type: 'boolean' } }, 'true', []],
    [{ schema: { type: 'string', format: 'date' } }, '2024-02-29', []],
    [{ schema: { type: 'array', items: integer, minItems: 2 } }, '1, 2', []],
    [{ schema: { type: 'array', items: {}, maxItems: 0 } }, '', []],
    [{ schema: { type: 'object', required: ['a'], properties: { a: integer } } }, 'a,1', []],
    [{ schema: { type: ['integer', 'string'] } }, 'abc', []],
    [{ schema: {} }, 'abc', []],
    [{}, 'anything', []],
    [{ content }, '{"a":1}', []],
    [{ content }, '{}', ['required']],
    [{ content }, 'a', ['type']],
    [{ schema: integer }, 'soon', ['type']],
    [{ schema: integer }, '', ['type']],
    [{ schema: integer }, '1.5', ['type']],
    [{ schema: { type: 'integer', minimum: 0 } }, '-1', ['minimum']],
    [{ schema: { type: 'boolean' } }, 'yes', ['type']],
    [{ schema: { type: 'string', format: 'date' } }, '2023-02-29', ['format']],
    [{ schema: { type: 'string', minLength: 1 } }, '', ['minLength']],
    [{ schema: { type: 'array', items: integer } }, '1,x', ['type']],
    [{ schema: { enum: ['a', 'b'] } }, 'c', ['enum']],
  ])('by %j finds in %j the faults %j', async (header, text, keywords) => {
    const failures = judgeHeader(await headerOf(header), text)
    expect(failures.map(({ keyword }) => keyword)).toEqual(keywords)
  })

  test('points at the statement in the document', async () => {
    const [failure] = judgeHeader(await headerOf({ schema: { type: 'integer', maximum: 9 } }), '10')
    expect(failure?.schemaPointer).toBe('/paths/~1a/get/responses/200/headers/X-H/schema/maximum')
  })
})

describe('readHeader', () => {
  test.each([
    [integer, '5', 5],
    [{ type: 'array', items: integer }, '5, 6', [5, 6]],
  ])('by %j reads %j as %j first', async (schema, text, value) => {
    expect(readHeader(await headerOf({ schema }), text)[0]).toEqual(value)
  })
})
