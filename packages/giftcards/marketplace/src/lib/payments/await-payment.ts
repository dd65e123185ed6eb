import type { MarketplaceDeps } from '../deps.ts'
import { settings } from '../settings.ts'

/**
 * Waits while somebody is at work on a payment of the account, in whichever process, but not beyond `giveUpAt` in real
 * time. Answers whether the account is free, or its payment free to be settled.
 */
export async function awaitPayment(
  { store, realTime }: Pick<MarketplaceDeps, 'store' | 'realTime'>,
  customerId: number,
  giveUpAt: number,
): Promise<boolean> {
  for (;;) {
    const payment = await store.read((tx) => tx.findPaymentOf(customerId))
    const now = realTime.now()
    if (payment === undefined || payment.leaseUntil <= now) return true
    if (now >= giveUpAt) return false
    const ms = Math.min(settings.paymentPollMs, giveUpAt - now)
    await new Promise<void>((resolve) => void realTime.startTimer(ms, resolve))
  }
}
