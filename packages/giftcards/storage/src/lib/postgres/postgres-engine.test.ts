import { randomUUID } from 'node:crypto'
import {
  addCards,
  checkout,
  createCart,
  createCheckoutQueue,
  type CustomerCaller,
  getDrawdownAccount,
  getWalletCard,
  type MarketplaceDeps,
  settings,
  type Store,
} from '@giftcards/marketplace'
import { createTestClock } from '@giftcards/marketplace/testing'
import type { Pool, PoolClient } from 'pg'
import { beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { openPostgresStore } from '../../index.ts'
import { createStore } from '../create-store.ts'
import { address, noon, plentiful, sampleCart, sampleData, sampleLine } from '../suite/sample-data.ts'
import { sharedDatabase } from '../testing/shared-postgres.ts'
import { soundOrder } from '../testing/sound-books.ts'
import { createPool } from './postgres-connection.ts'
import { createPostgresEngine } from './postgres-engine.ts'

const ada: CustomerCaller = { sessionId: 'session', ip: '192.0.2.1', customerId: 1 }

describe('createPostgresEngine', () => {
  let store: Store
  let pool: Pool
  let counts: Counts
  let deps: MarketplaceDeps
  beforeAll(async () => {
    const url = await sharedDatabase()
    await (await openPostgresStore({ url, mode: 'sandbox' })).close()
    const limits = { connectTimeoutMs: 5000, statementTimeoutMs: 10_000, lockTimeoutMs: 5000 }
    pool = createPool({ ...limits, url, maxConnections: 1 })
    counts = countRoundTrips(pool)
    store = createStore(await createPostgresEngine(url, pool, limits.lockTimeoutMs))
    // As in a server, whose workers are in its own process.
    store.onJobs(() => undefined)
    deps = createDeps(store)
    return () => store.close()
  })
  beforeEach(() =>
    store.transaction(async (tx) => {
      await tx.seed(sampleData)
      await tx.nextNumber('order')
      await tx.nextNumbers(['card'], 2)
      await tx.insertOrder(soundOrder(100_001, 501, 'sealed'))
      await tx.insertCart(sampleCart({ lines: [sampleLine()], expiresAt: noon + 1 }))
      await tx.reserveStock(plentiful, 2)
    }),
  )

  /** Counts the statements, and those that had to wait for the network because the one before had no response yet. */
  const count = async (work: () => Promise<unknown>): Promise<readonly [number, number]> => {
    // The end of a snapshot may still be on its way, because the store does not wait for it.
    await store.ping()
    const before = { ...counts }
    await work()
    await store.ping()
    // The ping itself is two times two transactions of one statement each.
    return [counts.statements - before.statements - 12, counts.roundTrips - before.roundTrips - 8]
  }

  it('has each connection parse a statement once', async () => {
    await store.findAccess('demo-app', 1)
    await store.findAccess('old-app', 2)
    const client = await pool.connect()
    const { rows } = await client.query<{ statement: string }>('select statement from pg_prepared_statements')
    client.release()
    const parsed = rows.map((row) => row.statement)
    expect(parsed.filter((statement) => statement.includes('app_is_enabled'))).toHaveLength(1)
  })

  it.each([
    ['who may come in', 1, 1, () => store.findAccess('demo-app', 1)],
    ['a wallet card', 1, 1, () => assertDone(getWalletCard(deps, ada, 501))],
    // The customer, the account.
    ['a drawdown balance', 4, 3, () => assertDone(getDrawdownAccount(deps, ada))],
    // The cart and its merchants at once.
    ['a cart', 1, 1, () => createCart(deps, ada)],
    // The locks and the cart, a reservation, the line, the expiry, the cart again with its merchants.
    [
      'cards added to a cart',
      9,
      7,
      () => assertDone(addCards(deps, ada, 'cart-1', [{ ...plentiful, quantity: 1 }])),
    ],
    // Its cards are those of the cart.
    ['a checkout by bank', 29, 18, () => assertDone(checkout(deps, ada, byBank))],
    ['a checkout of a cart', 20, 11, () => assertDone(checkout(deps, ada, ofCart))],
  ])('%s: %i statements, %i round trips', async (_name, statements, roundTrips, work) => {
    expect(await count(work)).toStrictEqual([statements, roundTrips])
  })
})

const assertDone = async (work: Promise<{ readonly kind: string }>) => expect((await work).kind).toBe('done')

const byBank = {
  shape: 'cards',
  lines: [{ ...plentiful, onlyLowRisk: false, quantity: 3 }],
  method: 'ACH',
  bankId: 7001,
  cardId: undefined,
  shipping: address,
  hasBilling: true,
  couponCode: undefined,
} as const

const ofCart = { shape: 'cart', cartId: 'cart-1', shipping: address } as const

const startTimer = () => () => undefined

function createDeps(store: Store): MarketplaceDeps {
  return {
    store,
    clock: createTestClock(new Date(noon).toISOString()),
    realTime: { now: () => noon, startTimer },
    ids: { uuid: () => randomUUID(), next: () => randomUUID() },
    passwords: { verify: async () => true, needsRehash: () => false, hash: async () => 'hash' },
    hashEmail: () => 'hash',
    gateway: {
      charge: async () => ({ kind: 'accepted' }),
      cancel: async () => ({ kind: 'canceled' }),
      refund: async () => undefined,
      find: async () => [],
    },
    issuer: {
      issue: async ({ cardId }) => ({ number: `${cardId}`, pin: '', serial: '' }),
      void: async () => undefined,
    },
    vault: {
      openMasked: () => ({ maskedNumber: '****', maskedPin: '', serial: '' }),
      seal: (_cardId, { number }) => number,
      open: (_cardId, number) => ({ number, pin: '', serial: '' }),
    },
    queue: createCheckoutQueue(startTimer),
    settings: { cartTtlMs: settings.cartTtlMs },
  }
}

/** The requests to a database. */
interface Counts {
  /** Includes statements that begin and end transactions. */
  statements: number
  /** The number of messages to a connection without outstanding responses: each waits for the network. */
  roundTrips: number
}

/** Counts the messages on all new connections of a pool. */
function countRoundTrips(pool: Pool): Counts {
  const counts: Counts = { statements: 0, roundTrips: 0 }
  pool.on('connect', (client: PoolClient) => {
    const query = client.query.bind(client) as (...args: unknown[]) => Promise<unknown>
    let unanswered = 0
    const answer = () => void (unanswered -= 1)
    client.query = ((...args: unknown[]) => {
      counts.statements += 1
      // Without a pipeline each waits for the response to the one before.
      if (unanswered === 0 || !client.pipeline) counts.roundTrips += 1
      unanswered += 1
      const result = query(...args)
      result.then(answer, answer)
      return result
    }) as PoolClient['query']
  })
  return counts
}
