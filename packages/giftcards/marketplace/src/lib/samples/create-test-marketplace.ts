import { createHash } from 'node:crypto'
import type { Caller, CustomerCaller } from '../model/accounts.ts'
import type { CardSecrets, CardVault, MarketplaceDeps } from '../ports/deps.ts'
import type { Store } from '../ports/store.ts'
import { settings } from '../settings.ts'
import { toMasked } from '../wallet/wallet-card.ts'
import { createFakeGateway } from './create-fake-gateway.ts'
import { createFakeIssuer } from './create-fake-issuer.ts'
import { createTestTime } from './create-test-time.ts'
import { requireLocks } from './require-locks.ts'
import { customerIds, type CustomerName, sampleSeed } from './sample-seed.ts'
import { createTestClock } from './test-clock.ts'

/** Where the clock of a test marketplace starts. */
export const startTime = '2026-01-15T12:00:00.000Z'

/**
 * A marketplace on a store that it seeds. Gateway, issuer, vault and hasher are fakes, and checkouts have no queue. Only a test
 * advances its real time.
 */
export async function createTestMarketplace<Opened extends Store>(store: Opened) {
  await store.transaction((tx) => tx.seed(sampleSeed))
  const clock = createTestClock(startTime)
  const time = createTestTime()
  const gateway = createFakeGateway(time)
  let made = 0
  const issuer = createFakeIssuer()
  const hashesVerified: (string | undefined)[] = []
  const deps: MarketplaceDeps = {
    store: requireLocks(store),
    clock,
    realTime: time,
    ids: { uuid: uuidOf, next: (kind) => uuidOf(`${kind}:${(made += 1)}`) },
    passwords: {
      verify: (password, hash) => {
        hashesVerified.push(hash)
        return Promise.resolve(hash === `hash of ${password}` || hash === `old hash of ${password}`)
      },
      needsRehash: (hash) => hash.startsWith('old '),
      hash: (password) => Promise.resolve(`hash of ${password}`),
    },
    hashEmail: (email) => `hash of ${email}`,
    gateway,
    issuer,
    vault: fakeVault,
    queue: { enter: () => Promise.resolve(() => {}), pause: (wait) => wait() },
    settings: { cartTtlMs: settings.cartTtlMs },
  }
  return { deps, store, clock, time, gateway, issuer, charges: gateway.charges, hashesVerified }
}

/** The marketplace that the tests use, on a store. */
export type TestMarketplace<Opened extends Store = Store> = Awaited<
  ReturnType<typeof createTestMarketplace<Opened>>
>

/** A sample customer's caller, in a session of their own. */
export function callerOf(name: CustomerName): CustomerCaller {
  return { sessionId: `session-of-${name}`, ip: '192.0.2.1', customerId: customerIds[name] }
}

/** The default callers: one with a drawdown account, and one without. */
export const [elite, standard] = [callerOf('elite'), callerOf('standard')]

/** An anonymous caller. */
export const anonymous: Caller = { sessionId: 'session-anonymous', ip: '192.0.2.1', customerId: null }

function uuidOf(name: string): string {
  const hex = createHash('sha256').update(name).digest('hex')
  return `${hex.slice(0, 8)}-${hex.slice(8, 12)}-4${hex.slice(13, 16)}-8${hex.slice(17, 20)}-${hex.slice(20, 32)}`
}

const fakeVault: CardVault = {
  openMasked: (cardId, sealed) => toMasked(fakeVault.open(cardId, sealed)),
  seal: (cardId, { number, pin, serial }) => [cardId, number, pin, serial].join('|'),
  open: (cardId, sealed): CardSecrets => {
    const [id, number = '', pin = '', serial = ''] = sealed.split('|')
    if (id !== String(cardId)) throw new Error('Sealed for another card')
    return { number, pin, serial }
  },
}
