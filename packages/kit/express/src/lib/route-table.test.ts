import { describe, expect, it } from 'vitest'
import { createRouteTable } from './route-table.ts'
import { listOperations } from './schema/document-operations.ts'

const get = (operationId: string): object => ({ get: { operationId } })
const findRoute = createRouteTable(
  listOperations({
    paths: {
      '/v1/{a}/x': get('template'),
      '/v1/fixed/{b}': get('literal'),
      '/v1/fixed/x': get('both'),
      '/v1.1/{name}.json': get('suffix'),
    },
  }),
)
const idOf = (path: string): string | undefined => findRoute(path)?.operations.get('GET')?.operationId

describe('createRouteTable', () => {
  it('prefers literals from left to right', () => {
    expect(['/v1/any/x', '/v1/fixed/any', '/v1/fixed/x'].map(idOf)).toEqual(['template', 'literal', 'both'])
  })
  it('takes a dot for a dot', () => {
    expect([idOf('/v1.1/a.json'), idOf('/v1x1/a.json'), idOf('/v1.1/ajson')]).toEqual([
      'suffix',
      undefined,
      undefined,
    ])
  })
  it('matches no empty segment and no further slash', () => {
    expect(['/v1//x', '/v1/fixed/', '/v1/fixed/x/', '/v1', ''].map(idOf)).toEqual(Array(5).fill(undefined))
  })
  it('decodes values and marks what it cannot decode', () => {
    expect(findRoute('/v1/fixed/a%20b%2Fc')?.pathValues).toEqual({ b: 'a b/c' })
    expect(findRoute('/v1/fixed/%E0%A4%A')?.pathValues).toEqual({ b: undefined })
  })
})
