import { createCipheriv, createDecipheriv, createHash, createSecretKey } from 'node:crypto'
import { type CardSecrets, type CardVault, type MaskedSecrets, toMasked } from '@giftcards/marketplace'
import { createNonces } from './nonces.ts'
import { createRecent } from './recent.ts'

/** A 256-bit key for card data; `id` is stored beside what it encrypts, so that keys can be rotated. */
export interface CardDataKey {
  readonly id: string
  readonly secret: Buffer
}

/** Makes a key of 32 bytes; throws where there are more or fewer. */
export function toCardDataKey(secret: Buffer): CardDataKey {
  if (secret.length !== 32) throw new Error('a card data key has 32 bytes')
  return { id: createHash('sha256').update(secret).digest('base64url').slice(0, 8), secret }
}

/** The published key of the sandbox, whose cards are synthetic. */
export function createDemoCardDataKey(): CardDataKey {
  return toCardDataKey(createHash('sha256').update('giftcards sandbox demo card data key').digest())
}

const algorithm = 'aes-256-gcm'
const nonceBytes = 12
const tagBytes = 16

/**
 * Encrypts card secrets with AES-256-GCM: a random nonce each time, the card's id as additional data, so that a sealed
 * text moved to another card does not open (NIST SP 800-38D; decision: security). What one of the old keys sealed opens
 * as well; only `key` seals.
 */
export function createCardVault(key: CardDataKey, oldKeys: readonly CardDataKey[] = []): CardVault {
  // Node takes in bytes anew for each card, which costs more than opening it.
  const keys = new Map([...oldKeys, key].map(({ id, secret }) => [id, createSecretKey(secret)]))
  const current = createSecretKey(key.secret)
  const nextNonce = createNonces(nonceBytes)
  // A sealed text never changes what it says; opening it costs a tenth of a request that shows its card.
  const masked = createRecent<{ readonly cardId: number; readonly secrets: MaskedSecrets }>()
  const open = (cardId: number, sealed: string): CardSecrets => {
    const [keyId, nonce, tag, text] = sealed.split('.')
    const sealedWith = keys.get(keyId ?? '')
    if (sealedWith === undefined)
      throw new Error(`Card ${cardId} was sealed with a key that is not configured`)
    const decipher = createDecipheriv(algorithm, sealedWith, Buffer.from(nonce ?? '', 'base64url'), {
      // A shorter tag is easier to guess (NIST SP 800-38D, appendix C).
      authTagLength: tagBytes,
    })
      .setAAD(additionalData(cardId))
      .setAuthTag(Buffer.from(tag ?? '', 'base64url'))
    const plain = Buffer.concat([decipher.update(Buffer.from(text ?? '', 'base64url')), decipher.final()])
    return JSON.parse(plain.toString('utf8')) as CardSecrets
  }
  return {
    seal(cardId, secrets) {
      const nonce = nextNonce()
      const cipher = createCipheriv(algorithm, current, nonce).setAAD(additionalData(cardId))
      const text = Buffer.concat([cipher.update(JSON.stringify(secrets), 'utf8'), cipher.final()])
      return [key.id, nonce, cipher.getAuthTag(), text]
        .map((part) => (typeof part === 'string' ? part : part.toString('base64url')))
        .join('.')
    },
    open,
    openMasked(cardId, sealed) {
      const known = masked.find(sealed)
      if (known?.cardId === cardId) return known.secrets
      const secrets = toMasked(open(cardId, sealed))
      masked.add(sealed, { cardId, secrets })
      return secrets
    },
  }
}

/** The id of the key that sealed a text. */
export function keyIdOf(sealed: string): string {
  return sealed.slice(0, sealed.indexOf('.'))
}

function additionalData(cardId: number): Buffer {
  return Buffer.from(`card:${cardId}`, 'utf8')
}
