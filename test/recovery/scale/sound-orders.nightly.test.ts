import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { openStore } from '@giftcards/storage'
import { startPostgres } from '@giftcards/storage/testing'
import { checkDatabase } from '@giftcards/storage/maintenance'
import { describe, expect, it, onTestFinished } from 'vitest'
import { createFolder } from '@giftcards/test-harness/process'
import { soundOrders } from './sound-orders.ts'

const sound = {
  broken: [],
  checked: { orders: 400, cards: 400, carts: 40, payments: 0, ledgerRows: 220 },
}

describe('soundOrders', () => {
  it('fills an SQLite database whose books are sound', async () => {
    const file = join(createFolder(), 'cards.db')
    await (await openStore(`sqlite:${file}`, { mode: 'sandbox' })).close()
    const database = new DatabaseSync(file, { enableForeignKeyConstraints: false })
    for (const statement of soundOrders('sqlite', 400)) database.exec(statement)
    database.close()
    expect(await checkDatabase(`sqlite:${file}`, () => undefined)).toStrictEqual(sound)
  })

  it('fills a PostgreSQL database whose books are sound', async () => {
    const postgres = await startPostgres()
    onTestFinished(() => postgres.remove())
    const url = await postgres.createDatabase('cards')
    await (await openStore(url, { mode: 'sandbox' })).close()
    const fill = ['set session_replication_role = replica', ...soundOrders('postgres', 400)]
    await postgres.query('cards', fill.join(';'))
    expect(await checkDatabase(url, () => undefined)).toStrictEqual(sound)
  })
})
