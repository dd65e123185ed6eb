import type { PasswordHasher } from '@giftcards/marketplace'
import createLimit from 'p-limit'
import { serviceUnavailable } from '../wire/api-error.ts'

/** So many passwords are hashed at one time. The other two threads of a process verify tokens and read files meanwhile. */
const atOnce = 2

/** So many logins wait for that at most: a fifth of a second. */
const mostWaiting = 16

/** A hasher that throws a 503 with `Retry-After` where too many wait for it (decision: refused credentials). */
export function limitHashing(hasher: PasswordHasher): PasswordHasher {
  const limit = createLimit(atOnce)
  const inTurn = async <Result>(work: () => Promise<Result>): Promise<Result> => {
    if (limit.pendingCount >= mostWaiting) throw serviceUnavailable()
    return limit(work)
  }
  return {
    ...hasher,
    verify: (password, stored) => inTurn(() => hasher.verify(password, stored)),
    hash: (password) => inTurn(() => hasher.hash(password)),
  }
}
