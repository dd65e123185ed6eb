import { onTestFinished } from 'vitest'
import { startPostgres, type TestPostgres } from '../postgres-server/start-postgres.ts'
import type { AtEnd } from './temporary-path.ts'

let started: Promise<TestPostgres> | undefined
let database: Promise<string> | undefined
let schemas: Promise<string> | undefined
let count = 0

/** The server of this test process. It starts at the first call, and ends with the process. */
export function sharedPostgres(): Promise<TestPostgres> {
  started ??= startPostgres()
  return started
}

/** The URL of a database for tests that seed it before they read, and do not change its tables. */
export function sharedDatabase(): Promise<string> {
  database ??= sharedPostgres().then((postgres) => postgres.createDatabase('shared'))
  return database
}

/**
 * Makes a schema in a shared database: a store works in it as in a database, and it is made in milliseconds. Dropped at the
 * end of the test, or when `atEnd` says.
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

/** The URL of a new, empty database that is dropped when the test is over. */
export async function temporaryDatabase(): Promise<string> {
  const postgres = await sharedPostgres()
  const name = `test_${++count}`
  onTestFinished(() => postgres.dropDatabase(name))
  return postgres.createDatabase(name)
}
