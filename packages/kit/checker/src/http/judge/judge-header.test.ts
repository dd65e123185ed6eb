import { describe, expect, test } from 'vitest'
import type { ApiHeader } from '../../openapi/api-document.ts'
import { loadDocument } from '../../openapi/load-document.ts'
import { judgeHeader, readHeader } from './read-parameters.ts'

const headerOf = async (header: object): Promise<ApiHeader> => {
  const responses = { 200: { description: '', headers: { 'X-H': header } } }
  const { operations } = await loadDocument({ openapi: '3.1.0', paths: { '/a': { get: { responses } } } })
  return operations[0]?.responses.get('200')?.headers[0] as ApiHeader
}

describe('judgeHeader', () => {
  test.each([
    [{ type: 'integer', minimum: 0 }, ' 12 '],
    [{ type: 'integer' }, '1e3'],
    [{ type: 'integer' }, '1.0'],
    [{ type: 'boolean' }, 'true'],
    [{ type: 'string', format: 'date' }, '2024-02-29'],
    [{ type: 'array', items: { type: 'integer' }, minItems: 2 }, '1, 2'],
    [{ type: 'array', items: {}, maxItems: 0 }, ''],
    [{ type: 'object', required: ['a'], properties: { a: { type: 'integer' } } }, 'a,1'],
    [{ type: ['integer', 'string'] }, 'abc'],
    [{}, 'abc'],
  ])('for %j accepts %s', async (schema, text) => {
    expect(judgeHeader(await headerOf({ schema }), text)).toEqual([])
  })

  test.each([
    [{ type: 'integer' }, 'soon', 'type'],
    [{ type: 'integer' }, '', 'type'],
    [{ type: 'integer' }, '1.5', 'type'],
    [{ type: 'integer', minimum: 0 }, '-1', 'minimum'],
    [{ type: 'boolean' }, 'yes', 'type'],
    [{ type: 'string', format: 'date' }, '2023-02-29', 'format'],
    [{ type: 'string', minLength: 1 }, '', 'minLength'],
    [{ type: 'array', items: { type: 'integer' } }, '1,x', 'type'],
    [{ enum: ['a', 'b'] }, 'c', 'enum'],
  ])('for %j names what %s breaks', async (schema, text, keyword) => {
    const failures = judgeHeader(await headerOf({ schema }), text)
    expect(failures.map((failure) => failure.keyword)).toEqual([keyword])
  })

  test('points at the statement in the document', async () => {
    const [failure] = judgeHeader(await headerOf({ schema: { type: 'integer', maximum: 9 } }), '10')
    expect(failure?.schemaPointer).toBe('/paths/~1a/get/responses/200/headers/X-H/schema/maximum')
  })

  test('reads JSON content as JSON', async () => {
    const header = await headerOf({
      content: { 'application/json': { schema: { type: 'object', required: ['a'] } } },
    })
    expect(judgeHeader(header, '{"a":1}')).toEqual([])
    expect(judgeHeader(header, '{}')).toHaveLength(1)
    expect(judgeHeader(header, 'a')).toHaveLength(1)
  })

  test('demands nothing where there is no schema', async () => {
    expect(judgeHeader(await headerOf({}), 'anything')).toEqual([])
  })
})

describe('readHeader', () => {
  test('gives the likeliest reading first', async () => {
    expect(readHeader(await headerOf({ schema: { type: 'integer' } }), '5')[0]).toBe(5)
    expect(
      readHeader(await headerOf({ schema: { type: 'array', items: { type: 'integer' } } }), '5, 6')[0],
    ).toEqual([5, 6])
  })
})
