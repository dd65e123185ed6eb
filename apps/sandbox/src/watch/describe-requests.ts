import type { Change } from './change.ts'
import type { LoggedRequest } from './sandbox-data.ts'

/** The refusals and failures among the new requests. Successes are reported by their changes. */
export function describeRequests(
  before: readonly LoggedRequest[],
  after: readonly LoggedRequest[],
): readonly Change[] {
  return newRequests(before, after)
    .filter((request) => request.status >= 400)
    .map((request) => ({ text: verdictOf(request), tone: 'bad' }))
}

/**
 * The requests at the head of the newer list that the older one does not begin with. Request ids may repeat.
 */
export function newRequests(
  before: readonly LoggedRequest[],
  after: readonly LoggedRequest[],
): readonly LoggedRequest[] {
  const count = after.findIndex((_, from) =>
    after.slice(from).every((request, index) => isSame(request, before[index])),
  )
  return count < 0 ? after : after.slice(0, count)
}

function isSame(a: LoggedRequest, b: LoggedRequest | undefined): boolean {
  return b !== undefined && a.requestId === b.requestId && a.at === b.at && a.durationMs === b.durationMs
}

function verdictOf({ operationId, method, path, status, errorCode }: LoggedRequest): string {
  const verb = status >= 500 ? 'failed' : 'was refused'
  return `${operationId ?? `${method} ${path}`} ${verb}: ${status}${errorCode === null ? '' : ` ${errorCode}`}`
}
