import { describe, expect, it } from 'vitest'
import { resealCards } from '../../maintenance.ts'
import { withDatabase } from '../database/open-database.ts'
import { databaseRigs, type DatabaseRig } from '../testing/database-rigs.ts'
import { writeSoundBooks } from '../testing/sound-books.ts'

/** A text under the new key, unless it is under that key already. */
const reseal = (cardId: number, sealed: string) => (sealed.startsWith('new') ? undefined : `new.${cardId}`)

const textsOf = (rig: DatabaseRig) =>
  withDatabase(rig.url, 'read', async ({ db }) => {
    const rows = await db
      .selectFrom('order_units')
      .select('sealed_secrets')
      .where('sealed_secrets', 'is not', null)
      .orderBy('id')
      .execute()
    return rows.map((row) => row.sealed_secrets)
  })
const listEvents = (rig: DatabaseRig) =>
  withDatabase(rig.url, 'read', async ({ db }) => {
    const rows = await db.selectFrom('audit_log').select('event').orderBy('id').execute()
    return rows.map(({ event }) => JSON.parse(event) as { readonly kind: string })
  })

describe.each(databaseRigs)('resealCards on %s', (_engine, createRig) => {
  /** 240 cards with secrets, more than two batches of them, beside those of the books. */
  async function createCards(): Promise<DatabaseRig> {
    const rig = await createRig('sandbox')
    const store = await rig.open()
    await store.transaction(writeSoundBooks)
    await store.close()
    await rig.execute(`
      update order_units set sealed_secrets = null;
      insert into order_units
      with recursive numbers (i) as (select 1 union all select i + 1 from numbers where i < 240)
      select 900000 + i, 100001, 1000 + i, 900000 + i, 101, 'ecode', 5000, 850, 0, 4575, 0, 0, 1, 5000, 'old.' || i from numbers`)
    return rig
  }
  it('replaces the text of every card, and records each batch', async () => {
    const rig = await createCards()
    expect(await resealCards(rig.url, 'new', reseal)).toStrictEqual({ resealed: 240, current: 0 })
    expect(await textsOf(rig)).toStrictEqual(Array.from({ length: 240 }, (_, i) => `new.${900_001 + i}`))
    const events = (await listEvents(rig)).filter(({ kind }) => kind === 'card-data.resealed')
    expect(events).toStrictEqual(
      [100, 100, 40].map((cards) => ({ kind: 'card-data.resealed', keyId: 'new', cards })),
    )
    expect(await resealCards(rig.url, 'new', reseal)).toStrictEqual({ resealed: 0, current: 240 })
  })

  it('goes on where it was stopped', async () => {
    const rig = await createCards()
    const failing = (cardId: number, sealed: string) => {
      if (cardId === 900_150) throw new Error('Killed')
      return reseal(cardId, sealed)
    }
    await expect(resealCards(rig.url, 'new', failing)).rejects.toThrow('Killed')
    const texts = await textsOf(rig)
    expect([texts[99], texts[100]]).toStrictEqual(['new.900100', 'old.101'])
    expect(await resealCards(rig.url, 'new', reseal)).toStrictEqual({ resealed: 140, current: 100 })
  })
})
