import { findIdempotencyKey } from '@contract-kit/resources/exchanges'
import { Refusal } from '../http/call.ts'
import { changeHeader, despite, withHeaders } from './effects.ts'
import type { FaultKind } from './fault.ts'
import { inRoles, isRead } from './item-site.ts'

const changing = ['replace', 'patch', 'remove', 'act'] as const
const unconditional = { 'if-match': '*', 'if-none-match': undefined, 'if-unmodified-since': undefined }

/** Conditional requests (RFC 9110, 13) and repeated ones. */
export const conditionFaults: readonly FaultKind[] = [
  inRoles(
    'etag-constant',
    'The entity tag is always the same',
    ['read', 'list'],
    'Document `ETag`, and 304 or 412.',
    ({ operation }) =>
      operation.responses.has('304')
        ? { respond: (reply) => changeHeader(reply, 'etag', () => '"1"') }
        : undefined,
  ),
  inRoles(
    'if-match-ignored',
    '`If-Match` is ignored',
    changing,
    'Document 412 and the header `If-Match`.',
    ({ operation }) =>
      operation.responses.has('412')
        ? { behave: despite([412], (input, call) => ({ input, call: withHeaders(call, unconditional) })) }
        : undefined,
  ),
  inRoles(
    'if-match-not-required',
    'A change without a condition is accepted',
    changing,
    'Document 428.',
    ({ operation }) =>
      operation.responses.has('428')
        ? { behave: despite([428], (input, call) => ({ input, call: withHeaders(call, unconditional) })) }
        : undefined,
  ),
  inRoles(
    'if-none-match-ignored',
    '`If-None-Match` is ignored',
    ['read', 'list'],
    'Document 304.',
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
    'failed-condition-leaves-traces',
    'A change whose condition fails is carried out',
    changing,
    'Document 412, and let another operation read the item.',
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
    'Document the header, and let an operation list or read what was created.',
    ({ operation }) => {
      const header = findIdempotencyKey(operation)?.name.toLowerCase()
      if (header === undefined) return undefined
      const seen = new Set<string>()
      return {
        behave:
          (run, { deviates }) =>
          (input, call) => {
            const key = String(call.headers[header])
            if (seen.has(key)) deviates()
            seen.add(key)
            return run(input, withHeaders(call, { [header]: undefined }))
          },
      }
    },
  ),
  inRoles(
    'idempotency-key-for-another-request',
    'An idempotency key is accepted for another request',
    ['create', 'act', 'replace', 'patch', 'remove', 'example'],
    'Document the header, and the 409 or 422 for another request with a used key.',
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
