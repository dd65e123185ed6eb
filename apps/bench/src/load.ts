import autocannon from 'autocannon'
import { appId, type Partner } from './partners.ts'

/** A request as autocannon and `fetch` take it. */
export interface LoadRequest {
  readonly method: 'GET' | 'POST' | 'PUT'
  readonly path: string
  readonly headers?: Readonly<Record<string, string>>
  readonly body?: string
}

function toRequest(
  { token }: Partner,
  method: LoadRequest['method'],
  path: string,
  body?: unknown,
): LoadRequest {
  const headers = {
    'user-agent': 'giftcards-bench/1.0',
    'x-cc-app': appId,
    authorization: `Bearer ${token}`,
  }
  if (body === undefined) return { method, path, headers }
  return {
    method,
    path,
    headers: { ...headers, 'content-type': 'application/json' },
    body: JSON.stringify(body),
  }
}

/** Typical work of partners: by title, the requests of one partner. They revert their own changes. */
export const works = {
  'Read the balance': (partner: Partner) => [toRequest(partner, 'GET', '/v3/customers/drawdown-account')],
  'Fetch the cart': (partner: Partner) => [toRequest(partner, 'POST', '/v3/carts', { action: 'buy' })],
  'Change a quantity in the cart': (partner: Partner) =>
    [1, -1].map((qty) =>
      toRequest(partner, 'PUT', `/v3/carts/${partner.cartId}/cards/${partner.lineId}`, { qty }),
    ),
}

/** Sends `amount` requests over one connection for each list of them. Rejects unless each response has a 2xx status. */
export async function sendLoad(
  url: string,
  lists: readonly (readonly LoadRequest[])[],
  amount: number,
): Promise<{ readonly perSecond: number; readonly p99Ms: number }> {
  let connection = 0
  const { requests, latency, duration, non2xx, errors, statusCodeStats } = await autocannon({
    url,
    connections: lists.length,
    amount,
    // The run ends with a sample.
    sampleInt: 20,
    // The timeout, in seconds: generous, so that a busy machine does not fail the run.
    timeout: 600,
    setupClient: (client) => client.setRequests([...(lists[connection++] ?? [])]),
  })
  if (non2xx > 0 || errors > 0)
    throw new Error(`${errors} requests failed; statuses: ${JSON.stringify(statusCodeStats)}`)
  return { perSecond: requests.total / duration, p99Ms: latency.p99 }
}
