import { readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { describe, expect, it } from 'vitest'
import { runCollection } from '@giftcards/test-harness/postman'
import { useSandbox } from '@giftcards/test-harness/vitest'

const file = fileURLToPath(import.meta.resolve('@giftcards/docs/dist/reference.postman_collection.json'))

const sandbox = await useSandbox()

describe('the Postman collection', () => {
  it('runs from top to bottom as imported, except for rejected requests', async () => {
    const collection = JSON.parse(readFileSync(file, 'utf8')) as object
    const requests = await runCollection(collection, { baseUrl: sandbox.url })
    expect(requests.length).toBeGreaterThan(20)
    const refused = requests.flatMap(({ name, status = 0 }) => (status < 300 ? [] : [`${name}: ${status}`]))
    expect(refused).toStrictEqual([
      // These requests are examples of rejected requests.
      'A wrong password: 401',
      'Cards that are out of stock: 400',
      // An earlier checkout has already used the cart.
      'Drawdown account, the active cart: 404',
      'Cards that are out of stock: 400',
      'A bank account that refuses payments: 400',
      // The order is not fulfilled yet.
      'Get a wallet card: 404',
    ])
  })
})
