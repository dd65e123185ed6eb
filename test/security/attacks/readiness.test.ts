import { describe, expect, it, onTestFinished } from 'vitest'
import { readiness, startAttackedServer } from './start-attacked-server.ts'

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
