import {
  argon2,
  type Argon2Parameters,
  randomBytes,
  scrypt,
  type ScryptOptions,
  timingSafeEqual,
} from 'node:crypto'
import { promisify } from 'node:util'
import type { PasswordHasher } from '@giftcards/marketplace'

const deriveArgon2id = promisify<'argon2id', Argon2Parameters, Buffer>(argon2).bind(undefined, 'argon2id')
const deriveScrypt = promisify<string, Buffer, number, ScryptOptions, Buffer>(scrypt)

/** The parts of an encoded argon2id hash. */
interface Argon2Hash {
  readonly memory: number
  readonly passes: number
  readonly parallelism: number
  readonly salt: Buffer
  readonly hash: Buffer
}

/** Cost of a new hash: OWASP Password Storage Cheat Sheet, argon2id. `memory` is in KiB. */
const cost = { memory: 19_456, passes: 2, parallelism: 1 }
const saltBytes = 16
const hashBytes = 32

/** Cost of the hashes made before argon2id: RFC 7914 for interactive logins. */
const scryptCost: ScryptOptions = { N: 16_384, r: 8, p: 1, maxmem: 64 * 1024 * 1024 }

/** The largest cost of a stored hash, so that a changed row cannot exhaust the server's memory or time. */
const limits = { memory: 262_144, passes: 10, parallelism: 4 }

/** Verified for an unknown email and beside a hash of the other kind. No password has this hash. */
const nobody: Argon2Hash = { ...cost, salt: Buffer.alloc(saltBytes), hash: Buffer.alloc(hashBytes) }
const nobodyScrypt = { salt: Buffer.alloc(16), hash: Buffer.alloc(hashBytes) }

/**
 * Hashes passwords with argon2id, encoded as PHC strings (`$argon2id$v=19$m=…,t=…,p=…$salt$hash`). Older hashes of the
 * form `scrypt$salt$hash` still verify and need a rehash. Each verification computes both functions, once each. So an
 * unknown email takes as long as a customer with an older or a new hash (decision: session). `verify` rejects for a stored
 * text that has neither form.
 */
export const passwordHasher: PasswordHasher = {
  async verify(password, stored) {
    const older = stored === undefined ? undefined : parseScrypt(stored)
    const current = stored === undefined || older !== undefined ? undefined : parseArgon2(stored)
    const [isCurrent, isOlder] = await Promise.all([
      matchesArgon2(password, current ?? nobody),
      matchesScrypt(password, older ?? nobodyScrypt),
    ])
    return (current !== undefined && isCurrent) || (older !== undefined && isOlder)
  },
  needsRehash(stored) {
    if (parseScrypt(stored) !== undefined) return true
    const { memory, passes, parallelism } = parseArgon2(stored)
    return memory !== cost.memory || passes !== cost.passes || parallelism !== cost.parallelism
  },
  async hash(password) {
    const salt = randomBytes(saltBytes)
    const parameters = { ...cost, message: password, nonce: salt, tagLength: hashBytes }
    const hash = await deriveArgon2id(parameters)
    const { memory, passes, parallelism } = cost
    return `$argon2id$v=19$m=${memory},t=${passes},p=${parallelism}$${toBase64(salt)}$${toBase64(hash)}`
  },
}

async function matchesArgon2(password: string, { salt, hash, ...costs }: Argon2Hash): Promise<boolean> {
  const parameters = { ...costs, message: password, nonce: salt, tagLength: hash.length }
  return timingSafeEqual(await deriveArgon2id(parameters), hash)
}

async function matchesScrypt(password: string, { salt, hash }: typeof nobodyScrypt): Promise<boolean> {
  return timingSafeEqual(await deriveScrypt(password, salt, hash.length, scryptCost), hash)
}

const argon2Form =
  /^\$argon2id\$v=19\$m=([1-9]\d{0,6}),t=([1-9]\d?),p=([1-9])\$([A-Za-z\d+/]+)\$([A-Za-z\d+/]+)$/

function parseArgon2(stored: string): Argon2Hash {
  const [, memory, passes, parallelism, salt = '', hash = ''] = argon2Form.exec(stored) ?? []
  const parsed = {
    memory: Number(memory),
    passes: Number(passes),
    parallelism: Number(parallelism),
    salt: Buffer.from(salt, 'base64'),
    hash: Buffer.from(hash, 'base64'),
  }
  const isSound =
    parsed.memory >= 8 * parsed.parallelism &&
    parsed.memory <= limits.memory &&
    parsed.passes <= limits.passes &&
    parsed.parallelism <= limits.parallelism &&
    isLongEnough(parsed.salt, 8) &&
    isLongEnough(parsed.hash, 16) &&
    // Node skips characters that are not base64, which would make a damaged hash another hash.
    toBase64(parsed.salt) === salt &&
    toBase64(parsed.hash) === hash
  if (!isSound) throw new Error('A stored password hash is malformed')
  return parsed
}

const isLongEnough = (bytes: Buffer, min: number): boolean => bytes.length >= min && bytes.length <= 64

/** `undefined` if the text is of the current form. */
function parseScrypt(stored: string): typeof nobodyScrypt | undefined {
  const [, salt, hash] = /^scrypt\$([\w-]{22})\$([\w-]{43})$/.exec(stored) ?? []
  if (salt === undefined || hash === undefined) return undefined
  return { salt: Buffer.from(salt, 'base64url'), hash: Buffer.from(hash, 'base64url') }
}

/** Base64 without padding, as PHC strings hold it. */
const toBase64 = (bytes: Buffer): string => bytes.toString('base64').replaceAll('=', '')
