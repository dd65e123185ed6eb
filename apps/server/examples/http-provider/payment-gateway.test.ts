import type { PaymentGateway } from '@giftcards/marketplace'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { type FakeProvider, startFakeProvider } from './fake-provider/start-fake-provider.ts'
import { createPaymentGateway } from './payment-gateway.ts'
import { createProviderClient, ProviderError } from './provider-client.ts'

const noon = Date.parse('2026-01-15T12:00:00.000Z')

let provider: FakeProvider
let now: number
let gateway: Required<PaymentGateway>
beforeEach(async () => {
  now = noon
  provider = await startFakeProvider(() => now)
  const pacing = { wait: async () => undefined, random: () => 0 }
  gateway = createPaymentGateway(createProviderClient(provider.settings, pacing))
})
afterEach(() => provider.close())

type Charge = Parameters<PaymentGateway['charge']>[0]

/** The first leg of a payment from account 7001, unless said otherwise. */
const chargeOf = (change: Partial<Charge> = {}): Charge => ({
  kind: 'bank',
  customerId: 1,
  methodId: 7001,
  amountCents: 4483,
  reference: 'order:1',
  leg: 0,
  ...change,
})
const whole = { reference: 'order:1', leg: 0, amountCents: 4483 }
const held = { ...whole, state: 'charged', refundedCents: 0, gatewayReference: 'ch_1' }
const accepted = { kind: 'accepted', gatewayReference: 'ch_1' }

/** References of the charges in the provider's list. */
async function listReferences(since?: number): Promise<readonly string[]> {
  const found: string[] = []
  for await (const charge of gateway.list(since === undefined ? {} : { since })) found.push(charge.reference)
  return found
}

describe('charge', () => {
  it('is refused where the provider declines, in one attempt', async () => {
    expect(await gateway.charge(chargeOf({ methodId: 7002 }))).toStrictEqual({ kind: 'refused' })
    expect(provider.requests).toHaveLength(1)
  })

  it('moves money once where its response is lost', async () => {
    provider.failNext({ kind: 'loses the response' }, { kind: 'loses the response' })
    expect(await gateway.charge(chargeOf())).toStrictEqual(accepted)
    expect(await gateway.charge(chargeOf())).toStrictEqual(accepted)
    expect(provider.ledger.charges).toMatchObject([{ id: 'ch_1', amountCents: 4483 }])
  })

  it('is refused under a reference that was canceled', async () => {
    expect(await gateway.cancel('order:1')).toStrictEqual({ kind: 'canceled' })
    expect(await gateway.charge(chargeOf())).toStrictEqual({ kind: 'refused' })
    expect(provider.ledger.charges).toStrictEqual([])
  })

  it.each([
    ['of a dead provider', { kind: 'is dead' }, 'the connection failed'],
    ['that is rejected', { kind: 'responds', status: 400 }, 'the charge with 400 out_of_order'],
    ['that is invalid', { kind: 'responds', status: 201 }, 'an invalid charge'],
    [
      'that was another one',
      {
        kind: 'responds',
        status: 201,
        body: JSON.stringify({ ...held, id: 'ch_1', status: 'succeeded', amountCents: 9 }),
      },
      'another amount or method than requested',
    ],
  ] as const)('%s rejects, without any secret', async (_, fault, message) => {
    provider.failAlways(fault)
    const failed: unknown = await gateway.charge(chargeOf()).catch((error: unknown) => error)
    expect(failed).toBeInstanceOf(ProviderError)
    const { message: text, cause } = failed as ProviderError
    expect(text).toContain(message)
    expect(`${text} ${String(cause)} ${JSON.stringify(failed)}`).not.toMatch(/secret|signature|key-1/)
  })
})

describe('cancel', () => {
  it('names the leg that was charged, and find reports both', async () => {
    await gateway.charge(chargeOf({ methodId: 7002 }))
    await gateway.charge(chargeOf({ kind: 'card', methodId: 8001, leg: 1 }))
    const answer = { kind: 'accepted', leg: 1, gatewayReference: 'ch_2' }
    expect(await gateway.cancel('order:1')).toStrictEqual(answer)
    expect(await gateway.cancel('order:1')).toStrictEqual(answer)
    expect(await gateway.find('order:1')).toStrictEqual([
      { ...held, state: 'declined' },
      { ...held, leg: 1, gatewayReference: 'ch_2' },
    ])
    expect(await gateway.find('order:2')).toStrictEqual([])
  })
})

describe('refund', () => {
  it('gives money back once', async () => {
    await gateway.charge(chargeOf())
    provider.failNext({ kind: 'loses the response' })
    await gateway.refund(whole)
    await gateway.refund(whole)
    expect(await gateway.find('order:1')).toStrictEqual([{ ...held, refundedCents: 4483 }])
  })

  it('rejects without a charge', async () => {
    await expect(gateway.refund(whole)).rejects.toThrow(
      'The provider responded to the refund with 404 charge_not_found',
    )
  })
})

describe('list', () => {
  it('streams every charge, page after page', async () => {
    for (let order = 1; order <= 5; order += 1) {
      await gateway.charge(chargeOf({ reference: `order:${order}`, methodId: order === 2 ? 7002 : 7001 }))
      now += 1000
    }
    expect(await listReferences()).toStrictEqual(['order:1', 'order:3', 'order:4', 'order:5'])
    expect(await listReferences(noon + 3000)).toStrictEqual(['order:4', 'order:5'])
  })
})
