import { type AddCardsInput, type Cart, formatDollars, type Order } from '@giftcards/client'
import { countOf, priceOf, toDollars } from './amounts.ts'
import type { Stage } from './stage.ts'

/** A published customer of the sandbox, an Elite partner (docs: sandbox). */
const customer = { email: 'elite@example.com', password: 'correct-horse-battery' }

const cards: AddCardsInput['cards'] = [
  { merchantId: 101, faceValue: 50, percentOff: 8.5, type: 'ecode', quantity: 2 },
  { merchantId: 101, faceValue: 100, percentOff: 7, type: 'physical', quantity: 1 },
]

const shippingDetails = {
  firstname: 'Erin',
  lastname: 'Elm',
  street: '12 Harbor Street',
  city: 'Portland',
  state: 'OR',
  postcode: '97201',
}

/** From the session to the order: logs in, fills a cart, applies a coupon and pays from the drawdown account. */
export async function buyCards(stage: Stage): Promise<Order> {
  const { client, terminal, signal } = stage
  terminal.step(`Open a session and log in as ${customer.email}, password ****.`)
  const { customer: account } = await client.login({ customer }, { signal })
  const rank = account.isElite ? 'an Elite partner' : 'a customer'
  terminal.outcome(`The session belongs to ${account.firstname} ${account.lastname}, ${rank}.`)

  terminal.step('Open a cart.')
  const cart = await client.createCart({}, { signal })
  const { cartId } = cart
  terminal.outcome(
    `Cart ${cartId} has ${cart.cards.length === 0 ? 'nothing' : countOf(cart.cards.length, 'line')} in it.`,
  )
  await emptyCart(stage, cart)

  const wishes = cards.map(
    ({ quantity, type, faceValue, percentOff }) =>
      `${quantity} × ${type} of ${toDollars(faceValue)} at ${percentOff} % off`,
  )
  terminal.step(`Put cards in: ${wishes.join(', ')}.`)
  const { cart: filled } = await client.addCards({ cartId, cards }, { signal })
  const names = [...new Set(filled.cards.map((line) => line.merchantName))].join(', ')
  const count = filled.cards.reduce((sum, line) => sum + line.quantity, 0)
  terminal.outcome(
    `${countOf(count, 'card')} of ${names} are reserved, for ${formatDollars(priceOf(filled.cards))}.`,
  )

  terminal.step('Apply the coupon SAVE10.')
  const { couponData } = await client.applyCoupon({ cartId, couponCode: 'SAVE10' }, { signal })
  terminal.outcome(`${couponData?.description ?? 'No coupon'}: ${toDollars(-(couponData?.discount ?? 0))}.`)

  terminal.step('Look at the drawdown account.')
  const { availableBalance, pendingBalance } = await client.getDrawdownAccount({ signal })
  terminal.outcome(
    `${toDollars(availableBalance)} to spend, ${toDollars(pendingBalance)} held for other orders.`,
  )

  terminal.step('Check the cart out, from the drawdown account, to an address in Portland.')
  const { buyOrder } = await client.checkout(
    { cartId, paymentMethod: 'DRAWDOWN_ACCOUNT', shippingDetails },
    { signal },
  )
  const { faceValue, order, due } = buyOrder.total
  terminal.outcome(
    `Order ${buyOrder.id} is ${buyOrder.status}: ${countOf(buyOrder.cards.length, 'card')} worth ${toDollars(faceValue)}.`,
  )
  terminal.outcome(
    `They cost ${toDollars(order)} with the coupon, ${toDollars(due)} with the drawdown discount.`,
  )
  return buyOrder
}

/** Takes out what is in a cart already: of a purchase that was broken off, the customer still has the cart. */
async function emptyCart({ client, terminal, signal }: Stage, cart: Cart): Promise<void> {
  const { cartId, cards: left, couponData } = cart
  if (couponData !== null) {
    await client.removeCoupon({ cartId, couponCode: couponData.coupon }, { signal })
  }
  for (const { id } of left) await client.removeCard({ cartId, cardId: id }, { signal })
  if (left.length > 0) terminal.outcome('An earlier purchase left it there. The demo removes it.')
}
