import { describe, expect, it } from 'vitest'
import {
  type CallOptions,
  type Cart,
  checkoutOf,
  everyCall,
  type Exchange,
  fillCart,
  storyCard,
} from '@giftcards/test-harness'
import { useSandbox } from '@giftcards/test-harness/vitest'

const sandbox = await useSandbox()

const elite = 'elite@example.com'

const withTrigger = (trigger: string, options: CallOptions): CallOptions => ({
  ...options,
  headers: { ...options.headers, 'x-sandbox-trigger': trigger },
})

const outOfStock = (options: CallOptions) => withTrigger('insufficient_inventory', options)

const facts = ({ status, code, body }: Exchange) => ({ status, code, body })

const newCart: CallOptions = { body: { action: 'buy' } }

describe('x-sandbox-trigger', () => {
  it('forces rate_limited on every operation', { meta: { rules: ['D11-27'] } }, async () => {
    const partner = await sandbox.partner(elite)
    for (const [operationId, options] of everyCall) {
      const answer = await partner.call(operationId, withTrigger('rate_limited', options))
      expect([operationId, facts(answer)]).toStrictEqual([
        operationId,
        { status: 429, code: 'rate_limited', body: { message: ['Too many requests'] } },
      ])
      expect(answer.headers.get('retry-after')).toMatch(/^[1-9]\d*$/)
    }
  })

  it('forces internal_error on every operation', { meta: { rules: ['D11-28'] } }, async () => {
    const partner = await sandbox.partner(elite)
    for (const [operationId, options] of everyCall) {
      // Path parameters name no existing object, but their ids are well formed, so that the handler is reached.
      const answer = await partner.call(operationId, withTrigger('internal_error', options))
      expect([operationId, facts(answer)]).toStrictEqual([
        operationId,
        { status: 500, code: 'internal_error', body: { message: ['Internal server error'] } },
      ])
    }
  })

  it('delays the answer by slow', { meta: { rules: ['D11-29'] } }, async () => {
    const partner = await sandbox.partner()
    const answered: string[] = []
    const send = async (trigger: string) => {
      const { status } = await partner.call('createSession', withTrigger(trigger, {}))
      answered.push(`${trigger} ${status}`)
    }
    const slow = send('slow=2000')
    await send('slow=1')
    await send('none')
    await slow
    expect(answered).toStrictEqual(['slow=1 200', 'none 200', 'slow=2000 200'])
  })

  it('forces missing stock', { meta: { rules: ['D11-30'] } }, async () => {
    const partner = await sandbox.partner(elite)
    const cart = await fillCart(partner, [storyCard.harborEcode(2)])
    const missing = {
      status: 400,
      code: 'insufficient_inventory',
      body: { message: ['Error, insufficient inventory'] },
    }
    const { cartId } = cart
    const cardId = cart.cards[0]!.id
    const add = outOfStock({ path: { cartId }, body: { cards: [storyCard.harborEcode()] } })
    expect(facts(await partner.call('addCards', add))).toStrictEqual(missing)
    const adjust = outOfStock({ path: { cartId, cardId }, body: { qty: 1 } })
    expect(facts(await partner.call('adjustCardQuantity', adjust))).toStrictEqual(missing)
    const buy = outOfStock(checkoutOf([storyCard.harborEcode()]))
    expect(facts(await partner.call('checkout', buy))).toStrictEqual({
      status: 400,
      code: 'cards_unavailable',
      body: { message: ['Not all requested cards were added to the cart'] },
    })
    expect((await partner.call('createCart', newCart)).body).toStrictEqual(cart)
  })

  it('forces a refused payment', { meta: { rules: ['D11-31'] } }, async () => {
    const partner = await sandbox.partner(elite)
    const before = await sandbox.wantControl('listInventory', 200)
    const buy = withTrigger('payment_declined', checkoutOf([storyCard.harborEcode()]))
    expect(facts(await partner.call('checkout', buy))).toStrictEqual({
      status: 400,
      code: 'payment_declined',
      body: { message: ['Insufficient funds'] },
    })
    expect(await sandbox.wantControl('listInventory', 200)).toStrictEqual(before)
  })

  it('forces an expired token', { meta: { rules: ['D11-32'] } }, async () => {
    const partner = await sandbox.partner(elite)
    for (const [operationId, options] of everyCall.filter(([id]) => id !== 'createSession')) {
      const answer = await partner.call(operationId, withTrigger('token_expired', options))
      expect([operationId, facts(answer)]).toStrictEqual([
        operationId,
        { status: 400, code: 'token_expired', body: { message: ['no Authorization token was found'] } },
      ])
    }
    expect((await partner.call('createCart', newCart)).status).toBe(201)
  })

  it.each(['meteor', 'slow=soon', 'slow', '', 'insufficient_inventory', 'payment_declined'])(
    'is ignored as %j where a cart is created',
    { meta: { rules: ['D11-33'] } },
    async (trigger) => {
      const partner = await sandbox.partner()
      const answer = await partner.call('createCart', withTrigger(trigger, newCart))
      expect([answer.status, (answer.body as Cart).cards]).toStrictEqual([201, []])
    },
  )

  it('is ignored where a session needs no token', { meta: { rules: ['D11-33'] } }, async () => {
    const partner = await sandbox.partner()
    expect((await partner.call('createSession', withTrigger('token_expired', {}))).status).toBe(200)
  })
})
