import { control, type ServerProcess } from '@giftcards/test-harness/process'
import { checkoutOf, openSession, type Order, storyCard, storyPayments } from '@giftcards/test-harness'
import { elite, standard } from './story.ts'

const purchases = 10

/** The shoppers of each server, and their purchases: the same accounts and the same stock at both. */
const shoppers = [
  { email: elite, payment: storyPayments.DRAWDOWN_ACCOUNT },
  { email: elite, payment: storyPayments.CREDITCARD },
  { email: standard, payment: storyPayments.STORE_CREDIT },
] as const

/**
 * Makes partners buy at all servers at the same time, from insufficient stock. Another server cancels every other order. Returns a
 * sentence for each response that no partner should get. During resets that is each 5xx, because the objects of a partner may
 * disappear at any time. No gateway is used then, since it could correctly end such a payment with 503.
 */
export async function buyAtOnce(
  servers: readonly ServerProcess[],
  isAmidResets = false,
): Promise<readonly string[]> {
  const faults: string[] = []
  let sold = 0
  const buy = async (index: number, shopper: (typeof shoppers)[number]): Promise<void> => {
    const url = servers[index]?.url ?? ''
    const other = servers[(index + 1) % servers.length]?.url ?? ''
    const partner = await openSession(url)
    await partner.login(shopper.email)
    for (let count = 0; count < purchases; count += 1) {
      const { status, code, text, body } = await partner.call(
        'checkout',
        checkoutOf([storyCard.harborEcode()], shopper.payment),
      )
      if (status >= 500 || (!isAmidResets && !isExpected(status, code)))
        faults.push(`A checkout at the server ${index} was answered ${status} ${code}: ${text}`)
      if (status !== 201) continue
      sold += 1
      if (count % 2 === 0) continue
      const { orderId } = (body as { readonly buyOrder: Order }).buyOrder
      const canceled = await control(other, 'setOrderStatus', {
        path: { orderId },
        body: { status: 'Canceled' },
      })
      if (canceled.status >= 500 || (!isAmidResets && canceled.status >= 300))
        faults.push(`A cancellation was answered ${canceled.status}: ${canceled.text}`)
    }
  }
  const buyers = shoppers.filter(({ payment }) => !isAmidResets || payment.method !== 'CREDITCARD')
  const buying = servers.flatMap((_, index) => buyers.map((shopper) => buy(index, shopper)))
  for (const outcome of await Promise.allSettled(buying))
    if (outcome.status === 'rejected' && !isAmidResets) faults.push(String(outcome.reason))
  if (sold === 0) faults.push('Nothing was sold')
  return faults
}

/** Bought; sold out or out of money; another checkout of the same account was first. */
function isExpected(status: number, code: string | null): boolean {
  return status === 201 || status === 400 || (status === 409 && code === 'checkout_in_progress')
}
