import { passwordHasher } from '@giftcards/server'
import type { PasswordHasher } from '@giftcards/marketplace'

const verdicts = new Map<string, Promise<boolean>>()

/**
 * The server's hasher, which verifies each pair of password and hash only once per process. Hundreds of tests log in as the
 * same few customers, and argon2id is slow by design.
 */
export const rememberingHasher: PasswordHasher = {
  ...passwordHasher,
  verify(password, stored) {
    const key = JSON.stringify([password, stored])
    const verdict = verdicts.get(key) ?? passwordHasher.verify(password, stored)
    verdicts.set(key, verdict)
    return verdict
  },
}
