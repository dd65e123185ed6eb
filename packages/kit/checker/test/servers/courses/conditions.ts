import { createHash } from 'node:crypto'
import { Refusal, type Call, type Campus } from './campus.ts'

/** The strong tag of a response. */
export const etagOf = (told: unknown): string =>
  `"${createHash('sha256').update(JSON.stringify(told)).digest('base64url').slice(0, 16)}"`

interface Condition {
  readonly isAny: boolean
  readonly tags: readonly string[]
}

const conditionOf = ({ request }: Call, name: string): Condition | undefined => {
  const sent = request.headers.get(name)
  if (sent === null) return undefined
  return { isAny: sent === '*', tags: sent.match(/(?:W\/)?"[^"]*"/g) ?? [] }
}

const opaque = (tag: string): string => tag.replace(/^W\//, '')

/** Whether `If-None-Match` names the current state (RFC 9110 13.1.2): weak tags count. */
export const isNamed = (call: Call, etag: string | undefined, { on }: Campus): boolean => {
  const condition = conditionOf(call, 'if-none-match')
  if (condition === undefined || etag === undefined) return false
  const tags = on('get-reads-first-tag-only') ? condition.tags.slice(0, 1) : condition.tags
  return condition.isAny || tags.map(opaque).includes(etag)
}

/** Whether `If-Match` names the current state (RFC 9110 13.1.1): weak tags never do. */
const matches = ({ isAny, tags }: Condition, etag: string | undefined, { on }: Campus): boolean => {
  if (etag === undefined) return false
  const read = on('first-tag-only-is-matched') ? tags.slice(0, 1) : tags
  return isAny || (on('weak-tags-are-matched') ? read.map(opaque) : read).includes(etag)
}

/** Ends a write whose conditions do not hold, or which has none and would change what is there. */
export const assertMayWrite = (call: Call, etag: string | undefined, campus: Campus): void => {
  const ifMatch = conditionOf(call, 'if-match')
  if (ifMatch !== undefined && !matches(ifMatch, etag, campus))
    throw new Refusal(412, 'Somebody else changed it.')
  if (isNamed(call, etag, campus)) throw new Refusal(412, 'There is one already.')
  if (etag !== undefined && ifMatch === undefined && conditionOf(call, 'if-none-match') === undefined)
    throw new Refusal(428, 'If-Match is missing.')
}

const httpDate = /^[A-Z][a-z]{2}, \d{2} [A-Z][a-z]{2} \d{4} \d{2}:\d{2}:\d{2} GMT$/

/** Whether nothing has changed since `If-Modified-Since` (RFC 9110 13.1.3); ignores anything but a date. */
export const isUnmodified = ({ request }: Call, changedAt: string, { on }: Campus): boolean => {
  const sent = request.headers.get('if-modified-since') ?? ''
  if (!httpDate.test(sent) || on('times-of-changes-are-overlooked')) return false
  const since = Date.parse(sent)
  const changed = Date.parse(changedAt)
  return on('list-is-unmodified-the-wrong-way') ? changed > since : changed <= since
}
