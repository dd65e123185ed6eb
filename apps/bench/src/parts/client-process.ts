import process from 'node:process'
import { createPartnerClient } from '@giftcards/client'
import type { paths } from '@giftcards/contract'
import createClient from 'openapi-fetch'
import type { CallCost, CallRound, ClientOrder } from './measure-client.ts'

/** The time limit of the client. */
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
    'x-cc-app': 'demo-app',
    authorization: `Bearer ${token}`,
  }
  const bare = createClient<paths>({ baseUrl: url, headers })
  const params = { path: { cardId }, header: { 'User-Agent': 'giftcards-bench/1.0' } }
  const ways = {
    client: () => client.getWalletCard({ cardId }),
    openapiFetch: isTimed
      ? () => bare.GET('/v3/wallets/{cardId}', { params, signal: AbortSignal.timeout(usualTimeoutMs) })
      : () => bare.GET('/v3/wallets/{cardId}', { params }),
  }
  const inTurn = ['client', 'openapiFetch'] as const
  for (const way of inTurn) await measureCalls(warmUpCalls, ways[way])
  const { response } = await ways.openapiFetch()
  if (!response.ok) throw new Error(`openapi-fetch got the status ${response.status}`)
  const seen: CallRound[] = []
  for (let round = 0; round < rounds; round += 1) {
    const costs: Partial<Record<keyof typeof ways, CallCost>> = {}
    // The first has the youngest heap: they take turns at being it.
    for (const way of round % 2 === 0 ? inTurn : inTurn.toReversed()) {
      costs[way] = await measureCalls(calls, ways[way])
    }
    seen.push(costs as CallRound)
  }
  return seen
}

process.once('message', (order: ClientOrder) => {
  void run(order).then((rounds) => process.send?.(rounds, () => process.disconnect()))
})
