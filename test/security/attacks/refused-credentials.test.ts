import { operationTable } from '@giftcards/contract'
import { afterEach, describe, expect, it } from 'vitest'
import { openStore } from '@giftcards/storage'
import { type Exchange, send } from '@giftcards/test-harness'
import { forgeToken } from '../access/forge-token.ts'
import { type AttackedServer, startAttackedServer } from './start-attacked-server.ts'

/** The number of refused credentials that one address may send in a minute. After that, the address has to wait. */
const mostRefused = 60

const opened: AttackedServer[] = []
afterEach(async () => {
  for (const server of opened.splice(0)) await server.close()
})

async function start(
  env: Readonly<Record<string, string>> = {},
  parts: Parameters<typeof startAttackedServer>[0] = {},
): Promise<AttackedServer> {
  const server = await startAttackedServer({
    env: { RATE_LIMIT_PER_MINUTE: '600', ...env },
    ...parts,
  })
  opened.push(server)
  return server
}

type Headers = Readonly<Record<string, string>>
const { method, path } = operationTable.getDrawdownAccount
const forged = 'Bearer eyJhbGciOiJFUzI1NiJ9.eyJzdWIiOiJlbGl0ZSJ9.AAAA'
const ask = (server: AttackedServer, headers: Headers): Promise<Exchange> =>
  send(server.url, { method, path, headers })

/** Sends as many refused requests at the same time as one address may send in a minute. Returns their statuses. */
const refuseMost = async (server: AttackedServer, headersOf: (index: number) => Headers) =>
  Promise.all(
    Array.from(
      { length: mostRefused },
      async (_value, index) => (await ask(server, headersOf(index))).status,
    ),
  )

const claim = (index: number): Headers => ({
  'x-cc-app': 'nobody',
  'x-forwarded-for': `203.0.113.${index}`,
  forwarded: `for=203.0.113.${index}`,
})

const strangerFrom = (address: string): Headers => ({ 'x-cc-app': 'nobody', 'x-forwarded-for': address })
const times = (count: number, status: number): readonly number[] => Array<number>(count).fill(status)

describe('60 refused credentials of one address', () => {
  it.each<[string, Headers, number]>([
    ['an unknown app', { 'x-cc-app': 'nobody', authorization: forged }, 401],
    ['a disabled app', { 'x-cc-app': 'demo-app-disabled', authorization: forged }, 401],
    ['a forged token', { 'x-cc-app': 'demo-app', authorization: forged }, 400],
    ['a token that is none', { 'x-cc-app': 'demo-app', authorization: 'Bearer none' }, 400],
  ])(
    'are the last that are read in a minute: %s',
    { meta: { rules: ['D14-05'] } },
    async (_what, headers, status) => {
      const server = await start()
      expect(await refuseMost(server, () => headers)).toStrictEqual(times(mostRefused, status))
      const { status: last, code, messages, headers: answered } = await ask(server, headers)
      expect([last, code, messages]).toStrictEqual([429, 'rate_limited', ['Too many requests']])
      const seconds = Number(answered.get('retry-after'))
      expect(Number.isInteger(seconds) && seconds >= 1 && seconds <= 60).toBe(true)
    },
  )

  it('count whatever was wrong with each', { meta: { rules: ['D14-05'] } }, async () => {
    const server = await start()
    const statuses = await refuseMost(server, (index) =>
      index < 30
        ? { 'x-cc-app': `app-${index}` }
        : { 'x-cc-app': 'demo-app', authorization: `Bearer none-${index}` },
    )
    expect(statuses).toStrictEqual([...times(30, 401), ...times(30, 400)])
    expect((await ask(server, { 'x-cc-app': 'nobody' })).status).toBe(429)
    const session = { method: 'post', path: '/v3/session', headers: { 'x-cc-app': 'nobody' } }
    expect((await send(server.url, session)).status).toBe(429)
  })

  it('count whatever address an untrusted client claims', async () => {
    const server = await start()
    expect(await refuseMost(server, claim)).toStrictEqual(times(mostRefused, 401))
    expect((await ask(server, claim(mostRefused))).status).toBe(429)
  })

  it('are those of one caller behind a trusted proxy', async () => {
    const server = await start({ TRUSTED_PROXIES: 'loopback' })
    await refuseMost(server, () => strangerFrom('203.0.113.7'))
    expect((await ask(server, strangerFrom('203.0.113.7'))).status).toBe(429)
    expect((await ask(server, strangerFrom('203.0.113.8'))).status).toBe(401)
  })

  it('are followed by 429 before any signature or query', { meta: { rules: ['D14-05'] } }, async () => {
    const store = await openStore('sqlite::memory:', { mode: 'sandbox' })
    let queries = 0
    const findAccess: typeof store.findAccess = (...asked) => {
      queries += 1
      return store.findAccess(...asked)
    }
    const server = await start({}, { store: { ...store, findAccess } })
    await refuseMost(server, () => ({ 'x-cc-app': 'demo-app', authorization: forged }))
    const before = queries
    // Its signature is valid, which only a verification can show.
    const unseen = { 'x-cc-app': 'demo-app', authorization: `Bearer ${forgeToken({})}` }
    const answers = [unseen, { 'x-cc-app': 'nobody' }, { 'x-cc-app': 'demo-app', authorization: 'none' }]
    for (const headers of answers) expect((await ask(server, headers)).status).toBe(429)
    expect(queries).toBe(before)
  })

  it('are those of a whole IPv6 network of 64 bits', { meta: { rules: ['D14-05'] } }, async () => {
    const server = await start({ TRUSTED_PROXIES: 'loopback' })
    await refuseMost(server, (index) => strangerFrom(`2001:db8:0:7::${index.toString(16)}`))
    expect((await ask(server, strangerFrom('2001:db8:0:7:ffff::1'))).status).toBe(429)
    expect((await ask(server, strangerFrom('2001:db8:0:8::1'))).status).toBe(401)
  })

  it('do not take the service from good credentials', { meta: { rules: ['D14-06'] } }, async () => {
    const server = await start()
    const partner = await server.partner('elite@example.com')
    await refuseMost(server, () => ({ 'x-cc-app': 'nobody' }))
    expect((await ask(server, { 'x-cc-app': 'nobody' })).status).toBe(429)
    expect((await partner.call('getDrawdownAccount')).status).toBe(200)
    expect((await partner.call('createSession')).status).toBe(200)
    expect((await ask(server, { 'x-cc-app': 'nobody' })).status).toBe(429)
  })
})

describe('good credentials', () => {
  it('are never counted as refused', async () => {
    const server = await start()
    const partner = await server.partner('elite@example.com')
    for (let count = 0; count < mostRefused + 10; count += 1)
      expect((await partner.call('getDrawdownAccount')).status).toBe(200)
    expect((await ask(server, { 'x-cc-app': 'nobody' })).status).toBe(401)
  })
})
