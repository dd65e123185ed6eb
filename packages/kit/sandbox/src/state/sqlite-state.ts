import { mkdirSync } from 'node:fs'
import { dirname } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { isObject, parseJson, writeJson, type Json } from '@contract-kit/json-schema/json'
import type { ClockJournal } from './clock.ts'
import type { Item } from './item.ts'
import type { Journal } from './store.ts'

/** A state file that cannot be used. The message says how to fix it. */
export class StateFileError extends Error {
  override readonly name = 'StateFileError'
}

/** The schema version; files of other versions are rejected. */
const layout = 1

/**
 * Stores the items of a sandbox in a SQLite file, created if missing. Writes survive a crash of the process. A power failure may lose the
 * latest ones, which is acceptable for a sandbox.
 * `document` identifies the document. Throws a StateFileError if the file belongs to another document or is not a database.
 */
export function openSqliteState(
  path: string,
  document: string,
): { readonly journal: Journal; readonly clock: ClockJournal } {
  const database = openDatabase(path)
  try {
    prepareLayout(database, path, document)
  } catch (error) {
    database.close()
    throw error
  }
  const [begin, commit] = [database.prepare('begin'), database.prepare('commit')]
  const put = database.prepare('insert or replace into items (key, position, item) values (?, ?, ?)')
  // A deleted row keeps its id and order, so neither is reused.
  const remove = database.prepare('update items set item = null where key = ?')
  const journal: Journal = {
    load: () =>
      database
        .prepare('select item from items where item is not null order by position')
        .all()
        .map(({ item }) => toItem(String(item))),
    lastOrder: () => Number(database.prepare('select max(position) as last from items').get()?.['last'] ?? 0),
    put: (item) => void put.run(item.key, item.order, writeJson(item)),
    delete: (key) => void remove.run(key),
    clear: () => database.exec('delete from items'),
    atomically(run) {
      begin.run()
      try {
        return run()
      } finally {
        // Changes of a failed request stay in memory, so they are also committed.
        commit.run()
      }
    },
    close: () => database.close(),
  }
  const clock: ClockJournal = {
    load() {
      const kept = database.prepare('select offset_ms, frozen_at from clock').get()
      return (
        kept && {
          offset: Number(kept['offset_ms']),
          frozenAt: kept['frozen_at'] === null ? undefined : Number(kept['frozen_at']),
        }
      )
    },
    save({ offset, frozenAt }) {
      database.prepare('insert or replace into clock values (1, ?, ?)').run(offset, frozenAt ?? null)
    },
  }
  return { journal, clock }
}

function openDatabase(path: string): DatabaseSync {
  try {
    mkdirSync(dirname(path), { recursive: true })
    const database = new DatabaseSync(path)
    database.exec('pragma journal_mode = wal; pragma synchronous = normal; pragma busy_timeout = 2000')
    return database
  } catch (error) {
    throw new StateFileError(`The state file ${path} cannot be opened: ${messageOf(error)}.`)
  }
}

function prepareLayout(database: DatabaseSync, path: string, document: string): void {
  database.exec(`
    create table if not exists sandbox (layout integer not null, document text not null);
    create table if not exists clock (id integer primary key check (id = 1), offset_ms integer not null, frozen_at integer);
    create table if not exists items (key text primary key, position integer not null, item text);
  `)
  const known = database.prepare('select layout, document from sandbox').get()
  if (known === undefined) {
    database.prepare('insert into sandbox values (?, ?)').run(layout, document)
    return
  }
  if (known['layout'] !== layout)
    throw new StateFileError(`The state file ${path} has the layout of another version; use another file.`)
  if (known['document'] !== document)
    throw new StateFileError(
      `The state file ${path} belongs to another document, ${String(known['document'])}; use another file.`,
    )
}

/** Parses a stored item; only the sandbox writes the file. */
const toItem = (text: string): Item => {
  const item: Json = parseJson(text)
  if (!isObject(item)) throw new StateFileError('The state file contains an invalid item.')
  return item as unknown as Item
}

const messageOf = (error: unknown): string => (error instanceof Error ? error.message : String(error))
