import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import {
  type CardRequest,
  checkoutOf,
  placeOrder,
  type Sandbox,
  shapeOf,
  startSandbox,
  storyCard,
  storyPayments,
  typesIn,
} from '@giftcards/test-harness'

let sandbox: Sandbox
beforeAll(async () => {
  sandbox = await startSandbox()
})
beforeEach(() => sandbox.reset())
afterAll(() => sandbox.close())

const drawdown = storyPayments.DRAWDOWN_ACCOUNT

describe('DrawdownAccount', () => {
  it('has exactly its four fields', { meta: { rules: ['2.10-01'] } }, async () => {
    expect(shapeOf('DrawdownAccount')).toStrictEqual({
      balance: 'number',
      availableBalance: 'number',
      pendingBalance: 'number',
      isActive: 'boolean',
    })
    const partner = await sandbox.partner('elite@example.com')
    const account = await partner.want('getDrawdownAccount', 200)
    expect(typesIn(account)).toStrictEqual(shapeOf('DrawdownAccount'))
    expect(account).toStrictEqual({
      balance: 1500,
      availableBalance: 1200,
      pendingBalance: 300,
      isActive: true,
    })
  })

  it('spends the available balance, no more', { meta: { rules: ['2.10-02'] } }, async () => {
    const partner = await sandbox.partner('elite@example.com')
    // Less 2.5 %, these come to 1200.01 and to 1200.00.
    const tooMuch = checkoutOf([await stock(1230.78)], drawdown)
    expect(await partner.call('checkout', tooMuch)).toMatchObject({
      status: 400,
      messages: ['Insufficient funds available'],
    })
    const order = await placeOrder(partner, [await stock(1230.77)], drawdown)
    expect(order.total.due).toBe('1200.00')
    expect(await partner.want('getDrawdownAccount', 200)).toMatchObject({ availableBalance: 0 })
  })

  it('holds what pending orders reserved', { meta: { rules: ['2.10-03'] } }, async () => {
    const partner = await sandbox.partner('elite@example.com')
    const order = await placeOrder(partner, [storyCard.northwindPhysical()], drawdown)
    expect(order.total.due).toBe('90.67')
    expect(await partner.want('getDrawdownAccount', 200)).toMatchObject({
      balance: 1500,
      availableBalance: 1109.33,
      pendingBalance: 390.67,
    })
    await sandbox.advance(86_400)
    const later = await sandbox.partner('elite@example.com')
    expect(await later.want('getDrawdownAccount', 200)).toMatchObject({
      balance: 1409.33,
      availableBalance: 1109.33,
      pendingBalance: 300,
    })
  })

  it('can be used only while active', { meta: { rules: ['2.10-04'] } }, async () => {
    const inactive = await sandbox.partner('elite-inactive@example.com')
    expect(await inactive.want('getDrawdownAccount', 200)).toMatchObject({
      isActive: false,
      availableBalance: 500,
    })
    const sale = checkoutOf([storyCard.harborEcode()], drawdown)
    expect(await inactive.call('checkout', sale)).toMatchObject({
      status: 400,
      messages: ['Drawdown account is inactive'],
    })
    const active = await sandbox.partner('elite@example.com')
    expect(await active.want('getDrawdownAccount', 200)).toMatchObject({ isActive: true })
    expect(await active.call('checkout', sale)).toMatchObject({ status: 201 })
  })
})

/** Puts one card of this face value in stock, without a discount. */
async function stock(faceValue: number): Promise<CardRequest> {
  const card = { merchantId: 101, faceValue, percentOff: 0, type: 'ecode' } as const
  await sandbox.wantControl('setInventory', 200, { body: { ...card, isLowRisk: false, onHand: 1 } })
  return { ...card, quantity: 1 }
}
