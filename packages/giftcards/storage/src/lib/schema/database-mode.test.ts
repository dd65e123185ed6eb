import type { SeedData, StoreMode } from '@giftcards/marketplace'
import { describe, expect, it, onTestFinished } from 'vitest'
import { type OpenedStore, StoreOpenError } from '../../index.ts'
import { describeProductionStore } from '../../port-suite.ts'
import { noon, sampleData } from '../suite/sample-data.ts'
import { type DatabaseRig, databaseRigs } from '../testing/database-rigs.ts'
import { undoMigrationsTo } from '../testing/older-database.ts'
import { openStore } from '../open-store.ts'

/** The data of every sandbox from before databases had a mark. */
const publishedBefore: SeedData = {
  ...sampleData,
  apps: ['demo-app', 'demo-app-2', 'demo-app-disabled'].map((id) => ({ id, isEnabled: true })),
  customers: ['elite', 'elite-inactive', 'elite-noprofile', 'elite-poor', 'standard', 'empty', 'locked'].map(
    (name, index) => ({ ...firstOf(sampleData.customers), id: index + 1, email: `${name}@example.com` }),
  ),
}

/** The same with a real partner beside the published ones. */
const withPartner: SeedData = {
  ...publishedBefore,
  apps: [...publishedBefore.apps, { id: 'real-partner', isEnabled: true }],
}

/** The same with a real customer in the place of a published one. */
const withCustomer: SeedData = {
  ...publishedBefore,
  customers: publishedBefore.customers.map((customer) =>
    customer.email === 'locked@example.com' ? { ...customer, email: 'ada@shop.test' } : customer,
  ),
}

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

  it.each([
    ['sandbox', 'the published data and nothing else', publishedBefore],
    ['production', 'a partner beside the published ones', withPartner],
    ['production', 'a customer who was not published', withCustomer],
    ['production', 'other data', sampleData],
    ['production', 'nothing', undefined],
  ] as const)('is %s for an older database with %s', async (mode, _what, data) => {
    const rig = await createRig('sandbox')
    await makeOlder(rig, data)
    const before = await rig.listTables()
    await expect(use(rig, other[mode])).rejects.toThrow(`it has no mark and counts as ${mode}, because`)
    expect(await rig.listTables()).toStrictEqual(before)
    const opened = await Promise.allSettled([mode, other[mode], mode].map((each) => use(rig, each)))
    expect(opened.map(({ status }) => status)).toStrictEqual(['fulfilled', 'rejected', 'fulfilled'])
    expect(await modeIn(rig)).toBe(mode)
  })

  it('is not decided by a command', async () => {
    const [empty, older] = [await createRig(), await createRig('sandbox')]
    await makeOlder(older, publishedBefore)
    const before = await older.listTables()
    await expect(use(empty, 'any')).rejects.toThrow(/there is no such file|the database is empty/)
    await expect(use(older, 'any')).rejects.toThrow('run npm run migrate first')
    expect([await empty.listTables(), await older.listTables()]).toStrictEqual([[], before])
  })

  it('is production where the mark was lost', async () => {
    const rig = await createRig('production')
    await rig.execute('delete from database_mode')
    const store = await open(rig, 'any')
    await expect(store.transaction((tx) => tx.seed(sampleData))).rejects.toThrow('marked production')
    await expect(use(rig, 'sandbox')).rejects.toThrow('counts as production')
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

/** Takes a database of this version back to what the last version without marks left. */
async function makeOlder(rig: DatabaseRig, data: SeedData | undefined): Promise<void> {
  if (data !== undefined) {
    const store = await rig.open('sandbox')
    await store.transaction((tx) => tx.seed(data))
    await store.close()
  }
  await rig.execute(undoMigrationsTo('0004', rig.isPostgres))
}

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

/** The mark, found by what the database lets itself be opened for. */
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

function firstOf<Item>(items: readonly Item[]): Item {
  const [first] = items
  if (first === undefined) throw new Error('The sample has none')
  return first
}
