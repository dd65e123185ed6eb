import process from 'node:process'
import { createPartnerClient } from '@giftcards/client'
import type { CallCost, ClientOrder, ClientRound } from './measure-client.ts'

/** That of the client. */
const usualTimeoutMs = 30_000

/** Makes calls one after another. */
async function measureCalls(calls: number, call: () => Promise<unknown>): Promise<CallCost> {
  const cpu = process.cpuUsage()
  const began = performance.now()
  for (let index = 0; index < calls; index += 1) await call()
  const wallUs = ((performance.now() - began) * 1000) / calls
  const { user, system } = process.cpuUsage(cpu)
  return { wallUs, cpuUs: (user + system) / calls }
}

async function run({ url, cardId, token, rounds, calls }: ClientOrder): Promise<readonly ClientRound[]> {
  const client = createPartnerClient({
    baseUrl: url,
    appId: 'demo-app',
    tokenStore: { get: () => token, set: () => undefined },
  })
  const headers = {
    accept: 'application/json',
    'user-agent': 'giftcards-bench/1.0',
    'x-cc-app': 'demo-app',
    authorization: `Bearer ${token}`,
  }
  const card = `${url}/v3/wallets/${cardId}`
  const ways = {
    client: () => client.getWalletCard({ cardId }),
    fetch: async () => (await fetch(card, { headers })).json(),
    timed: async () => (await fetch(card, { headers, signal: AbortSignal.timeout(usualTimeoutMs) })).json(),
  }
  const order = ['client', 'fetch', 'timed'] as const
  for (const way of order) await measureCalls(calls, ways[way])
  const seen: ClientRound[] = []
  for (let round = 0; round < rounds; round += 1) {
    const costs: Partial<Record<(typeof order)[number], CallCost>> = {}
    // The first has the youngest heap: they take turns at being it.
    const first = round % order.length
    for (const way of [...order.slice(first), ...order.slice(0, first)]) {
      costs[way] = await measureCalls(calls, ways[way])
    }
    seen.push(costs as ClientRound)
  }
  return seen
}

process.once('message', (order: ClientOrder) => {
  void run(order).then((rounds) => process.send?.(rounds, () => process.disconnect()))
})
