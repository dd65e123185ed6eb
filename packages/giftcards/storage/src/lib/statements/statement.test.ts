import { DummyDriver, Kysely, SqliteAdapter, SqliteIntrospector, SqliteQueryCompiler } from 'kysely'
import { afterAll, describe, expect, it } from 'vitest'
import type { Database } from '../schema/database.ts'
import { compileStatement, definedStatements, itemsOf, statement, statementBy } from './statement.ts'

const db = new Kysely<Database>({
  dialect: {
    createAdapter: () => new SqliteAdapter(),
    createDriver: () => new DummyDriver(),
    createIntrospector: (asked) => new SqliteIntrospector(asked),
    createQueryCompiler: () => new SqliteQueryCompiler(),
  },
})

// The files of a run share their modules, and no test looks at the plans of these.
const definedBefore = definedStatements.length
afterAll(() => void definedStatements.splice(definedBefore))

describe('statement', () => {
  const attempts = statement((on, { subject, since }: { readonly subject: string; readonly since: number }) =>
    on
      .selectFrom('attempts')
      .select('id')
      .where('attempted_at', '>', since)
      .where('attempted_at', '<', 77)
      .where('subject', '=', subject),
  )

  it('binds each value where the query has it', () => {
    const { sql, bind } = compileStatement(db, attempts)
    expect(sql).toBe(
      'select "id" from "attempts" where "attempted_at" > ? and "attempted_at" < ? and "subject" = ?',
    )
    expect(bind({ subject: 'a', since: 1 })).toStrictEqual([1, 77, 'a'])
    expect(bind({ subject: 'b', since: 2 })).toStrictEqual([2, 77, 'b'])
  })

  it('refuses a query that depends on a value', () => {
    const dependent = statement((on, { limit }: { readonly limit: number }) =>
      on
        .selectFrom('apps')
        .select('id')
        .limit(limit + 1),
    )
    expect(() => compileStatement(db, dependent)).toThrow('A value is not known while a statement is built')
  })
})

describe('statementBy', () => {
  interface Values {
    readonly merchantId: number
    readonly rows: readonly { readonly type: 'ecode' | 'physical' }[]
  }
  const byTypes = statementBy(2, (on, { merchantId, rows }: Values, length: number) =>
    on
      .selectFrom('stock')
      .select('on_hand')
      .where('merchant_id', '=', merchantId)
      .where(
        'card_type',
        'in',
        itemsOf(rows, length).map((row) => row.type),
      ),
  )

  it('binds what is inside of a list', () => {
    const { sql, bind } = compileStatement(db, byTypes(2))
    expect(sql).toContain('"card_type" in (?, ?)')
    expect(bind({ merchantId: 5, rows: [{ type: 'ecode' }, { type: 'physical' }] })).toStrictEqual([
      5,
      'ecode',
      'physical',
    ])
  })

  it('makes one statement of each shape, but for long lists', () => {
    expect(byTypes(3)).not.toBe(byTypes(4))
    expect(byTypes(32)).toBe(byTypes(32))
    expect(byTypes(33)).not.toBe(byTypes(33))
    expect([byTypes(32).isRare, byTypes(33).isRare]).toStrictEqual([false, true])
    expect(compileStatement(db, byTypes(33)).sql.match(/\?/g)).toHaveLength(34)
  })
})
