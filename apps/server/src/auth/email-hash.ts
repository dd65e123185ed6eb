import { createHmac, hkdfSync } from 'node:crypto'
import type { CardDataKey } from './card-vault.ts'

/**
 * Creates the hash that the audit log writes for unknown emails: HMAC-SHA-256 with a key derived from the key of card data (RFC
 * 5869). Without that key, emails cannot be tested against the log. After a change of the key, the same email has another hash.
 */
export function createEmailHash({ secret }: CardDataKey): (email: string) => string {
  const key = Buffer.from(hkdfSync('sha256', secret, '', 'giftcards audit log email', 32))
  return (email) => createHmac('sha256', key).update(email).digest('hex')
}
