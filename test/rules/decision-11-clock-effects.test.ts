import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { type Sandbox, startSandbox, storyTime } from '../sandbox/start-sandbox.ts'
import { placeOrder, storyCard } from '../sandbox/story.ts'

let sandbox: Sandbox
beforeAll(async () => {
  sandbox = await startSandbox()
})
beforeEach(() => sandbox.reset())
afterAll(() => sandbox.close())

/** The last card of its kind is bought from bank account 7003, whose payment comes back after two days. */
async function sellTheLastCard(): Promise<void> {
  const buyer = await sandbox.partner('elite@example.com')
  await placeOrder(buyer, [storyCard.trailheadEcode()], { method: 'ACH', details: { id: 7003 } })
}

/** Whether somebody else can put that card into a cart: no control is asked, which would settle things by itself. */
async function isForSale(): Promise<boolean> {
  const other = await sandbox.partner()
  const { cartId } = await other.want('createCart', 201, { body: { action: 'buy' } })
  const { status } = await other.call('addCards', {
    path: { cartId },
    body: { cards: [storyCard.trailheadEcode()] },
  })
  return status === 201
}

describe('the sandbox clock', () => {
  it('has everybody see what an advance made due', { meta: { rules: ['D11-26', 'D11-47'] } }, async () => {
    await sellTheLastCard()
    expect(await isForSale()).toBe(false)
    await sandbox.advance(2 * 24 * 3600)
    expect(await isForSale()).toBe(true)
  })

  it('has everybody see what a new time made due', { meta: { rules: ['D11-26'] } }, async () => {
    await sellTheLastCard()
    const later = new Date(Date.parse(storyTime) + 2 * 24 * 3_600_000).toISOString()
    await sandbox.wantControl('setClock', 200, { body: { frozen: true, now: later } })
    expect(await isForSale()).toBe(true)
  })
})
