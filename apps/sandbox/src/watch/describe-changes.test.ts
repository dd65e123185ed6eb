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

const told = (before: Partial<Snapshot>, after: Partial<Snapshot>) =>
  describeChanges(sampleSnapshot(before), sampleSnapshot(after)).map(({ text }) => text)

const withCredit = (storeCredit: number) => ({ customers: [sampleCustomer({ storeCredit })] })
const withStock = (onHand: number) => ({ inventory: [sampleRow({ onHand })] })

describe('describeChanges', () => {
  it('says nothing where nothing has changed', () => {
    const same = { inventory: [sampleRow()], customers: [sampleCustomer()], orders: [sampleOrder(1)] }
    expect(told(same, same)).toStrictEqual([])
  })

  it('tells the orders first, then the rest', () => {
    const refusal = sampleRequest('a', { status: 400 })
    const after = { orders: [sampleOrder(1)], requests: [refusal], carts: [sampleCart('a', [1])] }
    expect(told({}, after).map((text) => text.split(' ')[0])).toStrictEqual(['Order', 'createCart', 'New'])
  })

  it('tells a drawdown balance and what is held of it', () => {
    const spent = { balance: 1320.11, availableBalance: 1320.11, pendingBalance: 0, isActive: true }
    const held = { ...spent, pendingBalance: 20, availableBalance: 1300.11 }
    const of = (drawdown: typeof spent) => ({ customers: [sampleCustomer({ drawdown })] })
    expect(told(of(held), of(spent))).toStrictEqual(['Drawdown balance of elite@example.com: $1,320.11'])
    expect(told(of(spent), of(held))).toStrictEqual([
      'Drawdown balance of elite@example.com: $1,320.11, $20.00 of it held',
    ])
  })

  it('tells a store credit', () => {
    expect(told(withCredit(50), withCredit(4.98))).toStrictEqual(['Store credit of elite@example.com: $4.98'])
  })

  it('tells of stock that has grown, not of what is sold', () => {
    expect(told(withStock(5), withStock(44))).toStrictEqual([
      'Stock of Northwind Outfitters $50.00 ecode: 44',
    ])
    expect(told(withStock(5), withStock(4))).toStrictEqual([])
    expect(told({}, withStock(0))).toStrictEqual(['Stock of Northwind Outfitters $50.00 ecode: 0'])
  })

  it.each<[string, Partial<Snapshot>]>([
    ['orders', { orders: [sampleOrder(1)] }],
    ['a cart', { carts: [sampleCart('a', [1])] }],
    ['requests', { requests: [sampleRequest('a')] }],
  ])('tells a reset after %s alone', (_name, before) => {
    expect(told(before, { customers: [sampleCustomer()] })).toStrictEqual(['The sandbox was reset'])
  })

  it('takes no restart for a reset', () => {
    const before = { orders: [sampleOrder(1)], requests: [sampleRequest('a')] }
    expect(told(before, { orders: [sampleOrder(1)] })).toStrictEqual([])
  })
})
