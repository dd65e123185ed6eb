import { describe, expect, it } from 'vitest'
import type { ContractResponse, OperationPlace } from './contract-document.ts'
import { listDocumentedErrors } from './documented-errors.ts'

const response = (examples: Record<string, string>, code?: string): ContractResponse => ({
  description: '',
  ...(code === undefined ? {} : { headers: { 'x-error-code': { example: code } } }),
  content: {
    'application/json': {
      examples: Object.fromEntries(
        Object.entries(examples).map(([name, message]) => [
          name,
          { summary: `${name}!`, value: { message: [message] } },
        ]),
      ),
    },
  },
})

const operation = (operationId: string, responses: Record<string, ContractResponse>): OperationPlace => ({
  method: 'GET',
  path: '/',
  operation: { operationId, summary: '', description: '', tags: [], responses },
})

describe('listDocumentedErrors', () => {
  const errors = listDocumentedErrors([
    operation('a', {
      200: response({ fine: '' }),
      503: response({ unavailable: 'Away' }, 'internal_error'),
      400: response({ no_stock: 'None', no_token: 'Who' }),
    }),
    operation('b', { 400: response({ no_token: 'Who' }, 'no_token') }),
  ])

  it('names each status and code once, with its operations', () => {
    expect(errors.map(({ status, code, operationIds }) => [status, code, ...operationIds])).toStrictEqual([
      [400, 'no_stock', 'a'],
      [400, 'no_token', 'a', 'b'],
      [503, 'internal_error', 'a'],
    ])
  })

  it('takes message and summary from the example', () => {
    expect(errors[0]).toMatchObject({ message: 'None', summary: 'no_stock!' })
  })
})
