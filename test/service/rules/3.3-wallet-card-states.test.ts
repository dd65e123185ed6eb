import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { placeOrder, type Sandbox, schemaOf, startSandbox, storyCard } from '@giftcards/test-harness'

let sandbox: Sandbox
beforeAll(async () => {
  sandbox = await startSandbox()
})
beforeEach(() => sandbox.reset())
afterAll(() => sandbox.close())

describe('the status of a wallet card', () => {
  it('is active until the card is spent', { meta: { rules: ['3.3-01'] } }, async () => {
    const partner = await sandbox.partner('elite@example.com')
    const { cards } = await placeOrder(partner, [storyCard.harborEcode()])
    const path = { cardId: cards[0]!.id }
    const statusNow = async () => (await partner.want('getWalletCard', 200, { path })).status
    expect(await statusNow()).toBe('active')
    await sandbox.wantControl('spendWalletCard', 200, { path, body: { amount: 4.99 } })
    expect(await statusNow()).toBe('active')
    await sandbox.wantControl('spendWalletCard', 200, { path, body: { amount: 0.01 } })
    expect(await statusNow()).toBe('spent')
  })

  it('has two values and no third', { meta: { rules: ['3.3-01'] } }, () => {
    expect(schemaOf('WalletCard').properties?.['status']).toMatchObject({ enum: ['active', 'spent'] })
  })
})
