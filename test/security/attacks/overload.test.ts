import { once } from 'node:events'
import { connect, type Socket } from 'node:net'
import type { PasswordHasher, Store } from '@giftcards/marketplace'
import { openStore } from '@giftcards/storage'
import { afterEach, describe, expect, it } from 'vitest'
import {
  checkExchange,
  checkoutOf,
  createHeldGateway,
  type Exchange,
  type Sandbox,
  send,
  type startSandbox,
  storyCard,
  storyPayments,
} from '@giftcards/test-harness'
import { startQuietSandbox } from './start-quiet-sandbox.ts'

const opened: Sandbox[] = []
afterEach(async () => {
  for (const sandbox of opened.splice(0)) await sandbox.close()
})

/** Creates a hasher that waits until it is released, and counts the waiting calls. */
function createHeldHasher() {
  const { promise: held, resolve: letGo } = Promise.withResolvers<void>()
  const state = { waiting: 0, reached: new Map<number, () => void>() }
  const hasher: PasswordHasher = {
    async verify() {
      state.waiting += 1
      state.reached.get(state.waiting)?.()
      await held
      return false
    },
    needsRehash: () => false,
    hash: (password) => Promise.resolve(`hash of ${password}`),
  }
  return {
    hasher,
    letGo,
    /** Resolves when this many calls are waiting. */
    reach: (count: number) =>
      new Promise<void>((resolve) => {
        if (state.waiting >= count) resolve()
        else state.reached.set(count, resolve)
      }),
  }
}

/** Wraps a store and counts its reads and transactions. */
function countWork(inner: Store) {
  const work = { calls: 0 }
  const counted = <T>(run: () => Promise<T>): Promise<T> => {
    work.calls += 1
    return run()
  }
  const store: Store = {
    ...inner,
    read: (run) => counted(() => inner.read(run)),
    readOne: (run) => counted(() => inner.readOne(run)),
    findAccess: (appId, customerId) => counted(() => inner.findAccess(appId, customerId)),
    transaction: (run) => counted(() => inner.transaction(run)),
  }
  return { store, work }
}

async function open(
  env: Readonly<Record<string, string>>,
  parts: Parameters<typeof startSandbox>[1] = {},
): Promise<Sandbox> {
  const sandbox = await startQuietSandbox(env, parts)
  opened.push(sandbox)
  return sandbox
}

/** Lets one peer send requests from many addresses. */
const behindProxy = { TRUSTED_PROXIES: 'loopback' }
const addresses = new Map<string, string>()

/** Returns the header of a caller with its own address. */
function from(name: string): Readonly<Record<string, string>> {
  if (!addresses.has(name)) addresses.set(name, `203.0.113.${addresses.size}`)
  return { 'x-forwarded-for': addresses.get(name) ?? '' }
}

const shed = (answer: Exchange) => ({
  status: answer.status,
  code: answer.code,
  messages: answer.messages,
  retryAfter: answer.headers.get('retry-after'),
})
const shedding = {
  status: 503,
  code: 'internal_error',
  messages: ['Service unavailable'],
  retryAfter: '1',
}

describe('MAX_CONCURRENT_REQUESTS', () => {
  it(
    'sheds one more request before any work, and takes the next one',
    { meta: { rules: ['D10-02'] } },
    async () => {
      const { store, work } = countWork(await openStore('sqlite::memory:', { mode: 'sandbox' }))
      const { hasher, letGo, reach } = createHeldHasher()
      const sandbox = await open(
        { MAX_CONCURRENT_REQUESTS: '3', ...behindProxy },
        { store, passwords: hasher },
      )
      const partner = await sandbox.partner()
      const login = (email: string) =>
        partner.call('login', { headers: from(email), body: { customer: { email, password: 'wrong' } } })
      const held = ['a@x.test', 'b@x.test', 'c@x.test'].map(login)
      await reach(3)
      const before = work.calls
      const admitted = reach(4).then(() => Promise.reject(new Error('A fourth login was admitted')))
      const extra = await Promise.race([login('d@x.test'), admitted])
      expect(shed(extra)).toStrictEqual(shedding)
      expect(checkExchange('login', extra)).toStrictEqual([])
      expect(shed(await partner.call('createSession'))).toStrictEqual(shedding)
      expect(work.calls).toBe(before)
      // Monitoring must be able to distinguish a full service from a dead one.
      expect((await send(sandbox.url, { method: 'get', path: '/healthz' })).status).toBe(200)
      letGo()
      expect((await Promise.all(held)).map(({ status }) => status)).toStrictEqual([401, 401, 401])
      expect((await partner.call('createSession')).status).toBe(200)
    },
  )

  it('counts work whose client has gone', async () => {
    const { hasher, letGo, reach } = createHeldHasher()
    const sandbox = await open({ MAX_CONCURRENT_REQUESTS: '2', ...behindProxy }, { passwords: hasher })
    const { token } = await sandbox.partner()
    const giveUp = new AbortController()
    const login = (email: string) =>
      fetch(`${sandbox.url}/v3/customers/login`, {
        method: 'post',
        headers: {
          'x-cc-app': 'demo-app',
          authorization: `Bearer ${token}`,
          'content-type': 'application/json',
          ...from(email),
        },
        body: JSON.stringify({ customer: { email, password: 'wrong' } }),
        signal: giveUp.signal,
      })
    const gone = Promise.allSettled(['a@x.test', 'b@x.test'].map(login))
    await reach(2)
    giveUp.abort()
    await gone
    const session = () =>
      send(sandbox.url, {
        method: 'post',
        path: '/v3/session',
        headers: { 'x-cc-app': 'demo-app', 'user-agent': 't' },
      })
    expect(shed(await session())).toStrictEqual(shedding)
    letGo()
    await expect.poll(async () => (await session()).status).toBe(200)
  })
})

/** A request for a large page, from a caller with this address. */
const wanted = 'GET /docs/reference.html HTTP/1.1\r\nHost: localhost\r\nX-Forwarded-For: 203.0.113.7\r\n\r\n'

describe('one address', () => {
  it('holds half of the places of work, and others are served', { meta: { rules: ['D14-37'] } }, async () => {
    const { hasher, letGo, reach } = createHeldHasher()
    const sandbox = await open({ MAX_CONCURRENT_REQUESTS: '4', ...behindProxy }, { passwords: hasher })
    const partner = await sandbox.partner()
    const login = (address: string) =>
      partner.call('login', {
        headers: { 'x-forwarded-for': address },
        body: { customer: { email: 'a@x.test', password: 'wrong' } },
      })
    const held = ['2001:db8:0:7::1', '2001:db8:0:7::2'].map(login)
    await reach(2)
    expect(shed(await login('2001:db8:0:7::3'))).toStrictEqual(shedding)
    expect((await send(sandbox.url, { method: 'get', path: '/readyz' })).status).toBe(200)
    const cart = { headers: { 'x-forwarded-for': '2001:db8:0:8::1' }, body: { action: 'buy' } }
    expect((await partner.call('createCart', cart)).status).toBe(201)
    letGo()
    expect((await Promise.all(held)).map(({ status }) => status)).toStrictEqual([401, 401])
    expect((await login('2001:db8:0:7::3')).status).toBe(401)
  })

  it('holds half of the pages in transfer', { meta: { rules: ['D14-37'] } }, async () => {
    const sandbox = await open({ ...behindProxy })
    const { hostname, port } = new URL(sandbox.url)
    const sockets: Socket[] = []
    for (let count = 0; count < 32; count += 1) {
      const socket = connect({ host: hostname, port: Number(port) }).pause()
      socket.on('error', () => undefined)
      socket.write(wanted.repeat(10))
      sockets.push(socket)
    }
    const page = async (address: string) =>
      (
        await send(sandbox.url, {
          method: 'get',
          path: '/openapi.json',
          headers: { 'x-forwarded-for': address },
        })
      ).status
    // A kernel may buffer whole pages for a client that reads nothing, so more are requested until its buffers are full.
    const pageAfterMore = () => {
      for (const socket of sockets) socket.write(wanted)
      return page('203.0.113.7')
    }
    await expect.poll(pageAfterMore).toBe(503)
    expect(await page('203.0.113.8')).toBe(200)
    for (const socket of sockets) socket.destroy()
    await expect.poll(() => page('203.0.113.7')).toBe(200)
  })
})

describe('the checkouts of one account', () => {
  it('take one place, however many are sent', { meta: { rules: ['D14-28'] } }, async () => {
    const held = createHeldGateway()
    const sandbox = await open({ MAX_CONCURRENT_REQUESTS: '5' }, { gateway: held.gateway })
    const [buyer, other] = [
      await sandbox.partner('standard@example.com'),
      await sandbox.partner('elite@example.com'),
    ]
    const buy = () => buyer.call('checkout', checkoutOf([storyCard.harborB2B()], storyPayments.CREDITCARD))
    const first = buy()
    await held.cameIn(1)
    const sent = Array.from({ length: 12 }, buy)
    let refused = 0
    const counted = sent.map(async (answer) => {
      const { status, code } = await answer
      if (status === 409 && code === 'checkout_in_progress') refused += 1
      return status
    })
    await expect.poll(() => refused).toBe(8)
    expect((await other.call('createCart', { body: { action: 'buy' } })).status).toBe(201)
    expect((await send(sandbox.url, { method: 'get', path: '/readyz' })).status).toBe(200)
    held.open()
    expect((await first).status).toBe(201)
    const statuses = await Promise.all(counted)
    expect(statuses.filter((status) => status === 201)).toHaveLength(4)
  })
})

describe('MAX_CONNECTIONS', () => {
  it(
    'closes one connection more at once, and takes one when another has ended',
    { meta: { rules: ['D10-03'] } },
    async () => {
      const sandbox = await open({ MAX_CONNECTIONS: '8', ...behindProxy })
      const { hostname, port } = new URL(sandbox.url)
      const dial = async (): Promise<Socket> => {
        const socket = connect({ host: hostname, port: Number(port) })
        socket.on('error', () => undefined)
        await once(socket, 'connect')
        return socket
      }
      // The connections that opened the sandbox are kept alive, and count.
      const sockets: Socket[] = []
      for (let count = 0; count < 8; count += 1) sockets.push(await dial())
      const extra = await dial()
      extra.write('GET /healthz HTTP/1.1\r\nHost: localhost\r\n\r\n')
      const outcome = await Promise.race([
        once(extra, 'close').then(() => 'closed'),
        once(extra, 'data').then(() => 'served'),
      ])
      expect([outcome, extra.bytesRead]).toStrictEqual(['closed', 0])
      for (const socket of sockets) socket.destroy()
      await expect.poll(async () => (await fetch(`${sandbox.url}/healthz`)).status).toBe(200)
    },
  )
})
