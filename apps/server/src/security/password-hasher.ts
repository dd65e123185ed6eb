import { randomBytes, scrypt, timingSafeEqual } from 'node:crypto'
import { promisify } from 'node:util'
import type { PasswordHasher } from '@giftcards/marketplace'

const derive = promisify<string, Buffer, number, { N: number; r: number; p: number; maxmem: number }, Buffer>(
  scrypt,
)

/** Cost of one hash: 2^14 blocks, as RFC 7914 suggests for interactive logins. */
const cost = { N: 16_384, r: 8, p: 1, maxmem: 64 * 1024 * 1024 }
const keyBytes = 32

/** Hashes a password with scrypt and a random salt; the text holds salt and hash. */
export async function hashPassword(password: string): Promise<string> {
  const salt = randomBytes(16)
  const hash = await derive(password, salt, keyBytes, cost)
  return `scrypt$${salt.toString('base64url')}$${hash.toString('base64url')}`
}

/** Compared with where there is no customer, so that an unknown email costs what a known one does. */
const nobody = `scrypt$${Buffer.alloc(16).toString('base64url')}$${Buffer.alloc(keyBytes).toString('base64url')}`

/** Checks passwords with scrypt, in constant time (decision: security). */
export const scryptHasher: PasswordHasher = {
  async verify(password, stored) {
    const [, salt, hash] = (stored ?? nobody).split('$')
    const expected = Buffer.from(hash ?? '', 'base64url')
    const actual = await derive(password, Buffer.from(salt ?? '', 'base64url'), keyBytes, cost)
    return actual.length === expected.length && timingSafeEqual(actual, expected) && stored !== undefined
  },
}
