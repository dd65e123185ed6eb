import { constants, DatabaseSync } from 'node:sqlite'
import { Kysely, sql } from 'kysely'
import { describe, expect, it, onTestFinished } from 'vitest'
import type { Database } from '../schema/database.ts'
import type { Session } from '../tables/session.ts'
import { temporaryPath } from '../testing/temporary-path.ts'
import { createGroupCommit, type GroupCommit } from './group-commit.ts'
import { createSqliteDialect, SqliteConnection } from './sqlite-connection.ts'

const insert = (name: string) => sql`insert into things (name) values (${name})`
const insertOrphan = (name: string) => sql`insert into parts (thing) values (${name})`
const find = (name: string) => sql`select name from things where name = ${name}`

const nextTurn = (): Promise<void> => new Promise((resolve) => void setImmediate(resolve))

const put =
  (name: string) =>
  ({ db }: Session): Promise<unknown> =>
    insert(name).execute(db)

const refuse =
  (name: string) =>
  async (session: Session): Promise<unknown> => {
    await put(name)(session)
    return { kind: 'refused' }
  }

/** Makes the rollback of transactions, or of savepoints, fail. */
const denyRollback = (denied: number) => (action: number, what: string | null) =>
  action === denied && what === 'ROLLBACK' ? constants.SQLITE_DENY : constants.SQLITE_OK

interface Opened extends GroupCommit {
  readonly writer: DatabaseSync
  /** The names visible to another connection. */
  readonly names: () => readonly unknown[]
}

function openFile(): Opened {
  const path = temporaryPath()
  const writer = new DatabaseSync(path)
  writer.exec(`
    pragma journal_mode = wal;
    create table things (name text primary key) strict;
    create table parts (thing text references things (name) deferrable initially deferred) strict;
  `)
  const other = new DatabaseSync(path)
  onTestFinished(() => {
    other.close()
    writer.close()
  })
  const connection = new SqliteConnection(writer, 0)
  const db = new Kysely<Database>({ dialect: createSqliteDialect(connection) })
  return {
    ...createGroupCommit({ connection, db }),
    writer,
    names: () =>
      other
        .prepare('select name from things order by name')
        .all()
        .map(({ name }) => name),
  }
}

describe('createGroupCommit', () => {
  it('commits concurrent writes together before it resolves', async () => {
    const { write, names } = openFile()
    const seen: unknown[] = []
    const first = write(put('a')).then(() => seen.push('a answered', names()))
    const second = write(async (session) => {
      await put('b')(session)
      seen.push((await find('a').execute(session.db)).rows, names())
    })
    await Promise.all([first, second])
    expect(seen).toStrictEqual([[{ name: 'a' }], [], 'a answered', ['a', 'b']])
  })

  it('commits at last, though each turn brings others', async () => {
    const { write } = openFile()
    let isAnswered = false
    const all: Promise<unknown>[] = [write(put('first')).then(() => (isAnswered = true))]
    for (let turn = 1; turn <= 20; turn += 1) {
      all.push(write(async () => true))
      await nextTurn()
    }
    expect(isAnswered).toBe(true)
    await Promise.all(all)
  })

  it('rolls back only refused or failed members of a group', async () => {
    const { write, names } = openFile()
    const trouble = new Error('half-way')
    const failing = write(async (session) => {
      await put('failed')(session)
      throw trouble
    })
    const answers = Promise.allSettled([
      write(put('a')),
      failing,
      write(refuse('refused')),
      write(put('a')),
      write(put('b')),
    ])
    expect((await answers).map(({ status }) => status)).toStrictEqual([
      'fulfilled',
      'rejected',
      'fulfilled',
      'rejected',
      'fulfilled',
    ])
    await expect(failing).rejects.toBe(trouble)
    expect(names()).toStrictEqual(['a', 'b'])
  })

  it('fails all of a group, the refused as well, where the commit fails', async () => {
    const { write, writer, names } = openFile()
    const answers = await Promise.allSettled([
      write(put('a')),
      write(({ db }) => insertOrphan('nothing').execute(db)),
      write(refuse('refused')),
    ])
    expect(answers.map(({ status }) => status)).toStrictEqual(['rejected', 'rejected', 'rejected'])
    expect(writer.isTransaction).toBe(false)
    expect(names()).toStrictEqual([])
    await write(put('b'))
    expect(names()).toStrictEqual(['b'])
  })

  it('fails all of a group where the database gives up its transaction', async () => {
    const { write, writer, names } = openFile()
    const gaveUp = new Error('no room')
    const answers = Promise.allSettled([
      write(put('a')),
      write(async (session) => {
        await put('b')(session)
        // As SQLite does by itself on a full disk.
        writer.exec('rollback')
        throw gaveUp
      }),
      write(put('c')),
    ])
    expect(await answers).toStrictEqual([
      { status: 'rejected', reason: gaveUp },
      { status: 'rejected', reason: gaveUp },
      { status: 'fulfilled', value: expect.anything() },
    ])
    expect(names()).toStrictEqual(['c'])
  })

  it('begins no transaction that a lock forbids, and goes on when it is gone', async () => {
    const { write, names, writer } = openFile()
    const blocker = new DatabaseSync(writer.location() ?? '')
    onTestFinished(() => blocker.close())
    blocker.exec('begin immediate')
    await expect(write(put('a'))).rejects.toMatchObject({ errcode: 5 })
    blocker.exec('rollback')
    await write(put('b'))
    expect(names()).toStrictEqual(['b'])
  })

  it('stalls no writer where a rollback fails', async () => {
    const { write, writer, names } = openFile()
    writer.setAuthorizer(denyRollback(constants.SQLITE_TRANSACTION))
    await expect(write(({ db }) => insertOrphan('nothing').execute(db))).rejects.toThrow(/FOREIGN KEY/)
    await expect(write(put('a'))).rejects.toThrow('not authorized')
    writer.setAuthorizer(null)
    await write(put('b'))
    expect(names()).toStrictEqual(['b'])
  })

  it('fails all of a group that cannot undo one of them', async () => {
    const { write, writer, names } = openFile()
    const trouble = new Error('half-way')
    const answers = await Promise.allSettled([
      write(put('a')),
      write(async (session) => {
        await put('half')(session)
        writer.setAuthorizer(denyRollback(constants.SQLITE_SAVEPOINT))
        throw trouble
      }),
    ])
    writer.setAuthorizer(null)
    expect(answers).toStrictEqual([
      { status: 'rejected', reason: trouble },
      { status: 'rejected', reason: trouble },
    ])
    expect(names()).toStrictEqual([])
  })
})
