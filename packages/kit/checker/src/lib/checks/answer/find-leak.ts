import type { Exchange } from '../../run/exchange.ts'
import { leakPatterns } from './leak-patterns.ts'

/** How much of a body is looked at; a leak stands at its beginning or not at all. Characters. */
const LOOKED_AT = 100_000

const known = new WeakMap<Exchange, { readonly leak: string | undefined }>()

/**
 * What of the server's insides an answer shows; undefined for nothing. An API whose own document speaks of such things, say
 * of stack traces it collects, is not accused of them.
 */
export const findLeak = (exchange: Exchange): string | undefined => {
  const { leak } = known.get(exchange) ?? { leak: search(exchange) }
  known.set(exchange, { leak })
  return leak
}

const search = ({ answer, document, case: { request } }: Exchange): string | undefined => {
  const text = answer.text.slice(0, LOOKED_AT)
  const leak = leakPatterns.find(({ pattern }) => pattern.test(text))
  if (leak === undefined || leak.pattern.test(JSON.stringify(document.raw))) return undefined
  return isEcho(leak.pattern, request.body) ? undefined : leak.name
}

const isEcho = (pattern: RegExp, body: string | Uint8Array | undefined): boolean =>
  body !== undefined && pattern.test(typeof body === 'string' ? body : new TextDecoder().decode(body))
