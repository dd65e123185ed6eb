import { orderMessages, settings } from '@giftcards/marketplace'
import contract from '@giftcards/openapi/dist/openapi.json' with { type: 'json' }
import { describe, expect, it } from 'vitest'
import { getGuide } from './read-guides.ts'
import { readTable } from './read-table.ts'

const { AddCardsRequest, AdjustQuantityRequest, CartCardRequest } = contract.components.schemas

describe('the limits of the carts guide', () => {
  it('are those of the contract and the service', () => {
    const rows = readTable(getGuide('carts-reservations-partial-stock').markdown, 'What', 'Limit')
    const { faceValue, percentOff, quantity } = CartCardRequest.properties
    const { qty } = AdjustQuantityRequest.properties
    expect(Object.fromEntries(rows.map(({ What = '', Limit }) => [What, Limit]))).toStrictEqual({
      'Active carts of an account': '1',
      'Lines in one request': String(AddCardsRequest.properties.cards.maxItems),
      'quantity of a line': `${quantity.minimum} to ${quantity.maximum}`,
      'qty of an adjustment': `−${-qty.minimum} to ${qty.maximum}, not 0`,
      'Cards in a cart or an order': String(settings.maxCards),
      faceValue: `${faceValue.minimum} to ${faceValue.maximum}, at most two decimals`,
      percentOff: `${percentOff.minimum} to less than ${percentOff.exclusiveMaximum}, at most two decimals`,
      'Life of a cart': `${settings.cartTtlMs / 60_000} minutes after its last change`,
    })
  })
})

describe('the order states of the fulfilment guide', () => {
  it('are those of the service, with their messages', () => {
    const rows = readTable(getGuide('fulfilment-wallet-secure-data-barcodes').markdown, 'status', 'message')
    const shown = Object.fromEntries(rows.map(({ status = '', message }) => [status, message]))
    expect(shown).toStrictEqual(orderMessages)
  })
})
