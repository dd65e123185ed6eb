import { createSandboxClient } from '@giftcards/client/sandbox'
import type { SandboxOperationId } from '@giftcards/contract/sandbox'
import type { Order } from '@giftcards/test-harness'
import { createObservedFetch, type Observed } from './observed-fetch.ts'

/** The result of a control. */
export interface ControlAnswer {
  readonly status: number
  readonly data: unknown
}

/** The results of every control and their requests, one each and in the same order. */
export interface EveryControlAnswer {
  readonly answers: Readonly<Record<SandboxOperationId, ControlAnswer>>
  readonly requests: readonly Observed[]
}

/** Calls every control once, on a sandbox in which the elite customer has this order. */
export async function callEveryControl(baseUrl: string, order: Order): Promise<EveryControlAnswer> {
  const { fetch, requests } = createObservedFetch()
  const control = createSandboxClient({ baseUrl, fetch })
  const email = 'elite@example.com'
  const cardId = order.cards[0]?.id ?? 0
  const stock = { merchantId: 102, faceValue: 5, percentOff: 0.5, type: 'ecode', isLowRisk: false } as const
  const answers = {
    getStatus: await control.getStatus().withResponse(),
    getClock: await control.getClock().withResponse(),
    setClock: await control.setClock({ frozen: true }).withResponse(),
    advanceClock: await control.advanceClock({ seconds: 60 }).withResponse(),
    getOverview: await control.getOverview().withResponse(),
    listInventory: await control.listInventory().withResponse(),
    setInventory: await control.setInventory({ ...stock, onHand: 40 }).withResponse(),
    listCarts: await control.listCarts().withResponse(),
    listCustomers: await control.listCustomers().withResponse(),
    depositToDrawdown: await control.depositToDrawdown({ email, amount: 10.5 }).withResponse(),
    listTransactions: await control.listTransactions({ email, limit: 2 }).withResponse(),
    setStoreCredit: await control.setStoreCredit({ email, amount: 20 }).withResponse(),
    listOrders: await control.listOrders().withResponse(),
    spendWalletCard: await control.spendWalletCard({ cardId, amount: 1 }).withResponse(),
    setOrderStatus: await control.setOrderStatus({ orderId: order.orderId, status: 'Review' }).withResponse(),
    listRequests: await control.listRequests({ limit: 5 }).withResponse(),
    getRequest: await control.getRequest({ requestNumber: 1 }).withResponse(),
    replayRequest: await control.replayRequest({ requestNumber: 1, idempotencyKey: 'new' }).withResponse(),
    resetSandbox: await control.resetSandbox().withResponse(),
  }
  return { answers, requests }
}
