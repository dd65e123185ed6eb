import { fetch as send, setConfig } from './.kubb/fetch.ts'
import { addCards, checkout, createCart, createSession, getOrder, getWalletCard, login } from './client.ts'
import type { AddCardsLine, Address, LoginRequest, Payment } from './models.ts'

interface Wishes {
  readonly baseUrl: string
  readonly credentials: LoginRequest
  readonly lines: AddCardsLine[]
  readonly payment: Payment
  readonly address: Address
}

/** Adds cards to a cart, buys them with the given payment, and reads them in the wallet. */
export async function purchase({ baseUrl, credentials, lines, payment, address }: Wishes) {
  const configure = (token?: string) =>
    setConfig({
      baseURL: baseUrl,
      headers: {
        'x-cc-app': 'demo-app',
        'content-type': 'application/json',
        ...(token !== undefined && { authorization: `Bearer ${token}` }),
      },
    })
  configure()
  const session = await createSession()
  if (!('access_token' in session)) throw new Error(session)
  configure(session.access_token)
  // Login returns its token only in a header.
  let token: string | null = null
  await login(credentials, undefined, {
    client: async (config) => {
      const response = await send<never>(config)
      token = response.headers.get('authorization')
      return response
    },
  })
  configure(token ?? '')

  const { cartId } = await createCart({ action: 'buy' })
  const outcome = await addCards(cartId, { cards: lines })
  const cards = outcome.cart.cards.map(({ merchant, balance, percentOff, quantity }) => {
    const line = lines.find(({ merchantId }) => merchantId === merchant)
    if (line === undefined) throw new Error(`No line of merchant ${merchant} was requested`)
    return { ...line, faceValue: balance, percentOff, quantity }
  })
  const { buyOrder } = await checkout({ cards, payment, shippingDetails: address }, { checkout: 'condensed' })
  const placed = await getOrder(buyOrder.orderId)
  const wallet = await Promise.all(placed.buyOrder.cards.map(({ id }) => getWalletCard(id)))
  return { outcome, order: placed.buyOrder, wallet }
}
