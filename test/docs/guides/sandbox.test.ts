import { demoPassword, publishedData } from '@giftcards/server'
import { describe, expect, it } from 'vitest'
import { getGuide, readTable } from './guides.ts'

const { markdown } = getGuide('sandbox')

const dollars = (cents: number): string => (cents / 100).toFixed(2)
const yesOrNo = (flag: boolean): string => (flag ? 'yes' : 'no')
const nameOf = (merchantId: number): string =>
  publishedData.merchants.find(({ id }) => id === merchantId)?.name ?? ''
const isMagic = (merchantId: number): boolean => merchantId > 900

describe('the magic values of the sandbox guide', () => {
  it('are the published customers', () => {
    const rows = readTable(markdown, 'Email', 'Elite')
    const published = publishedData.customers.map(({ id, email, isElite, storeCreditCents }) => {
      const account = publishedData.drawdownAccounts.find(({ customerId }) => customerId === id)
      const money =
        account === undefined
          ? ['none', 'none', 'none', 'none']
          : [
              dollars(account.balanceCents),
              dollars(account.balanceCents - account.pendingCents),
              dollars(account.pendingCents),
              yesOrNo(account.isActive),
            ]
      return [email, yesOrNo(isElite), ...money, dollars(storeCreditCents)]
    })
    expect(rows.map((row) => Object.values(row).slice(0, -1))).toStrictEqual(published)
    expect(markdown).toContain(`\`${demoPassword}\``)
  })

  it('are the published applications', () => {
    const [enabled, disabled] = [true, false].map((state) =>
      publishedData.apps.filter(({ isEnabled }) => isEnabled === state).map(({ id }) => `\`${id}\``),
    )
    expect(enabled).toStrictEqual(['`demo-app`', '`demo-app-2`'])
    expect(markdown).toContain('Send `x-cc-app: demo-app` or `demo-app-2`')
    expect(markdown).toContain(`${disabled?.join()} is refused`)
  })

  it('are the saved payment methods', () => {
    const rows = readTable(markdown, 'Method', 'Kind')
    const [elite] = publishedData.customers
    const published = publishedData.paymentMethods
      .filter(({ customerId }) => customerId === elite?.id)
      .map(({ id, kind }) => [String(id), kind === 'bank' ? 'bank account' : 'credit card'])
    expect(rows.map(({ Method, Kind }) => [Method, Kind])).toStrictEqual(published)
    const without = publishedData.customers.filter(
      ({ id }) => !publishedData.paymentMethods.some(({ customerId }) => customerId === id),
    )
    expect(without.map(({ email }) => email)).toStrictEqual(['empty@example.com'])
  })

  it('are the published stock', () => {
    const rows = readTable(markdown, 'Merchant', 'Type')
    const published = publishedData.stock
      .filter(({ merchantId }) => !isMagic(merchantId))
      .map(({ merchantId, type, faceValueCents, percentOffBps, onHand, isLowRisk }) => [
        `${merchantId} ${nameOf(merchantId)}`,
        type,
        String(faceValueCents / 100),
        String(percentOffBps / 100),
        String(onHand),
        yesOrNo(isLowRisk),
      ])
    expect(rows.map((row) => Object.values(row))).toStrictEqual(published)
  })

  it('are the merchants that steer an order', () => {
    const rows = readTable(markdown, 'Merchant', 'Its orders')
    const magic = publishedData.merchants.filter(({ id }) => isMagic(id))
    expect(rows.map(({ Merchant }) => Merchant)).toStrictEqual(magic.map(({ id, name }) => `${id} ${name}`))
    const stock = publishedData.stock.filter(({ merchantId }) => isMagic(merchantId))
    expect(stock).toStrictEqual(
      magic.map(({ id }) =>
        expect.objectContaining({
          merchantId: id,
          type: 'ecode',
          faceValueCents: 1000,
          percentOffBps: 500,
          onHand: 20,
        }),
      ),
    )
  })

  it('are the published coupons', () => {
    const rows = readTable(markdown, 'Code', 'Type')
    const published = publishedData.coupons.map(({ code, type, amount, description }) => [
      code,
      type,
      String(amount / 100),
      description,
    ])
    expect(rows.map((row) => Object.values(row).slice(0, -1))).toStrictEqual(published)
  })
})
