import { type OperationId, openapiDocument, operationTable } from '@giftcards/contract'
import { beforeEach, describe, expect, it } from 'vitest'
import { checkoutOf, storyCard } from '@giftcards/test-harness'
import { useSandbox } from '@giftcards/test-harness/vitest'

const sandbox = await useSandbox()
let statuses: Readonly<Record<OperationId | 'partialAdd', number>>
beforeEach(async () => {
  statuses = await everySuccess()
})

/** Calls every operation successfully once, and records the statuses. */
async function everySuccess(): Promise<typeof statuses> {
  const partner = await sandbox.partner()
  const seen: Record<string, number> = {}
  const call = async (...[operationId, options]: Parameters<typeof partner.call>): Promise<unknown> => {
    const { status, body } = await partner.call(operationId, options)
    seen[operationId] = status
    return body
  }
  await call('createSession')
  await call('login', {
    body: { customer: { email: 'elite@example.com', password: 'correct-horse-battery' } },
  })
  const { cartId } = (await call('createCart', { body: { action: 'buy' } })) as { cartId: string }
  const add = { path: { cartId }, body: { cards: [storyCard.pixelEcode(4)] } }
  await call('addCards', add)
  const partialAdd = seen['addCards'] ?? 0
  const { cart } = (await call('addCards', {
    path: { cartId },
    body: { cards: [storyCard.harborB2B(2)] },
  })) as { cart: { cards: readonly { id: string }[] } }
  const path = { cartId, cardId: cart.cards[1]!.id }
  await call('adjustCardQuantity', { path, body: { qty: 1 } })
  await call('removeCard', { path })
  await call('applyCoupon', { path: { cartId, couponCode: 'SAVE10' } })
  await call('removeCoupon', { path: { cartId, couponCode: 'SAVE10' } })
  const { buyOrder } = (await call('checkout', checkoutOf([storyCard.harborB2B()]))) as {
    buyOrder: { orderId: string; cards: readonly { id: number }[] }
  }
  const cardId = buyOrder.cards[0]!.id
  await call('getOrder', { path: { orderId: buyOrder.orderId } })
  await call('getWalletCard', { path: { cardId } })
  await call('getSecureData', { path: { cardId } })
  await call('getDrawdownAccount')
  await call('listDrawdownTransactions')
  return { ...seen, partialAdd } as typeof statuses
}

describe('success', () => {
  it('is 200 for session creation and login', { meta: { rules: ['D2-58'] } }, () => {
    expect([statuses.createSession, statuses.login]).toStrictEqual([200, 200])
  })

  it('is 201 for adding cards, in part too', { meta: { rules: ['D2-59', '7-10'] } }, () => {
    expect([statuses.addCards, statuses.partialAdd]).toStrictEqual([201, 201])
  })

  it('is 200 for every other change of a cart', { meta: { rules: ['D2-60'] } }, () => {
    const { adjustCardQuantity, removeCard, applyCoupon, removeCoupon } = statuses
    expect([adjustCardQuantity, removeCard, applyCoupon, removeCoupon]).toStrictEqual([200, 200, 200, 200])
  })

  it('is 201 for checkout', { meta: { rules: ['D2-61'] } }, () => {
    expect(statuses.checkout).toBe(201)
  })

  it('is 200 for every GET', { meta: { rules: ['D2-62'] } }, () => {
    const reads = Object.values(operationTable).filter(({ method }) => method === 'get')
    expect(reads).toHaveLength(5)
    expect(reads.map(({ operationId }) => statuses[operationId])).toStrictEqual([200, 200, 200, 200, 200])
  })

  it('is never 204', { meta: { rules: ['D2-63'] } }, () => {
    const operations = Object.values(operationTable)
    expect(operations.flatMap((operation) => [...operation.statuses] as number[])).not.toContain(204)
    expect(Object.keys(statuses)).toHaveLength(operations.length + 1)
    expect(Object.values(statuses)).not.toContain(204)
  })
})

describe('Retry-After', () => {
  it('is declared for what may be repeated only', { meta: { rules: ['D2-57'] } }, () => {
    const declared = new Map<number, Set<boolean>>()
    for (const { method, path, statuses: own } of Object.values(operationTable)) {
      for (const status of own) {
        const answers = declared.get(status) ?? new Set()
        declared.set(status, answers.add(declaresRetryAfter(path, method, status)))
      }
    }
    const always = [...declared].filter(([, found]) => !found.has(false)).map(([status]) => status)
    const sometimes = [...declared].filter(([, found]) => found.has(true)).map(([status]) => status)
    expect(sometimes.filter((status) => status !== 409 && status !== 429 && status < 500)).toStrictEqual([])
    expect(always).toContain(429)
  })
})

function declaresRetryAfter(path: string, method: string, status: number): boolean {
  const operation = openapiDocument.paths[path]?.[method] as { responses: Record<string, { $ref?: string }> }
  const response = operation.responses[String(status)]
  const name = response?.$ref?.split('/').at(-1)
  const responses = openapiDocument.components?.['responses'] as Record<string, { headers?: object }>
  const { headers = {} } = (name === undefined ? response : responses[name]) as { headers?: object }
  return Object.keys(headers).some((header) => header.toLowerCase() === 'retry-after')
}
