import { execFile } from 'node:child_process'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { describe, expect, it, vi } from 'vitest'
import { checkDatabase, restoreBackup } from '../../upkeep.ts'
import { dataTableNames } from '../schema/database.ts'
import { noon } from '../suite/sample-data.ts'
import { backUp, linesOf } from '../testing/backup-text.ts'
import { databaseRigs, type DatabaseRig } from '../testing/database-rigs.ts'
import { writeSoundBooks } from '../testing/sound-books.ts'
import { temporaryPath } from '../testing/temporary-path.ts'

// Each statement is a message to another process, and its response: slow on a busy machine.
vi.setConfig({ testTimeout: 120_000, hookTimeout: 120_000 })

/** Rows in every table, and texts that are easily spoilt. */
async function fill(rig: DatabaseRig): Promise<void> {
  const store = await rig.open()
  await store.transaction(async (tx) => {
    await writeSoundBooks(tx)
    await tx.insertLogin({ email: 'ada@example.com', customerId: 1, isRight: true })
    await tx.insertAttempt('ada@example.com', noon)
    await tx.insertCouponUse(1, 2, 100_002)
    await tx.putClockSetting({ frozenAt: noon, offsetMs: -1 })
    const outcome = { orderId: 100_001 }
    const leg = { orderId: 100_001, position: 0, reference: 'order:order-100001', kind: 'bank' } as const
    const charge = { methodId: 7001, amountCents: 8967, gatewayReference: 'ch_1', changedAt: noon } as const
    await tx.putPaymentLeg({ ...leg, ...charge, state: 'charged' })
    await tx.insertJob({
      id: 'refund/100009/0',
      task: { kind: 'refund', orderId: 100_009, position: 0 },
      dueAt: noon,
    })
    await tx.putIdempotencyRecord({ customerId: 1, key: 'k', fingerprint: 'f', outcome, expiresAt: noon })
  })
  await store.close()
  await rig.execute(`insert into audit_archives values ('customer:9', 1, 'hash')`)
  await rig.execute(`insert into named_locks values ('clock', 1)`)
  await rig.execute(`update customers set lastname = 'O''Neil "x" \\ \u2028 😀\n[1]' where id = 2`)
}

/**
 * The part that a restoration leaves unchanged: everything except the end of the service's own chain, and the sums
 * over everything.
 */
function withoutService(lines: readonly string[]): readonly string[] {
  return lines.slice(0, -1).filter((line) => !line.startsWith('["service",'))
}

const quietly = () => undefined
const pairs = databaseRigs.flatMap(([from, createFrom]) =>
  databaseRigs.map(([to, createTo]) => [from, to, createFrom, createTo] as const),
)

describe.each(pairs)('a backup of %s restored into %s', (_from, _to, createFrom, createTo) => {
  it('holds every row of every table', async () => {
    const [from, to] = [await createFrom(), await createTo()]
    await fill(from)
    const file = await backUp(from.url)
    await restoreBackup(to.url, file, quietly)
    const copy = await backUp(to.url)
    expect(withoutService(linesOf(copy))).toStrictEqual(withoutService(linesOf(file)))
    const { rows } = JSON.parse(linesOf(file).at(-1) ?? '') as { readonly rows: Record<string, number> }
    expect(Object.keys(rows)).toStrictEqual([...dataTableNames])
    expect(Object.values(rows).filter((count) => count === 0)).toStrictEqual([])
  })

  it('has sound books, and an audit log that goes on with the restoration', async () => {
    const [from, to] = [await createFrom(), await createTo()]
    const [source, target] = [await from.open(), await to.open()]
    await source.transaction(writeSoundBooks)
    const file = await backUp(from.url)
    await restoreBackup(to.url, file, quietly)
    const before = await checkDatabase(from.url, quietly)
    expect(before.broken).toStrictEqual([])
    expect(await checkDatabase(to.url, quietly)).toStrictEqual(before)
    const log = await source.upkeep.verifyAuditLog()
    expect(log).toMatchObject({ kind: 'sound', rows: 5 })
    const goesOn = { ...log, rows: 6, hash: expect.any(String) as unknown }
    expect(await target.upkeep.verifyAuditLog()).toStrictEqual(goesOn)
    const { sha256 } = JSON.parse(linesOf(file).at(-1) ?? '') as { readonly sha256: string }
    const row = linesOf(await backUp(to.url)).find((line) => /^\["service",\d+,.*data\.restored/.test(line))
    expect(row).toContain(JSON.stringify(`"kind":"data.restored","sha256":"${sha256}"`).slice(1, -1))
    expect(await target.transaction((tx) => tx.nextNumber('order'))).toBe(100_004)
    for (const store of [source, target]) await store.close()
  })
})

describe('a backup', () => {
  it('knows every table there is', async () => {
    for (const [, createRig] of databaseRigs) {
      const rig = await createRig()
      await (await rig.open()).close()
      const tables = await rig.listTables()
      expect(tables.toSorted()).toStrictEqual([...dataTableNames, 'schema_migrations'].toSorted())
    }
  })

  it('needs no memory for the orders it holds', async () => {
    const [[, createSqlite]] = databaseRigs
    const [from, to] = [await createSqlite(), await createSqlite()]
    await fill(from)
    const payment = JSON.stringify({ method: 'ACH', note: 'x'.repeat(20_000) })
    await from.execute(`
      with recursive numbers (i) as (select 1 union all select i + 1 from numbers where i < 3500)
      insert into orders select 200000 + i, 'order-' || (200000 + i), 1, 1, 'Processing', 4575, 5000, 4575, null,
        '${payment}', '{}', '[]', null, 'none' from numbers;
      insert into order_units select id * 10, id, 1, id * 10, 101, 'ecode', 5000, 850, 0, 4575, 0, 0, null, 5000, null
        from orders where id > 200000;`)
    const file = temporaryPath('backup.gz')
    const program = join(import.meta.dirname, '../testing/upkeep-process.ts')
    // The orders alone are 70 MB of text.
    const { stdout } = await promisify(execFile)(process.execPath, [
      '--max-old-space-size=64',
      program,
      from.url,
      file,
      to.url,
    ])
    expect(JSON.parse(stdout)).toMatchObject({ orders: 3502, cards: 3504 })
    expect(withoutService(linesOf(await backUp(to.url)))).toStrictEqual(withoutService(linesOf(file)))
  })
})
