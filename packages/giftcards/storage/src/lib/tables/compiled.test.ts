import { describe, expect, it, onTestFinished } from 'vitest'
import { sampleData } from '../suite/sample-data.ts'
import { openInMemory, recordStatements } from '../testing/recorded-store.ts'
import { compiled, compiledForEach, type Param, paramsOf } from './compiled.ts'
import { createTransaction } from './transaction.ts'

async function open() {
  const { db, engine } = await openInMemory()
  onTestFinished(() => engine.close())
  await engine.write((session) => createTransaction(session).seed(sampleData))
  return db
}

describe('compiled', () => {
  it('builds a query once, and binds each value where the query has it', async () => {
    const db = await open()
    let builds = 0
    const appById = compiled((on, param: Param<{ readonly id: string; readonly isEnabled: number }>) => {
      builds += 1
      return on
        .selectFrom('apps')
        .select('id')
        .where('is_enabled', '=', param('isEnabled'))
        .where('id', '=', param('id'))
        .where('id', '!=', 'constant')
    })
    const texts = new Set<string>()
    const recorded = recordStatements(db, (text) => void texts.add(text))
    expect((await appById(recorded, { id: 'demo-app', isEnabled: 1 })).rows).toEqual([{ id: 'demo-app' }])
    expect((await appById(recorded, { id: 'demo-app', isEnabled: 0 })).rows).toEqual([])
    expect((await appById(recorded, { isEnabled: 0, id: 'old-app' })).rows).toEqual([{ id: 'old-app' }])
    expect([builds, texts.size]).toEqual([1, 1])
  })

  it('inserts a row by its columns', async () => {
    const db = await open()
    const insertApp = compiled((on, param: Param<{ readonly id: string; readonly is_enabled: number }>) =>
      on.insertInto('apps').values(paramsOf(param, ['id', 'is_enabled'])),
    )
    expect((await insertApp(db, { is_enabled: 1, id: 'new' })).numAffectedRows).toBe(1n)
    const row = await db.selectFrom('apps').select('is_enabled').where('id', '=', 'new').executeTakeFirst()
    expect(row).toEqual({ is_enabled: 1 })
  })
})

describe('compiledForEach', () => {
  it('builds a query once for each length, and anew for a long list', async () => {
    const db = await open()
    const lengths: number[] = []
    const appsByIds = compiledForEach((on, params: readonly Param<{ readonly id: string }>[]) => {
      lengths.push(params.length)
      return on
        .selectFrom('apps')
        .select('id')
        .where(
          'id',
          'in',
          params.map((param) => param('id')),
        )
        .orderBy('id')
    })
    const find = async (ids: readonly string[]) => {
      const { rows } = await appsByIds(
        db,
        ids.map((id) => ({ id })),
      )
      return rows.map((row) => row.id)
    }
    expect(await find(['demo-app'])).toEqual(['demo-app'])
    expect(await find(['old-app'])).toEqual(['old-app'])
    expect(await find(['old-app', 'demo-app'])).toEqual(['demo-app', 'old-app'])
    const many = Array.from({ length: 20 }, () => 'old-app')
    expect([await find(many), await find(many)]).toEqual([['old-app'], ['old-app']])
    expect(lengths).toEqual([1, 2, 20, 20])
  })
})
