import type { StoreMode } from '@giftcards/marketplace'
import { describe, expect, it, onTestFinished } from 'vitest'
import { type OpenedStore, StoreOpenError } from '../../index.ts'
import { describeProductionStore } from '../../port-suite.ts'
import { noon, sampleData } from '../suite/sample-data.ts'
import { type DatabaseRig, databaseRigs } from '../testing/database-rigs.ts'
import { openStore } from '../open-store.ts'

const other = { sandbox: 'production', production: 'sandbox' } as const satisfies Record<StoreMode, StoreMode>

describe.each(databaseRigs)('the mode of a database on %s', (engine, createRig) => {
  describeProductionStore(`a store on ${engine} for production`, async () =>
    (await createRig('production')).open('production'),
  )

  it.each([
    ['sandbox', 'start without NODE_ENV=production'],
    ['production', 'start with NODE_ENV=production'],
  ] as const)('is %s for good once it is made so, and anything to a command', async (mode, advice) => {
    const rig = await createRig(mode)
    await use(rig, 'any')
    expect(await modeIn(rig)).toBe(mode)
    const refused = openStore(rig.url, { mode: other[mode] })
    await expect(refused).rejects.toThrow(StoreOpenError)
    await expect(refused).rejects.toThrow(
      ` cannot be used: it is marked ${mode}, and this start asked for ${other[mode]} mode; ${advice}, or name another database`,
    )
    expect(await modeIn(rig)).toBe(mode)
  })

  it('is one for all who make the database together', async () => {
    const rig = await createRig()
    const modes = ['sandbox', 'production', 'sandbox', 'production', 'sandbox', 'production'] as const
    const opened = await Promise.allSettled(modes.map((mode) => use(rig, mode)))
    const mode = await modeIn(rig)
    expect(modes.filter((_, index) => opened[index]?.status === 'fulfilled')).toStrictEqual([
      mode,
      mode,
      mode,
    ])
  })

  it('is not decided by a command', async () => {
    const empty = await createRig()
    await expect(use(empty, 'any')).rejects.toThrow(/there is no such file|the database is empty/)
    expect(await empty.listTables()).toStrictEqual([])
  })

  it('is none where the mark was lost', { meta: { rules: ['D14-12'] } }, async () => {
    const rig = await createRig('production')
    await rig.execute('delete from database_mode')
    for (const mode of ['sandbox', 'production'] as const)
      await expect(openStore(rig.url, { mode })).rejects.toThrow('it has no mark')
    const store = await open(rig, 'any')
    await expect(store.transaction((tx) => tx.seed(sampleData))).rejects.toThrow('marked production')
  })

  it('passes a clock setting over in production', async () => {
    const rig = await createRig('production')
    const store = await open(rig, 'production')
    await rig.execute(`insert into clock_setting values (1, ${noon}, 0)`)
    expect(await store.read((tx) => tx.findClockSetting())).toBeUndefined()
    expect(await store.readOne((tx) => tx.findClockSetting())).toBeUndefined()
    expect((await store.findAccess('app-1', null)).clock).toBeUndefined()
  })
})

async function open(rig: DatabaseRig, mode: StoreMode | 'any'): Promise<OpenedStore> {
  const store = await rig.open(mode)
  onTestFinished(() => store.close())
  return store
}

async function use(rig: DatabaseRig, mode: StoreMode | 'any'): Promise<void> {
  const store = await rig.open(mode)
  await store.ping()
  await store.close()
}

/** The mark, found by the mode in which the database opens. */
async function modeIn(rig: DatabaseRig): Promise<StoreMode | undefined> {
  for (const mode of ['sandbox', 'production'] as const) {
    const isOpened = await use(rig, mode).then(
      () => true,
      () => false,
    )
    if (isOpened) return mode
  }
  return undefined
}
