import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { fileURLToPath } from 'node:url'
import { openStore } from '@giftcards/storage'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { placeOrder, type Sandbox, startSandbox, storyCard, storyTime } from '@giftcards/test-harness'

const folder = mkdtempSync(join(tmpdir(), 'giftcards-'))
const databaseFile = join(folder, 'secure-data.db')

let sandbox: Sandbox
beforeAll(async () => {
  sandbox = await startSandbox({}, { store: await openStore(`sqlite:${databaseFile}`, { mode: 'sandbox' }) })
})
afterAll(async () => {
  await sandbox.close()
  rmSync(folder, { recursive: true })
})
beforeEach(() => sandbox.reset())

const elite = 'elite@example.com'

/** A card of the Elite customer's wallet, just fulfilled. */
async function buyCard() {
  const owner = await sandbox.partner(elite)
  const order = await placeOrder(owner, [storyCard.harborEcode()])
  return { owner, path: { cardId: order.cards[0]!.id } }
}

/** Rows of the audit, straight from the database. */
function auditRows(): readonly object[] {
  const database = new DatabaseSync(databaseFile, { readOnly: true })
  const rows = database.prepare('select * from secure_reads order by read_at').all()
  database.close()
  return rows
}

describe('getSecureData', () => {
  it('answers number, PIN and barcode in clear', { meta: { rules: ['D8-10'] } }, async () => {
    const { owner, path } = await buyCard()
    const clear = await owner.want('getSecureData', 200, { path })
    const { merchant } = await owner.want('getWalletCard', 200, { path })
    expect(clear).toStrictEqual({
      number: expect.stringMatching(/^9999\d{12}$/) as string,
      pin: expect.stringMatching(/^\d{4}$/) as string,
      barcode: merchant.barcode,
    })
  })

  it('must not be stored by caches', { meta: { rules: ['D8-11'] } }, async () => {
    const { owner, path } = await buyCard()
    const { status, headers } = await owner.call('getSecureData', { path })
    expect([status, headers.get('cache-control')]).toStrictEqual([200, 'no-store'])
  })

  it('answers nobody but the owner', { meta: { rules: ['D8-12'] } }, async () => {
    const { owner, path } = await buyCard()
    // The card is in the wallet of its owner.
    await owner.want('getWalletCard', 200, { path })
    const stranger = await sandbox.partner('standard@example.com')
    const refused = await stranger.call('getSecureData', { path })
    expect([refused.status, refused.code]).toStrictEqual([404, 'card_not_found'])
    const anonymous = await (await sandbox.partner()).call('getSecureData', { path })
    expect([anonymous.status, anonymous.code]).toStrictEqual([401, 'login_required'])
    expect(auditRows()).toStrictEqual([])
  })

  it('ends 24 hours after fulfilment', { meta: { rules: ['D8-13', '8-04'] } }, async () => {
    const { path } = await buyCard()
    await sandbox.advance(24 * 3600)
    await (await sandbox.partner(elite)).want('getSecureData', 200, { path })
    await sandbox.advance(1)
    const late = await (await sandbox.partner(elite)).call('getSecureData', { path })
    expect([late.status, late.code, late.messages]).toStrictEqual([
      400,
      'secure_data_expired',
      ['Secure data is no longer available'],
    ])
  })

  it('is rate limited', { meta: { rules: ['D8-14'] } }, async () => {
    const limited = await startSandbox({ RATE_LIMIT_PER_MINUTE: '5' })
    try {
      const owner = await limited.partner(elite)
      const order = await placeOrder(owner, [storyCard.harborEcode()])
      const path = { cardId: order.cards[0]!.id }
      const statuses = []
      for (let read = 0; read < 4; read += 1) {
        statuses.push((await owner.call('getSecureData', { path })).status)
      }
      expect(statuses).toStrictEqual([200, 200, 200, 429])
    } finally {
      await limited.close()
    }
  })

  it('leaves an audit row without values', { meta: { rules: ['D8-15'] } }, async () => {
    const { owner, path } = await buyCard()
    await owner.want('getSecureData', 200, { path })
    await sandbox.advance(60)
    const { number, pin, barcode } = await owner.want('getSecureData', 200, { path })
    const rows = auditRows()
    const readAt = Date.parse(storyTime)
    expect(rows).toMatchObject([
      { card_id: path.cardId, read_at: readAt },
      { card_id: path.cardId, read_at: readAt + 60_000 },
    ])
    expect(Object.keys(rows[0] ?? {}).toSorted()).toStrictEqual(['card_id', 'customer_id', 'id', 'read_at'])
    const values = rows.flatMap((row) => Object.values<unknown>({ ...row }).map(String))
    expect([number, pin, barcode.contents].filter((secret) => values.includes(secret))).toStrictEqual([])
  })

  it('is marked as an extension', { meta: { rules: ['D8-16'] } }, () => {
    // The published bundle leaves the sources out; the full one has them.
    const file = fileURLToPath(import.meta.resolve('@giftcards/openapi/dist/openapi.full.json'))
    const document = JSON.parse(readFileSync(file, 'utf8')) as { paths: Record<string, object> }
    expect(document.paths['/v3/wallets/{cardId}/secure-data']).toMatchObject({
      get: { operationId: 'getSecureData', 'x-source': 'extension' },
    })
  })
})
