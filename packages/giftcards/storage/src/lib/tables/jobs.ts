import type { StoreReader, StoreTransaction } from '@giftcards/marketplace'
import { sql } from 'kysely'
import { type Database, rowsOf, tableColumns } from '../schema/database.ts'
import { compiled, compiledForEach, type Param, paramsOf } from './compiled.ts'
import { assertFound, type Db, isPostgres, limitOf, namesAny } from './db.ts'

const jobs = rowsOf('jobs', 'kind')

/** Literals, not parameters, so that PostgreSQL plans for the few jobs in these states. */
export const waitingStates = [sql.lit('open' as const), sql.lit('parked' as const)]

/** Finds jobs. */
export function readJobs(db: Db) {
  return {
    async findJob(id) {
      const row = await db.selectFrom('jobs').select(jobs.columns).where('id', '=', id).executeTakeFirst()
      return row && jobs.fromRow(row)
    },
    async listJobs(state, limit) {
      const rows = await db
        .selectFrom('jobs')
        .select(jobs.columns)
        .where('state', '=', state)
        .orderBy('due_at')
        .orderBy('id')
        .limit(limitOf(limit))
        .execute()
      return rows.map(jobs.fromRow)
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

/** The criteria of a claim. */
interface Claim {
  readonly now: number
  readonly realNow: number
  readonly limit: number
}

const dueJobs = compiled((db, param: Param<Claim>) =>
  db
    .selectFrom('jobs')
    .select('id')
    .where('state', '=', sql.lit('open' as const))
    .where('due_at', '<=', param('now'))
    .where('held_until', '<=', param('realNow'))
    .orderBy('due_at')
    .orderBy('id')
    .limit(limitOf(param('limit')))
    // Skips jobs that another transaction is claiming.
    .$if(isPostgres(db), (query) => query.forUpdate().skipLocked()),
)

/** `heldUntil` is the same for all. */
const holdJobs = compiledForEach(
  (db, params: readonly Param<{ readonly id: string; readonly heldUntil: number }>[]) =>
    db
      .updateTable('jobs')
      .set((eb) => ({ held_until: params[0]!('heldUntil'), attempts: eb('attempts', '+', sql.lit(1)) }))
      .where(
        'id',
        'in',
        params.map((param) => param('id')),
      )
      .returning(jobs.columns),
)

const endJob = compiled((db, param: Param<{ readonly id: string; readonly at: number }>) =>
  db
    .updateTable('jobs')
    .set({ state: sql.lit('done' as const), ended_at: param('at') })
    .where('id', '=', param('id'))
    .where('state', 'in', waitingStates),
)

/** Writes and claims jobs. */
export function writeJobs(db: Db) {
  return {
    async insertJob({ id, task, dueAt }) {
      const job = {
        id,
        task,
        state: 'open',
        dueAt,
        attempts: 0,
        heldUntil: 0,
        lastError: null,
        endedAt: null,
      } as const
      await insertJob(db, { ...jobs.toRow(job), kind: task.kind })
    },
    async claimJobs({ now, realNow, heldUntil, limit }) {
      const { rows: due } = await dueJobs(db, { now, realNow, limit })
      if (due.length === 0) return []
      const { rows } = await holdJobs(
        db,
        due.map(({ id }) => ({ id, heldUntil })),
      )
      const held = new Map(rows.map((row) => [row.id, jobs.fromRow(row)]))
      return due.flatMap(({ id }) => held.get(id) ?? [])
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
    async updateJob(id, change, ifState) {
      if (!namesAny(change)) return true
      const update = db.updateTable('jobs').set(jobs.toChange(change)).where('id', '=', id)
      const results = await (ifState === undefined ? update : update.where('state', '=', ifState)).execute()
      if (ifState === undefined) assertFound(results, 'job', id)
      return results[0]?.numUpdatedRows === 1n
    },
    async endJob(id, at) {
      await endJob(db, { id, at })
    },
  } satisfies Partial<StoreTransaction>
}
