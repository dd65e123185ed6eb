import contract from '@giftcards/openapi/dist/openapi.json' with { type: 'json' }
import { describe, expect, it } from 'vitest'
import { getGuide, readTable } from './guides.ts'

const { Cart, DrawdownTransactions, Order, WalletCard } = contract.components.schemas

describe('the guide on pagination', () => {
  it('has the limits of the contract', () => {
    const rows = readTable(getGuide('pagination').markdown, 'List', 'Operations')
    expect(Object.fromEntries(rows.map((row) => [row['List'], Number(row['Maximum'])]))).toStrictEqual({
      transactions: DrawdownTransactions.properties.transactions.maxItems,
      'cards of a cart': Cart.properties.cards.maxItems,
      'cards of an order': Order.properties.cards.maxItems,
      'claims of a card': WalletCard.properties.claims.maxItems,
    })
  })

  it('is right that no parameter selects a page', () => {
    const parameters = Object.values(contract.components.parameters)
    const queries = parameters.flatMap(({ in: place, name }) => (place === 'query' ? name : []))
    expect(queries).toStrictEqual(['checkout'])
  })
})
