import type { LoggedRequest } from './sandbox-data.ts'

/** A request with a name of its own, which it keeps while newer ones come. */
export interface KeyedRequest {
  readonly key: string
  readonly request: LoggedRequest
}

/** Names every request: clients may send one request id many times, so equal ones are counted from the oldest on. */
export function toKeyedRequests(requests: readonly LoggedRequest[]): readonly KeyedRequest[] {
  const seen = new Map<string, number>()
  return requests
    .toReversed()
    .map((request) => {
      const name = `${request.requestId} ${request.at} ${request.durationMs}`
      const count = (seen.get(name) ?? 0) + 1
      seen.set(name, count)
      return { key: `${name} ${count}`, request }
    })
    .toReversed()
}
