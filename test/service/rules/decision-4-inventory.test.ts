import { describe, expect, it } from 'vitest'
import { checkoutOf, fillCart, storyCard } from '@giftcards/test-harness'
import { useSandbox } from '@giftcards/test-harness/vitest'

const sandbox = await useSandbox()

interface Line {
  readonly merchantId: number
  readonly faceValue: number
  readonly percentOff: number
  readonly type: string
}

/** Returns the counts of a line's buckets, ordinary first, as `[onHand, reserved, available]`. */
async function stockOf(line: Line): Promise<readonly (readonly number[])[]> {
  const { inventory } = await sandbox.wantControl('listInventory', 200)
  return inventory
    .filter(
      (row) =>
        row.merchantId === line.merchantId &&
        row.faceValue === line.faceValue &&
        row.percentOff === line.percentOff &&
        row.type === line.type,
    )
    .toSorted((a, b) => Number(a.isLowRisk) - Number(b.isLowRisk))
    .map(({ onHand, reserved, available }) => [onHand, reserved, available])
}

describe('stock', () => {
  it('is matched in every part of its key', { meta: { rules: ['D4-01'] } }, async () => {
    const partner = await sandbox.partner('standard@example.com')
    const { cartId } = await fillCart(partner, [storyCard.harborB2B()])
    const inStock = storyCard.northwindEcode()
    const others = [
      { ...inStock, percentOff: 8.4 },
      { ...inStock, percentOff: 8 },
      { ...inStock, faceValue: 50.01 },
      { ...inStock, merchantId: 102 },
      { ...inStock, merchantId: 999_999 },
      { ...inStock, type: 'physical' },
    ]
    for (const card of others) {
      const added = await partner.call('addCards', { path: { cartId }, body: { cards: [card] } })
      expect(added.code).toBe('insufficient_inventory')
      const bought = await partner.call('checkout', checkoutOf([card as typeof inStock]))
      expect(bought.code).toBe('cards_unavailable')
    }
    await partner.want('addCards', 201, { path: { cartId }, body: { cards: [inStock] } })
  })

  it('is sold once under concurrency', async () => {
    const emails = ['elite@example.com', 'standard@example.com', 'elite-poor@example.com']
    const partners = await Promise.all(emails.map((email) => sandbox.partner(email)))
    const answers = await Promise.all(
      [...partners, ...partners].map((partner) =>
        partner.call('checkout', checkoutOf([storyCard.pixelEcode()])),
      ),
    )
    expect(answers.filter(({ status }) => status === 201)).toHaveLength(3)
    expect(answers.filter(({ code }) => code === 'cards_unavailable')).toHaveLength(3)
    expect(await stockOf(storyCard.pixelEcode())).toStrictEqual([[0, 0, 0]])
  })
})
