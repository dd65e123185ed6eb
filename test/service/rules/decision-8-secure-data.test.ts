import { readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { describe, expect, it } from 'vitest'
import { placeOrder, storyCard } from '@giftcards/test-harness'
import { useSandbox } from '@giftcards/test-harness/vitest'

const sandbox = await useSandbox()
const limited = await useSandbox({ RATE_LIMIT_PER_MINUTE: '5' })

const elite = 'elite@example.com'

/** Buys a card for the Elite customer's wallet. The card has just been fulfilled. */
async function buyCard() {
  const owner = await sandbox.partner(elite)
  const order = await placeOrder(owner, [storyCard.harborEcode()])
  return { owner, path: { cardId: order.cards[0]!.id } }
}

describe('getSecureData', () => {
  it('answers number, PIN and barcode in clear', { meta: { rules: ['D8-10', 'D13-28'] } }, async () => {
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

  it('is rate limited', { meta: { rules: ['D8-14'] } }, async () => {
    const owner = await limited.partner(elite)
    const order = await placeOrder(owner, [storyCard.harborEcode()])
    const path = { cardId: order.cards[0]!.id }
    const statuses = []
    for (let read = 0; read < 4; read += 1) {
      statuses.push((await owner.call('getSecureData', { path })).status)
    }
    expect(statuses).toStrictEqual([200, 200, 200, 429])
  })

  it('is marked as an extension', { meta: { rules: ['D8-16'] } }, () => {
    // The published bundle omits the sources; the full one contains them.
    const file = fileURLToPath(import.meta.resolve('@giftcards/openapi/dist/openapi.full.json'))
    const document = JSON.parse(readFileSync(file, 'utf8')) as { paths: Record<string, object> }
    expect(document.paths['/v3/wallets/{cardId}/secure-data']).toMatchObject({
      get: { operationId: 'getSecureData', 'x-source': 'extension' },
    })
  })
})
