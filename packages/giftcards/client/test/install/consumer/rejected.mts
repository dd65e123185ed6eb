import { createPartnerClient, isApiError } from '@giftcards/client'
import { createSandboxClient } from '@giftcards/client/sandbox'
import { createFakePartnerApi } from '@giftcards/client/testing'

const client = createPartnerClient({ baseUrl: 'http://fake.test', appId: 'demo-app' })
const sandbox = createSandboxClient({ baseUrl: 'http://127.0.0.1:3000' })
const fake = createFakePartnerApi()
const cards = [{ merchantId: 101, faceValue: 50, percentOff: 8.5, type: 'ecode', quantity: 2 }] as const
const shippingDetails = {
  firstname: 'Erin',
  lastname: 'Elm',
  street: '12 Harbor Street',
  city: 'Portland',
  state: 'OR',
  postcode: '97201',
} as const

// @ts-expect-error a payment by ACH names an account in its details
void client.checkout({ cards, shippingDetails, payment: { method: 'ACH' } })

const [card] = cards
// @ts-expect-error a merchant has a number
void client.addCards({ cartId: 'c1', cards: [{ ...card, merchantId: 'm101' }] })

// @ts-expect-error an order is named by its orderId
void client.getOrder({ order: 'd2a8' })

// @ts-expect-error a cart has no basket
void client.createCart().then(({ basket }) => basket)

// @ts-expect-error no operation has this error code
void isApiError(undefined, 'out_of_coffee')

// @ts-expect-error the contract has no such path
void client.raw.GET('/v3/coffee')

// @ts-expect-error the operation has no such example
fake.respond('getOrder', 'out_of_coffee')

// @ts-expect-error an application has an id
void createPartnerClient({ baseUrl: 'http://fake.test' })

// @ts-expect-error the sandbox has no such control
void sandbox.brewCoffee()
