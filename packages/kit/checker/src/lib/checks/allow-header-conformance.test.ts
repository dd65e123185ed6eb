import { describe, expect, it } from 'vitest'
import { createRig } from '../../../test/create-exchange.ts'
import { oneOperation } from '../../../test/one-operation.ts'
import { allowHeaderConformance } from './allow-header-conformance.ts'

const more = { post: { operationId: 'post', responses: { 200: { description: 'ok' } } } }
const exchange = await createRig(oneOperation({}, { more }))
const judge = (allow: string, status = 204, method = 'OPTIONS') =>
  allowHeaderConformance.verify(
    exchange({ request: { method, target: '/things' }, status, headers: { allow } }),
  )

describe('allowHeaderConformance', () => {
  it.each(['GET, POST', 'OPTIONS,HEAD,POST,GET', '*'])('takes %s', (allow) => {
    expect(judge(allow)).toEqual([])
  })

  it('accuses what is missing and what is too much', () => {
    expect(judge('GET, DELETE')).toMatchObject([
      {
        operationId: null,
        pointer: '/paths/~1things',
        message:
          'The 204 answer to OPTIONS /things has an Allow header that does not name POST and names the undeclared DELETE.',
      },
    ])
  })

  it('judges 405 of an undeclared method', () => {
    expect(judge('GET', 405, 'DELETE')).toHaveLength(1)
  })

  it('is silent about other answers', () => {
    expect(judge('GET', 404)).toEqual([])
    expect(judge('GET', 200, 'PUT')).toEqual([])
    expect(
      allowHeaderConformance.verify(
        exchange({ request: { method: 'OPTIONS', target: '/things' }, status: 204 }),
      ),
    ).toEqual([])
  })

  it('is silent about a declared operation that answers 405', () => {
    expect(
      allowHeaderConformance.verify(exchange({ operation: 'act', status: 405, headers: { allow: 'POST' } })),
    ).toEqual([])
  })
})
