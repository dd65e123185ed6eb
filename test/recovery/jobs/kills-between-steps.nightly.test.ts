import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { type OpenedStore, openStore } from '@giftcards/storage'
import { startPostgres, type TestPostgres } from '@giftcards/storage/testing'
import { afterAll, beforeAll, describe } from 'vitest'
import { describeKillsBetweenSteps } from './describe-kills-between-steps.ts'

let folder: string
let postgres: TestPostgres
beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'giftcards-recovery-'))
  postgres = await startPostgres()
})
afterAll(async () => {
  rmSync(folder, { recursive: true })
  await postgres.remove()
})

describe.each([
  ['SQLite', async () => `sqlite:${join(folder, 'cards.db')}`],
  ['PostgreSQL', () => postgres.createDatabase('cards')],
])('kills of a process on %s', (_engine, createDatabase) => {
  let store: OpenedStore
  beforeAll(async () => {
    store = await openStore(await createDatabase(), { mode: 'sandbox' })
  })
  afterAll(() => store.close())
  describeKillsBetweenSteps(() => store)
})
