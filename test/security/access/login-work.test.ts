import type { PasswordHasher, Store, StoreTransaction } from '@giftcards/marketplace'
import { demoPassword } from '@giftcards/server'
import { openStore } from '@giftcards/storage'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { rememberingHasher, type Sandbox } from '@giftcards/test-harness'
import { startQuietSandbox } from '../attacks/start-quiet-sandbox.ts'

/** Every call of the server to its store and its hasher, in order, without the arguments. */
const work: string[] = []

const watch = <Tx extends object>(tx: Tx): Tx =>
  new Proxy(tx, {
    get: (target, name) => {
      work.push(String(name))
      return Reflect.get(target, name) as unknown
    },
  })

/** Wraps a store and records every call. */
function watchStore(inner: Store): Store {
  return {
    ...inner,
    transaction: (run) => {
      work.push('transaction')
      return inner.transaction((tx: StoreTransaction) => run(watch(tx)))
    },
    read: (run) => {
      work.push('read')
      return inner.read((tx) => run(watch(tx)))
    },
  }
}

const passwords: PasswordHasher = {
  ...rememberingHasher,
  verify(password, hash) {
    work.push('hash')
    // Another test measures the cost of one verification (D3-16). This one counts the verifications, and the values they compare.
    return rememberingHasher.verify(password, hash)
  },
}

let sandbox: Sandbox
beforeAll(async () => {
  sandbox = await startQuietSandbox(
    {},
    { store: watchStore(await openStore('sqlite::memory:', { mode: 'sandbox' })), passwords },
  )
})
afterAll(() => sandbox.close())

/** Sends a login that is refused. Returns the work of the server, and the parts of the response that a client sees. */
async function refuse(email: string, password: string) {
  const partner = await sandbox.partner()
  work.length = 0
  const answer = await partner.call('login', { body: { customer: { email, password } } })
  const { status, code, text } = answer
  const headers = [...answer.headers].filter(([name]) => !['date', 'x-request-id'].includes(name))
  return { work: [...work], seen: { status, code, text, headers } }
}

const known = ['elite@example.com', 'Standard@Example.COM', 'empty@example.com']
const unknown = ['nobody@example.com', 'Elite@Example.org', 'x@x.test']
const wrong = ['wrong', ' ', 'correct-horse-batterz', 'x'.repeat(100)]
const cases = (emails: readonly string[]) =>
  emails.flatMap((email) => wrong.map((password) => [email, password] as const))

describe('a refused login', () => {
  it(
    'is the same work and the same answer whether the email is known or not',
    { meta: { rules: ['D10-08'] } },
    async () => {
      const seen = new Set<string>()
      for (const [email, password] of [...cases(known), ...cases(unknown)]) {
        await sandbox.reset()
        const refusal = await refuse(email, password)
        expect(refusal.work.filter((step) => step === 'hash')).toHaveLength(1)
        expect(refusal.seen.status).toBe(401)
        seen.add(JSON.stringify(refusal))
      }
      expect([...seen]).toHaveLength(1)
    },
  )

  it.each(['wrong', demoPassword])(
    'is the same for an account that is disabled, with the password %s',
    { meta: { rules: ['D10-08'] } },
    async (password) => {
      await sandbox.reset()
      const disabled = await refuse('locked@example.com', password)
      await sandbox.reset()
      expect(disabled).toStrictEqual(await refuse('nobody@example.com', 'wrong'))
    },
  )

  it('looks nothing up for a malformed email, known in part or not', async () => {
    await sandbox.reset()
    const malformed = ['elite@example.com@x', 'elite', 'nobody', 'elite@', 'elite@example.com\u0000']
    const seen = []
    for (const email of malformed) seen.push(await refuse(email, demoPassword))
    // The schema rejects it: nothing is looked up and nothing is hashed.
    expect(seen.map(({ work: done }) => done.filter((step) => /hash|Email/.test(step)))).toStrictEqual(
      malformed.map(() => []),
    )
    expect(new Set(seen.map((one) => JSON.stringify(one))).size).toBe(1)
    expect(seen[0]?.seen).toMatchObject({ status: 400, code: 'validation_error' })
  })

  it('hashes nothing once it is throttled, known or not', async () => {
    for (const email of ['elite@example.com', 'nobody@example.com']) {
      await sandbox.reset()
      for (let count = 0; count < 5; count += 1) await refuse(email, 'wrong')
      const throttled = await refuse(email, 'wrong')
      expect([throttled.seen.status, throttled.work.includes('hash')]).toStrictEqual([429, false])
    }
  })
})
