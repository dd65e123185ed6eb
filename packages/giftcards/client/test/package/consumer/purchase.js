import { createPartnerClient, isPartnerApiError } from '@giftcards/client'
import { createSandboxClient } from '@giftcards/client/sandbox'
import { createFakePartnerApi } from '@giftcards/client/testing'

const fake = createFakePartnerApi()
fake.answer('getOrder', 'delivered')
fake.answerOnce('applyCoupon', 'coupon_expired')

const client = createPartnerClient({
  baseUrl: 'http://fake.test',
  appId: 'demo-app',
  credentials: { email: 'elite@example.com', password: 'correct-horse-battery' },
  fetch: fake.fetch,
})

const { cartId } = await client.createCart()
const refusal = await client.applyCoupon({ cartId, couponCode: 'EXPIRED' }).catch((error) => error)
const order = await client.waitForFulfilment('d2a8f3c6-1b74-4e59-a0d3-7c6b5f4e8d92')

console.log(isPartnerApiError(refusal, 'coupon_expired'), refusal.messages)
console.log(order.status, order.fulfilled)
console.log(fake.calls.map(({ operationId }) => operationId).join(' '))
console.log(typeof createSandboxClient({ baseUrl: 'http://127.0.0.1:3000' }).resetSandbox)
