import { describe, expect, it } from 'vitest'
import { errorAdvice } from '../../../generated/error-advice.ts'
import { operationNamed } from '../contract/operations.fixture.ts'
import { describeOutcome } from './describe-outcome.ts'
import type { Outcome } from './outcome.ts'

const answer = (
  status: number,
  headers: Readonly<Record<string, string>>,
  message: readonly string[] = [],
): Outcome => ({
  kind: 'answer',
  status,
  headers: Object.entries(headers),
  body: { message },
  text: '',
  durationMs: 1,
})

const describeCheckout = (...parts: Parameters<typeof answer>) =>
  describeOutcome(operationNamed('checkout'), answer(...parts), 'sandbox')

describe('describeOutcome', () => {
  it('tells what a success means', () => {
    expect(describeCheckout(201, {})).toEqual({
      verdict: '201',
      meaning: 'The order is placed, paid or held, and being processed.',
      messages: [],
      advice: '',
      isSuccess: true,
    })
  })

  it('tells what to do about an error', () => {
    const headers = { 'x-error-code': 'payment_declined' }
    expect(describeCheckout(400, headers, ['Insufficient funds'])).toEqual({
      verdict: '400 payment_declined',
      meaning: 'No order was placed; stock, money, coupon uses and the cart are as they were.',
      messages: ['Insufficient funds'],
      advice: errorAdvice['400 payment_declined']?.advice,
      isSuccess: false,
    })
  })

  it('says that an answer is a replay', () => {
    expect(describeCheckout(201, { 'idempotent-replayed': 'true' }).advice).toContain(
      'nothing was done again',
    )
    expect(describeCheckout(201, { 'idempotent-replayed': 'false' }).advice).toBe('')
  })

  it('believes no replay of the mock', () => {
    const replayed = answer(201, { 'idempotent-replayed': 'true' })
    expect(describeOutcome(operationNamed('checkout'), replayed, 'mock').advice).toBe('')
  })

  it('advises by status and code', () => {
    const headers = { 'x-error-code': 'drawdown_not_authorized' }
    expect(describeCheckout(400, headers).advice).toBe(errorAdvice['400 drawdown_not_authorized']?.advice)
    expect(describeCheckout(403, headers).advice).toBe(errorAdvice['403 drawdown_not_authorized']?.advice)
    expect(describeCheckout(400, { 'x-error-code': 'a_new_code' }).advice).toBe('')
  })

  it('says that a status is not declared', () => {
    expect(describeCheckout(418, {}).meaning).toContain('declares no such status')
  })

  it('says why there is no answer', () => {
    const outcome = { kind: 'none', reason: 'No answer', advice: 'Start it.', durationMs: 1 } as const
    expect(describeOutcome(operationNamed('checkout'), outcome, 'sandbox')).toMatchObject({
      verdict: 'no answer',
      meaning: 'No answer',
      advice: 'Start it.',
      isSuccess: false,
    })
  })
})
