import { describe, expect, it } from 'vitest'
import { answerExample, operationNamed } from '../contract/operations.fixture.ts'
import { findErrorCode } from './find-error-code.ts'

const codeOf = (status: number, body: unknown, code?: string) =>
  findErrorCode(operationNamed('checkout'), {
    kind: 'answer',
    status,
    headers: code === undefined ? [] : [['x-error-code', code]],
    body,
    text: '',
    durationMs: 1,
  })

describe('findErrorCode', () => {
  it('reads the header', () => {
    expect(codeOf(400, { message: ['payment is required'] }, 'validation_error')).toBe('validation_error')
    expect(codeOf(400, { message: ['Invalid coupon'] }, 'coupon_used_up')).toBe('coupon_used_up')
  })

  it('reads the body where the mock misnames it', () => {
    const body = answerExample('checkout', 400, 'drawdown_insufficient')
    expect(codeOf(400, body, 'cards_unavailable')).toBe('drawdown_insufficient')
  })

  it('trusts a code that the contract does not know', () => {
    expect(codeOf(400, { message: ['Insufficient funds'] }, 'a_new_code')).toBe('a_new_code')
    expect(codeOf(503, { message: ['Service unavailable'] }, 'internal_error')).toBe('internal_error')
  })

  it('finds no code in a success', () => {
    expect(codeOf(201, {}, 'validation_error')).toBeUndefined()
  })

  it('finds no code without the header', () => {
    expect(codeOf(400, { message: ['Insufficient funds'] })).toBeUndefined()
  })
})
