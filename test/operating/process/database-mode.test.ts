import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import type { SeedData, StoreMode } from '@giftcards/marketplace'
import { publishedData } from '@giftcards/server'
import { openStore } from '@giftcards/storage'
import { migrateDatabase } from '@giftcards/storage/maintenance'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import {
  createFolder,
  createRealKeys,
  endProcesses,
  runProcess,
  takePort,
} from '@giftcards/test-harness/process'
import { claimsOf, openSession, type ServerOnDatabase, startServerOn } from '@giftcards/test-harness'

const production = { NODE_ENV: 'production', ALLOW_SIMULATED_PAYMENTS: '1', ...createRealKeys() }

let file = ''
let DATABASE_URL = ''
beforeEach(() => {
  file = join(createFolder(), 'marketplace.db')
  DATABASE_URL = `sqlite:${file}`
})
/** The published data with an additional real partner. */
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

function listApps(): readonly unknown[] {
  const database = new DatabaseSync(file)
  const apps = database.prepare('select id from apps order by id').all()
  database.close()
  return apps.map(({ id }) => id)
}

/** Returns the reason why a start is refused, and whether the database files are unchanged byte for byte. */
async function refuse(env: Readonly<Record<string, string>>) {
  const before = readFiles()
  const refusal = await startServerOn({ ...env, DATABASE_URL }).then(
    () => 'it starts',
    (error: Error) => error.message,
  )
  return { refusal, isUnchanged: JSON.stringify(before) === JSON.stringify(readFiles()) }
}

/** Runs a process, and reports whether the database files are unchanged byte for byte. */
async function runAndCompare(env: Readonly<Record<string, string>>) {
  const before = readFiles()
  const ended = await runProcess({ ...env, DATABASE_URL })
  return { ...ended, isUnchanged: JSON.stringify(before) === JSON.stringify(readFiles()) }
}

const servers: ServerOnDatabase[] = []
afterEach(async () => {
  for (const server of servers.splice(0)) await server.close()
  await endProcesses()
})

async function start(env: Readonly<Record<string, string>> = {}): Promise<ServerOnDatabase> {
  const server = await startServerOn({ ...env, DATABASE_URL })
  servers.push(server)
  return server
}

function readFiles(): readonly (readonly [name: string, content: string])[] {
  const folder = join(file, '..')
  return readdirSync(folder).map((name) => [name, readFileSync(join(folder, name), 'base64')] as const)
}

const refused = (reason: string) => ({
  refusal: expect.stringContaining(`${file} cannot be used: ${reason}`) as string,
  isUnchanged: true,
})

describe('a start in sandbox mode', () => {
  it(
    'is refused by a production database, which it leaves alone',
    { meta: { rules: ['D14-10'] } },
    async () => {
      await makeDatabase('production', partnerData)
      expect(await runAndCompare({})).toStrictEqual({
        code: 2,
        stdout: '',
        stderr: `DATABASE_URL: ${file} cannot be used: it is marked production, and this start asked for sandbox mode; start with NODE_ENV=production, or name another database\n`,
        isUnchanged: true,
      })
    },
  )

  it('is refused by an empty production database', { meta: { rules: ['D14-10'] } }, async () => {
    await migrateDatabase(DATABASE_URL, { mode: 'production' })
    expect(await refuse({})).toStrictEqual(refused('it is marked production'))
  })

  it('adds nothing to a sandbox that holds other data', { meta: { rules: ['D14-11'] } }, async () => {
    await makeDatabase('sandbox', { ...publishedData, apps: [{ id: 'own-app', isEnabled: true }] })
    await openSession((await start()).url, 'own-app')
    expect(listApps()).toStrictEqual(['own-app'])
  })
})

describe('a start in production mode', () => {
  it('is refused by a sandbox database, which it leaves alone', { meta: { rules: ['D14-10'] } }, async () => {
    await makeDatabase('sandbox', publishedData)
    expect(await refuse(production)).toStrictEqual(
      refused('it is marked sandbox, and this start asked for production mode'),
    )
  })

  it.each([
    ['there is no database', () => undefined, 'there is no such file'],
    [
      'its schema is older',
      () => execute('delete from schema_migrations'),
      'the database is older than this version (it lacks migration 0001-marketplace)',
    ],
  ])(
    'names the command to run where %s, and changes nothing',
    { meta: { rules: ['D14-18'] } },
    async (what, change, reason) => {
      if (what !== 'there is no database') await makeDatabase('production', partnerData)
      change()
      expect(await refuse(production)).toStrictEqual(
        refused(`${reason}; run npm run migrate -- --mode production first`),
      )
    },
  )

  it('takes real time, whatever clock was set', { meta: { rules: ['D14-13'] } }, async () => {
    await makeDatabase('production', partnerData)
    const frozenAt = Date.UTC(2020, 0, 1)
    execute(`insert into clock_setting values (1, ${frozenAt}, 0)`)
    const { token } = await openSession((await start(production)).url, 'real-partner')
    expect(claimsOf(token).iat).toBeGreaterThan(frozenAt / 1000 + 86_400)
  })
})

describe('a start whose port is in use', () => {
  it('does not fill a sandbox database', { meta: { rules: ['D14-11'] } }, async () => {
    await makeDatabase('sandbox', { ...publishedData, apps: [] })
    const taken = await takePort()
    const { code, stderr, isUnchanged } = await runAndCompare({ PORT: String(taken.port) })
    await taken.free()
    expect({ code, isUnchanged }).toStrictEqual({ code: 2, isUnchanged: true })
    expect(stderr).toMatch(/^Port \d+ is in use: [^\n]+\n$/)
  })
})
