import { createCipheriv, createDecipheriv, createHash, createSecretKey, randomBytes } from 'node:crypto'
import { type CardSecrets, type CardVault, type MaskedSecrets, toMasked } from '@giftcards/marketplace'
import { LRUCache } from 'lru-cache'

/** A 256-bit key for card data. `id` is stored with each sealed text, so that keys can be rotated. */
export interface CardDataKey {
  readonly id: string
  readonly secret: Buffer
}

/** Parses a key in base64. Throws unless it is 32 bytes in canonical form. */
export function parseCardDataKey(text: string): CardDataKey {
  const secret = Buffer.from(text, 'base64')
  // Node skips characters that are not base64, so a mistyped key would silently become another key.
  if (secret.toString('base64') !== text) throw new Error('a card data key is in base64')
  return toCardDataKey(secret)
}

/** Creates a key. Throws unless `secret` has 32 bytes. */
export function toCardDataKey(secret: Buffer): CardDataKey {
  if (secret.length !== 32) throw new Error('a card data key has 32 bytes')
  return { id: createHash('sha256').update(secret).digest('base64url').slice(0, 8), secret }
}

/** The published key of the sandbox, whose cards are not real. */
export function createDemoCardDataKey(): CardDataKey {
  return toCardDataKey(createHash('sha256').update('giftcards sandbox demo card data key').digest())
}

const algorithm = 'aes-256-gcm'
const nonceBytes = 12
const tagBytes = 16

/** The most opened cards in memory, masked; the least recently used one is dropped. */
const maskedCards = 10_000

/**
 * Encrypts card secrets with AES-256-GCM under a random nonce (NIST SP 800-38D; decision: security). The card's id is
 * additional data, so a sealed text that was moved to another card does not open. Only `key` seals; `oldKeys` still open.
 */
export function createCardVault(key: CardDataKey, oldKeys: readonly CardDataKey[] = []): CardVault {
  // Importing the raw bytes for each card would cost more than opening it.
  const keys = new Map([...oldKeys, key].map(({ id, secret }) => [id, createSecretKey(secret)]))
  const current = createSecretKey(key.secret)
  // Cached, because opening a card takes about a sixth of the time of its request, and a sealed text never changes.
  const masked = new LRUCache<string, { readonly cardId: number; readonly secrets: MaskedSecrets }>({
    max: maskedCards,
  })
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
      const nonce = randomBytes(nonceBytes)
      const cipher = createCipheriv(algorithm, current, nonce).setAAD(additionalData(cardId))
      const text = Buffer.concat([cipher.update(JSON.stringify(secrets), 'utf8'), cipher.final()])
      return [key.id, nonce, cipher.getAuthTag(), text]
        .map((part) => (typeof part === 'string' ? part : part.toString('base64url')))
        .join('.')
    },
    open,
    openMasked(cardId, sealed) {
      const known = masked.get(sealed)
      if (known?.cardId === cardId) return known.secrets
      const secrets = toMasked(open(cardId, sealed))
      masked.set(sealed, { cardId, secrets })
      return secrets
    },
  }
}

/** The id of the key that sealed a text. */
function keyIdOf(sealed: string): string {
  return sealed.slice(0, sealed.indexOf('.'))
}

function additionalData(cardId: number): Buffer {
  return Buffer.from(`card:${cardId}`, 'utf8')
}

/** A card was sealed with a key that is not configured. The message is one line for an operator, without a secret. */
export class UnknownCardKeyError extends Error {
  override readonly name = 'UnknownCardKeyError'
}

/**
 * Creates a function that seals a card again with the current key. It returns `undefined` for a text that this key has sealed, and
 * throws `UnknownCardKeyError` for one that no key opens.
 */
export function createResealer(key: CardDataKey, oldKeys: readonly CardDataKey[]) {
  const vault = createCardVault(key, oldKeys)
  const known = new Set(oldKeys.map(({ id }) => id))
  return (cardId: number, sealed: string): string | undefined => {
    const keyId = keyIdOf(sealed)
    if (keyId === key.id) return undefined
    if (!known.has(keyId))
      throw new UnknownCardKeyError(`CARD_DATA_KEYS_OLD lacks the key ${keyId}, which sealed card ${cardId}`)
    return vault.seal(cardId, vault.open(cardId, sealed))
  }
}
