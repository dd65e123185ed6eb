import type { Lock, StoreReader, StoreTransaction } from '../ports/store.ts'
import { settings } from '../settings.ts'
import { waitSeconds } from '../throttles/wait-seconds.ts'

const failuresOf = (email: string): string => `login-failure:${email}`
const attemptsOf = (ip: string): string => `login-attempt:${ip}`

/** What one login at a time is judged by, so that attempts made at once count as those made one after another. */
export function loginLocks(email: string, ip?: string): readonly Lock[] {
  const subjects = ip === undefined ? [failuresOf(email)] : [attemptsOf(ip), failuresOf(email)]
  return subjects.map((name) => ({ kind: 'name', name }))
}

/** Seconds until this email and address may try again; `undefined`: now (decision: session). */
export async function loginWaitSeconds(
  tx: StoreReader,
  email: string,
  ip: string,
  now: number,
): Promise<number | undefined> {
  const attempts = await tx.listAttempts(attemptsOf(ip), now - settings.loginAttemptWindowMs)
  const ofAddress = waitSeconds(attempts, settings.maxLoginAttempts, settings.loginAttemptWindowMs, now)
  const ofEmail = await failureWaitSeconds(tx, email, now)
  const longest = Math.max(ofAddress ?? 0, ofEmail ?? 0)
  return longest > 0 ? longest : undefined
}

/** Seconds until this email may try again because of its failures alone; `undefined`: now. */
export async function failureWaitSeconds(
  tx: StoreReader,
  email: string,
  now: number,
): Promise<number | undefined> {
  const failures = await tx.listAttempts(failuresOf(email), now - settings.loginFailureWindowMs)
  return waitSeconds(failures, settings.maxLoginFailures, settings.loginFailureWindowMs, now)
}

/** Counts one attempt from an address. */
export function recordLogin(tx: StoreTransaction, ip: string, now: number): Promise<void> {
  return tx.insertAttempt(attemptsOf(ip), now)
}

/** Counts one failure against an email. */
export function recordLoginFailure(tx: StoreTransaction, email: string, now: number): Promise<void> {
  return tx.insertAttempt(failuresOf(email), now)
}
