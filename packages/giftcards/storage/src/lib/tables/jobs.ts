import type { Job, JobState, StoreReader, StoreTransaction } from '@giftcards/marketplace'
import { sql } from 'kysely'
import { fromJson, toJson } from '../schema/columns.ts'
import { type Database, tableColumns } from '../schema/database.ts'
import { columnsOf, itemsOf, statement, statementBy } from '../statements/statement.ts'
import type { Session } from '../statements/session.ts'
import { limitOf } from './db.ts'
import { lockingStatement, updateIfOf, updateOf } from './row-statements.ts'

/** Literals, not parameters: PostgreSQL plans for few jobs if it sees these states. */
export const waitingStates = [sql.lit('open' as const), sql.lit('parked' as const)]

const jobById = statement((db, { id }: { readonly id: string }) =>
  db.selectFrom('jobs').select(tableColumns.jobs).where('id', '=', id),
)

const jobsIn = statement((db, { state, limit }: { readonly state: JobState; readonly limit: number }) =>
  db
    .selectFrom('jobs')
    .select(tableColumns.jobs)
    .where('state', '=', state)
    .orderBy('due_at')
    .orderBy('id')
    .limit(limitOf(limit)),
)

const counts = statement((db) =>
  db
    .selectFrom('jobs')
    .select((eb) => [
      'kind',
      'state',
      eb.fn.countAll<number>().as('jobs'),
      eb.fn.min<number>('due_at').as('oldest_due_at'),
    ])
    .where('state', 'in', waitingStates)
    .groupBy(['kind', 'state']),
)

/** Finds jobs. */
export function readJobs(session: Session) {
  return {
    async findJob(id) {
      const row = await session.first(jobById, { id })
      return row && fromRow(row)
    },
    listJobs: async (state, limit) => (await session.all(jobsIn, { state, limit })).map(fromRow),
    countJobs: async () =>
      (await session.all(counts, {})).map((row) => ({
        kind: row.kind,
        state: row.state,
        count: row.jobs,
        oldestDueAt: row.oldest_due_at,
      })),
  } satisfies Partial<StoreReader>
}

const insertJob = statement((db, row: Database['jobs']) =>
  db
    .insertInto('jobs')
    .values(columnsOf(row, tableColumns.jobs))
    .onConflict((conflict) =>
      conflict
        .column('id')
        .doUpdateSet({ ...columnsOf(row, ['state', 'due_at', 'attempts', 'held_until']), ended_at: null })
        .where('jobs.state', 'in', ['done', 'canceled']),
    ),
)

interface Due {
  readonly now: number
  readonly realNow: number
  readonly limit: number
}

/** Leaves out jobs that another transaction is about to take. */
const dueJobs = lockingStatement(
  (db, { now, realNow, limit }: Due) =>
    db
      .selectFrom('jobs')
      .select('id')
      .where('state', '=', sql.lit('open' as const))
      .where('due_at', '<=', now)
      .where('held_until', '<=', realNow)
      .orderBy('due_at')
      .orderBy('id')
      .limit(limitOf(limit)),
  (query) => query.forUpdate().skipLocked(),
)

const holdJobs = statementBy(
  3,
  (db, values: { readonly ids: readonly string[]; readonly heldUntil: number }, length: number) =>
    db
      .updateTable('jobs')
      .set((eb) => ({ held_until: values.heldUntil, attempts: eb('attempts', '+', 1) }))
      .where('id', 'in', itemsOf(values.ids, length))
      .returning(tableColumns.jobs),
)

const renewJob = statement((db, { id, attempts, heldUntil }: Pick<Job, 'id' | 'attempts' | 'heldUntil'>) =>
  db
    .updateTable('jobs')
    .set({ held_until: heldUntil })
    .where('id', '=', id)
    .where('state', '=', sql.lit('open' as const))
    .where('attempts', '=', attempts),
)

const changedColumns = ['state', 'attempts', 'held_until', 'last_error', 'ended_at'] as const

const updateJob = updateOf('jobs', changedColumns)

const updateJobIf = updateIfOf('jobs', changedColumns, 'state')

const endJob = statement((db, { id, at }: { readonly id: string; readonly at: number }) =>
  db
    .updateTable('jobs')
    .set({ state: 'done', ended_at: at })
    .where('id', '=', id)
    .where('state', 'in', waitingStates),
)

/** Writes jobs, and hands them out to workers. */
export function writeJobs(session: Session) {
  return {
    async insertJob({ id, task, dueAt }) {
      await session.run(insertJob, {
        id,
        kind: task.kind,
        task: toJson(task),
        state: 'open',
        due_at: dueAt,
        attempts: 0,
        held_until: 0,
        last_error: null,
        ended_at: null,
      })
    },
    async claimJobs({ heldUntil, ...due }) {
      const rows = await session.all(dueJobs.for(session), due)
      if (rows.length === 0) return []
      const ids = rows.map(({ id }) => id)
      const held = new Map(
        (await session.all(holdJobs(ids.length), { ids, heldUntil })).map((row) => [row.id, fromRow(row)]),
      )
      return ids.flatMap((id) => held.get(id) ?? [])
    },
    async renewJob({ id, attempts }, heldUntil) {
      await session.run(renewJob, { id, attempts, heldUntil })
    },
    async updateJob(id, { state, attempts, heldUntil, lastError, endedAt }, ifState) {
      const change = {
        state,
        attempts,
        held_until: heldUntil,
        last_error: lastError,
        ended_at: endedAt,
      }
      if (ifState !== undefined) return updateJobIf(session, id, change, ifState)
      await updateJob(session, id, change)
      return true
    },
    async endJob(id, at) {
      await session.run(endJob, { id, at })
    },
  } satisfies Partial<StoreTransaction>
}

function fromRow(row: Database['jobs']): Job {
  return {
    id: row.id,
    task: fromJson(row.task),
    state: row.state,
    dueAt: row.due_at,
    attempts: row.attempts,
    heldUntil: row.held_until,
    lastError: row.last_error,
    endedAt: row.ended_at,
  }
}
