import type { Store, StoreTransaction } from '@giftcards/marketplace'
import { expect, describe, it } from 'vitest'
import { openPostgresStore } from '../../index.ts'
import { createMeeting } from '../testing/create-meeting.ts'
import { temporaryDatabase } from '../testing/shared-postgres.ts'

const append = (tx: StoreTransaction): Promise<void> =>
  tx.insertLogin({ email: 'ada@example.com', customerId: 1, isRight: true })

describe('the audit log on PostgreSQL', () => {
  it('stays in one piece where several stores append to one chain at once', async () => {
    const url = await temporaryDatabase('sandbox')
    const stores = [
      await openPostgresStore({ url, mode: 'sandbox' }),
      await openPostgresStore({ url, mode: 'sandbox' }),
    ] as const
    await Promise.all(stores.flatMap((store) => Array.from({ length: 8 }, () => store.transaction(append))))
    expect(await stores[1].upkeep.verifyAuditLog()).toMatchObject({ kind: 'sound', rows: 16, chains: 1 })
    for (const store of stores) await store.close()
  })

  it('retries one of two that begin a chain at once', async () => {
    const url = await temporaryDatabase('sandbox')
    const [store, other] = [
      await openPostgresStore({ url, mode: 'sandbox' }),
      await openPostgresStore({ url, mode: 'sandbox' }),
    ]
    const meet = createMeeting(2)
    let runs = 0
    const appendTogether = (to: Store) =>
      to.transaction(async (tx) => {
        runs += 1
        if (runs <= 2) await meet()
        await append(tx)
      })
    await Promise.all([appendTogether(store), appendTogether(other)])
    expect(await store.upkeep.verifyAuditLog()).toMatchObject({ kind: 'sound', rows: 2, chains: 1 })
    for (const each of [store, other]) await each.close()
  })
})
