import { vi } from 'vitest'
import { checkoutOf, type Sandbox, startSandbox, storyCard, storyPayments } from '@giftcards/test-harness'
import { leaveEarly } from './leave-early.ts'

/** Starts a server and sends a purchase, a refused request and an aborted one, so that each of its metrics has a value. */
export async function startOperatedServer(): Promise<Sandbox> {
  const sandbox = await startSandbox()
  const partner = await sandbox.partner('elite@example.com')
  await partner.call('checkout', checkoutOf([storyCard.harborEcode()], storyPayments.DRAWDOWN_ACCOUNT))
  await partner.call('getOrder', { path: { orderId: '00000000-0000-4000-8000-000000000003' } })
  await fetch(`${sandbox.url}/readyz`)
  await leaveEarly(sandbox.url, partner.token)
  await vi.waitUntil(async () => (await scrape(sandbox.url)).includes('status="aborted"'), {
    timeout: 60_000,
  })
  return sandbox
}

/** Reads `/metrics` of a server. */
export async function scrape(url: string): Promise<string> {
  return (await fetch(`${url}/metrics`)).text()
}
