import { DatabaseSync } from 'node:sqlite'
import { describe, expect, it, onTestFinished } from 'vitest'
import { createStatementCache } from './statement-cache.ts'

describe('createStatementCache', () => {
  it('prepares one text once', () => {
    const prepare = open(2)
    expect(prepare('select 1')).toBe(prepare('select 1'))
  })

  it('forgets the statement used longest ago', () => {
    const prepare = open(2)
    const [first, second] = [prepare('select 1'), prepare('select 2')]
    expect(prepare('select 1')).toBe(first)
    prepare('select 3')
    expect(prepare('select 1')).toBe(first)
    expect(prepare('select 2')).not.toBe(second)
  })

  it('knows which statements answer rows', () => {
    const prepare = open(9)
    expect(prepare('create table t (a)').hasRows).toBe(false)
    prepare('create table t (a)').statement.run()
    expect(prepare('insert into t values (1)').hasRows).toBe(false)
    expect(prepare('insert into t values (1) returning a').hasRows).toBe(true)
    expect(prepare('select a from t').hasRows).toBe(true)
  })
})

function open(size: number): ReturnType<typeof createStatementCache> {
  const database = new DatabaseSync(':memory:')
  onTestFinished(() => database.close())
  return createStatementCache(database, size)
}
