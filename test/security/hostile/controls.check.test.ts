import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { fillCart, type Sandbox, startSandbox, storyCard } from '@giftcards/test-harness'

let sandbox: Sandbox
beforeAll(async () => {
  sandbox = await startSandbox()
})
afterAll(() => sandbox.close())
beforeEach(() => sandbox.reset())

const expiry = 30 * 60

async function reservedHarborB2B(): Promise<number | undefined> {
  const { inventory } = await sandbox.wantControl('listInventory', 200)
  return inventory.find(({ type }) => type === 'newEcodeB2B')?.reserved
}

describe('listInventory', () => {
  it('shows no reservation of many expired carts', async () => {
    for (let count = 0; count < 210; count += 1) {
      const partner = await sandbox.partner()
      if (count < 160) await partner.want('createCart', 201, { body: { action: 'buy' } })
      else await fillCart(partner, [storyCard.harborB2B()])
    }
    expect(await reservedHarborB2B()).toBe(50)
    await sandbox.advance(expiry)
    expect(await reservedHarborB2B()).toBe(0)
  })
})

describe('setInventory', () => {
  it('disregards reservations of expired carts', async () => {
    const bucket = { merchantId: 101, faceValue: 50, percentOff: 8.5, type: 'ecode', isLowRisk: false }
    await fillCart(await sandbox.partner(), [storyCard.northwindEcode(5)])
    await sandbox.advance(expiry)
    const row = await sandbox.wantControl('setInventory', 200, { body: { ...bucket, onHand: 2 } })
    expect(row).toMatchObject({ onHand: 2, reserved: 0, available: 2 })
  })
})

describe('setClock', () => {
  it('says that leap seconds are refused', async () => {
    const body = { frozen: true, now: '2016-12-31T23:59:60Z' }
    const refused = await sandbox.control('setClock', { body })
    expect(refused).toMatchObject({ status: 400, messages: ['now must not name a leap second'] })
  })

  it('lets no running clock leave year 9999', async () => {
    const now = '9999-12-31T23:59:59.999Z'
    await sandbox.wantControl('setClock', 200, { body: { frozen: false, now } })
    await sandbox.partner()
    expect(await sandbox.wantControl('getClock', 200)).toEqual({ now, frozen: false })
    await sandbox.wantControl('listRequests', 200)
  })
})
