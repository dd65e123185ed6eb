import { createHash } from 'node:crypto'
import { createInMemoryStore, createTestClock } from '../../testing.ts'
import type { MarketplaceDeps } from '../deps.ts'
import type { Caller, CustomerCaller } from '../model/caller.ts'
import type { CardSecrets, CardVault, PaymentGateway } from '../ports/collaborators.ts'
import { settings } from '../settings.ts'
import { type CustomerName, customerIds, sampleSeed } from './sample-seed.ts'

/** Where the clock of a test marketplace starts. */
export const startTime = '2026-01-15T12:00:00.000Z'

/** A charge that the fake gateway was asked for. */
export type Charge = Parameters<PaymentGateway['charge']>[0]

/** A seeded marketplace in memory: fake gateway, issuer, vault and hasher, and no waiting at checkout. */
export async function createTestMarketplace() {
  const store = createInMemoryStore()
  await store.transaction((tx) => tx.seed(sampleSeed))
  const clock = createTestClock(startTime)
  const charges: Charge[] = []
  const hashesVerified: (string | undefined)[] = []
  const deps: MarketplaceDeps = {
    store,
    clock,
    ids: { uuid: uuidOf },
    passwords: {
      verify: (password, hash) => {
        hashesVerified.push(hash)
        return Promise.resolve(hash === `hash of ${password}`)
      },
    },
    gateway: createFakeGateway(charges),
    issuer: {
      issue: (cardId, merchant) => ({
        number: `9999${String(cardId).padStart(12, '0')}`,
        pin: merchant.cardsHavePin ? '4711' : '',
        serial: `serial-${cardId}`,
      }),
    },
    vault: fakeVault,
    queue: { enter: () => Promise.resolve(() => {}) },
    settings: { cartTtlMs: settings.cartTtlMs },
  }
  return { deps, store, clock, charges, hashesVerified }
}

/** What the tests work with. */
export type TestMarketplace = Awaited<ReturnType<typeof createTestMarketplace>>

/** A sample customer's caller, in a session of their own. */
export function callerOf(name: CustomerName): CustomerCaller {
  return { sessionId: `session-of-${name}`, customerId: customerIds[name] }
}

/** A caller who has not logged in. */
export const anonymous: Caller = { sessionId: 'session-anonymous', customerId: null }

function uuidOf(name: string): string {
  const hex = createHash('sha256').update(name).digest('hex')
  return `${hex.slice(0, 8)}-${hex.slice(8, 12)}-4${hex.slice(13, 16)}-8${hex.slice(17, 20)}-${hex.slice(20, 32)}`
}

/** 7001 and 8001 are accepted, 7003 is accepted and returned after 2 days, everything else is refused. */
function createFakeGateway(charges: Charge[]): PaymentGateway {
  return {
    charge: (charge) => {
      charges.push(charge)
      if (charge.methodId === 7003) {
        return Promise.resolve({ kind: 'accepted', returnedAfterMs: 48 * 3_600_000 })
      }
      return Promise.resolve({ kind: [7001, 8001].includes(charge.methodId) ? 'accepted' : 'refused' })
    },
  }
}

const fakeVault: CardVault = {
  seal: (cardId, { number, pin, serial }) => [cardId, number, pin, serial].join('|'),
  open: (cardId, sealed): CardSecrets => {
    const [id, number = '', pin = '', serial = ''] = sealed.split('|')
    if (id !== String(cardId)) throw new Error('Sealed for another card')
    return { number, pin, serial }
  },
}
