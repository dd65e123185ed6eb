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
  terminal.step(`Open a session and log in as ${customer.email}.`)
  const { customer: account } = await client.login({ customer }, { signal })
  const rank = account.isElite ? 'an Elite partner' : 'a customer'
  terminal.outcome(`Logged in: ${account.firstname} ${account.lastname}, ${rank}.`)

  terminal.step('Open a cart.')
  const cart = await client.createCart({}, { signal })
  const { cartId } = cart
  terminal.outcome(
    `Cart ${cartId} ${cart.cards.length === 0 ? 'is empty' : `has ${countOf(cart.cards.length, 'line')}`}.`,
  )
  await emptyCart(stage, cart)

  const wishes = cards.map(
    ({ quantity, type, faceValue, percentOff }) =>
      `${quantity} × ${toDollars(faceValue)} ${type} at ${percentOff}% off`,
  )
  terminal.step(`Add cards: ${wishes.join(', ')}.`)
  const { cart: filled } = await client.addCards({ cartId, cards }, { signal })
  const names = [...new Set(filled.cards.map((line) => line.merchantName))].join(', ')
  const count = filled.cards.reduce((sum, line) => sum + line.quantity, 0)
  terminal.outcome(
    `Reserved ${countOf(count, 'card')} of ${names} for ${formatDollars(priceOf(filled.cards))}.`,
  )

  terminal.step('Apply the coupon SAVE10.')
  const { couponData } = await client.applyCoupon({ cartId, couponCode: 'SAVE10' }, { signal })
  terminal.outcome(`${couponData?.description ?? 'No coupon'}: ${toDollars(-(couponData?.discount ?? 0))}.`)

  terminal.step('Get the drawdown balance.')
  const { availableBalance, pendingBalance } = await client.getDrawdownAccount({ signal })
  terminal.outcome(
    `${toDollars(availableBalance)} available, ${toDollars(pendingBalance)} reserved for pending orders.`,
  )

  terminal.step('Check out the cart, paid from the drawdown account.')
  const { buyOrder } = await client.checkout(
    { cartId, paymentMethod: 'DRAWDOWN_ACCOUNT', shippingDetails },
    { signal },
  )
  const { faceValue, order, due } = buyOrder.total
  terminal.outcome(
    `Order ${buyOrder.id} is ${buyOrder.status}: ${countOf(buyOrder.cards.length, 'card')} worth ${toDollars(faceValue)}.`,
  )
  terminal.outcome(
    `Total: ${toDollars(order)} after the coupon, ${toDollars(due)} after the drawdown discount.`,
  )
  return buyOrder
}

/** Removes everything from a cart. After an interrupted purchase, the customer still has its cart. */
async function emptyCart({ client, terminal, signal }: Stage, cart: Cart): Promise<void> {
  const { cartId, cards: left, couponData } = cart
  if (couponData !== null) {
    await client.removeCoupon({ cartId, couponCode: couponData.coupon }, { signal })
  }
  for (const { id } of left) await client.removeCard({ cartId, cardId: id }, { signal })
  if (left.length > 0) terminal.outcome('An interrupted purchase left this cart. The demo emptied it.')
}
