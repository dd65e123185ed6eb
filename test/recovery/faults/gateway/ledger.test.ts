import { describe, expect, it } from 'vitest'
import { createLedger } from './ledger.ts'

const charge = {
  kind: 'bank',
  customerId: 1,
  methodId: 7001,
  amountCents: 500,
  reference: 'a',
  leg: 0,
} as const

describe('the ledger of the gateway', () => {
  it('moves money once for a repeated charge', () => {
    const ledger = createLedger()
    expect([ledger.charge(charge), ledger.charge(charge)]).toStrictEqual([
      { kind: 'accepted' },
      { kind: 'accepted' },
    ])
    expect(ledger.movements).toStrictEqual([{ reference: 'a', leg: 0, customerId: 1, amountCents: 500 }])
  })

  it('refuses another leg of what is paid', () => {
    const ledger = createLedger()
    ledger.charge(charge)
    expect(ledger.charge({ ...charge, leg: 1 })).toStrictEqual({ kind: 'refused' })
  })

  it('refuses what was canceled', () => {
    const ledger = createLedger()
    expect(ledger.cancel('a')).toStrictEqual({ kind: 'canceled' })
    expect(ledger.charge(charge)).toStrictEqual({ kind: 'refused' })
    expect(ledger.movements).toStrictEqual([])
  })

  it('says which leg was accepted instead of canceling it', () => {
    const ledger = createLedger()
    ledger.charge({ ...charge, leg: 1 })
    expect(ledger.cancel('a')).toStrictEqual({ kind: 'accepted', leg: 1 })
  })

  it('gives money back once for a repeated refund', () => {
    const ledger = createLedger()
    ledger.charge(charge)
    const refund = { reference: 'a', leg: 0, amountCents: 500 }
    for (let time = 0; time < 2; time += 1) ledger.refund(refund)
    expect(ledger.movements.map(({ amountCents }) => amountCents)).toStrictEqual([500, -500])
    expect(() => ledger.refund({ ...refund, reference: 'b' })).toThrow('Nothing of b was charged')
  })

  it('reports what it holds under a reference', () => {
    const ledger = createLedger()
    expect(ledger.find('a')).toStrictEqual([])
    ledger.charge(charge)
    const held = { leg: 0, state: 'charged', amountCents: 500, refundedCents: 0 }
    expect(ledger.find('a')).toStrictEqual([held])
    ledger.refund({ reference: 'a', leg: 0, amountCents: 500 })
    expect(ledger.find('a')).toStrictEqual([{ ...held, refundedCents: 500 }])
  })

  it('takes nothing from a refused method', () => {
    const ledger = createLedger()
    expect(ledger.charge({ ...charge, methodId: 7002 })).toStrictEqual({ kind: 'refused' })
    expect(ledger.movements).toStrictEqual([])
  })
})
