import { argon2, type Argon2Parameters, randomBytes, timingSafeEqual } from 'node:crypto'
import { promisify } from 'node:util'
import type { PasswordHasher } from '@giftcards/marketplace'
import createLimit from 'p-limit'
import { serviceUnavailable } from '../wire/api-error.ts'

const derive = promisify<'argon2id', Argon2Parameters, Buffer>(argon2).bind(undefined, 'argon2id')

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

/** The highest accepted cost of a stored hash, so that a tampered row cannot exhaust memory or time. */
const limits = { memory: 262_144, passes: 10, parallelism: 4 }

/** Verified for an unknown email. No password has this hash. */
const nobody: Argon2Hash = { ...cost, salt: Buffer.alloc(saltBytes), hash: Buffer.alloc(hashBytes) }

/**
 * Hashes passwords with argon2id, encoded as PHC strings (`$argon2id$v=19$m=…,t=…,p=…$salt$hash`). Each verification computes it once,
 * so an unknown email takes as long as a customer (decision: session). `verify` rejects for a stored text of another form.
 */
export const passwordHasher: PasswordHasher = {
  async verify(password, stored) {
    const known = stored === undefined ? undefined : parse(stored)
    const { salt, hash, ...costs } = known ?? nobody
    const parameters = { ...costs, message: password, nonce: salt, tagLength: hash.length }
    const isRight = timingSafeEqual(await derive(parameters), hash)
    return known !== undefined && isRight
  },
  needsRehash(stored) {
    const { memory, passes, parallelism } = parse(stored)
    return memory !== cost.memory || passes !== cost.passes || parallelism !== cost.parallelism
  },
  async hash(password) {
    const salt = randomBytes(saltBytes)
    const parameters = { ...cost, message: password, nonce: salt, tagLength: hashBytes }
    const hash = await derive(parameters)
    const { memory, passes, parallelism } = cost
    return `$argon2id$v=19$m=${memory},t=${passes},p=${parallelism}$${toBase64(salt)}$${toBase64(hash)}`
  },
}

/** The most passwords hashed at one time. The other two threads of the pool verify tokens and read files meanwhile. */
const atOnce = 2

/** The most logins that wait for a hash. */
const mostWaiting = 16

/**
 * Creates a hasher for requests. `verify` throws a 503 with `Retry-After` if too many logins wait (decision: refused
 * credentials). `hash` only waits, because a correct password was verified before.
 */
export function limitHashing(hasher: PasswordHasher): PasswordHasher {
  const limit = createLimit(atOnce)
  return {
    ...hasher,
    async verify(password, stored) {
      if (limit.pendingCount >= mostWaiting) throw serviceUnavailable()
      return limit(() => hasher.verify(password, stored))
    },
    hash: (password) => limit(() => hasher.hash(password)),
  }
}

const form = /^\$argon2id\$v=19\$m=([1-9]\d{0,6}),t=([1-9]\d?),p=([1-9])\$([A-Za-z\d+/]+)\$([A-Za-z\d+/]+)$/

function parse(stored: string): Argon2Hash {
  const [, memory, passes, parallelism, salt = '', hash = ''] = form.exec(stored) ?? []
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
    // Node skips characters that are not base64, so a damaged hash would silently become another hash.
    toBase64(parsed.salt) === salt &&
    toBase64(parsed.hash) === hash
  if (!isSound) throw new Error('A stored password hash is malformed')
  return parsed
}

const isLongEnough = (bytes: Buffer, min: number): boolean => bytes.length >= min && bytes.length <= 64

/** Base64 without padding, as in PHC strings. */
const toBase64 = (bytes: Buffer): string => bytes.toString('base64').replaceAll('=', '')
