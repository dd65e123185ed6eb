import { sql } from 'kysely'
import { describe, expect, it, onTestFinished } from 'vitest'
import { withDatabase } from '../database/open-database.ts'
import { type DatabaseRig, databaseRigs } from '../testing/database-rigs.ts'

const longAgo = Date.now() - 3_600_001

async function openWithLocks(rig: DatabaseRig) {
  const store = await rig.open()
  onTestFinished(() => store.close())
  await rig.execute(`insert into named_locks values ('old', ${longAgo}), ('new', ${Date.now()})`)
  return store
}

const namesIn = (rig: DatabaseRig) =>
  withDatabase(rig.url, 'read', ({ db }) =>
    db.selectFrom('named_locks').select('name').orderBy('name').execute(),
  )

/** Resolves when a transaction waits for a row of `named_locks`: it holds the lock of the tuple meanwhile. */
const untilAwaited = (rig: DatabaseRig) =>
  withDatabase(rig.url, 'read', async ({ db }) => {
    const waiting = sql`select 1 from pg_locks where locktype = 'tuple' and relation = 'named_locks'::regclass`
    while ((await waiting.execute(db)).rows.length === 0);
  })

describe.each(databaseRigs)('purge of attempts on %s', (_engine, createRig) => {
  it.each([
    ['in the future', Number.MAX_SAFE_INTEGER],
    ['in the past', 0],
  ])('deletes old locks of names by real time, with a service clock %s', async (_where, before) => {
    const rig = await createRig('sandbox')
    const store = await openWithLocks(rig)
    expect(await store.transaction((tx) => tx.purge('attempts', before, 10))).toBe(0)
    expect(await namesIn(rig)).toEqual([{ name: 'new' }])
  })
})

describe('purge of attempts', () => {
  it('keeps a lock that is acquired meanwhile', async () => {
    const [, [, createRig]] = databaseRigs
    const rig = await createRig('sandbox')
    const store = await openWithLocks(rig)
    const { promise: mayEnd, resolve: end } = Promise.withResolvers<void>()
    const { promise: isHeld, resolve: hold } = Promise.withResolvers<void>()
    const holding = store.transaction(async (tx) => {
      await tx.lock({ kind: 'name', name: 'old' })
      hold()
      await mayEnd
    })
    await isHeld
    const purging = store.transaction((tx) => tx.purge('attempts', 0, 10))
    await untilAwaited(rig)
    end()
    await Promise.all([holding, purging])
    expect(await namesIn(rig)).toEqual([{ name: 'new' }, { name: 'old' }])
  })
})
