import { describe, expect, it } from 'vitest'
import type { Idempotency, Method } from './contract-document.ts'
import { readRepeat } from './read-repeat.ts'

function listed(method: Method, idempotency?: Idempotency) {
  const words = { summary: 'Do it', description: 'May be repeated.' }
  const stated = idempotency && { 'x-idempotency': idempotency }
  const operation = { operationId: 'doIt', ...words, ...stated, responses: {} }
  return { id: 'doIt', method, path: '/it', parameters: [], operation }
}

describe('readRepeat', () => {
  it.each(['put', 'post', 'delete'] as const)('believes the contract, not the method: %s', (method) => {
    const stated = ['never', 'always', 'key'] as const
    expect(stated.map((word) => readRepeat(listed(method, word)))).toEqual([0, 1, 2])
  })

  it('always repeats what only reads', () => {
    expect(readRepeat(listed('get'))).toBe(1)
  })

  it.each(['put', 'post', 'delete'] as const)('refuses a %s of which only prose speaks', (method) => {
    expect(() => readRepeat(listed(method))).toThrow('doIt does not say whether it may be repeated')
  })

  it('refuses a word that it does not know', () => {
    expect(() => readRepeat(listed('post', 'perhaps' as Idempotency))).toThrow('x-idempotency')
  })
})
