import { describe, expect, it } from 'vitest'
import { describeChanges } from './describe-changes.ts'
import type { Snapshot } from './sandbox-data.ts'
import {
  sampleCart,
  sampleCustomer,
  sampleOrder,
  sampleRequest,
  sampleRow,
  sampleSnapshot,
} from './sample-snapshot.fixture.ts'

const textsOf = (before: Partial<Snapshot>, after: Partial<Snapshot>) =>
  describeChanges(sampleSnapshot(before), sampleSnapshot(after)).map(({ text }) => text)

const withCredit = (storeCredit: number) => ({ customers: [sampleCustomer({ storeCredit })] })
const withStock = (onHand: number) => ({ inventory: [sampleRow({ onHand })] })

const withDrawdown = (held: number) => {
  const drawdown = {
    balance: 1320.11,
    availableBalance: 1320.11 - held,
    pendingBalance: held,
    isActive: true,
  }
  return { customers: [sampleCustomer({ drawdown })] }
}
const same = { inventory: [sampleRow()], customers: [sampleCustomer()], orders: [sampleOrder(1)] }
const reset = 'The sandbox was reset'

describe('describeChanges', () => {
  it('reports the orders first, then the rest', () => {
    const refusal = sampleRequest('a', { status: 400 })
    const after = { orders: [sampleOrder(1)], requests: [refusal], carts: [sampleCart('a', [1])] }
    expect(textsOf({}, after).map((text) => text.split(' ')[0])).toStrictEqual(['Order', 'createCart', 'New'])
  })

  it.each<[Partial<Snapshot>, Partial<Snapshot>, string | undefined]>([
    [same, same, undefined],
    [withDrawdown(20), withDrawdown(0), 'Drawdown balance of elite@example.com: $1,320.11'],
    [
      withDrawdown(0),
      withDrawdown(20),
      'Drawdown balance of elite@example.com: $1,320.11, $20.00 of it held',
    ],
    [withCredit(50), withCredit(4.98), 'Store credit of elite@example.com: $4.98'],
    [withStock(5), withStock(44), 'Stock of Northwind Outfitters $50.00 ecode: 44'],
    [{}, withStock(0), 'Stock of Northwind Outfitters $50.00 ecode: 0'],
    // Sold stock is reported with its order.
    [withStock(5), withStock(4), undefined],
    [{ orders: [sampleOrder(1)] }, { customers: [sampleCustomer()] }, reset],
    [{ carts: [sampleCart('a', [1])] }, { customers: [sampleCustomer()] }, reset],
    [{ requests: [sampleRequest('a')] }, { customers: [sampleCustomer()] }, reset],
    // A restart clears the requests, but not the orders.
    [{ orders: [sampleOrder(1)], requests: [sampleRequest('a')] }, { orders: [sampleOrder(1)] }, undefined],
  ])('reports each change (%#)', (before, after, text) => {
    expect(textsOf(before, after)).toStrictEqual(text === undefined ? [] : [text])
  })
})
