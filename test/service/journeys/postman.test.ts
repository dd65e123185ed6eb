import { readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { describe, expect, it } from 'vitest'
import { runCollection } from '@giftcards/test-harness/postman'
import { useSandbox } from '@giftcards/test-harness/vitest'

const file = fileURLToPath(import.meta.resolve('@giftcards/docs/dist/reference.postman_collection.json'))

const sandbox = await useSandbox()

describe('the Postman collection', () => {
  it('runs from top to bottom as it is imported, but for refusals', async () => {
    const collection = JSON.parse(readFileSync(file, 'utf8')) as object
    const requests = await runCollection(collection, { baseUrl: sandbox.url })
    expect(requests.length).toBeGreaterThan(20)
    const refused = requests.flatMap(({ name, status = 0 }) => (status < 300 ? [] : [`${name}: ${status}`]))
    expect(refused).toStrictEqual([
      // The contract shows what these refuse.
      'A wrong password: 401',
      'Nothing in stock: 400',
      // A checkout before it has taken the cart.
      'Drawdown account, the active cart: 404',
      'Cards that are not in stock: 400',
      'A bank account that refuses: 400',
      // A card is in the wallet once its order is fulfilled, which takes a while.
      'Get a wallet card: 404',
    ])
  })
})
