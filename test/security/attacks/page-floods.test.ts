import process from 'node:process'
import { sendRaw } from '@giftcards/test-harness'
import { useSandbox } from '@giftcards/test-harness/vitest'
import { describe, expect, it } from 'vitest'

const sandbox = await useSandbox({ RATE_LIMIT_PER_MINUTE: '0' })

const connections = 64

/** Milliseconds of CPU that this process, server and clients, spends on a number of requests at one time. */
async function cpuOf(send: () => Promise<{ readonly status: number }>): Promise<number> {
  const flood = () => Promise.all(Array.from({ length: connections }, send))
  await flood()
  const before = process.cpuUsage()
  const statuses = await flood()
  const { user, system } = process.cpuUsage(before)
  expect(new Set(statuses.map(({ status }) => status))).toStrictEqual(new Set([200]))
  return (user + system) / 1000
}

describe('a flood of pages', () => {
  it.each(['/docs/reference', '/openapi.json'])(
    'of %s costs less than three times as many carts',
    async (path) => {
      const partner = await sandbox.partner('elite@example.com')
      await partner.call('createCart', { body: { action: 'buy' } })
      const carts = await cpuOf(() => partner.call('createCart', { body: { action: 'buy' } }))
      for (const encoding of ['br', 'gzip']) {
        const pages = await cpuOf(() =>
          sendRaw(sandbox.url, { method: 'GET', path, headers: [['accept-encoding', encoding]] }),
        )
        expect(pages).toBeLessThan(carts * 3)
      }
    },
  )
})
