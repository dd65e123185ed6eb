import { describe, expect, it } from 'vitest'
import { readOperations } from './read-operations.ts'

const operation = { operationId: 'getA', tags: ['A'], responses: { 200: {}, 404: {} } }

describe('readOperations', () => {
  it('reads one row for each operation', () => {
    const rows = readOperations({
      openapi: '3.1.1',
      paths: { '/a/{id}': { parameters: [], get: { ...operation, 'x-access': 'none' } } },
    })
    expect(rows).toEqual([
      {
        operationId: 'getA',
        method: 'get',
        path: '/a/{id}',
        statuses: [200, 404],
        access: 'none',
        tags: ['A'],
      },
    ])
  })

  it('refuses an operation that hides its access', () => {
    expect(() => readOperations({ openapi: '3.1.1', paths: { '/a': { get: operation } } })).toThrow(
      'getA does not say who may call it',
    )
  })
})
