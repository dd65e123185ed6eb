import { describe, expect, test } from 'vitest'
import { judgeRawBody, operationTaking, valuesOf, wordOf } from '../fixtures/judge-raw.ts'
import { serializeRequest } from '../serialize-request.ts'
import { judgeRequest } from './judge-request.ts'

describe('judgeMedia', () => {
  const schema = {
    type: 'object',
    required: ['name'],
    dependentRequired: { note: ['age'] },
    additionalProperties: false,
    properties: {
      name: { type: 'string', maxLength: 5 },
      note: { type: 'string' },
      age: { type: 'integer', minimum: 1 },
      on: { type: 'boolean' },
      tags: { type: 'array', items: { type: 'integer' }, maxItems: 2 },
      at: { type: 'object', properties: { x: { type: 'integer' } }, required: ['x'] },
      deep: { type: 'object', properties: { x: { type: 'integer' } } },
    },
  }
  const media = { schema, encoding: { deep: { style: 'deepObject' } } }

  test.each([
    ['name=Bo&age=3&on=true&tags=1&tags=2&at=%7B%22x%22:1%7D&deep[x]=4', 'valid'],
    ['name=a+b', 'valid'],
    ['name=Bo&age=%203&on=yes', 'doubtful'],
    ['name=Bo&age=', 'doubtful'],
    ['name=Bo&tags=1,2', 'doubtful'],
    ['name=Bo&deep[x][y]=1', 'doubtful'],
    ['name=Bo&deep[x]=1&deep[y][z]=1', 'doubtful'],
    ['name=', 'doubtful'],
    ['name=Bo&note=', 'doubtful'],
    ['age=3', 'invalid'],
    ['name=Bo&age=x', 'invalid'],
    ['name=toolong', 'invalid'],
    ['name=Bo&tags=1&tags=2&tags=3', 'invalid'],
    ['name=Bo&at=%7B%7D', 'invalid'],
    ['name=Bo&deep[x]=y', 'invalid'],
    ['name=Bo&deep[x]=y&deep[y][z]=1', 'invalid'],
    ['name=Bo&stray=1', 'invalid'],
  ])('reads the form %s', async (body, verdict) => {
    expect(wordOf(await judgeRawBody('application/x-www-form-urlencoded', media, body))).toBe(verdict)
  })

  test.each([
    [{ name: 'Bo', age: 3, on: true, tags: [1, 2], at: { x: 1 } }, 'valid'],
    [{ name: 'Bo', tags: [1] }, 'valid'],
    [{ name: 'Bo', age: 'x' }, 'invalid'],
    [{ name: 'Bo', on: 'no' }, 'doubtful'],
    [{ name: 'Bo', age: '' }, 'doubtful'],
    [{ age: 3 }, 'invalid'],
    [{ name: 'toolong' }, 'invalid'],
    [{ name: 'Bo', tags: [1, 2, 3] }, 'invalid'],
    [{ name: 'Bo', at: { x: 'y' } }, 'invalid'],
  ])('reads the multipart %j', async (value, verdict) => {
    const operation = await operationTaking('multipart/form-data', { schema })
    const wire = serializeRequest(
      operation,
      valuesOf({ body: { contentType: 'multipart/form-data', value } }),
    )
    expect(wordOf(judgeRequest(operation, wire))).toBe(verdict)
  })

  test('accuses multipart without its boundary', async () => {
    expect(
      wordOf(
        await judgeRawBody('multipart/form-data', { schema }, 'name=Bo', 'multipart/form-data; boundary=x'),
      ),
    ).toBe('invalid')
  })
})
