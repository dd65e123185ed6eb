import { createHash } from 'node:crypto'
import { findAt, isObject, own, type Json, type JsonObject } from '@contract-kit/json-schema/json'
import type { ApiDocument, ApiOperation } from '@contract-kit/openapi'
import { findIdempotencyKey } from '@contract-kit/resources/exchanges'
import { type Call, type Input, Refusal, type Reply } from '../http/call.ts'
import { findMark, setMark } from '../state/marks.ts'
import type { World } from './world.ts'

type Run = (input: Input, call: Call) => Reply

/**
 * Applies an idempotency key: a repeated request gets the stored response. A different request with the same key is rejected if the
 * document has a 409 or 422 for that.
 */
export function withKey(world: World, operation: ApiOperation, run: Run): Run {
  const header = findIdempotencyKey(operation)?.name.toLowerCase()
  if (header === undefined) return run
  return (input, call) => {
    const key = call.headers[header]
    if (typeof key !== 'string') return run(input, call)
    const name = [operation.id, call.identity ?? '', key].map(encodeURIComponent).join('/')
    const request = digestOf(input, call)
    const kept = findMark(world, '.key', name)
    if (kept !== undefined && own(kept.value, 'request') === request)
      return own(kept.value, 'reply') as unknown as Reply
    const refusal = kept && statusOfOther(world.document, operation)
    if (refusal !== undefined) throw new Refusal(refusal, 'The idempotency key was used for another request')
    const reply = run(input, call)
    if (kept === undefined && isKeepable(reply))
      setMark(world, '.key', name, [], { request, reply: reply as unknown as JsonObject })
    return reply
  }
}

/** Binary bodies are not stored in the JSON state file. */
const isKeepable = ({ body }: Reply): boolean => !(body instanceof Uint8Array)

const digestOf = ({ body, files }: Input, { target }: Call): string =>
  createHash('sha256')
    .update(JSON.stringify([target, body ?? null, files ?? []]))
    .digest('hex')

/**
 * The documented status for a different request with a used key: one whose description mentions the key, else 409. 422 is otherwise about
 * data.
 */
function statusOfOther({ raw }: ApiDocument, { responses }: ApiOperation): number | undefined {
  const documented = [409, 422].filter((status) => responses.has(String(status)))
  const named = documented.find((status) => {
    const described: Json | undefined = findAt(raw, responses.get(String(status))?.pointer ?? '')
    const description = isObject(described ?? null) ? own(described, 'description') : undefined
    return typeof description === 'string' && /\bkey\b|idempoten/i.test(description)
  })
  return named ?? documented[0]
}
