import { passwordHasher } from '@giftcards/server'
import type { PasswordHasher } from '@giftcards/marketplace'

const verdicts = new Map<string, Promise<boolean>>()

/**
 * The server's own hasher, asked once in a process for each password and hash. Hundreds of tests log in as the same few
 * customers, and argon2id is made to be slow.
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
