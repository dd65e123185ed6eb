import process from 'node:process'
import { createPartnerClient } from '@giftcards/client'
import type { CallCost, ClientOrder, ClientRound } from './measure-client.ts'

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
  const byClient = () => client.getWalletCard({ cardId })
  const byFetch = async () => (await fetch(`${url}/v3/wallets/${cardId}`, { headers })).json()
  await measureCalls(calls, byClient)
  await measureCalls(calls, byFetch)
  const seen: ClientRound[] = []
  for (let round = 0; round < rounds; round += 1) {
    // The first of a pair has the younger heap: they take turns at being it.
    if (round % 2 === 0) {
      const ofClient = await measureCalls(calls, byClient)
      seen.push({ client: ofClient, fetch: await measureCalls(calls, byFetch) })
    } else {
      const ofFetch = await measureCalls(calls, byFetch)
      seen.push({ client: await measureCalls(calls, byClient), fetch: ofFetch })
    }
  }
  return seen
}

process.once('message', (order: ClientOrder) => {
  void run(order).then((rounds) => process.send?.(rounds, () => process.disconnect()))
})
