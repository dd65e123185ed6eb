import { createHmac, hkdfSync } from 'node:crypto'
import type { CardDataKey } from './card-vault.ts'

/**
 * Creates the hash by which the audit log names an email that no customer has: HMAC-SHA-256 with a key that is derived from the key of
 * card data (RFC 5869). Without that key nobody can try emails against the log. After the key has changed, the same email has another
 * hash.
 */
export function createEmailHash({ secret }: CardDataKey): (email: string) => string {
  const key = Buffer.from(hkdfSync('sha256', secret, '', 'giftcards audit log email', 32))
  return (email) => createHmac('sha256', key).update(email).digest('hex')
}
