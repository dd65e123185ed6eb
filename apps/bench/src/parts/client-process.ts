import process from 'node:process'
import { createPartnerClient } from '@giftcards/client'
import type { CallCost, CallRound, ClientOrder } from './measure-client.ts'

/** That of the client. */
const usualTimeoutMs = 30_000

/** As many as it takes until the engine has compiled what is measured. */
const warmUpCalls = 2000

/** Makes calls one after another. */
async function measureCalls(calls: number, call: () => Promise<unknown>): Promise<CallCost> {
  const cpu = process.cpuUsage()
  const began = performance.now()
  for (let index = 0; index < calls; index += 1) await call()
  const wallUs = ((performance.now() - began) * 1000) / calls
  const { user, system } = process.cpuUsage(cpu)
  return { wallUs, cpuUs: (user + system) / calls }
}

async function run({
  url,
  cardId,
  token,
  rounds,
  calls,
  isTimed,
}: ClientOrder): Promise<readonly CallRound[]> {
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
  // Its address is made of the number of the card for each call, as by any caller.
  const addressOf = (id: number): string => `${url}/v3/wallets/${id}`
  const ways = {
    client: () => client.getWalletCard({ cardId }),
    fetch: isTimed
      ? async () =>
          (await fetch(addressOf(cardId), { headers, signal: AbortSignal.timeout(usualTimeoutMs) })).json()
      : async () => (await fetch(addressOf(cardId), { headers })).json(),
  }
  for (const way of ['client', 'fetch'] as const) await measureCalls(warmUpCalls, ways[way])
  const seen: CallRound[] = []
  for (let round = 0; round < rounds; round += 1) {
    const costs: Partial<Record<keyof typeof ways, CallCost>> = {}
    // The first has the youngest heap: they take turns at being it.
    for (const way of round % 2 === 0 ? (['client', 'fetch'] as const) : (['fetch', 'client'] as const)) {
      costs[way] = await measureCalls(calls, ways[way])
    }
    seen.push(costs as CallRound)
  }
  return seen
}

process.once('message', (order: ClientOrder) => {
  void run(order).then((rounds) => process.send?.(rounds, () => process.disconnect()))
})
