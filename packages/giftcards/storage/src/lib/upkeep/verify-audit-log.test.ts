import { copyFileSync, mkdtempSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { Kysely } from 'kysely'
import { beforeAll, describe, expect, it } from 'vitest'
import type { Database } from '../schema/database.ts'
import { openSqliteStore } from '../sqlite/sqlite-store.ts'
import { createSqliteDialect, SqliteConnection } from '../sqlite/sqlite-connection.ts'
import { createKyselySession } from '../statements/session.ts'
import { type AuditEvent, auditHash, chainOf, genesisHash, hashEmail } from '../tables/audit-event.ts'
import { appendToChain } from '../tables/audit-log.ts'
import { sampleData } from '../suite/sample-data.ts'
import { fastFolder, temporaryPath } from '../testing/temporary-path.ts'

/** A log of 1,203 rows in four chains. */
let original: string
beforeAll(async () => {
  const folder = mkdtempSync(join(fastFolder, 'giftcards-storage-'))
  original = join(folder, 'store.db')
  const store = await openSqliteStore({ location: original, mode: 'sandbox' })
  await store.transaction((tx) => tx.seed(sampleData))
  await store.close()
  await appendToChains(original, [
    ...Array.from({ length: 1200 }, (_, index) => loginOf(1, index % 2 === 0)),
    { kind: 'login.failed', emailHash: hashEmail('nobody@example.com') },
    { kind: 'secure-data.read', customerId: 2, cardId: 501 },
  ])
  return () => rmSync(folder, { recursive: true })
})

function loginOf(customerId: number, isRight: boolean): AuditEvent {
  return isRight ? { kind: 'login.succeeded', customerId } : { kind: 'login.failed', customerId }
}

/** Appends to the chains that PostgreSQL has, as they are in a file into which its backup was restored. */
async function appendToChains(location: string, events: readonly AuditEvent[]): Promise<void> {
  const database = new DatabaseSync(location)
  const db = new Kysely<Database>({ dialect: createSqliteDialect(new SqliteConnection(database, 0)) })
  const session = createKyselySession(db)
  database.exec('begin')
  for (const event of events) await appendToChain(session, chainOf(event), [event])
  database.exec('commit')
  database.close()
}

/** A copy of it, which a test may tamper with. */
async function createLog() {
  const location = temporaryPath('store.db', fastFolder)
  copyFileSync(original, location)
  const store = await openSqliteStore({ location, mode: 'sandbox' })
  return {
    store,
    tamper: async (sql: string) => {
      const database = new DatabaseSync(location)
      database.exec(sql)
      database.close()
      return store.upkeep.verifyAuditLog()
    },
  }
}

/** Chooses a row of the first customer. */
const at = (position: number) => `chain = 'customer:1' and position = ${position}`

describe('verifyAuditLog', () => {
  it('counts the rows of a sound log, and sums it up in one hash', async () => {
    const { store } = await createLog()
    const verdict = await store.upkeep.verifyAuditLog()
    expect(verdict).toMatchObject({ kind: 'sound', rows: 1203, chains: 4 })
    expect(await store.upkeep.verifyAuditLog()).toStrictEqual(verdict)
    await store.transaction((tx) => tx.insertSecureRead({ cardId: 501, customerId: 2, at: 0 }))
    const later = await store.upkeep.verifyAuditLog()
    expect(later).toMatchObject({ kind: 'sound', rows: 1204 })
    expect(later).not.toHaveProperty('hash', (verdict as { hash: string }).hash)
    await store.close()
  })

  const [fits, missing, head, unknown] = [
    'its hash does not fit',
    'it is missing',
    'the head of its chain does not fit',
    'no head knows of it',
  ]
  it.each([
    [
      'a changed row',
      `update audit_log set content = replace(content, 'failed', 'succeeded') where ${at(2)}`,
      2,
      fits,
    ],
    [
      'a changed row behind a page',
      `update audit_log set content = content || ' ' where ${at(777)}`,
      777,
      fits,
    ],
    ['a changed hash', `update audit_log set hash = '0' where ${at(9)}`, 9, fits],
    ['a removed row', `delete from audit_log where ${at(600)}`, 600, missing],
    ['a removed first row', `delete from audit_log where ${at(1)}`, 1, missing],
    ['a removed last row', `delete from audit_log where ${at(1200)}`, 1200, missing],
    ['a chain without rows', `delete from audit_log where chain = 'customer:1'`, 1, missing],
    ['a changed head', `update audit_heads set hash = '0' where chain = 'customer:1'`, 1200, head],
    ['a removed head', `delete from audit_heads where chain = 'customer:1'`, 1, unknown],
    ['a head set back', `update audit_heads set position = 1199 where chain = 'customer:1'`, 1200, unknown],
    [
      'two rows that changed places',
      `update audit_log set position = 5000 where ${at(602)};
      update audit_log set position = 602 where ${at(603)};
      update audit_log set position = 603 where ${at(5000)}`,
      602,
      fits,
    ],
  ])('names %s', async (_what, sql, position, reason) => {
    const { store, tamper } = await createLog()
    expect(await tamper(sql)).toEqual({
      kind: 'broken',
      at: { chain: 'customer:1', position },
      reason,
    })
    await store.close()
  })
})

describe('a row rewritten with a hash that fits', () => {
  it('is given away by the next one', async () => {
    const { store, tamper } = await createLog()
    const content = '{"kind":"login.succeeded","customerId":1}'
    const hash = auditHash(genesisHash, { chain: 'customer:1', position: 1 }, content)
    const sql = `update audit_log set content = '${content}', hash = '${hash}' where ${at(1)}`
    expect(await tamper(sql)).toMatchObject({ kind: 'broken', at: { chain: 'customer:1', position: 2 } })
    await store.close()
  })
})

describe('the audit log', () => {
  it('keeps no row of what was rolled back', async () => {
    const { store } = await createLog()
    const before = await store.upkeep.verifyAuditLog()
    const login = { email: 'ada@example.com', customerId: 1, isRight: true }
    await store.transaction(
      (tx) => tx.insertLogin(login),
      () => false,
    )
    await expect(
      store.transaction(async (tx) => {
        await tx.insertLogin(login)
        throw new Error('Broken off')
      }),
    ).rejects.toThrow('Broken off')
    expect(await store.upkeep.verifyAuditLog()).toStrictEqual(before)
    await store.close()
  })

  it('walks more chains than a page holds', async () => {
    const location = temporaryPath('store.db', fastFolder)
    const store = await openSqliteStore({ location, mode: 'sandbox' })
    await appendToChains(
      location,
      Array.from({ length: 1100 }, (_, index) => loginOf(index + 1, true)),
    )
    expect(await store.upkeep.verifyAuditLog()).toMatchObject({ kind: 'sound', rows: 1100, chains: 1100 })
    await store.close()
  })
})
