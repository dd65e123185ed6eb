import { addCards, checkout, createCart, createSession, getOrder, getWalletCard, login } from './client.ts'
import type { AddCardsLine, Address, LoginRequest, Payment } from './client.ts'
import { AddCardsResponse, GetOrderResponse, GetWalletCardResponse } from './schemas.ts'

interface Wishes {
  readonly credentials: LoginRequest
  readonly lines: AddCardsLine[]
  readonly payment: Payment
  readonly address: Address
}

/** Adds cards to a cart, buys them with the given payment, and reads them in the wallet. Parses each response with its schema. */
export async function purchase({ credentials, lines, payment, address }: Wishes) {
  const identity = { 'x-cc-app': 'demo-app' }
  const session = await createSession({ headers: identity })
  if (session.status !== 200) throw new Error(session.data.message.join())
  const anonymous = { headers: { ...identity, authorization: `Bearer ${session.data.access_token}` } }
  // Login returns its token only in a header.
  const { headers } = await login(credentials, anonymous)
  const options = { headers: { ...identity, authorization: `Bearer ${headers.get('authorization')}` } }

  const cart = await createCart({ action: 'buy' }, options)
  if (cart.status !== 201) throw new Error(`The cart is not new: ${cart.status}`)
  const added = await addCards(cart.data.cartId, { cards: lines }, options)
  const outcome = AddCardsResponse.parse(added.data)
  const cards = outcome.cart.cards.map(({ merchant, balance, percentOff, quantity }) => {
    const line = lines.find(({ merchantId }) => merchantId === merchant)
    if (line === undefined) throw new Error(`No line of merchant ${merchant} was requested`)
    return { ...line, faceValue: balance, percentOff, quantity }
  })
  const paid = await checkout(
    { cards, payment, shippingDetails: address },
    { checkout: 'condensed' },
    options,
  )
  if (paid.status !== 201) throw new Error(paid.data.message.join())
  const placed = await getOrder(paid.data.buyOrder.orderId, options)
  const order = GetOrderResponse.parse(placed.data).buyOrder
  const wallet = await Promise.all(
    order.cards.map(async ({ id }) => GetWalletCardResponse.parse((await getWalletCard(id, options)).data)),
  )
  return { outcome, order, wallet }
}
