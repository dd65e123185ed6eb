import type { OperationId } from '@giftcards/contract'
import { describe, expect, it } from 'vitest'
import { answerExample, operationNamed, operations } from '../contract/operations.fixture.ts'
import { findNextSteps } from './next-steps.ts'

const stepsAfter = (id: OperationId, status: number, body: unknown) =>
  findNextSteps(operations, operationNamed(id), { status, body })

describe('findNextSteps', () => {
  it('leads from the checkout to order and card', () => {
    const steps = stepsAfter('checkout', 201, answerExample('checkout', 201, 'paidByAch'))
    expect(steps.map(({ operationId, values }) => [operationId, values])).toEqual([
      ['getOrder', { orderId: 'd2a8f3c6-1b74-4e59-a0d3-7c6b5f4e8d92' }],
      ['getWalletCard', { cardId: '200001' }],
    ])
  })

  it('fills in the body of a checkout', () => {
    const steps = stepsAfter('createCart', 200, { cartId: 'c', cards: [{ id: 'k' }] })
    expect(steps.find(({ operationId }) => operationId === 'checkout')).toMatchObject({
      values: { checkout: 'condensed' },
      body: { cartId: 'c', paymentMethod: 'DRAWDOWN_ACCOUNT', shippingDetails: { city: 'Portland' } },
    })
  })

  it('leads nowhere without the value', () => {
    const steps = stepsAfter('createCart', 200, { cartId: 'c', cards: [] })
    expect(steps.map(({ operationId }) => operationId)).toEqual(['addCards', 'applyCoupon', 'checkout'])
  })

  it('leads nowhere from an error', () => {
    expect(stepsAfter('checkout', 400, { message: ['Insufficient funds'] })).toEqual([])
  })
})
