import { runInThisContext } from 'node:vm'
import { describe, expect, it } from 'vitest'
import { createSearch } from '../browser/find-pages.ts'
import { collectSite } from '../scripts/collect-site.ts'
import { toSearchIndexScript } from './search-index-script.ts'

const script = toSearchIndexScript(collectSite().documents)
runInThisContext(script)
const index = globalThis.docsSearchIndex
if (index === undefined) throw new Error('The script must leave the index')
const search = createSearch(index)
const first = (query: string): string | undefined => search(query)[0]?.href

describe('the search index', () => {
  it.each([
    ['applyCoupon', 'reference.html#operation/applyCoupon'],
    ['apply coupon', 'reference.html#operation/applyCoupon'],
    ['applycoupn', 'reference.html#operation/applyCoupon'],
    ['drawdown-account/transactions', 'reference.html#operation/listDrawdownTransactions'],
    ['advanceClock', 'sandbox.html#operation/advanceClock'],
    ['secure_data_expired', 'guides/errors.html#400-secure_data_expired'],
    ['D7-05', 'rules.html#D7-05'],
    ['quickstart', 'guides/quickstart.html'],
    ['barcodes', 'guides/fulfilment-wallet-secure-data-barcodes.html#barcodes'],
    ['automata', 'decisions/0011-automata-for-texts.html'],
  ])('finds %s at %s', (query, href) => {
    expect(first(query)).toBe(href)
  })

  it('finds nothing where there is nothing', () => {
    expect(search('xylophone')).toStrictEqual([])
  })

  it('shows what kind of thing is found, and an excerpt', () => {
    expect(search('applyCoupon')[0]).toStrictEqual({
      href: 'reference.html#operation/applyCoupon',
      kind: 'Operation',
      title: 'applyCoupon',
      text: 'Apply a coupon: POST /v3/carts/{cartId}/coupons/{couponCode}',
    })
  })

  it('is small enough to load on first use', () => {
    expect(script.length).toBeLessThan(550_000)
  })
})
