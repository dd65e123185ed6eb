import { type CardDataKey, createDemoCardDataKey, toCardDataKey } from '../security/card-vault.ts'
import {
  createDemoSigningKey,
  parseSigningKey,
  parseVerificationKeys,
  type SigningKey,
  type VerificationKey,
} from '../security/signing-key.ts'
import { ConfigError } from './config-error.ts'
import { type Environment, readText } from './read-variable.ts'

/** The keys a server works with. */
export interface Secrets {
  readonly signingKey: SigningKey
  readonly cardDataKey: CardDataKey
  /** Retired keys, whose tokens are good until they expire. */
  readonly oldVerificationKeys: readonly VerificationKey[]
  /** Retired keys, whose cards can still be read. */
  readonly oldCardDataKeys: readonly CardDataKey[]
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
  const cardDataKey =
    cardKey === undefined
      ? createDemoCardDataKey()
      : readCardDataKey(cardKey, 'CARD_DATA_KEY must be 32 bytes in base64')
  const secrets: Secrets = {
    signingKey,
    cardDataKey,
    oldVerificationKeys: readVerificationKeys(readText(env, 'JWT_PUBLIC_KEYS_OLD') ?? ''),
    oldCardDataKeys: (readText(env, 'CARD_DATA_KEYS_OLD') ?? '')
      .split(',')
      .map((text) => text.trim())
      .filter((text) => text !== '')
      .map((text) =>
        readCardDataKey(text, 'CARD_DATA_KEYS_OLD must be keys of 32 bytes in base64, separated by commas'),
      ),
    areDemo: pem === undefined || cardKey === undefined,
  }
  if (!isSandbox) refuseDemoKeys(secrets)
  return secrets
}

/** Environment files often carry a PEM on one line. */
const toLines = (pem: string): string => pem.replaceAll(String.raw`\n`, '\n')

function readSigningKey(pem: string): SigningKey {
  try {
    return parseSigningKey(toLines(pem))
  } catch {
    throw new ConfigError('JWT_PRIVATE_KEY must be a P-256 private key in PEM')
  }
}

function readVerificationKeys(pems: string): readonly VerificationKey[] {
  try {
    return parseVerificationKeys(toLines(pems))
  } catch {
    throw new ConfigError('JWT_PUBLIC_KEYS_OLD must be P-256 public keys in PEM, one after another')
  }
}

function readCardDataKey(text: string, sentence: string): CardDataKey {
  const secret = Buffer.from(text, 'base64')
  // Node skips what is no base64, which would make a mistyped key another key.
  if (secret.length !== 32 || secret.toString('base64') !== text) throw new ConfigError(sentence)
  return toCardDataKey(secret)
}

function refuseDemoKeys({ signingKey, cardDataKey, oldVerificationKeys, oldCardDataKeys }: Secrets): void {
  const signing = createDemoSigningKey().id
  const card = createDemoCardDataKey().id
  const names = [
    ...(signingKey.id === signing ? ['JWT_PRIVATE_KEY is'] : []),
    ...(oldVerificationKeys.some(({ id }) => id === signing) ? ['JWT_PUBLIC_KEYS_OLD holds'] : []),
    ...(cardDataKey.id === card ? ['CARD_DATA_KEY is'] : []),
    ...(oldCardDataKeys.some(({ id }) => id === card) ? ['CARD_DATA_KEYS_OLD holds'] : []),
  ]
  const [first] = names
  if (first !== undefined) throw new ConfigError(`${first} the demo key, which production mode refuses`)
}
