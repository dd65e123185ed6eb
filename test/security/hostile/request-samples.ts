import { type OperationId, openapiDocument } from '@giftcards/contract'
import { storyAddress, storyCard } from '@giftcards/test-harness'

/** A body that matches its schema and uses every property of it, so that each can be broken. */
export interface RequestSample {
  readonly operationId: OperationId
  /** The component schema of the body. */
  readonly schema: string
  readonly body: unknown
}

const address = { ...storyAddress, street2: 'Apt 4', company: 'Elm Gifts' }
const details = { id: 7002, creditCardId: 8002, creditCardDetails: { creditCardId: 8002 } }

/** One sample for every variant of every request body. */
export const requestSamples: readonly RequestSample[] = [
  {
    operationId: 'login',
    schema: 'LoginRequest',
    body: { customer: { email: 'nobody@example.com', password: 'wrong' } },
  },
  { operationId: 'createCart', schema: 'CreateCartRequest', body: { action: 'buy' } },
  { operationId: 'addCards', schema: 'AddCardsRequest', body: { cards: [storyCard.harborB2B()] } },
  { operationId: 'adjustCardQuantity', schema: 'AdjustQuantityRequest', body: { qty: 1 } },
  {
    operationId: 'checkout',
    schema: 'DirectCheckoutRequest',
    body: {
      cards: [{ ...storyCard.harborB2B(), isLowRisk: false }],
      payment: { method: 'ACH', details },
      shippingDetails: address,
      billingDetails: address,
      couponCode: 'SAVE10',
    },
  },
  {
    operationId: 'checkout',
    schema: 'DrawdownCartCheckoutRequest',
    body: { cartId: 'none', paymentMethod: 'DRAWDOWN_ACCOUNT', shippingDetails: address },
  },
]

interface SchemaNode {
  readonly $ref?: string
  readonly properties?: Readonly<Record<string, SchemaNode>>
  readonly items?: SchemaNode
}

/** A place in a body: the keys that lead to it. */
export type Place = readonly (string | number)[]

/** Returns every place that a sample's schema describes. Throws if the sample lacks one. */
export function placesOf(sample: RequestSample): readonly Place[] {
  return walk({ $ref: `#/components/schemas/${sample.schema}` }, sample.body, [])
}

function walk(node: SchemaNode, value: unknown, place: Place): readonly Place[] {
  if (value === undefined) throw new Error(`A request sample lacks ${place.join('.')}`)
  const { properties = {}, items } = resolve(node)
  const members = Object.entries(properties).flatMap(([name, schema]) =>
    walk(schema, (value as Record<string, unknown>)[name], [...place, name]),
  )
  const elements = items === undefined ? [] : walk(items, (value as readonly unknown[])[0], [...place, 0])
  return [place, ...members, ...elements]
}

function resolve(node: SchemaNode): SchemaNode {
  const name = node.$ref?.split('/').at(-1)
  const schemas = openapiDocument.components?.['schemas'] as Record<string, SchemaNode>
  return name === undefined ? node : { ...schemas[name], ...node }
}

/** Returns the body with another value at one place; `undefined` removes the place. */
export function replaceAt(body: unknown, place: Place, value: unknown): unknown {
  const [key, ...rest] = place
  if (key === undefined) return value
  if (Array.isArray(body))
    return body.map((item, index) => (index === key ? replaceAt(item, rest, value) : item))
  const object = body as Record<string, unknown>
  return { ...object, [key]: replaceAt(object[key], rest, value) }
}
