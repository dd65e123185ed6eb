import type { StoreMode } from '@giftcards/marketplace'
import { onTestFinished } from 'vitest'
import { migrateDatabase } from '../database/migrate-database.ts'
import { startPostgres, type TestPostgres } from '../postgres-server/start-postgres.ts'
import type { AtEnd } from './temporary-path.ts'

let started: Promise<TestPostgres> | undefined
let database: Promise<string> | undefined
let schemas: Promise<string> | undefined
const templates = new Map<StoreMode, Promise<string>>()
let count = 0

/** The server of this test process. It starts at the first call, and ends with the process. */
export function sharedPostgres(): Promise<TestPostgres> {
  started ??= startPostgres()
  return started
}

/** The URL of a database for tests that seed it before they read, and do not change its tables. */
export function sharedDatabase(): Promise<string> {
  database ??= createShared()
  return database
}

async function createShared(): Promise<string> {
  return (await sharedPostgres()).createDatabase('shared', await templateOf('sandbox'))
}

/**
 * Creates a schema in a shared database, which serves a store as an empty database and takes milliseconds. It is dropped at the
 * end of the test, or by `atEnd`.
 */
export async function temporarySchema(atEnd: AtEnd = onTestFinished) {
  const postgres = await sharedPostgres()
  schemas ??= postgres.createDatabase('schemas')
  const name = `test_${++count}`
  const url = new URL(await schemas)
  url.searchParams.set('options', `-c search_path=${name}`)
  const query = (text: string) => postgres.query('schemas', `set search_path = ${name}; ${text}`)
  await postgres.query('schemas', `create schema ${name}`)
  atEnd(async () => void (await postgres.query('schemas', `drop schema ${name} cascade`)))
  return { url: url.href, query }
}

/** The name of a template database: a copy is faster than a migration. */
function templateOf(mode: StoreMode): Promise<string> {
  const made = templates.get(mode) ?? makeTemplate(mode)
  templates.set(mode, made)
  return made
}

async function makeTemplate(mode: StoreMode): Promise<string> {
  const name = `template_${mode}`
  await migrateDatabase(await (await sharedPostgres()).createDatabase(name), { mode })
  return name
}

/**
 * The URL of a new database, of this version and with a mark if `mode` is given, otherwise empty. It is dropped at the end of the
 * test, or by `atEnd`.
 */
export async function temporaryDatabase(mode?: StoreMode, atEnd: AtEnd = onTestFinished): Promise<string> {
  const postgres = await sharedPostgres()
  const name = `test_${++count}`
  atEnd(() => postgres.dropDatabase(name))
  return postgres.createDatabase(name, mode && (await templateOf(mode)))
}
