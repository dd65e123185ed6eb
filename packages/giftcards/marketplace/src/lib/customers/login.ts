import { ownerOf, releaseCart } from '../carts/live-cart.ts'
import type { MarketplaceDeps } from '../deps.ts'
import type { Caller } from '../model/caller.ts'
import type { Customer } from '../model/customer.ts'
import type { Lock, StoreTransaction } from '../ports/store.ts'
import { type Outcome, done, refused, throttled } from '../refusal.ts'
import {
  failureWaitSeconds,
  loginLocks,
  loginWaitSeconds,
  recordLogin,
  recordLoginFailure,
} from './login-throttle.ts'

/** What a login is tried with. */
export interface LoginAttempt {
  readonly email: string
  readonly password: string
}

/** What a login came to. */
type LoginOutcome = Outcome<Customer, 'login_throttled' | 'login_failed'>

/**
 * Identifies a customer. Wrong password, unknown email and disabled account are one refusal at one cost. The account
 * adopts the session's anonymous cart if it has none of its own (decisions: session, carts).
 */
export async function login(
  deps: MarketplaceDeps,
  caller: Caller,
  { email, password }: LoginAttempt,
): Promise<LoginOutcome> {
  const now = deps.clock.now()
  const subject = email.trim().toLowerCase()
  const retryAfterSeconds = await deps.store.transaction(async (tx) => {
    await tx.lock(...loginLocks(subject, caller.ip))
    const wait = await loginWaitSeconds(tx, subject, caller.ip, now)
    if (wait === undefined) await recordLogin(tx, caller.ip, now)
    return wait
  })
  if (retryAfterSeconds !== undefined) return throttled('login_throttled', retryAfterSeconds)
  const customer = await deps.store.read((tx) => tx.findCustomerByEmail(subject))
  const isRight = await deps.passwords.verify(password, customer?.passwordHash)
  const outcome = await deps.store.transaction<LoginOutcome>(async (tx) => {
    await tx.lock(...loginLocks(subject), ...ownersOf(caller, isRight ? customer : undefined))
    // Judged again: guesses made at the same time must learn no more than those made one after another.
    const wait = await failureWaitSeconds(tx, subject, now)
    if (wait !== undefined) return throttled('login_throttled', wait)
    const isLoggedIn = customer !== undefined && isRight && !customer.isDisabled
    await tx.insertLogin({ email: subject, customerId: customer?.id ?? null, isRight: isLoggedIn })
    if (!isLoggedIn) {
      await recordLoginFailure(tx, subject, now)
      return refused('login_failed')
    }
    await adoptCart(tx, caller, customer.id, now)
    return done(customer)
  })
  // Only after the verdict: a refusal must not take longer for a right password than for a wrong one.
  if (outcome.kind === 'done') await replaceOldHash(deps, outcome.value, password)
  return outcome
}

/** Replaces an outdated hash by one of the password that just matched it, unless the password has changed meanwhile. */
async function replaceOldHash(
  { passwords, store }: MarketplaceDeps,
  { id, passwordHash }: Customer,
  password: string,
): Promise<void> {
  if (!passwords.needsRehash(passwordHash)) return
  const rehash = await passwords.hash(password)
  await store.transaction((tx) => tx.replacePasswordHash(id, passwordHash, rehash))
}

/** Whose carts a login may change: the customer's, where the login is right, and the session's. */
function ownersOf(caller: Caller, customer: Customer | undefined): readonly Lock[] {
  if (customer === undefined) return []
  return [ownerOf({ ...caller, customerId: customer.id }), ownerOf({ ...caller, customerId: null })]
}

async function adoptCart(
  tx: StoreTransaction,
  caller: Caller,
  customerId: number,
  now: number,
): Promise<void> {
  const anonymous = await tx.findCartOf(ownerOf({ ...caller, customerId: null }))
  if (anonymous === undefined) return
  if (anonymous.expiresAt <= now) return releaseCart(tx, anonymous)
  const owner = ownerOf({ ...caller, customerId })
  const own = await tx.findCartOf(owner)
  if (own !== undefined && own.expiresAt > now) return releaseCart(tx, anonymous)
  if (own !== undefined) await releaseCart(tx, own)
  await tx.updateCart(anonymous.id, { owner })
}
