import { describe, expect, it } from 'vitest'
import { createRig } from '../../../test/create-exchange.ts'
import { oneOperation } from '../../../test/one-operation.ts'
import { methodNotAllowedDeclared } from './method-not-allowed-declared.ts'

const bare = await createRig(oneOperation())
const parameters = [{ name: 'n', in: 'query', schema: { type: 'integer' } }]
const documented = await createRig(
  oneOperation({ parameters, responses: { 405: { description: 'invalid input' } } }),
)

describe('methodNotAllowedDeclared', () => {
  it.each([405, 501])('accuses %i', (status) => {
    expect(methodNotAllowedDeclared.verify(bare({ operation: 'act', status }))).toMatchObject([
      { operationId: 'act', message: `The ${status} answer of act says that the operation is not there.` },
    ])
  })

  it('takes a documented 405 for invalid requests only', () => {
    expect(
      methodNotAllowedDeclared.verify(documented({ operation: 'act', query: { n: 'x' }, status: 405 })),
    ).toEqual([])
    expect(
      methodNotAllowedDeclared.verify(documented({ operation: 'act', query: { n: 1 }, status: 405 })),
    ).toHaveLength(1)
  })

  it('is silent where another template fits too', async () => {
    const id = [{ name: 'id', in: 'path', required: true, schema: {} }]
    const responses = { 200: { description: 'ok' } }
    const exchange = await createRig({
      paths: {
        '/a/{id}': { delete: { operationId: 'remove', parameters: id, responses } },
        '/a/mine': { get: { operationId: 'mine', responses } },
      },
    })
    expect(
      methodNotAllowedDeclared.verify(exchange({ operation: 'remove', path: { id: 'mine' }, status: 405 })),
    ).toEqual([])
    expect(
      methodNotAllowedDeclared.verify(exchange({ operation: 'remove', path: { id: '1' }, status: 405 })),
    ).toHaveLength(1)
  })

  it('is silent about other statuses and methods', () => {
    expect(methodNotAllowedDeclared.verify(bare({ operation: 'act', status: 404 }))).toEqual([])
    expect(
      methodNotAllowedDeclared.verify(bare({ operation: 'act', request: { method: 'HEAD' }, status: 405 })),
    ).toEqual([])
  })
})
