const { createPartnerClient, isApiError } = require('@giftcards/client')
const { createFakePartnerApi } = require('@giftcards/client/testing')

test('a coupon that is rejected leaves the cart', async () => {
  const fake = createFakePartnerApi()
  fake.respondOnce('applyCoupon', 'coupon_expired')
  const client = createPartnerClient({ baseUrl: 'http://fake.test', appId: 'demo-app', fetch: fake.fetch })
  const { cartId } = await client.createCart()
  const rejection = await client.applyCoupon({ cartId, couponCode: 'OLD' }).catch((error) => error)
  expect(isApiError(rejection, 'coupon_expired')).toBe(true)
  expect(fake.calls.map(({ operationId }) => operationId)).toEqual([
    'createSession',
    'createCart',
    'applyCoupon',
  ])
})
