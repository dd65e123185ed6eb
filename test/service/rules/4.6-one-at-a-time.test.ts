import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { openStore } from '@giftcards/storage'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import {
  checkoutOf,
  createHeldGateway,
  type Partner,
  type Sandbox,
  startSandbox,
  storyCard,
} from '@giftcards/test-harness'

const folder = mkdtempSync(join(tmpdir(), 'giftcards-'))
const held = createHeldGateway()

let sandbox: Sandbox
let partner: Partner
beforeAll(async () => {
  // Uses a file, so that readers do not wait for the transaction in which a charge is held.
  const store = await openStore(`sqlite:${join(folder, 'checkouts.db')}`, { mode: 'sandbox' })
  sandbox = await startSandbox({}, { store, gateway: held.gateway })
  partner = await sandbox.partner('standard@example.com')
})
afterAll(async () => {
  held.open()
  await sandbox.close()
  rmSync(folder, { recursive: true })
})

/** Buys this many cards; due 23.70 for one and 47.39 for two. */
const buy = (quantity: number, key: string) =>
  partner.call('checkout', {
    ...checkoutOf([storyCard.harborB2B(quantity)]),
    headers: { 'idempotency-key': key },
  })

describe('the checkouts of one account', () => {
  it('reach the payment one after another', { meta: { rules: ['4.6-24', '8-05'] } }, async () => {
    const first = buy(1, 'first')
    await held.cameIn(1)
    const twins = [buy(2, 'second'), buy(2, 'second')]
    // One of two checkouts with the same key is rejected only if the other is already waiting.
    expect(await Promise.race(twins)).toMatchObject({ status: 409, code: 'checkout_in_progress' })
    expect(held.events).toStrictEqual(['in 2370'])

    held.letGo()
    expect(await first).toMatchObject({ status: 201, body: { buyOrder: { id: 100_001 } } })
    await held.cameIn(2)
    expect(held.events).toStrictEqual(['in 2370', 'out 2370', 'in 4739'])

    held.letGo()
    const [second] = (await Promise.all(twins)).toSorted((a, b) => a.status - b.status)
    expect(second).toMatchObject({ status: 201, body: { buyOrder: { id: 100_002 } } })
    expect(held.events).toStrictEqual(['in 2370', 'out 2370', 'in 4739', 'out 4739'])
  })
})
