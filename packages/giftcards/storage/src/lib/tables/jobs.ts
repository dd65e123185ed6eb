import type { Job, StoreReader, StoreTransaction } from '@giftcards/marketplace'
import { sql } from 'kysely'
import { fromJson, toJson } from '../schema/columns.ts'
import { type Database, tableColumns } from '../schema/database.ts'
import { compiled, type Param, paramsOf } from './compiled.ts'
import { assertFound, type Db, isPostgres, limitOf, namesAny } from './db.ts'

/** Literals, not parameters: PostgreSQL plans for few jobs if it sees these states. */
export const waitingStates = [sql.lit('open' as const), sql.lit('parked' as const)]

/** Finds jobs. */
export function readJobs(db: Db) {
  return {
    async findJob(id) {
      const row = await db
        .selectFrom('jobs')
        .select(tableColumns.jobs)
        .where('id', '=', id)
        .executeTakeFirst()
      return row && fromRow(row)
    },
    async listJobs(state, limit) {
      const rows = await db
        .selectFrom('jobs')
        .select(tableColumns.jobs)
        .where('state', '=', state)
        .orderBy('due_at')
        .orderBy('id')
        .limit(limitOf(limit))
        .execute()
      return rows.map(fromRow)
    },
    async countJobs() {
      const rows = await db
        .selectFrom('jobs')
        .select((eb) => [
          'kind',
          'state',
          eb.fn.countAll<number>().as('count'),
          eb.fn.min<number>('due_at').as('oldestDueAt'),
        ])
        .where('state', 'in', waitingStates)
        .groupBy(['kind', 'state'])
        .execute()
      return rows.map(({ kind, state, count, oldestDueAt }) => ({ kind, state, count, oldestDueAt }))
    },
  } satisfies Partial<StoreReader>
}

const insertJob = compiled((db, param: Param<Database['jobs']>) =>
  db
    .insertInto('jobs')
    .values(paramsOf(param, tableColumns.jobs))
    .onConflict((conflict) =>
      conflict
        .column('id')
        .doUpdateSet((eb) => ({
          state: eb.ref('excluded.state'),
          due_at: eb.ref('excluded.due_at'),
          attempts: eb.ref('excluded.attempts'),
          held_until: eb.ref('excluded.held_until'),
          ended_at: null,
        }))
        .where('jobs.state', 'in', ['done', 'canceled']),
    ),
)

/** Writes jobs, and hands them out to workers. */
export function writeJobs(db: Db) {
  return {
    async insertJob({ id, task, dueAt }) {
      await insertJob(db, {
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
    async claimJobs({ now, realNow, heldUntil, limit }) {
      const due = await db
        .selectFrom('jobs')
        .select('id')
        .where('state', '=', sql.lit('open' as const))
        .where('due_at', '<=', now)
        .where('held_until', '<=', realNow)
        .orderBy('due_at')
        .orderBy('id')
        .limit(limitOf(limit))
        // Leaves out jobs that another transaction is about to take.
        .$if(isPostgres(db), (query) => query.forUpdate().skipLocked())
        .execute()
      if (due.length === 0) return []
      const ids = due.map(({ id }) => id)
      const rows = await db
        .updateTable('jobs')
        .set((eb) => ({ held_until: heldUntil, attempts: eb('attempts', '+', 1) }))
        .where('id', 'in', ids)
        .returning(tableColumns.jobs)
        .execute()
      const held = new Map(rows.map((row) => [row.id, fromRow(row)]))
      return ids.flatMap((id) => held.get(id) ?? [])
    },
    async renewJob({ id, attempts }, heldUntil) {
      await db
        .updateTable('jobs')
        .set({ held_until: heldUntil })
        .where('id', '=', id)
        .where('state', '=', sql.lit('open' as const))
        .where('attempts', '=', attempts)
        .execute()
    },
    async updateJob(id, { state, attempts, heldUntil, lastError, endedAt }, ifState) {
      const change = { state, attempts, held_until: heldUntil, last_error: lastError, ended_at: endedAt }
      if (!namesAny(change)) return true
      const update = db.updateTable('jobs').set(change).where('id', '=', id)
      const results = await (ifState === undefined ? update : update.where('state', '=', ifState)).execute()
      if (ifState === undefined) assertFound(results, 'job', id)
      return results[0]?.numUpdatedRows === 1n
    },
    async endJob(id, at) {
      await db
        .updateTable('jobs')
        .set({ state: 'done', ended_at: at })
        .where('id', '=', id)
        .where('state', 'in', waitingStates)
        .execute()
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
