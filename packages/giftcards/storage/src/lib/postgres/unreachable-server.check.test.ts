import { once } from 'node:events'
import { connect, createServer, type Socket } from 'node:net'
import { type Store, StoreUnavailableError } from '@giftcards/marketplace'
import { afterAll, describe, expect, it, onTestFinished } from 'vitest'
import { openPostgresStore, type PostgresStoreOptions } from '../../index.ts'
import { startPostgres, type TestPostgres } from '../../testing.ts'
import { readDatabase } from '../database/open-database.ts'
import { sampleCart, sampleData } from '../suite/sample-data.ts'
import { sharedDatabase } from '../testing/shared-postgres.ts'

let own: TestPostgres | undefined
let count = 0
afterAll(() => own?.remove())

describe('openPostgresStore, its server gone', () => {
  it('is unavailable until the server is back', async () => {
    const { postgres, store } = await startOwn()
    await postgres.stop()
    await expectUnavailable(store)
    await postgres.start()
    expect(await store.transaction((tx) => tx.nextNumber('card'))).toBe(200_001)
  })

  it('recovers from a crash with all that was committed', async () => {
    const { postgres, store } = await startOwn()
    await store.transaction((tx) => tx.seed(sampleData))
    const order = await store.transaction(async (tx) => {
      await tx.insertCart(sampleCart())
      return tx.nextNumber('order')
    })
    const interrupted = store.transaction(async (tx) => {
      await tx.deleteCart('cart-1')
      await postgres.kill()
      await tx.findCustomer(1)
    })
    await expect(interrupted).rejects.toBeInstanceOf(StoreUnavailableError)
    await expectUnavailable(store)
    await postgres.start()
    // After a crash a sequence may skip numbers, but repeats none.
    expect(await store.transaction((tx) => tx.nextNumber('order'))).toBeGreaterThan(order)
    expect(await store.read((tx) => tx.findCart('cart-1'))).toMatchObject({ id: 'cart-1' })
  })

  it('ends a command in one sentence', async () => {
    const { postgres, url } = await startOwn()
    const reading = readDatabase(url, async (db) => {
      await postgres.kill()
      await db.selectFrom('apps').select('id').execute()
    })
    await expect(reading).rejects.toEqual(new StoreUnavailableError('The database cannot be reached'))
  })

  it('closes while the server is gone', async () => {
    const { postgres, store } = await startOwn()
    await postgres.kill()
    await expect(store.close()).resolves.toBeUndefined()
  })

  it('never retries a commit whose response was lost', async () => {
    const url = await sharedDatabase()
    const direct = await open(url)
    await direct.transaction((tx) => tx.seed(sampleData))
    const proxy = await startProxy(url)
    const store = await open(proxy.url)
    let runs = 0
    const lost = store.transaction(async (tx) => {
      runs += 1
      await tx.updateCustomer(1, { storeCreditCents: 1 })
      proxy.loseNextAnswer()
    })
    await expect(lost).rejects.toThrow(new StoreUnavailableError('The database cannot be reached'))
    expect(runs).toBe(1)
    // The commit happened, but the caller could not know.
    expect(await direct.read((tx) => tx.findCustomer(1))).toMatchObject({ storeCreditCents: 1 })
  })

  it('gives up a connection that falls silent, and takes a new one', async () => {
    const proxy = await startProxy(await sharedDatabase())
    const store = await open(proxy.url, { statementTimeoutMs: 1000 })
    await store.ping()
    proxy.fallSilent()
    await expect(store.ping()).rejects.toBeInstanceOf(StoreUnavailableError)
    await expect(store.ping()).resolves.toBeUndefined()
  })
})

/** A store on a new database of the file's own server, which runs. */
async function startOwn() {
  own ??= await startPostgres({ isSynced: true })
  const postgres = own
  await postgres.start()
  count += 1
  const url = await postgres.createDatabase(`own_${count}`)
  const store = await open(url)
  // Leaves an idle connection, which breaks first.
  await store.ping()
  return { postgres, store, url }
}

async function open(url: string, options: Partial<PostgresStoreOptions> = {}): Promise<Store> {
  const store = await openPostgresStore({ mode: 'sandbox', ...options, url })
  onTestFinished(() => store.close())
  return store
}

async function expectUnavailable(store: Store): Promise<void> {
  await expect(store.ping()).rejects.toBeInstanceOf(StoreUnavailableError)
  await expect(store.read((tx) => tx.listCustomers())).rejects.toBeInstanceOf(StoreUnavailableError)
  const write = store.transaction((tx) => tx.nextNumber('card'))
  await expect(write).rejects.toBeInstanceOf(StoreUnavailableError)
}

/** A proxy before a server, whose faults the test controls. */
interface Proxy {
  /** The given URL, by way of the proxy. */
  readonly url: string
  /** Breaks the connection on which the server responds next, before the response is through. */
  loseNextAnswer(): void
  /** Stops forwarding on open connections without closing them. */
  fallSilent(): void
}

/** Starts a proxy to the server of a URL, until the end of the test. */
async function startProxy(url: string): Promise<Proxy> {
  const target = new URL(url)
  const sockets = new Set<Socket>()
  let isLosing = false
  const silent = new WeakSet<Socket>()
  const server = createServer((client) => {
    const upstream = connect(Number(target.port), target.hostname)
    for (const [from, to] of [
      [client, upstream],
      [upstream, client],
    ] as const) {
      sockets.add(from)
      from.on('error', () => to.destroy())
      from.on('close', () => to.destroy())
      from.on('data', (data) => {
        if (isLosing && from === upstream) {
          isLosing = false
          client.destroy()
        } else if (!silent.has(from)) to.write(data)
      })
    }
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  onTestFinished(() => {
    for (const socket of sockets) socket.destroy()
    server.close()
  })
  const address = server.address()
  if (address === null || typeof address === 'string') throw new Error('A TCP server has a port')
  const detour = new URL(url)
  detour.port = String(address.port)
  return {
    url: detour.href,
    loseNextAnswer: () => void (isLosing = true),
    fallSilent() {
      for (const socket of sockets) silent.add(socket)
    },
  }
}
