import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import type { SeedData, StoreMode } from '@giftcards/marketplace'
import { publishedData } from '@giftcards/server'
import { openStore } from '@giftcards/storage'
import { undoMigrationsTo } from '@giftcards/storage/testing'
import { migrateDatabase } from '@giftcards/storage/upkeep'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import {
  control,
  createFolder,
  createRealKeys,
  endProcesses,
  runProcess,
  startProcess,
  takePort,
} from '@giftcards/test-harness/process'
import { openSession } from '@giftcards/test-harness'

const production = { NODE_ENV: 'production', ALLOW_SIMULATED_PAYMENTS: '1', ...createRealKeys() }

let file = ''
let DATABASE_URL = ''
beforeEach(() => {
  file = join(createFolder(), 'marketplace.db')
  DATABASE_URL = `sqlite:${file}`
})
afterEach(endProcesses)

/** Data with a real partner beside the published ones. */
const partnerData: SeedData = {
  ...publishedData,
  apps: [...publishedData.apps, { id: 'real-partner', isEnabled: true }],
}

async function makeDatabase(mode: StoreMode, data: SeedData): Promise<void> {
  await migrateDatabase(DATABASE_URL, { mode })
  const store = await openStore(DATABASE_URL, { mode })
  await store.transaction((tx) => tx.seedIfEmpty(data))
  await store.close()
}

function execute(statements: string): void {
  const database = new DatabaseSync(file)
  database.exec(statements)
  database.close()
}

/** Leaves the database as the version before marks had it. */
function removeMark(): void {
  execute(undoMigrationsTo('0004', false))
}

function listApps(): readonly unknown[] {
  const database = new DatabaseSync(file)
  const apps = database.prepare('select id from apps order by id').all()
  database.close()
  return apps.map(({ id }) => id)
}

/** How a start ends, and whether the files of the database are byte for byte what they were. */
async function startAndCompare(env: Readonly<Record<string, string>>) {
  const before = readFiles()
  const ended = await runProcess({ ...env, DATABASE_URL })
  return { ...ended, isUnchanged: JSON.stringify(before) === JSON.stringify(readFiles()) }
}

function readFiles(): readonly (readonly [name: string, content: string])[] {
  const folder = join(file, '..')
  return readdirSync(folder).map((name) => [name, readFileSync(join(folder, name), 'base64')] as const)
}

/** When a token was issued, in seconds since the epoch. */
function issuedAt(token: string): number {
  const [, claims = ''] = token.split('.')
  return (JSON.parse(Buffer.from(claims, 'base64url').toString()) as { readonly iat: number }).iat
}

const refused = (reason: string) => ({
  code: 2,
  stdout: '',
  stderr: `DATABASE_URL: ${file} cannot be used: ${reason}, or name another database\n`,
  isUnchanged: true,
})

describe('a start in sandbox mode', () => {
  it(
    'is refused by a production database, which it leaves alone',
    { meta: { rules: ['D14-10'] } },
    async () => {
      await makeDatabase('production', partnerData)
      expect(await startAndCompare({})).toStrictEqual(
        refused(
          'it is marked production, and this start asked for sandbox mode; start with NODE_ENV=production',
        ),
      )
    },
  )

  it('is refused by an empty production database', { meta: { rules: ['D14-10'] } }, async () => {
    await migrateDatabase(DATABASE_URL, { mode: 'production' })
    expect(await startAndCompare({})).toMatchObject({ code: 2, isUnchanged: true })
  })

  it('is refused by an older database with a real partner', { meta: { rules: ['D14-12'] } }, async () => {
    await makeDatabase('sandbox', partnerData)
    removeMark()
    expect(await startAndCompare({})).toStrictEqual(
      refused(
        'it has no mark and counts as production, because it does not hold exactly the published sandbox data, and this start asked for sandbox mode; start with NODE_ENV=production',
      ),
    )
  })

  it('takes an older database of a sandbox', { meta: { rules: ['D14-12'] } }, async () => {
    await makeDatabase('sandbox', publishedData)
    removeMark()
    const server = await startProcess({ DATABASE_URL })
    expect((await control(server.url, 'getClock')).status).toBe(200)
    await server.end()
    expect(await startAndCompare(production)).toMatchObject({ code: 2, isUnchanged: true })
  })

  it('does not disturb the production server of the database', async () => {
    await makeDatabase('production', partnerData)
    const server = await startProcess({ ...production, DATABASE_URL })
    expect((await runProcess({ DATABASE_URL })).code).toBe(2)
    await openSession(server.url, 'real-partner')
    await server.end()
    expect(listApps()).toContain('real-partner')
  })

  it('adds nothing to a sandbox that holds other data', { meta: { rules: ['D14-11'] } }, async () => {
    await makeDatabase('sandbox', { ...publishedData, apps: [{ id: 'own-app', isEnabled: true }] })
    const server = await startProcess({ DATABASE_URL })
    await openSession(server.url, 'own-app')
    await server.end()
    expect(listApps()).toStrictEqual(['own-app'])
  })
})

describe('a start in production mode', () => {
  it('is refused by a sandbox database, which it leaves alone', { meta: { rules: ['D14-10'] } }, async () => {
    await makeDatabase('sandbox', publishedData)
    expect(await startAndCompare(production)).toStrictEqual(
      refused(
        'it is marked sandbox, and this start asked for production mode; start without NODE_ENV=production',
      ),
    )
  })

  it.each([
    ['there is no database', () => undefined, 'there is no such file'],
    [
      'its schema is older',
      removeMark,
      'the database is older than this version (it lacks migration 0005-database-mode)',
    ],
    ['it has no mark', () => execute('delete from database_mode'), 'the database has no mark'],
  ])(
    'names the command to run where %s, and changes nothing',
    { meta: { rules: ['D14-18'] } },
    async (what, change, reason) => {
      if (what !== 'there is no database') await makeDatabase('production', partnerData)
      change()
      expect(await startAndCompare(production)).toStrictEqual({
        code: 2,
        stdout: '',
        stderr: `DATABASE_URL: ${file} cannot be used: ${reason}; run npm run migrate -- --mode production first\n`,
        isUnchanged: true,
      })
    },
  )

  it('takes real time, whatever clock was set', { meta: { rules: ['D14-13'] } }, async () => {
    await makeDatabase('production', partnerData)
    const frozenAt = Date.UTC(2020, 0, 1)
    execute(`insert into clock_setting values (1, ${frozenAt}, 0)`)
    const server = await startProcess({ ...production, DATABASE_URL })
    const { token } = await openSession(server.url, 'real-partner')
    expect(issuedAt(token)).toBeGreaterThan(frozenAt / 1000 + 86_400)
  })
})

describe('a start whose port is in use', () => {
  it.each([
    ['sandbox', {}],
    ['production', production],
  ] as const)('leaves a database of %s unchanged', async (mode, env) => {
    await makeDatabase(mode, mode === 'sandbox' ? publishedData : partnerData)
    // Neither migrated nor marked: the version that made it can continue with it.
    removeMark()
    const taken = await takePort()
    const { code, stderr, isUnchanged } = await startAndCompare({ ...env, PORT: String(taken.port) })
    await taken.free()
    expect({ code, isUnchanged }).toStrictEqual({ code: 2, isUnchanged: true })
    expect(stderr).toMatch(/^Port \d+ is in use: [^\n]+\n$/)
  })

  it('leaves an empty sandbox database empty', { meta: { rules: ['D14-11'] } }, async () => {
    await (await openStore(DATABASE_URL, { mode: 'sandbox' })).close()
    const taken = await takePort()
    const { code, isUnchanged } = await startAndCompare({ PORT: String(taken.port) })
    await taken.free()
    expect({ code, isUnchanged }).toStrictEqual({ code: 2, isUnchanged: true })
  })
})
