import { type Store, StoreUnavailableError } from '@giftcards/marketplace'
import { describe, expect, it, onTestFinished } from 'vitest'
import { openPostgresStore, type PostgresStoreOptions } from '../../index.ts'
import { sampleCart, sampleData } from '../suite/sample-data.ts'
import { createMeeting } from '../testing/create-meeting.ts'
import { sharedDatabase, sharedPostgres, temporaryDatabase } from '../testing/shared-postgres.ts'

const creditOf = async (store: Store, customerId: number) =>
  (await store.read((tx) => tx.findCustomer(customerId)))?.storeCreditCents ?? 0

describe('openPostgresStore', () => {
  it('migrates once when opened many times at once', async () => {
    const url = await temporaryDatabase()
    await Promise.all(Array.from({ length: 6 }, () => open(url)))
    const rows = await query(url, 'select id from schema_migrations')
    expect(rows.filter(({ id }) => id === '0001-marketplace')).toHaveLength(1)
  })

  it('gives up none of many who want the same by two stores, and loses no update', async () => {
    const url = await sharedDatabase()
    const stores = [await open(url), await open(url)] as const
    const [store] = stores
    await store.transaction((tx) => tx.seed(sampleData))
    const addOften = async () => {
      for (let time = 0; time < 5; time += 1) await addCredit(stores[time % 2] ?? store)
    }
    await Promise.all(Array.from({ length: 8 }, addOften))
    expect(await creditOf(store, 1)).toBe(5000 + 8 * 5)
  })

  it('takes a key that another has just made for a conflict', async () => {
    const url = await sharedDatabase()
    const stores = [await open(url), await open(url)] as const
    await stores[0].transaction((tx) => tx.seed(sampleData))
    const bothAreThere = createMeeting(2)
    let runs = 0
    // Neither has read the record's key, so the engine treats the second insert as a bug.
    const insert = (store: Store, id: string) =>
      store.transaction(async (tx) => {
        runs += 1
        const isTaken = runs > 2
        await bothAreThere()
        if (!isTaken) await tx.insertCart(sampleCart({ id, owner: { kind: 'session', sessionId: 'one' } }))
      })
    await Promise.all([insert(stores[0], 'a'), insert(stores[1], 'b')])
    expect(runs).toBe(3)
  })

  it('reads one snapshot despite later commits', async () => {
    const url = await sharedDatabase()
    const store = await open(url)
    await store.transaction((tx) => tx.seed(sampleData))
    const seen = await store.read(async (tx) => {
      const before = await tx.findCustomer(1)
      await store.transaction((writer) => writer.updateCustomer(1, { storeCreditCents: 1 }))
      return [before, await tx.findCustomer(1)]
    })
    expect(seen.map((customer) => customer?.storeCreditCents)).toEqual([5000, 5000])
  })

  it('never reports a commit after a caught failure', async () => {
    const store = await open(await sharedDatabase())
    await store.transaction((tx) => tx.seed(sampleData))
    const deceived = store.transaction(async (tx) => {
      await tx.updateCustomer(2, { storeCreditCents: 1 })
      await tx.updateCustomer(1, { storeCreditCents: -1 }).catch(() => undefined)
    })
    await expect(deceived).rejects.toThrow('violates check constraint')
    expect(await creditOf(store, 2)).toBe(5000)
  })

  it('reports the first failure of pipelined statements', async () => {
    const store = await open(await sharedDatabase())
    await store.transaction((tx) => tx.seed(sampleData))
    const failed = store.transaction(async (tx) => {
      await tx.findCustomer(1)
      const account = { customerId: 1, balanceCents: 0, pendingCents: 1, isActive: true }
      const outcomes = await Promise.allSettled([tx.putDrawdownAccount(account), tx.findCustomer(1)])
      expect(outcomes.map(({ status }) => status)).toEqual(['rejected', 'rejected'])
      throw outcomes[1]?.status === 'rejected' ? outcomes[1].reason : outcomes[0]
    })
    await expect(failed).rejects.toThrow('violates check constraint')
  })

  it('never returns a read after a caught failure', async () => {
    const store = await open(await sharedDatabase())
    const deceived = store.read((tx) => tx.listOrders(0.5).catch(() => []))
    await expect(deceived).rejects.toThrow('invalid input syntax')
    await expect(store.ping()).resolves.toBeUndefined()
  })

  it('is unavailable to a ping while the database is read-only', async () => {
    const url = await temporaryDatabase('sandbox')
    const store = await open(url)
    await store.ping()
    const name = new URL(url).pathname.slice(1)
    const others = `from pg_stat_activity where datname = '${name}' and pid <> pg_backend_pid()`
    await query(url, `alter database ${name} set default_transaction_read_only = on`)
    await query(url, `select pg_terminate_backend(pid) ${others}`)
    // The first ping may still meet a connection that has just been ended.
    await expect
      .poll(() => store.ping().catch((error: unknown) => error))
      .toStrictEqual(new StoreUnavailableError('The database is read-only'))
    await expect(store.read((tx) => tx.findCustomer(1))).resolves.toBeUndefined()
  })

  it('runs a transaction again that was the victim of a deadlock', async () => {
    const store = await open(await sharedDatabase())
    await store.transaction((tx) => tx.seed(sampleData))
    const meet = createMeeting(2)
    let runs = 0
    const addToBoth = (first: number, second: number) =>
      store.transaction(async (tx) => {
        runs += 1
        await tx.updateCustomer(first, { storeCreditCents: 1 })
        if (runs <= 2) await meet()
        await tx.updateCustomer(second, { storeCreditCents: 1 })
      })
    await Promise.all([addToBoth(1, 2), addToBoth(2, 1)])
    expect([runs, await creditOf(store, 1), await creditOf(store, 2)]).toEqual([3, 1, 1])
  })

  it('keeps amounts beyond 32 bits exact, or fails', async () => {
    const url = await sharedDatabase()
    const store = await open(url)
    await store.transaction((tx) => tx.seed(sampleData))
    await store.transaction((tx) => tx.updateCustomer(1, { storeCreditCents: Number.MAX_SAFE_INTEGER }))
    expect(await creditOf(store, 1)).toBe(Number.MAX_SAFE_INTEGER)
    await query(url, 'update customers set store_credit_cents = 9007199254740993 where id = 1')
    await expect(creditOf(store, 1)).rejects.toThrow('A stored number is too large to be exact')
    expect(await creditOf(store, 2)).toBeGreaterThanOrEqual(0)
  })

  it('keeps fractions of a cent out', async () => {
    const store = await open(await sharedDatabase())
    await store.transaction((tx) => tx.seed(sampleData))
    const update = store.transaction((tx) => tx.updateCustomer(1, { storeCreditCents: 0.5 }))
    await expect(update).rejects.toThrow('invalid input syntax')
  })

  it('uses no more connections than it may', async () => {
    const url = await temporaryDatabase('sandbox')
    const store = await open(url, { maxConnections: 2 })
    const countWithin = () =>
      store.transaction(async (tx) => {
        await tx.nextNumber('card')
        // The server may not yet have noticed the end of the connection that made the schema. More of this store would stay.
        await expect.poll(() => connectionsTo(url)).toBeLessThanOrEqual(2)
      })
    await Promise.all(Array.from({ length: 8 }, countWithin))
  })
})

describe('openPostgresStore, closed', () => {
  it('leaves no connection behind', async () => {
    const url = await temporaryDatabase('sandbox')
    const store = await open(url)
    await store.read((tx) => tx.findCustomer(1))
    await store.close()
    await expect.poll(() => connectionsTo(url)).toBe(0)
  })
})

describe('openPostgresStore, kept waiting', () => {
  it('is unavailable when a lock is not given back', async () => {
    const { url, store } = await openSeeded({ lockTimeoutMs: 30 })
    const other = await open(url)
    await other.transaction(async (tx) => {
      await tx.updateCustomer(1, { storeCreditCents: 1 })
      const blocked = store.transaction((blockedTx) => blockedTx.updateCustomer(1, { storeCreditCents: 2 }))
      await expect(blocked).rejects.toThrow(new StoreUnavailableError('The database is locked'))
      await expect(store.ping()).resolves.toBeUndefined()
    })
    expect(await creditOf(store, 1)).toBe(1)
  })

  it('is unavailable when a statement takes too long', async () => {
    const { url, store } = await openSeeded({ statementTimeoutMs: 200 })
    const other = await open(url)
    await other.transaction(async (tx) => {
      await tx.updateCustomer(1, { storeCreditCents: 1 })
      const slow = store.transaction((slowTx) => slowTx.updateCustomer(1, { storeCreditCents: 2 }))
      await expect(slow).rejects.toThrow(new StoreUnavailableError('The database took too long'))
    })
  })

  it('releases the locks of a hanging transaction', async () => {
    const { url, store } = await openSeeded({ statementTimeoutMs: 1000 })
    const other = await open(url)
    const hanging = store.transaction(async (tx) => {
      await tx.updateCustomer(1, { storeCreditCents: 1 })
      await other.transaction((otherTx) => otherTx.updateCustomer(1, { storeCreditCents: 2 }))
      return tx.findCustomer(1)
    })
    await expect(hanging).rejects.toBeInstanceOf(StoreUnavailableError)
    expect(await creditOf(store, 1)).toBe(2)
  })

  it('is unavailable when no connection is left', async () => {
    const { store } = await openSeeded({ maxConnections: 1, connectTimeoutMs: 3000 })
    await store.transaction(async (tx) => {
      await tx.findCustomer(1)
      await expect(store.ping()).rejects.toBeInstanceOf(StoreUnavailableError)
    })
    await expect(store.ping()).resolves.toBeUndefined()
  })
})

/** Adds a cent, after reads that give other transactions time to overtake. */
function addCredit(store: Store): Promise<void> {
  return store.transaction(async (tx) => {
    await tx.lock({ kind: 'customer', customerId: 1 })
    const before = await tx.findCustomer(1)
    for (let time = 0; time < 10; time += 1) await tx.findCustomer(2)
    await tx.updateCustomer(1, { storeCreditCents: (before?.storeCreditCents ?? 0) + 1 })
  })
}

async function openSeeded(options: Partial<PostgresStoreOptions>) {
  const url = await sharedDatabase()
  const patient = await open(url)
  await patient.transaction((tx) => tx.seed(sampleData))
  return { url, store: await open(url, options) }
}

async function open(url: string, options: Partial<PostgresStoreOptions> = {}): Promise<Store> {
  const store = await openPostgresStore({ mode: 'sandbox', ...options, url })
  onTestFinished(() => store.close())
  return store
}

/** Runs a statement as another program does. */
async function query(url: string, text: string) {
  return (await sharedPostgres()).query(new URL(url).pathname.slice(1), text)
}

async function connectionsTo(url: string): Promise<number> {
  const postgres = await sharedPostgres()
  const name = new URL(url).pathname.slice(1)
  const listing = `select pid from pg_stat_activity where datname = '${name}'`
  return (await postgres.query('postgres', listing)).length
}
