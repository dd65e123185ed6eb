import { rmSync } from 'node:fs'
import { join } from 'node:path'
import { createFolder } from '@giftcards/test-harness/process'
import { describe, expect, it, onTestFinished } from 'vitest'
import { readiness, startAttackedServer } from './start-attacked-server.ts'

describe('/readyz', () => {
  it('says 503 once the files of the database are gone', { meta: { rules: ['D14-34'] } }, async () => {
    const folder = createFolder()
    const server = await startAttackedServer({
      env: { DATABASE_URL: `sqlite:${join(folder, 'marketplace.db')}` },
    })
    onTestFinished(() => server.close())
    expect(await readiness(server)).toBe(200)
    rmSync(folder, { recursive: true })
    await expect.poll(() => readiness(server)).toBe(503)
  })
})

describe('/readyz under load', () => {
  it('says 503 while every place is taken, and 200 afterwards', async () => {
    const held = Promise.withResolvers<boolean>()
    const places = 3
    const reached = Promise.withResolvers<undefined>()
    let waiting = 0
    const server = await startAttackedServer({
      env: { MAX_CONCURRENT_REQUESTS: String(places), TRUSTED_PROXIES: 'loopback' },
      passwords: {
        verify() {
          waiting += 1
          if (waiting === places) reached.resolve(undefined)
          return held.promise
        },
        needsRehash: () => false,
        hash: async (password) => password,
      },
    })
    onTestFinished(() => server.close())
    const partner = await server.partner()
    expect(await readiness(server)).toBe(200)
    const logins = Array.from({ length: places }, (_value, index) =>
      partner.call('login', {
        headers: { 'x-forwarded-for': `203.0.113.${index}` },
        body: { customer: { email: `${index}@example.com`, password: 'wrong' } },
      }),
    )
    await reached.promise
    expect([await readiness(server), (await fetch(`${server.url}/healthz`)).status]).toStrictEqual([503, 200])
    held.resolve(false)
    expect((await Promise.all(logins)).map(({ status }) => status)).toStrictEqual([401, 401, 401])
    await expect.poll(() => readiness(server)).toBe(200)
  })
})
