import { describe, expect, it } from 'vitest'
import { checkoutOf, storyCard, storyPayments } from '@giftcards/test-harness'
import { useSandbox } from '@giftcards/test-harness/vitest'

const sandbox = await useSandbox()

describe('the checkouts of one account', () => {
  it('never spend the same money twice', async () => {
    const poor = 'elite-poor@example.com'
    const sessions = [await sandbox.partner(poor), await sandbox.partner(poor), await sandbox.partner(poor)]
    const sale = checkoutOf([storyCard.harborEcode()], storyPayments.DRAWDOWN_ACCOUNT)
    const answers = await Promise.all(sessions.map((partner) => partner.call('checkout', sale)))
    expect(answers.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([201, 201, 400])
    const account = await sessions[0]!.want('getDrawdownAccount', 200)
    expect(account.availableBalance).toBe(0.28)
  })
})
