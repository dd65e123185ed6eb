import { hash } from 'node:crypto'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { demoPassword } from '@giftcards/server'
import { openStore } from '@giftcards/storage'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { createFolder, endProcesses } from '@giftcards/test-harness/process'
import { placeOrder, type Sandbox, startSandbox, storyCard, storyPayments } from '@giftcards/test-harness'

interface AuditRow {
  readonly recorded_at: number
  readonly event: string
}

let file = ''
let sandbox: Sandbox
/** The rows of the log, as stored. */
let rows: readonly AuditRow[]
/** The texts that must never be in the log. */
const secrets: string[] = [
  demoPassword,
  'elite@example.com',
  'nobody@example.com',
  '12 Harbor Street',
  'wrong-password',
]

beforeAll(async () => {
  file = join(createFolder(), 'marketplace.db')
  sandbox = await startSandbox({}, { store: await openStore(`sqlite:${file}`, { mode: 'sandbox' }) })
  await tellStory()
  const database = new DatabaseSync(file)
  rows = database.prepare('select recorded_at, event from audit_log order by id').all() as never
  database.close()
})
afterAll(endProcesses)

/** Triggers every audited event. */
async function tellStory(): Promise<void> {
  const partner = await sandbox.partner()
  for (const customer of [
    { email: 'elite@example.com', password: 'wrong-password' },
    { email: 'nobody@example.com', password: 'wrong-password' },
    { email: 'locked@example.com', password: demoPassword },
  ])
    await partner.call('login', { body: { customer } })
  await partner.login('standard@example.com')
  const order = await placeOrder(partner, [storyCard.harborB2B()], storyPayments.STORE_CREDIT)
  const cardId = order.cards[0]!.id
  const secure = await partner.want('getSecureData', 200, { path: { cardId } })
  secrets.push(secure.number, secure.pin, secure.barcode.contents, partner.token)
  await partner.call('getSecureData', { path: { cardId: cardId + 1 } })
  // A refusal changes nothing, and writes no row.
  await partner.call('checkout', {
    body: { cards: [storyCard.pixelSoldOut()], payment: storyPayments.STORE_CREDIT },
  })
  const email = 'elite@example.com'
  await sandbox.wantControl('setStoreCredit', 200, { path: { email }, body: { amount: 75 } })
  await sandbox.wantControl('depositToDrawdown', 201, { path: { email }, body: { amount: 10 } })
  await sandbox.wantControl('setOrderStatus', 200, {
    path: { orderId: order.orderId },
    body: { status: 'Canceled' },
  })
}

interface Told {
  readonly kind: string
  readonly customerId?: number
}

const kinds = () => rows.map(({ event }) => JSON.parse(event) as Told)

describe('the audit log', () => {
  it('tells the story', { meta: { rules: ['D10-04', 'D8-15'] } }, () => {
    const told = kinds().map(({ customerId, kind }) => `${customerId ?? 'nobody'} ${kind}`)
    expect(told).toStrictEqual([
      // Written when the server opened, and when the test restored the published data.
      'nobody data.replaced',
      'nobody data.replaced',
      // The restore also sets the clock.
      'nobody clock.set',
      '1 login.failed',
      'nobody login.failed',
      '7 login.failed',
      '5 login.succeeded',
      '5 store-credit.changed',
      '5 order.placed',
      '5 order.status',
      '5 secure-data.read',
      '1 store-credit.changed',
      '1 drawdown.deposited',
      '5 store-credit.changed',
      '5 order.status',
    ])
  })

  it('says from what to what', () => {
    const told = kinds()
    expect(told.filter(({ kind }) => kind === 'order.status')).toMatchObject([
      { from: 'Processing', to: 'Digitally Delivered' },
      { from: 'Digitally Delivered', to: 'Canceled' },
    ])
    expect(
      told.find(({ customerId, kind }) => customerId === 1 && kind === 'store-credit.changed'),
    ).toMatchObject({
      fromCents: 5000,
      toCents: 7500,
    })
    expect(told.find(({ kind }) => kind === 'drawdown.deposited')).toMatchObject({ amountCents: 1000 })
  })

  it('names an email that nobody has by a keyed hash', () => {
    const told = kinds().find(({ kind, customerId }) => kind === 'login.failed' && customerId === undefined)
    expect(told).toStrictEqual({
      kind: 'login.failed',
      emailHash: expect.stringMatching(/^[\da-f]{64}$/) as string,
    })
    // Without a key, anyone could compute the hash of each email.
    expect(JSON.stringify(told)).not.toContain(hash('sha256', 'nobody@example.com'))
  })

  it('holds no secret, no address and no value of a card', () => {
    const text = rows.map(({ event }) => event).join('\n')
    expect(secrets.filter((secret) => text.includes(secret))).toStrictEqual([])
  })

  it('has the real time of each, in their order', () => {
    const times = rows.map((row) => row.recorded_at)
    expect(times).toStrictEqual(times.toSorted((one, other) => one - other))
    expect(Math.min(...times)).toBeGreaterThan(Date.now() - 3_600_000)
  })
})
