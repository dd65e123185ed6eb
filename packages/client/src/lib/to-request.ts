import type { OutgoingCall } from './outgoing-call.ts'
import type { TransportRequest } from './transport.ts'

/** A value that would leave its place in the path: a URL drops `.` and `..`, and nothing would be left of an empty one. */
const misplaced = /^(\.{0,2}|undefined|null)$/

/**
 * The request of a call, the same for each of its attempts: the members of the flat input are sorted into path, query
 * and body, and what has one value only is filled in. The client's headers replace the caller's. Throws a `TypeError`
 * where a path parameter cannot be sent.
 */
export function toRequest(
  { row: [method, path, , constants, query], input, options, token }: OutgoingCall,
  usualHeaders: Readonly<Record<string, string | undefined>>,
): TransportRequest {
  const params = { path: input, query: {} as Record<string, unknown> }
  const body: Record<string, unknown> | undefined = constants ? { ...constants, ...input } : undefined
  for (const name of path.match(/\w+(?=})/g) ?? []) {
    if (misplaced.test(String(input[name]))) throw new TypeError(`invalid ${name}`)
    delete body?.[name]
  }
  for (const name in query) {
    params.query[name] = input[name] ?? query[name]
    delete body?.[name]
  }
  return {
    method,
    path,
    params,
    body,
    headers: {
      ...options.headers,
      ...usualHeaders,
      'content-type': body && 'application/json',
      authorization: token && `Bearer ${token}`,
      'idempotency-key': options.idempotencyKey,
      'x-request-id': options.requestId,
    },
  }
}
