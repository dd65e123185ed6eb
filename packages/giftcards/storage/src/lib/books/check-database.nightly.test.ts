import { describe, expect, it } from 'vitest'
import { damages, useBooks } from '../testing/damaged-books.ts'
import { databaseRigs } from '../testing/database-rigs.ts'

// On each change SQLite stands for both engines, because the statements are the same.
describe('checkDatabase on PostgreSQL', () => {
  const [, [, createRig]] = databaseRigs
  const { execute, check } = useBooks(createRig)

  it.each(damages)('finds %s', async (_what, statements, sentences) => {
    await execute(statements)
    expect((await check()).broken).toStrictEqual(expect.arrayContaining([...sentences]))
  })
})
