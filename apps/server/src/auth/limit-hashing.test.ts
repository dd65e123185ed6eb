import { setImmediate as turn } from 'node:timers/promises'
import type { PasswordHasher } from '@giftcards/marketplace'
import { describe, expect, it } from 'vitest'
import { ApiError } from '../wire/api-error.ts'
import { limitHashing } from './limit-hashing.ts'

/** A hasher that works on until it is let go, and the most that have worked at one time. */
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
    const refused = await hasher.verify('a password', undefined).catch((error: unknown) => error)
    expect(refused).toBeInstanceOf(ApiError)
    expect(refused).toMatchObject({ status: 503, headers: { 'retry-after': '1' } })
    await expect(hasher.hash('a password')).rejects.toThrow(ApiError)
    while (held.length > 0) {
      held[0]?.()
      await turn()
    }
    expect(await Promise.all(begun)).toStrictEqual(Array.from({ length: 18 }, () => true))
    expect(seen.atOnce).toBe(2)
    expect(await hasher.hash('a password')).toBe('hash of a password')
  })
})
