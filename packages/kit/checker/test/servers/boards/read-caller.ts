import type { ServerRequest } from '../kernel/server-request.ts'
import { callers, type Caller } from './callers.ts'
import { Refusal, type On } from './office.ts'

/** One of the ways in which an operation may be called: the names of schemes that are needed together. */
export type Way = Readonly<Record<string, unknown>>

const all: readonly Caller[] = Object.values(callers)

const byToken = ({ headers }: ServerRequest, operation: string, on: On): Caller | undefined => {
  const [scheme = '', token = ''] = (headers.get('authorization') ?? '').trim().split(/ +/)
  if (scheme.toLowerCase() !== 'bearer') return undefined
  if (on('any-token-will-do') && operation === 'get_limits' && token !== '') return callers.ida
  if (on('token-without-its-end-will-do') && operation === 'list_entries' && token.length > 4)
    return all.find((caller) => caller.token.startsWith(token))
  return all.find((caller) => caller.token === token)
}

const byKey = ({ headers, query }: ServerRequest, operation: string, on: On): Caller | undefined => {
  const inQuery = new URLSearchParams(query).get('X-Api-Key')
  const isTakenFromQuery = on('keys-in-the-query-will-do') && operation === 'get_entry'
  const key = headers.get('x-api-key') ?? (isTakenFromQuery ? inQuery : null)
  return all.find((caller) => caller.key === key)
}

const isWrong = (header: string | null, found: Caller | undefined): boolean =>
  header !== null && found === undefined

/** The name of the caller; empty for a public operation. Ends the request if no way leads in. */
export const readCaller = (
  request: ServerRequest,
  operation: string,
  ways: readonly Way[],
  on: On,
): string => {
  if (ways.length === 0 && !on('status-needs-a-caller')) return ''
  const found: Readonly<Record<string, Caller | undefined>> = {
    bearer: byToken(request, operation, on),
    apiKey: byKey(request, operation, on),
  }
  const usable = ways.filter((way) => {
    if (on('keys-alone-are-refused') && operation === 'get_board') return 'bearer' in way
    if (on('tokens-alone-are-refused') && operation === 'list_boards') return 'apiKey' in way
    return true
  })
  const isHalfEnough = on('payouts-take-one-credential') && operation === 'create_payout'
  for (const way of usable) {
    const named = Object.keys(way).map((name) => found[name])
    const [caller] = isHalfEnough ? named.filter((one) => one !== undefined) : named
    if (caller !== undefined && (isHalfEnough || named.every((one) => one === caller))) {
      const hasWrong =
        isWrong(request.headers.get('authorization'), found.bearer) ||
        isWrong(request.headers.get('x-api-key'), found.apiKey)
      if (!on('a-wrong-credential-spoils-the-other') || !hasWrong) return caller.name
    }
  }
  throw new Refusal(401, 'Say who is calling.', [], { 'www-authenticate': 'Bearer realm="driftwood"' })
}
