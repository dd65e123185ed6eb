import process from 'node:process'
import { createPartnerClient } from '@giftcards/client'
import type { paths } from '@giftcards/contract'
import createClient from 'openapi-fetch'
import { appId, type Partner } from './partners.ts'

/** The same call by the client and by bare openapi-fetch. */
export type Calls = Readonly<Record<'byClient' | 'byOpenapiFetch', () => Promise<unknown>>>

/** Calls that read the balance of the partner. */
export function callsOf(baseUrl: string, { token }: Partner): Calls {
  const tokenStore = { get: () => token, set: () => undefined }
  const client = createPartnerClient({ baseUrl, appId, tokenStore })
  const headers = { accept: 'application/json', 'x-cc-app': appId, authorization: `Bearer ${token}` }
  const bare = createClient<paths>({ baseUrl, headers })
  const params = { header: { 'User-Agent': 'giftcards-bench/1.0' } }
  return {
    byClient: () => client.getDrawdownAccount(),
    async byOpenapiFetch() {
      const { response } = await bare.GET('/v3/customers/drawdown-account', { params })
      if (!response.ok) throw new Error(`openapi-fetch got the status ${response.status}`)
    },
  }
}

/** Measures the wall-clock and CPU time of a call each way. The ways alternate in short turns. */
export async function compareCalls({ byClient, byOpenapiFetch }: Calls, calls: number) {
  const client = { wallUs: 0, cpuUs: 0 }
  const openapiFetch = { wallUs: 0, cpuUs: 0 }
  const inTurn = Math.min(50, calls)
  const ways = [[byOpenapiFetch, openapiFetch] as const, [byClient, client] as const]
  for (let made = 0; made < calls; made += inTurn)
    // Each way goes first half of the time.
    for (const [call, sum] of made % (2 * inTurn) === 0 ? ways : ways.toReversed())
      await measure(call, inTurn, sum)
  return {
    clientWallUs: client.wallUs / calls,
    openapiFetchWallUs: openapiFetch.wallUs / calls,
    addedWallPercent: (client.wallUs / openapiFetch.wallUs - 1) * 100,
    clientCpuUs: client.cpuUs / calls,
    openapiFetchCpuUs: openapiFetch.cpuUs / calls,
    addedCpuPercent: (client.cpuUs / openapiFetch.cpuUs - 1) * 100,
  }
}

async function measure(call: () => Promise<unknown>, times: number, sum: { wallUs: number; cpuUs: number }) {
  const cpu = process.cpuUsage()
  const began = performance.now()
  for (let made = 0; made < times; made += 1) await call()
  sum.wallUs += (performance.now() - began) * 1000
  const { user, system } = process.cpuUsage(cpu)
  sum.cpuUs += user + system
}
