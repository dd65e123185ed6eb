import { setImmediate as turn } from 'node:timers/promises'
import type { PasswordHasher } from '@giftcards/marketplace'
import { describe, expect, it } from 'vitest'
import { ApiError } from '../wire/api-error.ts'
import { limitHashing, passwordHasher } from './passwords.ts'

const [salt, hash] = ['c2FsdHNhbHRzYWx0c2FsdA', 'aGFzaGhhc2hoYXNoaGFzaGhhc2hoYXNoaGFzaGhhc2g']

describe('passwordHasher', () => {
  it('accepts the password that was hashed', async () => {
    const stored = await passwordHasher.hash('a password')
    expect(stored).toMatch(/^\$argon2id\$v=19\$m=19456,t=2,p=1\$[\w+/]{22}\$[\w+/]{43}$/)
    expect(await passwordHasher.verify('a password', stored)).toBe(true)
    expect(await passwordHasher.verify('A password', stored)).toBe(false)
    expect(passwordHasher.needsRehash(stored)).toBe(false)
  })

  it('salts each hash', async () => {
    expect(await passwordHasher.hash('a password')).not.toBe(await passwordHasher.hash('a password'))
  })

  it('accepts no password of an unknown customer', async () => {
    expect(await passwordHasher.verify('', undefined)).toBe(false)
  })

  it('verifies a hash of other parameters and wants a rehash', async () => {
    // The reference implementation: echo -n password | argon2 somesalt -id -t 2 -m 16 -p 1 -l 24, with m=65536.
    const stored = '$argon2id$v=19$m=65536,t=2,p=1$c29tZXNhbHQ$CTFhFdXPJO1aFaMaO6Mm5c8y7cJHAph8ArZWb2GRPPc'
    expect(await passwordHasher.verify('password', stored)).toBe(true)
    expect(passwordHasher.needsRehash(stored)).toBe(true)
  })

  it.each([
    '',
    'hash',
    'scrypt$SndTgNtxh75ghw6JHYRhmg$-kn75KsVaJ8FkceDSW3_xQH_qbwdT2SgiRmWh6E9fs8',
    `$argon2i$v=19$m=19456,t=2,p=1$${salt}$${hash}`,
    `$argon2id$v=16$m=19456,t=2,p=1$${salt}$${hash}`,
    `$argon2id$m=19456,t=2,p=1$${salt}$${hash}`,
    `$argon2id$v=19$t=2,m=19456,p=1$${salt}$${hash}`,
    `$argon2id$v=19$m=019456,t=2,p=1$${salt}$${hash}`,
    `$argon2id$v=19$m=4194304,t=2,p=1$${salt}$${hash}`,
    `$argon2id$v=19$m=7,t=2,p=1$${salt}$${hash}`,
    `$argon2id$v=19$m=16,t=2,p=4$${salt}$${hash}`,
    `$argon2id$v=19$m=19456,t=0,p=1$${salt}$${hash}`,
    `$argon2id$v=19$m=19456,t=11,p=1$${salt}$${hash}`,
    `$argon2id$v=19$m=19456,t=2,p=5$${salt}$${hash}`,
    `$argon2id$v=19$m=19456,t=2,p=1$c2FsdA$${hash}`,
    `$argon2id$v=19$m=19456,t=2,p=1$${salt}$aGFzaA`,
    `$argon2id$v=19$m=19456,t=2,p=1$${salt}==$${hash}`,
    `$argon2id$v=19$m=19456,t=2,p=1$${salt.slice(0, -1)}_$${hash}`,
    `$argon2id$v=19$m=19456,t=2,p=1$${salt}$${hash}$`,
    ` $argon2id$v=19$m=19456,t=2,p=1$${salt}$${hash}`,
  ])('rejects the stored text %j without echoing it', async (stored) => {
    await expect(passwordHasher.verify('a password', stored)).rejects.toThrow(
      new Error('A stored password hash is malformed'),
    )
  })
})

/** A hasher whose calls the test ends, and the most concurrent calls. */
function createHeldHasher() {
  const held: (() => void)[] = []
  const seen = { atOnce: 0 }
  const hasher: PasswordHasher = {
    async verify() {
      const { promise, resolve } = Promise.withResolvers<void>()
      held.push(resolve)
      seen.atOnce = Math.max(seen.atOnce, held.length)
      await promise
      held.splice(held.indexOf(resolve), 1)
      return true
    },
    needsRehash: () => false,
    hash: (password) => Promise.resolve(`hash of ${password}`),
  }
  return { hasher: limitHashing(hasher), held, seen }
}

describe('limitHashing', { meta: { rules: ['D14-29'] } }, () => {
  it('hashes two passwords at one time, and lets sixteen wait', async () => {
    const { hasher, held, seen } = createHeldHasher()
    const begun: Promise<boolean>[] = []
    for (let count = 0; count < 18; count += 1) {
      begun.push(hasher.verify('a password', undefined))
      await turn()
    }
    const next = hasher.verify('a password', undefined).catch((error: unknown) => error)
    await turn()
    const refused = await Promise.race([next, Promise.resolve('it waits')])
    expect(refused).toBeInstanceOf(ApiError)
    expect(refused).toMatchObject({ status: 503, headers: { 'retry-after': '1' } })
    const later = hasher.hash('a password')
    while (held.length > 0) {
      held[0]?.()
      await turn()
    }
    expect(await Promise.all(begun)).toStrictEqual(Array.from({ length: 18 }, () => true))
    expect(seen.atOnce).toBe(2)
    expect(await later).toBe('hash of a password')
  })
})
