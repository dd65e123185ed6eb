import { ownerOf, releaseCart } from '../carts/carts.ts'
import type { Caller, Customer, CustomerCaller } from '../model/accounts.ts'
import type { MarketplaceDeps } from '../ports/deps.ts'
import type { Lock, StoreReader, StoreTransaction } from '../ports/store.ts'
import { done, kept, type Outcome, refused, throttled } from '../refusal.ts'
import { settings } from '../settings.ts'
import { readThrottle, throttles, toReport } from '../throttle.ts'

/** The credentials of a login. */
export interface LoginAttempt {
  readonly email: string
  readonly password: string
}

/** The customer, or why the login was refused. */
type LoginOutcome = Outcome<Customer, 'login_throttled' | 'login_failed'>

/**
 * Identifies a customer. A wrong password, an unknown email and a disabled account give the same refusal after the same work. The
 * customer takes over the session's anonymous cart unless they have a cart (decisions: session, carts).
 */
export async function login(
  deps: MarketplaceDeps,
  caller: Caller,
  { email, password }: LoginAttempt,
): Promise<LoginOutcome> {
  const now = deps.clock.now()
  const subject = email.trim().toLowerCase()
  const { customer, guesser, wait } = await deps.store.transaction(async (tx) => {
    await tx.lock(...loginLocks(subject, caller.ip))
    const found = await tx.findCustomerByEmail(subject)
    const judged = await recognize(tx, subject, caller, found, now)
    const seconds = await loginWaitSeconds(tx, judged, caller, now)
    if (seconds === undefined) await tx.insertAttempt(attemptsOf(caller.ip), now)
    return { customer: found, guesser: judged, wait: seconds }
  })
  if (wait !== undefined) return throttled('login_throttled', wait)
  const isRight = await deps.passwords.verify(password, customer?.passwordHash)
  const { kept: outcome } = await deps.store.transaction<{ readonly kept: LoginOutcome }>(async (tx) => {
    await tx.lock(...loginLocks(subject), ...cartLocks(caller, isRight ? customer : undefined))
    // Checked again: simultaneous guesses must learn no more than guesses made one after another.
    const seconds = await failureWaitSeconds(tx, guesser, caller, now)
    if (seconds !== undefined) return kept(throttled('login_throttled', seconds))
    const isLoggedIn = customer !== undefined && isRight && !customer.isDisabled
    await tx.insertLogin({
      emailHash: deps.hashEmail(subject),
      customerId: customer?.id ?? null,
      isRight: isLoggedIn,
    })
    if (!isLoggedIn) {
      await tx.insertAttempt(guesser.failures, now)
      if (!guesser.isKnown) await tx.insertAttempt(guesser.guesses, now)
      return kept(refused('login_failed'))
    }
    for (const mark of marksOf(subject, caller)) await tx.insertAttempt(mark, now)
    await takeOverCart(tx, caller, customer.id, now)
    return kept(done(customer))
  })
  // Rehash only after the decision: a refusal must take equally long for right and wrong passwords.
  if (outcome.kind === 'done') await replaceOldHash(deps, outcome.value, password)
  return outcome
}

/** Replaces an outdated hash with a new one of the same password, unless the password has changed meanwhile. */
async function replaceOldHash(
  { passwords, store }: MarketplaceDeps,
  { id, passwordHash }: Customer,
  password: string,
): Promise<void> {
  if (!passwords.needsRehash(passwordHash)) return
  const rehash = await passwords.hash(password)
  await store.transaction((tx) => tx.replacePasswordHash(id, passwordHash, rehash))
}

/** The owners of the carts that a login may change: the customer, if the password is right, and the session. */
function cartLocks(caller: Caller, customer: Customer | undefined): readonly Lock[] {
  if (customer === undefined) return []
  return [ownerOf({ ...caller, customerId: customer.id }), ownerOf({ ...caller, customerId: null })]
}

/** Gives the session's cart to the customer, or releases it where the customer has one. */
async function takeOverCart(
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

const attemptsOf = (ip: string): string => `login-attempt:${ip}`

/** The throttle subjects that record a login by a session or an IP address with an email. */
const marksOf = (email: string, { sessionId, ip }: Caller): readonly [string, string] => [
  `login-session:${email}:${sessionId}`,
  `login-address:${email}:${ip}`,
]

/** The locks of a login: simultaneous attempts are counted one after another. */
function loginLocks(email: string, ip?: string): readonly Lock[] {
  const ofEmail: Lock = { kind: 'name', name: `login:${email}` }
  return ip === undefined ? [ofEmail] : [{ kind: 'name', name: attemptsOf(ip) }, ofEmail]
}

/** The subject that a caller's failures with an email count against. */
interface Guesser {
  /**
   * The session if it has logged in with this email before, so that other callers do not use up its attempts; else the IP
   * address.
   */
  readonly failures: string
  /** Shared by all callers that have not logged in with this email. */
  readonly guesses: string
  /** Whether the session or the address has logged in with this email within a day. Guesses by others do not lock it out. */
  readonly isKnown: boolean
}

/** Runs the same reads for every email, so that timing does not reveal whether it exists. */
async function recognize(
  tx: StoreReader,
  email: string,
  caller: Caller,
  customer: Customer | undefined,
  now: number,
): Promise<Guesser> {
  const [ofSession, ofAddress] = marksOf(email, caller)
  const since = now - settings.attemptLifeMs
  const hasLoggedIn = customer !== undefined && caller.customerId === customer.id
  const isKnownSession = (await tx.listAttempts(ofSession, since)).length > 0 || hasLoggedIn
  const isKnownAddress = (await tx.listAttempts(ofAddress, since)).length > 0
  return {
    failures: `login-failure:${email}:${isKnownSession ? caller.sessionId : caller.ip}`,
    guesses: `login-guess:${email}`,
    isKnown: isKnownSession || isKnownAddress,
  }
}

/** Seconds until this email and address may try again; `undefined`: now (decision: session). */
async function loginWaitSeconds(
  tx: StoreReader,
  guesser: Guesser,
  caller: Caller,
  now: number,
): Promise<number | undefined> {
  const attempts = await readThrottle(tx, throttles.loginAttempts, attemptsOf(caller.ip), now)
  const ofEmail = await failureWaitSeconds(tx, guesser, caller, now)
  // This attempt is counted if neither limit stops it.
  const isCounted = attempts.count > 0 && ofEmail === undefined
  const count = isCounted ? attempts.count - 1 : attempts.count
  caller.reportLimit?.(toReport(throttles.loginAttempts, { ...attempts, count }))
  if (attempts.count > 0) return ofEmail
  return Math.max(attempts.seconds, ofEmail ?? 0)
}

/**
 * Seconds until this caller's failures allow another attempt with this email; `undefined`: now. The remaining failures are not
 * reported: they would reveal that another caller has just failed to log in with this email.
 */
async function failureWaitSeconds(
  tx: StoreReader,
  { failures, guesses, isKnown }: Guesser,
  caller: Caller,
  now: number,
): Promise<number | undefined> {
  const limits = [
    {
      throttle: throttles.loginFailures,
      left: await readThrottle(tx, throttles.loginFailures, failures, now),
    },
    { throttle: throttles.loginGuesses, left: await readThrottle(tx, throttles.loginGuesses, guesses, now) },
  ]
  const waits = limits.map(({ throttle, left }) => {
    const isReached = left.count === 0 && (throttle === throttles.loginFailures || !isKnown)
    caller.reportLimit?.(toReport(throttle, isReached ? left : undefined))
    return isReached ? left.seconds : 0
  })
  const longest = Math.max(...waits)
  return longest === 0 ? undefined : longest
}

/** Finds the customer of a token. Customers are never deleted, so a missing one is a defect. */
export async function findLoggedInCustomer(tx: StoreReader, caller: CustomerCaller): Promise<Customer> {
  const customer = await tx.findCustomer(caller.customerId)
  if (customer === undefined) throw new Error('The customer of a token does not exist')
  return customer
}
