import { join } from 'node:path'
import { demoPassword } from '@giftcards/server'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { control, createFolder, endProcesses } from '@giftcards/test-harness/process'
import {
  fillCart,
  openSession,
  type Partner,
  placeOrder,
  type ServerOnDatabase,
  startServerOn,
  storyCard,
  storyPayments,
} from '@giftcards/test-harness'

/** The server before the restart. It keeps running during the tests, so it saves nothing at its end. */
let first: ServerOnDatabase
/** The server after the restart. It knows the state of the first one only from the database. */
let server: ServerOnDatabase

async function login(url: string, email: string, password: string) {
  const partner = await openSession(url)
  const { status, code } = await partner.call('login', { body: { customer: { email, password } } })
  return [status, code]
}

async function openPartner(url: string, email: string): Promise<Partner> {
  const partner = await openSession(url)
  await partner.login(email)
  return partner
}

/** Applies codes one after the other to a cart of a partner. */
async function applyInTurn(partner: Partner, codes: readonly string[]) {
  const { cartId } = await fillCart(partner, [storyCard.harborB2B()])
  const answers = []
  for (const couponCode of codes) {
    const { status, code } = await partner.call('applyCoupon', { path: { cartId, couponCode } })
    answers.push([status, code])
  }
  return answers
}

/** Places an order with the coupon SAVE10, and returns the number of its use. */
async function useCoupon(partner: Partner): Promise<unknown> {
  const more = { couponCode: 'SAVE10' }
  const order = await placeOrder(partner, [storyCard.harborB2B()], storyPayments.ACH, more)
  return (order.coupon as { readonly usage?: number }).usage
}

/** The responses before the restart. */
let before: { readonly use: unknown; readonly guesses: unknown[]; readonly failures: unknown[] }
const guesses = Array.from({ length: 20 }, (_, count) => `GUESS${count}`)

beforeAll(async () => {
  const env = { DATABASE_URL: `sqlite:${join(createFolder(), 'marketplace.db')}` }
  first = await startServerOn(env)
  await control(first.url, 'setClock', { body: { frozen: true, now: '2026-01-15T15:04:05.000Z' } })
  const use = await useCoupon(await openPartner(first.url, 'elite-poor@example.com'))
  const guessed = await applyInTurn(await openPartner(first.url, 'standard@example.com'), guesses)
  // A new minute for the failed logins.
  await control(first.url, 'advanceClock', { body: { seconds: 60 } })
  const failures = []
  for (let count = 0; count < 5; count += 1)
    failures.push(await login(first.url, 'elite@example.com', 'wrong'))
  before = { use, guesses: guessed, failures }
  server = await startServerOn(env)
})
afterAll(async () => {
  await server.close()
  await first.close()
  await endProcesses()
})

describe('before a restart', () => {
  it('nothing was throttled yet', () => {
    expect(before).toStrictEqual({
      use: 1,
      guesses: guesses.map(() => [400, 'coupon_not_found']),
      failures: Array.from({ length: 5 }, () => [401, 'login_failed']),
    })
  })
})

describe('after a restart', () => {
  it('failed logins still count', { meta: { rules: ['D10-09'] } }, async () => {
    expect(await login(server.url, 'elite@example.com', demoPassword)).toStrictEqual([429, 'rate_limited'])
  })

  it('attempts of an address still count', { meta: { rules: ['D10-09'] } }, async () => {
    // This address made five attempts before the restart: five are left in this minute.
    for (let count = 0; count < 5; count += 1)
      expect((await login(server.url, 'nobody@example.com', 'wrong'))[0]).toBe(401)
    const right = await login(server.url, 'standard@example.com', demoPassword)
    expect(right).toStrictEqual([429, 'rate_limited'])
    await control(server.url, 'advanceClock', { body: { seconds: 60 } })
  })

  it('unknown coupon codes still count', { meta: { rules: ['D10-14'] } }, async () => {
    const guesser = await openPartner(server.url, 'standard@example.com')
    expect(await applyInTurn(guesser, ['SAVE10'])).toStrictEqual([[429, 'rate_limited']])
  })

  it('uses of a coupon still count', async () => {
    expect(await useCoupon(await openPartner(server.url, 'elite-poor@example.com'))).toBe(2)
  })

  it('all of them are forgotten after 15 minutes', async () => {
    await control(server.url, 'advanceClock', { body: { seconds: 15 * 60 } })
    expect(await login(server.url, 'elite@example.com', demoPassword)).toStrictEqual([200, null])
    const guesser = await openPartner(server.url, 'standard@example.com')
    expect(await applyInTurn(guesser, ['SAVE10'])).toStrictEqual([[200, null]])
  })
})
