import { execFile } from 'node:child_process'
import { join } from 'node:path'
import process from 'node:process'
import { promisify } from 'node:util'
import { describe, expect, it } from 'vitest'
import { databaseRigs } from '../testing/database-rigs.ts'
import { writeSoundBooks } from '../testing/sound-books.ts'
import { temporaryPath } from '../testing/temporary-path.ts'

describe('a backup', () => {
  it('needs no memory for the orders it holds', async () => {
    const [[, createSqlite]] = databaseRigs
    const [from, to] = [await createSqlite('sandbox'), await createSqlite()]
    const store = await from.open()
    await store.transaction(writeSoundBooks)
    await store.close()
    const payment = JSON.stringify({ method: 'ACH', note: 'x'.repeat(20_000) })
    await from.execute(`
      with recursive numbers (i) as (select 1 union all select i + 1 from numbers where i < 3500)
      insert into orders select 200000 + i, 'order-' || (200000 + i), 1, 1, 'Processing', 4575, 5000, 4575, null,
        '${payment}', '{}', '[]', null, 'none' from numbers;
      insert into order_units select id * 10, id, 1, id * 10, 101, 'ecode', 5000, 850, 0, 4575, 0, 0, null, 5000, null
        from orders where id > 200000;`)
    const file = temporaryPath('backup.gz')
    const program = join(import.meta.dirname, '../testing/backup-process.ts')
    // The orders alone are 70 MB of text.
    const { stdout } = await promisify(execFile)(process.execPath, [
      '--max-old-space-size=64',
      program,
      from.url,
      file,
      to.url,
    ])
    expect(JSON.parse(stdout)).toMatchObject({ orders: 3502, cards: 3504 })
  })
})
