/** Tells of a purchase: a cart, a coupon that is rejected, and an order that is delivered. */
exports.buy = async ({ createPartnerClient, isApiError }, { createSandboxClient }, options) => {
  const client = createPartnerClient({
    baseUrl: 'http://fake.test',
    appId: 'demo-app',
    credentials: { email: 'elite@example.com', password: 'correct-horse-battery' },
    ...options,
  })
  const { data, status } = await client.createCart().withResponse()
  const { cartId } = data
  const rejection = await client.applyCoupon({ cartId, couponCode: 'EXPIRED' }).catch((error) => error)
  const { buyOrder } = await client.checkout({
    cards: [{ merchantId: 101, faceValue: 50, percentOff: 8.5, type: 'ecode', quantity: 2 }],
    payment: { method: 'ACH', details: { id: 7001 } },
    shippingDetails: {
      firstname: 'Erin',
      lastname: 'Elm',
      street: '12 Harbor Street',
      city: 'Portland',
      state: 'OR',
      postcode: '97201',
    },
  })
  const order = await client.waitForFulfilment(buyOrder.orderId)
  const warnings =
    (await warningsOf((signal) => client.getOrder({ orderId: order.orderId }, { signal }))) +
    (await warningsOf((signal) => client.waitForFulfilment(order.orderId, { signal })))
  const raw = await client.raw.GET('/v3/orders/{orderId}', { params: { path: { orderId: order.orderId } } })
  return [
    `cart ${status} with ${data.cards.length} cards`,
    `coupon ${isApiError(rejection, 'coupon_expired')} ${rejection.messages.join()}`,
    `order ${buyOrder.status}, then ${order.status} ${order.fulfilled}`,
    `raw ${raw.response.status} ${raw.data.buyOrder.status}`,
    `warnings ${warnings}`,
    `sandbox ${typeof createSandboxClient({ baseUrl: 'http://fake.test' }).resetSandbox}`,
  ]
}

/** How many warnings the process gets while calls share one signal. */
async function warningsOf(call) {
  let count = 0
  const hear = () => count++
  process.on('warning', hear)
  const { signal } = new AbortController()
  await Promise.all(Array.from({ length: 12 }, () => call(signal)))
  await new Promise((resolve) => setImmediate(resolve))
  process.off('warning', hear)
  return count
}

/** Prints a purchase from a fake, or from the server at the address that is the first argument. */
exports.print = async (client, sandbox, { createFakePartnerApi }) => {
  const [baseUrl] = process.argv.slice(2)
  const fake = createFakePartnerApi()
  fake.respondOnce('applyCoupon', 'coupon_expired')
  const lines = await exports.buy(client, sandbox, baseUrl ? { baseUrl } : { fetch: fake.fetch })
  console.log(lines.join('\n'))
  if (!baseUrl) console.log(fake.calls.map(({ operationId }) => operationId).join(' '))
}
