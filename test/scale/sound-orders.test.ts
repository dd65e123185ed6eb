import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { openStore } from '@giftcards/storage'
import { checkDatabase } from '@giftcards/storage/upkeep'
import { describe, expect, it } from 'vitest'
import { createFolder } from '../process/start-process.ts'
import { soundOrders } from './sound-orders.ts'

describe('soundOrders', () => {
  it('fills a database whose books are sound', async () => {
    const file = join(createFolder(), 'cards.db')
    await (await openStore(`sqlite:${file}`, { mode: 'sandbox' })).close()
    const database = new DatabaseSync(file, { enableForeignKeyConstraints: false })
    for (const statement of soundOrders(400)) database.exec(statement)
    database.close()
    expect(await checkDatabase(`sqlite:${file}`, () => undefined)).toStrictEqual({
      broken: [],
      checked: { orders: 400, cards: 400, carts: 40, payments: 0, ledgerRows: 220 },
    })
  })
})
