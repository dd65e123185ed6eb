import { describe, expect, it } from 'vitest'
import { checkDatabase, restoreBackup } from '../../maintenance.ts'
import { dataTableNames } from '../schema/database.ts'
import { noon } from '../suite/sample-data.ts'
import { backUp, linesOf } from '../testing/backup-text.ts'
import { databaseRigs, type DatabaseRig } from '../testing/database-rigs.ts'
import { writeSoundBooks } from '../testing/sound-books.ts'

/** Rows in every table, and texts that are easily corrupted. */
async function fill(rig: DatabaseRig): Promise<void> {
  const store = await rig.open()
  await store.transaction(async (tx) => {
    await writeSoundBooks(tx)
    await tx.insertLogin({ emailHash: 'hash', customerId: 1, isRight: true })
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
  await rig.execute(`insert into named_locks values ('clock', 1)`)
  await rig.execute(`update customers set lastname = 'O''Neil "x" \\ \u2028 😀\n[1]' where id = 2`)
}

/** The audit row of a restore. */
const restoration = /^\[\d+,\d+,"\{\\"kind\\":\\"data\.restored\\"/

/** Everything that a restore preserves: all but its own audit row and the hash. */
const withoutRestoration = (lines: readonly string[]): readonly string[] =>
  lines.slice(0, -1).filter((line) => !restoration.test(line))

const quietly = () => undefined
const pairs = databaseRigs.flatMap(([from, createFrom]) =>
  databaseRigs.map(([to, createTo]) => [from, to, createFrom, createTo] as const),
)

describe.each(pairs)('a backup of %s restored into %s', (_from, _to, createFrom, createTo) => {
  it('holds every row, and an audit log that goes on with the restoration', async () => {
    const [from, to] = [await createFrom('sandbox'), await createTo()]
    await fill(from)
    const file = await backUp(from.url)
    await restoreBackup(to.url, file, quietly)
    const [lines, copy] = [linesOf(file), linesOf(await backUp(to.url))]
    expect(withoutRestoration(copy)).toStrictEqual(withoutRestoration(lines))
    const { rows, sha256 } = JSON.parse(lines.at(-1) ?? '') as {
      readonly rows: Record<string, number>
      readonly sha256: string
    }
    expect(Object.keys(rows)).toStrictEqual([...dataTableNames])
    expect(Object.values(rows).filter((count) => count === 0)).toStrictEqual([])

    expect(await checkDatabase(to.url, quietly)).toStrictEqual(await checkDatabase(from.url, quietly))
    expect(copy.filter((line) => restoration.test(line))).toStrictEqual([expect.stringContaining(sha256)])
    const [source, target] = [await from.open(), await to.open()]
    // The log continues after the restored rows.
    await target.transaction((tx) => tx.insertLogin({ emailHash: 'hash', customerId: 1, isRight: true }))
    expect(await target.transaction((tx) => tx.nextNumber('order'))).toBe(
      await source.transaction((tx) => tx.nextNumber('order')),
    )
    for (const store of [source, target]) await store.close()
  })
})

describe('a backup', () => {
  it('knows every table there is', async () => {
    for (const [, createRig] of databaseRigs) {
      const tables = await (await createRig('sandbox')).listTables()
      expect(tables.toSorted()).toStrictEqual([...dataTableNames, 'schema_migrations'].toSorted())
    }
  })
})
