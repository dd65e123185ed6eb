import { findIdempotencyKey } from '@contract-kit/resources/exchanges'
import { type Json, own, writeJson } from '@contract-kit/json-schema/json'
import { Refusal, type Reply, textOf } from '../http/call.ts'
import { namesTag, tagOf } from '../http/conditions.ts'
import { changeHeader, despite, itemOf, recall, remember, withHeaders } from './effects.ts'
import { byStatus, type Deviation, type FaultKind } from './fault.ts'
import { inRoles, isRead } from './item-site.ts'

const changing = ['replace', 'patch', 'remove', 'act'] as const
const unconditional = { 'if-match': '*', 'if-none-match': undefined, 'if-unmodified-since': undefined }

/** A server that misreads `If-Match`. The function decides whether the header matches a tag. */
const tagsMisread = (
  id: string,
  title: string,
  isMatched: (match: string, tag: string, isRight: boolean) => boolean,
): FaultKind =>
  inRoles(
    id,
    title,
    changing,
    'Document the header `If-Match`, and the `ETag` of the operation that reads the item.',
    ({ operation }) =>
      operation.responses.has('412')
        ? {
            behave: (run, scene) => (input, call) => {
              const match = textOf(call.headers['if-match'])
              const item = match === undefined ? undefined : itemOf(scene, input, call)
              if (match === undefined || item === undefined) return run(input, call)
              const tag = tagOf(item)
              const isMatch = isMatched(match, tag, namesTag(match, tag, true))
              if (isMatch !== namesTag(match, tag, true)) scene.deviates()
              return run(input, withHeaders(call, { 'if-match': isMatch ? tag : '"none"' }))
            },
          }
        : undefined,
  )

/** A request with an idempotency key. */
interface Keyed {
  readonly identity: string
  readonly request: string
}

/** Changes the response to a request whose key was used before. */
const withUsedKey =
  (
    header: string,
    isAt: (used: Keyed, now: Keyed) => boolean,
    respond: (first: Reply) => Reply,
  ): NonNullable<Deviation['behave']> =>
  (run, { world, deviates }) =>
  (input, call) => {
    const key = textOf(call.headers[header])
    if (key === undefined) return run(input, call)
    const now = { identity: call.identity ?? '', request: writeJson([call.target, input.body ?? null]) }
    const used = own(recall(world), key) as unknown as (Keyed & { readonly reply: Reply }) | undefined
    if (used !== undefined && isAt(used, now)) {
      deviates()
      return respond(used.reply)
    }
    const reply = run(input, call)
    if (used === undefined && !(reply.body instanceof Uint8Array))
      remember(world, { ...recall(world), [key]: { ...now, reply } as unknown as Json })
    return reply
  }

/** Faults of conditional (RFC 9110, 13) and repeated requests. */
export const conditionFaults: readonly FaultKind[] = [
  inRoles(
    'etag-constant',
    'The entity tag is always the same',
    ['read', 'list'],
    'Document `ETag` in the responses of the operation, including the 304.',
    ({ operation }) =>
      operation.responses.has('304')
        ? { respond: (reply) => changeHeader(reply, 'etag', () => '"1"') }
        : undefined,
  ),
  inRoles(
    'if-match-ignored',
    '`If-Match` is ignored',
    changing,
    'Document the header `If-Match`, and the `ETag` of the operation that reads the item.',
    ({ operation }) =>
      operation.responses.has('412')
        ? { behave: despite([412], (input, call) => ({ input, call: withHeaders(call, unconditional) })) }
        : undefined,
  ),
  tagsMisread(
    'if-match-weak',
    'A weak entity tag matches',
    (match, tag, isRight) => isRight || match.includes(`W/${tag}`),
  ),
  tagsMisread(
    'if-match-star-fails',
    '`If-Match: *` matches nothing',
    (match, _tag, isRight) => isRight && match.trim() !== '*',
  ),
  tagsMisread(
    'if-match-first-only',
    'Only the first entity tag of `If-Match` is read',
    (match, tag, isRight) => isRight && (match.startsWith(tag) || match.trim() === '*'),
  ),
  inRoles(
    'if-match-not-required',
    'A change without a condition is accepted',
    changing,
    'Document the header `If-Match`, and the `ETag` of the operation that reads the item.',
    ({ operation }) =>
      operation.responses.has('428')
        ? { behave: despite([428], (input, call) => ({ input, call: withHeaders(call, unconditional) })) }
        : undefined,
  ),
  inRoles(
    'if-none-match-ignored',
    '`If-None-Match` is ignored',
    ['read', 'list'],
    'Document `ETag` in the responses of the operation, including the 304.',
    ({ operation }) =>
      operation.responses.has('304')
        ? {
            receive: (call) =>
              ['if-none-match', 'if-modified-since'].some((name) => call.headers[name] !== undefined)
                ? withHeaders(call, { 'if-none-match': undefined, 'if-modified-since': undefined })
                : call,
          }
        : undefined,
  ),
  inRoles(
    'not-modified-without-etag',
    'A 304 lacks the entity tag',
    ['read', 'list'],
    'Document `ETag` in the responses of the operation, including the 304.',
    ({ operation }) =>
      operation.responses.has('304')
        ? {
            respond: (reply) => (reply.status === 304 ? changeHeader(reply, 'etag', () => undefined) : reply),
          }
        : undefined,
  ),
  inRoles(
    'failed-condition-leaves-traces',
    'A change whose condition fails takes effect',
    changing,
    'Document the header `If-Match`, and the `ETag` of the operation that reads the item.',
    (site) =>
      isRead(site) && site.operation.responses.has('412')
        ? {
            behave:
              (run, { deviates }) =>
              (input, call) => {
                try {
                  return run(input, call)
                } catch (error) {
                  if (!(error instanceof Refusal) || error.status !== 412) throw error
                  deviates()
                  run(input, withHeaders(call, unconditional))
                  throw error
                }
              },
          }
        : undefined,
  ),
  inRoles(
    'idempotency-key-ignored',
    'A repeated idempotency key has another effect',
    ['create', 'act', 'replace', 'patch', 'remove', 'example'],
    'Document an operation that lists or reads the created item.',
    ({ operation }) => {
      const header = findIdempotencyKey(operation)?.name.toLowerCase()
      if (header === undefined) return undefined
      return {
        behave:
          (run, { world, deviates }) =>
          (input, call) => {
            const key = String(call.headers[header])
            const seen = recall(world)
            if (Object.hasOwn(seen, key)) deviates()
            remember(world, { ...seen, [key]: true })
            return run(input, withHeaders(call, { [header]: undefined }))
          },
      }
    },
  ),
  inRoles(
    'idempotency-key-refused-again',
    'A repeated request with an idempotency key gets 409',
    ['create', 'act', 'replace', 'patch', 'remove', 'example'],
    'Document an operation that lists or reads the created item.',
    ({ operation }) => {
      const header = findIdempotencyKey(operation)?.name.toLowerCase()
      return header === undefined
        ? undefined
        : {
            behave: withUsedKey(
              header,
              (used, now) => used.identity === now.identity && used.request === now.request,
              () => {
                throw new Refusal(409, 'The idempotency key was already used')
              },
            ),
          }
    },
  ),
  inRoles(
    'idempotency-keys-shared',
    'An idempotency key of another caller gets the response to its request',
    ['create', 'act', 'replace', 'patch', 'remove', 'example'],
    'State in the description whose items the operation creates.',
    ({ operation }) => {
      const header = findIdempotencyKey(operation)?.name.toLowerCase()
      return header === undefined || operation.security.length === 0
        ? undefined
        : {
            behave: withUsedKey(
              header,
              (used, now) => used.identity !== now.identity,
              (first) => first,
            ),
          }
    },
  ),
  inRoles(
    'idempotency-key-for-another-request',
    'An idempotency key is accepted for another request',
    ['create', 'act', 'replace', 'patch', 'remove', 'example'],
    byStatus(
      [409, 422],
      'State in the description of the 409 or 422 that the key was used for another request.',
      'Document the 409 or 422 for another request with a used key.',
    ),
    ({ operation }) => {
      const header = findIdempotencyKey(operation)?.name.toLowerCase()
      return header === undefined
        ? undefined
        : {
            behave: despite([409, 422], (input, call) => ({
              input,
              call: withHeaders(call, { [header]: undefined }),
            })),
          }
    },
  ),
]
