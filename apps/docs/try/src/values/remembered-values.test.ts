import { describe, expect, it } from 'vitest'
import { answerExample, fieldNamed, operationNamed, operations } from '../contract/operations.fixture.ts'
import { type RememberedValues, rememberValues } from './remembered-values.ts'

const walletCard = fieldNamed('getWalletCard', 'cardId').identity
const ordered = (remembered: RememberedValues, ...ids: number[]) =>
  rememberValues(remembered, operations, operationNamed('checkout'), {
    status: 201,
    body: { buyOrder: { orderId: 'o', cards: ids.map((id) => ({ id })) } },
  })

describe('rememberValues', () => {
  it('finds order and cards of a checkout', () => {
    const body = answerExample('checkout', 201, 'paidByAch')
    const remembered = rememberValues({}, operations, operationNamed('checkout'), { status: 201, body })
    expect(remembered).toEqual({
      [fieldNamed('getOrder', 'orderId').identity]: ['d2a8f3c6-1b74-4e59-a0d3-7c6b5f4e8d92'],
      [walletCard]: ['200001', '200002', '200003'],
    })
  })

  it('puts the newest answer first, once', () => {
    expect(ordered(ordered({}, 1, 2), 3, 1)[walletCard]).toEqual(['3', '1', '2'])
  })

  it('forgets the oldest', () => {
    const many = Array.from({ length: 30 }, (_, index) => index)
    expect(ordered(ordered({}, ...many), 100)[walletCard]).toEqual(['100', ...many.slice(0, 19).map(String)])
  })

  it('learns nothing from an error', () => {
    const remembered = ordered({}, 1)
    const refused = { status: 400, body: { buyOrder: { orderId: 'x' } } }
    expect(rememberValues(remembered, operations, operationNamed('checkout'), refused)).toBe(remembered)
  })

  it('learns no value that a link merely suggests', () => {
    const body = answerExample('createCart', 201, 'created')
    const remembered = rememberValues({}, operations, operationNamed('createCart'), { status: 201, body })
    expect(remembered[fieldNamed('applyCoupon', 'couponCode').identity] ?? []).toEqual([])
  })
})
