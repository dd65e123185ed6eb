import { describe, expect, it } from 'vitest'
import {
  checkout,
  type GatewayCharge,
  type GatewayRecord,
  type OrderView,
  type PaymentGateway,
  type PaymentLeg,
  PaymentUnavailableError,
  reconcileGateway,
  runJobs,
  setOrderStatus,
} from '@giftcards/marketplace'
import {
  buy,
  cardsCheckout,
  letTimePass,
  physicalLine,
  standard,
  valueOf,
} from '@giftcards/marketplace/testing'
import { holdCharge } from '../samples/hold-charge.ts'
import { useMarketplace } from '../samples/use-marketplace.ts'

const market = useMarketplace()

type Options = Parameters<typeof reconcileGateway>[1]

/** Returns the findings with some of the gateway's methods replaced. */
async function reconcile(change: Partial<PaymentGateway> = {}, options?: Options): Promise<string[]> {
  const sentences: string[] = []
  const gateway = { ...market.gateway, ...change }
  for await (const sentence of reconcileGateway({ ...market.deps, gateway }, options))
    sentences.push(sentence)
  return sentences
}

/** A gateway whose record of every charge differs. */
const recorded = (change: Partial<GatewayRecord>): Pick<PaymentGateway, 'find'> => ({
  find: async (reference) =>
    (await market.gateway.find(reference)).map((record) => ({ ...record, ...change })),
})

const cancel = async ({ orderId }: OrderView) =>
  valueOf(await setOrderStatus(market.deps, orderId, 'Canceled'))
const nameOf = ({ orderId }: OrderView) => `Payment order:${orderId}, leg 0`
/** Changes the local record, as a defect or a manual edit would. */
const changeLeg = async ({ id }: OrderView, change: Partial<PaymentLeg>) => {
  await market.store.transaction(async (tx) => {
    for (const leg of await tx.listPaymentLegs(id)) await tx.putPaymentLeg({ ...leg, ...change })
  })
}

describe('reconcileGateway', () => {
  it('finds nothing where both agree', async () => {
    await buy(market, standard)
    const canceled = await buy(market, standard, { method: 'ACH_CREDITCARD', bankId: 7002 })
    await buy(market, standard, { method: 'STORE_CREDIT' })
    await expect(buy(market, standard, { bankId: 7002 })).rejects.toThrow('payment_declined')
    await cancel(canceled)
    expect(await reconcile()).toEqual([])
    await runJobs(market.deps)
    expect(await reconcile()).toEqual([])
  })

  it('finds nothing of a payment that is still taken', async () => {
    const { deps, cameIn, answer } = holdCharge(market)
    const placed = checkout(deps, standard, cardsCheckout())
    await cameIn
    const reference = (await market.store.read((tx) => tx.findPaymentOf(standard.customerId)))?.reference
    const charge = { reference: String(reference), leg: 0, customerId: 1, methodId: 7001, amountCents: 4484 }
    await market.gateway.charge({ ...charge, kind: 'bank' })
    expect(await reconcile()).toEqual([])
    answer({ kind: 'accepted' })
    valueOf(await placed)
  })

  it('names a charge that the gateway does not know', async () => {
    const order = await buy(market, standard)
    const sentence = `${nameOf(order)}: charged 44.83 here, but the gateway has charged nothing`
    expect(await reconcile({ find: async () => [] })).toEqual([sentence])
  })

  it.each<[string, Partial<GatewayRecord>, string]>([
    ['is declined there', { state: 'declined' }, 'nothing'],
    ['is canceled there', { state: 'canceled' }, 'nothing'],
    ['has another amount', { amountCents: 4484 }, '44.84'],
    ['went back for no canceled order', { refundedCents: 4483 }, '44.83 and given back 44.83'],
  ])('names a charge that %s', async (_what, change, charged) => {
    const order = await buy(market, standard)
    expect(await reconcile(recorded(change))).toEqual([
      `${nameOf(order)}: charged 44.83 here, but the gateway has charged ${charged}`,
    ])
  })

  it.each(['declined', 'canceled'] as const)('names a charge that is %s here', async (state) => {
    const order = await buy(market, standard)
    await changeLeg(order, { state })
    expect(await reconcile()).toEqual([`${nameOf(order)}: ${state} here, but the gateway has charged 44.83`])
  })

  it('names a second charge of one leg', async () => {
    const order = await buy(market, standard)
    const find: PaymentGateway['find'] = async (reference) => {
      const records = await market.gateway.find(reference)
      return [...records, ...records]
    }
    expect(await reconcile({ find })).toEqual([
      `${nameOf(order)}: charged 44.83 here, but the gateway has charged 89.66`,
    ])
  })

  it('names a charge of a leg that nobody tried', async () => {
    const order = await buy(market, standard)
    const second = { leg: 1, state: 'charged', amountCents: 100, refundedCents: 0 } as const
    const find: PaymentGateway['find'] = async (reference) => [
      ...(await market.gateway.find(reference)),
      second,
    ]
    expect(await reconcile({ find })).toEqual([
      `Payment order:${order.orderId}, leg 1: unknown here, but the gateway has charged 1.00`,
    ])
  })

  it('names a refund that the gateway does not know', async () => {
    const order = await buy(market, standard)
    await cancel(order)
    await runJobs(market.deps)
    expect(await reconcile(recorded({ refundedCents: 0 }))).toEqual([
      `${nameOf(order)}: refunded here, but the gateway has charged 44.83`,
    ])
  })

  it('names a refund of a part', async () => {
    const order = await buy(market, standard)
    await cancel(order)
    expect(await reconcile(recorded({ refundedCents: 83 }))).toEqual([
      `${nameOf(order)}: refunding here, but the gateway has charged 44.83 and given back 0.83`,
    ])
  })

  it('names another reference of the gateway, in one line', async () => {
    const order = await buy(market, standard)
    await changeLeg(order, { gatewayReference: 'ch_1' })
    expect(await reconcile(recorded({ gatewayReference: 'ch_1' }))).toEqual([])
    expect(await reconcile(recorded({ gatewayReference: 'ch\n2' }))).toEqual([
      `${nameOf(order)}: named ch_1 here, but ch?2 by the gateway`,
    ])
  })

  it('names a listed charge that no order here knows', async () => {
    await market.gateway.charge({
      kind: 'card',
      customerId: 1,
      methodId: 8001,
      amountCents: 100,
      reference: 'order:unknown',
      leg: 0,
    })
    const sentence = 'Payment order:unknown, leg 0: no order here, but the gateway has charged 1.00'
    expect(await reconcile()).toEqual([sentence])
    await market.gateway.refund({ reference: 'order:unknown', leg: 0, amountCents: 100 })
    expect(await reconcile()).toEqual([])
  })

  it('names a charge of a declined payment once', async () => {
    await expect(buy(market, standard, { bankId: 7002 })).rejects.toThrow('payment_declined')
    const [leg] = await market.store.read((tx) => tx.listPaymentLegs(100_001))
    const reference = String(leg?.reference)
    const charge = { reference, leg: 0, state: 'charged', amountCents: 4483, refundedCents: 0 } as const
    const list = async function* () {
      yield charge
    }
    expect(await reconcile({ find: async () => [charge], list })).toEqual([
      `Payment ${reference}, leg 0: declined here, but the gateway has charged 44.83`,
    ])
  })

  it('compares again where an order changes meanwhile', async () => {
    const order = await buy(market, standard)
    const find: PaymentGateway['find'] = async (reference) => {
      // The order changes after the local record was read and before the gateway reports.
      if ((await market.gateway.find(reference))[0]?.refundedCents === 0) {
        await cancel(order)
        await runJobs(market.deps)
      }
      return market.gateway.find(reference)
    }
    expect(await reconcile({ find })).toEqual([])
  })

  it('leaves out what has not changed since', async () => {
    await buy(market, standard)
    market.clock.advance(60)
    const since = market.clock.now()
    const recent = await buy(market, standard)
    const asked: (number | undefined)[] = []
    const list: typeof market.gateway.list = (filter) => {
      asked.push(filter.since)
      return market.gateway.list(filter)
    }
    expect(await reconcile({ find: async () => [], list }, { since })).toEqual([
      `${nameOf(recent)}: charged 44.83 here, but the gateway has charged nothing`,
    ])
    expect(asked).toEqual([since])
  })

  it('reports its progress over many pages', async () => {
    const order = await buy(market, standard, { lines: [physicalLine] })
    await market.store.transaction(async (tx) => {
      const [leg] = await tx.listPaymentLegs(order.id)
      if (leg === undefined) throw new Error('Nothing was paid')
      for (let index = 1; index <= 450; index += 1) {
        const copy = { ...leg, orderId: order.id + index, state: 'declined' } as const
        // Each payment has two legs, so that pages end between them.
        await tx.putPaymentLeg({ ...copy, reference: `order:${index}` })
        await tx.putPaymentLeg({ ...copy, reference: `order:${index}`, position: 1 })
      }
    })
    const counts: number[] = []
    const onProgress = ({ payments }: { readonly payments: number }) => void counts.push(payments)
    expect(await reconcile({}, { onProgress })).toEqual([])
    expect(counts.at(-1)).toBe(451)
  })

  it('asks again where an answer is lost', async () => {
    await buy(market, standard)
    let failures = 2
    const find: PaymentGateway['find'] = (reference) => {
      failures -= 1
      return failures < 0 ? market.gateway.find(reference) : Promise.reject(new Error('The answer is lost'))
    }
    expect(await letTimePass(market.time, reconcile({ find }))).toEqual([])
    expect([failures, market.time.now()]).toEqual([-1, 12_000])
  })

  it('rejects where the gateway does not list its charges', async () => {
    const cause = new Error('The answer is lost')
    const list = async function* () {
      yield* await Promise.reject<readonly GatewayCharge[]>(cause)
    }
    await expect(reconcile({ list })).rejects.toMatchObject({
      name: 'PaymentUnavailableError',
      message: 'The payment gateway does not list its charges',
      cause,
    })
  })

  it('rejects where the gateway gives no answer', async () => {
    const order = await buy(market, standard)
    const silent = reconcile({ find: () => new Promise(() => {}) })
    const message = `The payment gateway does not report its charges under order:${order.orderId}`
    await expect(letTimePass(market.time, silent)).rejects.toThrow(new PaymentUnavailableError(message))
  })
})
