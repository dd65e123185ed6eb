import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import {
  placeOrder,
  type Sandbox,
  schemaOf,
  shapeOf,
  startSandbox,
  storyCard,
  storyPayments,
  storyTime,
  typesIn,
} from '@giftcards/test-harness'

let sandbox: Sandbox
beforeAll(async () => {
  sandbox = await startSandbox()
})
beforeEach(() => sandbox.reset())
afterAll(() => sandbox.close())

describe('DrawdownTransaction', () => {
  it('has exactly its stated fields', { meta: { rules: ['2.11-01'] } }, async () => {
    expect(shapeOf('DrawdownTransaction')).toStrictEqual({
      id: 'integer',
      date: 'string',
      type: 'string',
      amount: 'number',
      balance: 'number',
      description: 'string',
    })
    const { rows } = await ledgerOfStory()
    const types = { ...shapeOf('DrawdownTransaction'), id: 'number' }
    expect(rows.map(typesIn)).toStrictEqual(rows.map(() => types))
    expect(rows.every(({ id }) => Number.isInteger(id))).toBe(true)
  })

  it('is dated in ISO 8601', { meta: { rules: ['2.11-02'] } }, async () => {
    const { rows } = await ledgerOfStory()
    expect(schemaOf('DrawdownTransaction').properties?.['date']).toMatchObject({ format: 'date-time' })
    expect(rows.slice(0, 2).map(({ date }) => date)).toEqual(['2026-01-15T15:05:05.000Z', storyTime])
  })

  it('has an open type', { meta: { rules: ['2.11-03'] } }, async () => {
    const { rows } = await ledgerOfStory()
    expect(rows.slice(0, 2).map(({ type }) => type)).toEqual(['Deposit', 'Purchase'])
    const type = schemaOf('DrawdownTransaction').properties?.['type']
    expect(type).toMatchObject({ type: 'string' })
    expect(Object.keys(type ?? {})).not.toEqual(
      expect.arrayContaining([expect.stringMatching(/^(enum|const)$/)]),
    )
  })

  it('is negative for debits, positive for credits', { meta: { rules: ['2.11-04'] } }, async () => {
    const { rows } = await ledgerOfStory()
    expect(rows.slice(0, 2).map(({ amount }) => amount)).toEqual([250.5, -44.61])
  })

  it('states the balance after it', { meta: { rules: ['2.11-05'] } }, async () => {
    const { rows, account } = await ledgerOfStory()
    expect(rows.slice(0, 2).map(({ balance }) => balance)).toEqual([1705.89, 1455.39])
    expect(account.balance).toBe(1705.89)
    const oldestFirst = rows.toReversed()
    const sums = oldestFirst.map((_, index) =>
      oldestFirst.slice(0, index + 1).reduce((sum, { amount }) => sum + Math.round(amount * 100), 0),
    )
    expect(oldestFirst.map(({ balance }) => Math.round(balance * 100))).toEqual(sums)
  })
})

/** The ledger after a purchase of 44.61 and, a minute later, a deposit of 250.50, newest first. */
async function ledgerOfStory() {
  const email = 'elite@example.com'
  const partner = await sandbox.partner(email)
  await placeOrder(partner, [storyCard.northwindEcode()], storyPayments.DRAWDOWN_ACCOUNT)
  await partner.want('getDrawdownAccount', 200)
  await sandbox.advance(60)
  await sandbox.wantControl('depositToDrawdown', 201, { path: { email }, body: { amount: 250.5 } })
  const { transactions } = await partner.want('listDrawdownTransactions', 200)
  return { rows: transactions, account: await partner.want('getDrawdownAccount', 200) }
}
