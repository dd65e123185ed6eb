import { readdirSync } from 'node:fs'
import { readConfig } from '@giftcards/server'
import { afterEach, describe, expect, it } from 'vitest'
import { openSession, type Partner } from '../sandbox/partner.ts'
import type { Cart } from '../sandbox/story.ts'
import { control } from './control.ts'
import { createFolder, endProcesses, processTimeout, startProcess } from './start-process.ts'
import { findFreePort } from './take-port.ts'

afterEach(endProcesses)

const newCart = (partner: Partner, headers = {}) =>
  partner.call('createCart', { body: { action: 'buy' }, headers })

const freeze = (url: string) => control(url, 'setClock', { body: { frozen: true } })
const advance = (url: string, seconds: number) => control(url, 'advanceClock', { body: { seconds } })

describe('HOST and PORT', processTimeout, () => {
  it('say where the server listens', { meta: { rules: ['D12-01'] } }, async () => {
    const { host, port } = readConfig({})
    expect([host, port]).toStrictEqual(['127.0.0.1', 3000])
    const free = await findFreePort()
    const server = await startProcess({ HOST: 'localhost', PORT: String(free) })
    expect(server.url).toBe(`http://localhost:${free}`)
    expect((await fetch(`${server.url}/healthz`)).status).toBe(200)
  })

  it('leave other interfaces alone', { meta: { rules: ['D12-01'] } }, async () => {
    const server = await startProcess()
    expect(server.url).toMatch(/^http:\/\/127\.0\.0\.1:/)
    const elsewhere = server.url.replace('127.0.0.1', '[::1]')
    await expect(fetch(`${elsewhere}/healthz`)).rejects.toThrow('fetch failed')
  })
})

describe('DATABASE_URL', processTimeout, () => {
  it('sqlite::memory: leaves no file', { meta: { rules: ['D12-04'] } }, async () => {
    const folder = createFolder()
    const server = await startProcess({ DATABASE_URL: 'sqlite::memory:' }, folder)
    const partner = await openSession(server.url)
    await partner.login('elite@example.com')
    expect((await newCart(partner)).status).toBe(201)
    expect(readdirSync(folder)).toStrictEqual([])
    expect((await server.end()).code).toBe(0)
    expect(readdirSync(folder)).toStrictEqual([])
  })
})

describe('TOKEN_TTL_SECONDS', processTimeout, () => {
  it('sets the lifetime of tokens', { meta: { rules: ['D12-05'] } }, async () => {
    const { url } = await startProcess({ TOKEN_TTL_SECONDS: '400' })
    await freeze(url)
    const partner = await openSession(url)
    const session = await partner.call('createSession')
    expect([session.body, session.headers.get('x-token-exp-seconds')]).toMatchObject([
      { expiresInSeconds: 400 },
      '400',
    ])
    const { token } = partner
    await advance(url, 399)
    expect((await newCart(partner, { authorization: `Bearer ${token}` })).status).toBe(201)
    await advance(url, 1)
    const late = await newCart(partner, { authorization: `Bearer ${token}` })
    expect([late.status, late.code]).toStrictEqual([400, 'token_expired'])
  })
})

describe('CART_TTL_SECONDS', processTimeout, () => {
  it('sets the expiry of carts', { meta: { rules: ['D12-06'] } }, async () => {
    const { url } = await startProcess({ CART_TTL_SECONDS: '60' })
    await freeze(url)
    const partner = await openSession(url)
    const { cartId } = (await newCart(partner)).body as Cart
    await advance(url, 59)
    const before = await newCart(partner)
    expect([before.status, (before.body as Cart).cartId]).toStrictEqual([200, cartId])
    await advance(url, 60)
    const after = await newCart(partner)
    expect(after.status).toBe(201)
    expect((after.body as Cart).cartId).not.toBe(cartId)
  })
})

describe('RATE_LIMIT_PER_MINUTE', processTimeout, () => {
  it('limits each session on its own', { meta: { rules: ['D12-07'] } }, async () => {
    const { url } = await startProcess({ RATE_LIMIT_PER_MINUTE: '3' })
    const [partner, other] = [await openSession(url), await openSession(url)]
    const statuses = []
    for (let count = 0; count < 3; count += 1) statuses.push((await newCart(partner)).status)
    expect(statuses).toStrictEqual([201, 200, 200])
    const limited = await newCart(partner)
    expect([limited.status, limited.code, limited.messages]).toStrictEqual([
      429,
      'rate_limited',
      ['Too many requests'],
    ])
    const wait = Number(limited.headers.get('retry-after'))
    expect(wait).toBeGreaterThanOrEqual(1)
    expect(wait).toBeLessThanOrEqual(60)
    expect(Number.isInteger(wait)).toBe(true)
    expect((await newCart(other)).status).toBe(201)
    expect((await openSession(url, 'demo-app-2')).token).not.toBe('')
  })

  it('is 600 unless set', { meta: { rules: ['D12-07'] } }, async () => {
    const { url } = await startProcess({ LOG_LEVEL: 'silent' })
    expect(await countLimited(url, 605)).toBe(5)
  })

  it('turns the limit off at 0', { meta: { rules: ['D12-08'] } }, async () => {
    const { url } = await startProcess({ RATE_LIMIT_PER_MINUTE: '0', LOG_LEVEL: 'silent' })
    expect(await countLimited(url, 605)).toBe(0)
  })
})

/** How many of `count` requests of one session are refused. */
async function countLimited(url: string, count: number): Promise<number> {
  const partner = await openSession(url)
  let limited = 0
  for (let done = 0; done < count; done += 55) {
    const answers = await Promise.all(Array.from({ length: 55 }, () => newCart(partner)))
    limited += answers.filter(({ status }) => status === 429).length
  }
  return limited
}

const origin = 'https://shop.example.com'

const preflight = (url: string) =>
  fetch(`${url}/v3/carts`, {
    method: 'OPTIONS',
    headers: { origin, 'access-control-request-method': 'POST' },
  })

describe('CORS_ORIGINS', processTimeout, () => {
  it('keeps CORS off unless set', { meta: { rules: ['D12-09'] } }, async () => {
    const { url } = await startProcess()
    const partner = await openSession(url)
    for (const { headers } of [await newCart(partner, { origin }), await preflight(url)]) {
      expect([...headers.keys()].filter((name) => name.startsWith('access-control-'))).toStrictEqual([])
    }
  })

  it('opens the server to the named origins', { meta: { rules: ['D12-09'] } }, async () => {
    const { url } = await startProcess({ CORS_ORIGINS: `${origin}, https://app.example.com` })
    const partner = await openSession(url)
    const { headers } = await newCart(partner, { origin })
    expect(headers.get('access-control-allow-origin')).toBe(origin)
    const exposed = (headers.get('access-control-expose-headers') ?? '').split(',')
    const wanted = ['authorization', 'x-token-exp-seconds', 'x-session-id', 'x-request-id', 'x-error-code']
    expect(exposed).toStrictEqual(expect.arrayContaining(wanted))
    const asked = await preflight(url)
    expect([asked.status, asked.headers.get('access-control-allow-origin')]).toStrictEqual([204, origin])
    const stranger = await newCart(partner, { origin: 'https://evil.example.com' })
    expect(stranger.headers.get('access-control-allow-origin')).toBeNull()
  })
})

describe('LOG_LEVEL', processTimeout, () => {
  it.each([
    ['info', ['request', 'request']],
    ['error', ['request']],
    ['silent', []],
  ])('%s says how much is logged', { meta: { rules: ['D12-15'] } }, async (level, logged) => {
    const server = await startProcess({ LOG_LEVEL: level })
    const partner = await openSession(server.url)
    await newCart(partner, { 'x-sandbox-trigger': 'internal_error' })
    const { stdout } = await server.end()
    const lines = stdout.split('\n').filter((line) => line.startsWith('{'))
    const messages = lines.map((line) => (JSON.parse(line) as { msg: string }).msg)
    expect(messages.filter((message) => message === 'request')).toStrictEqual(logged)
    expect(stdout).not.toContain(partner.token)
  })
})
