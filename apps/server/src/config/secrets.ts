import { type CardDataKey, createDemoCardDataKey, toCardDataKey } from '../security/card-vault.ts'
import { createDemoSigningKey, parseSigningKey, type SigningKey } from '../security/signing-key.ts'
import { ConfigError } from './config-error.ts'
import { type Environment, readText } from './read-variable.ts'

/** The keys a server works with. */
export interface Secrets {
  readonly signingKey: SigningKey
  readonly cardDataKey: CardDataKey
  /** Whether any of them is a published demo key. */
  readonly areDemo: boolean
}

/** Reads the keys; only the sandbox may do without, on published demo keys (decision: security). */
export function readSecrets(env: Environment, isSandbox: boolean): Secrets {
  const pem = readText(env, 'JWT_PRIVATE_KEY')
  const cardKey = readText(env, 'CARD_DATA_KEY')
  if (!isSandbox && pem === undefined) throw new ConfigError('JWT_PRIVATE_KEY is required in production mode')
  if (!isSandbox && cardKey === undefined)
    throw new ConfigError('CARD_DATA_KEY is required in production mode')
  const signingKey = pem === undefined ? createDemoSigningKey() : readSigningKey(pem)
  const cardDataKey = cardKey === undefined ? createDemoCardDataKey() : readCardDataKey(cardKey)
  if (!isSandbox) refuseDemoKeys(signingKey, cardDataKey)
  return { signingKey, cardDataKey, areDemo: pem === undefined || cardKey === undefined }
}

function readSigningKey(pem: string): SigningKey {
  try {
    // Environment files often carry a PEM on one line.
    return parseSigningKey(pem.replaceAll(String.raw`\n`, '\n'))
  } catch {
    throw new ConfigError('JWT_PRIVATE_KEY must be a P-256 private key in PEM')
  }
}

function readCardDataKey(text: string): CardDataKey {
  try {
    return toCardDataKey(Buffer.from(text, 'base64'))
  } catch {
    throw new ConfigError('CARD_DATA_KEY must be 32 bytes in base64')
  }
}

function refuseDemoKeys(signingKey: SigningKey, cardDataKey: CardDataKey): void {
  if (signingKey.id === createDemoSigningKey().id) {
    throw new ConfigError('JWT_PRIVATE_KEY is the demo key, which production mode refuses')
  }
  if (cardDataKey.id === createDemoCardDataKey().id) {
    throw new ConfigError('CARD_DATA_KEY is the demo key, which production mode refuses')
  }
}
