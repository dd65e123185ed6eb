import { describe, expect, it } from 'vitest'
import { listOperations, readContract } from './contract-document.ts'
import { listDocumentedErrors } from './documented-errors.ts'
import { toErrorTables } from './error-tables.ts'

const documented = listDocumentedErrors(listOperations(readContract('openapi')))

describe('toErrorTables', () => {
  it('tells message, occasion, operations and advice', () => {
    expect(toErrorTables(documented)['errors-wallet']?.()).toContain(
      '| 400 `secure_data_expired` | Secure data is no longer available | More than 24 hours after fulfillment: [`getSecureData`](../reference.html#operation/getSecureData) | Read secure data within 24 hours of fulfillment, and keep what you need. |',
    )
  })

  it('does not name operations where all do it', () => {
    expect(toErrorTables(documented)['errors-service']?.()).toMatch(/\| Too many requests in a row \| Wait/)
  })

  it('refuses an error without advice', () => {
    const unknown = { status: 418, code: 'teapot', message: '', summary: '', operationIds: [] }
    expect(() => toErrorTables([...documented, unknown])).toThrow('No advice for 418 teapot')
  })

  it('refuses advice without an error', () => {
    const without = documented.filter(({ code }) => code !== 'rate_limited')
    expect(() => toErrorTables(without)).toThrow('does not document 429 rate_limited')
  })
})
