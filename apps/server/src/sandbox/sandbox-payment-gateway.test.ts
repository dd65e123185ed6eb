import type { PaymentGateway } from '@giftcards/marketplace'
import { describe, expect, it } from 'vitest'
import { createSandboxPaymentGateway } from './sandbox-payment-gateway.ts'

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

describe('createSandboxPaymentGateway', () => {
  it('charges the second leg only after a refusal, and repeats responses', async () => {
    const gateway = createSandboxPaymentGateway()
    const card = { kind: 'card', methodId: 8001, leg: 1 } as const
    await gateway.charge(chargeOf({ methodId: 7002 }))
    await gateway.charge(chargeOf(card))
    expect(await gateway.cancel('order:1')).toStrictEqual({ kind: 'accepted', leg: 1 })
    const returned = chargeOf({ methodId: 7003, reference: 'order:2' })
    const answer = { kind: 'accepted', returnedAfterMs: 172_800_000 }
    expect([await gateway.charge(returned), await gateway.charge(returned)]).toStrictEqual([answer, answer])
    expect(await gateway.charge({ ...returned, ...card })).toStrictEqual({ kind: 'refused' })
    expect(await gateway.cancel('order:2')).toStrictEqual({ ...answer, leg: 0 })
  })

  it('charges nothing that was canceled', async () => {
    const gateway = createSandboxPaymentGateway()
    expect(await gateway.cancel('order:1')).toStrictEqual({ kind: 'canceled' })
    expect(await gateway.charge(chargeOf())).toStrictEqual({ kind: 'refused' })
    expect(await gateway.cancel('order:1')).toStrictEqual({ kind: 'canceled' })
    gateway.forget()
    expect(await gateway.charge(chargeOf())).toStrictEqual({ kind: 'accepted' })
  })

  it('reports the charges of a reference', async () => {
    const gateway = createSandboxPaymentGateway()
    await gateway.charge(chargeOf())
    await gateway.cancel('order:2')
    const held = { leg: 0, state: 'charged', amountCents: 4483, refundedCents: 0 }
    expect(await gateway.find('order:1')).toStrictEqual([held])
    await gateway.refund({ reference: 'order:1', leg: 0, amountCents: 4483 })
    expect(await gateway.find('order:1')).toStrictEqual([{ ...held, refundedCents: 4483 }])
    for (const reference of ['order:2', 'order:3']) expect(await gateway.find(reference)).toStrictEqual([])
  })

  it('forgets the oldest reference first', async () => {
    const gateway = createSandboxPaymentGateway(2)
    for (const reference of ['order:1', 'order:2', 'order:3']) await gateway.charge(chargeOf({ reference }))
    expect(await gateway.cancel('order:2')).toMatchObject({ kind: 'accepted' })
    expect(await gateway.cancel('order:3')).toMatchObject({ kind: 'accepted' })
    expect(await gateway.cancel('order:1')).toStrictEqual({ kind: 'canceled' })
  })
})
