import type { PartnerIdentity } from '../load/request-text.ts'

/** A card that can be bought, as requests name it. */
export interface CardRequest {
  readonly merchantId: number
  readonly faceValue: number
  readonly percentOff: number
  readonly type: 'ecode' | 'newEcodeB2B'
  readonly quantity: number
}

/** A customer who is logged in and has a cart with one line, an order, and a card in the wallet. */
export interface Partner extends PartnerIdentity {
  /** The card that this partner buys. */
  readonly card: CardRequest
  /**
   * The card that it puts into its cart. It is of another kind, since a checkout would take cards from the
   * cart first.
   */
  readonly cartCard: CardRequest
  readonly cartId: string
  /** The line of the cart. */
  readonly cartCardId: string
  readonly orderId: string
  readonly walletCardId: number
}

/** The cards that partners buy, in turn, so that not all of them wait for the same row of the stock. */
export const cards: readonly CardRequest[] = [
  { merchantId: 101, faceValue: 50, percentOff: 8.5, type: 'ecode', quantity: 1 },
  { merchantId: 102, faceValue: 25, percentOff: 3.3, type: 'newEcodeB2B', quantity: 1 },
  { merchantId: 102, faceValue: 5, percentOff: 0.5, type: 'ecode', quantity: 1 },
  { merchantId: 103, faceValue: 35, percentOff: 4.5, type: 'ecode', quantity: 1 },
  { merchantId: 103, faceValue: 15, percentOff: 12.5, type: 'ecode', quantity: 1 },
  { merchantId: 104, faceValue: 10, percentOff: 5, type: 'ecode', quantity: 1 },
]

/** Where orders go. */
export const shippingDetails = {
  firstname: 'Erin',
  lastname: 'Elm',
  street: '12 Harbor Street',
  city: 'Portland',
  state: 'OR',
  postcode: '97201',
} as const
