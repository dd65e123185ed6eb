import { createApiClient } from './client.ts'

type Api = ReturnType<typeof createApiClient>
type Checkout = Extract<Parameters<Api['checkout']>[0], { readonly payment: unknown }>

interface Wishes {
  readonly baseUrl: string
  readonly credentials: Parameters<Api['login']>[0]
  readonly lines: Parameters<Api['addCards']>[0]['cards']
  readonly payment: Checkout['payment']
  readonly address: Checkout['shippingDetails']
}

/** Adds cards to a cart, buys them with the given payment, and reads them in the wallet. The client parses each response. */
export async function purchase({ baseUrl, credentials, lines, payment, address }: Wishes) {
  const api = createApiClient(baseUrl, { axiosConfig: { headers: { 'x-cc-app': 'demo-app' } } })
  // Login returns its token only in a header.
  api.axios.interceptors.response.use((response) => {
    const token: unknown = response.headers['authorization']
    if (typeof token === 'string') api.axios.defaults.headers.common.Authorization = `Bearer ${token}`
    return response
  })
  await api.createSession(undefined)
  await api.login(credentials)

  const { cartId } = await api.createCart({ action: 'buy' })
  const outcome = await api.addCards({ cards: lines }, { params: { cartId } })
  const cards = outcome.cart.cards.map(({ merchant, balance, percentOff, quantity }) => {
    const line = lines.find(({ merchantId }) => merchantId === merchant)
    if (line === undefined) throw new Error(`No line of merchant ${merchant} was requested`)
    return { ...line, faceValue: balance, percentOff, quantity }
  })
  const paid = await api.checkout(
    { cards, payment, shippingDetails: address },
    { queries: { checkout: 'condensed' } },
  )
  const { buyOrder: order } = await api.getOrder({ params: { orderId: paid.buyOrder.orderId } })
  const wallet = await Promise.all(order.cards.map(({ id }) => api.getWalletCard({ params: { cardId: id } })))
  return { outcome, order, wallet }
}
