import type { Wire } from '@giftcards/contract'
import {
  type Address,
  type CardsCheckout,
  type CardsWanted,
  type CartCheckout,
  type CheckoutLine,
  parseBps,
  parseCents,
} from '@giftcards/marketplace'

type Schemas = Wire.components['schemas']

/** A part of a request read into the domain, or one text per problem that the schema cannot express. */
export type Parsed<Value> = { readonly value: Value } | { readonly problems: readonly string[] }

/** Reads the lines of an add-to-cart request (spec 2.4). */
export function parseCardsWanted(cards: readonly Schemas['AddCardsLine'][]): Parsed<readonly CardsWanted[]> {
  return parseAll(cards, (card, at) => parseCard(card, at))
}

/** Reads the lines of a checkout (spec 2.4). */
export function parseCheckoutLines(
  cards: readonly Schemas['CheckoutLine'][],
): Parsed<readonly CheckoutLine[]> {
  return parseAll(cards, (card, at): Parsed<CheckoutLine> => {
    const parsed = parseCard(card, at)
    return 'problems' in parsed
      ? parsed
      : { value: { ...parsed.value, onlyLowRisk: card.isLowRisk === true } }
  })
}

/** Reads shape A of a checkout (spec 4.6). */
export function parseCardsCheckout(body: Schemas['DirectCheckoutRequest']): Parsed<CardsCheckout> {
  const lines = parseCheckoutLines(body.cards)
  if ('problems' in lines) return lines
  const { method, details } = body.payment
  return {
    value: {
      shape: 'cards',
      lines: lines.value,
      method,
      bankId: details?.id,
      cardId: method === 'ACH_CREDITCARD' ? details?.creditCardDetails?.creditCardId : details?.creditCardId,
      shipping: fromAddress(body.shippingDetails),
      hasBilling: body.billingDetails !== undefined,
      couponCode: body.couponCode,
    },
  }
}

/** The missing fields of a checkout's payment, by method: `payment.details.id is required for ACH`. */
export function describeMissing(
  kind: 'payment_details_missing' | 'billing_details_missing',
  { method, bankId }: CardsCheckout,
): string {
  const card = method === 'ACH_CREDITCARD' ? 'creditCardDetails.creditCardId' : 'creditCardId'
  const detail = bankId === undefined && method !== 'CREDITCARD' ? 'id' : card
  const field = kind === 'billing_details_missing' ? 'billingDetails' : `payment.details.${detail}`
  return `${field} is required for ${method}`
}

/** Reads shape B of a checkout (spec 4.6). */
export function fromCartCheckout(body: Schemas['DrawdownCartCheckoutRequest']): CartCheckout {
  return { shape: 'cart', cartId: body.cartId, shipping: fromAddress(body.shippingDetails) }
}

/** Keeps only the fields of an address in the contract (spec 2.6). */
export function fromAddress(address: Schemas['Address']): Address {
  const { firstname, lastname, street, street2, city, state, postcode, company } = address
  return {
    firstname,
    lastname,
    street,
    city,
    state,
    postcode,
    ...(street2 === undefined ? {} : { street2 }),
    ...(company === undefined ? {} : { company }),
  }
}

function parseCard(
  card: Schemas['AddCardsLine'] | Schemas['CheckoutLine'],
  at: string,
): Parsed<Omit<CheckoutLine, 'onlyLowRisk'>> {
  const faceValueCents = parseCents(card.faceValue)
  const percentOffBps = parseBps(card.percentOff)
  if (faceValueCents === undefined || percentOffBps === undefined) {
    return {
      problems: [
        ...(faceValueCents === undefined ? [`${at}.faceValue must have at most 2 decimals`] : []),
        ...(percentOffBps === undefined ? [`${at}.percentOff must have at most 2 decimals`] : []),
      ],
    }
  }
  const { merchantId, type, quantity } = card
  return { value: { merchantId, faceValueCents, percentOffBps, type, quantity } }
}

function parseAll<From, To>(
  items: readonly From[],
  parse: (item: From, at: string) => Parsed<To>,
): Parsed<readonly To[]> {
  const parsed = items.map((item, index) => parse(item, `cards[${index}]`))
  const problems = parsed.flatMap((one) => ('problems' in one ? one.problems : []))
  return problems.length > 0
    ? { problems }
    : { value: parsed.flatMap((one) => ('value' in one ? [one.value] : [])) }
}
