import { formats } from '../kernel/formats.ts'
import { Refusal, type Call } from './pad.ts'

const one = ({ query }: Call, name: string): string | undefined => {
  const sent = query.getAll(name)
  if (sent.length > 1) throw new Refusal('wrong_call', [`${name} was sent more than once`])
  return sent[0]
}

const refuseUnless = (isRight: boolean, name: string): void => {
  if (!isRight) throw new Refusal('wrong_call', [`${name} is wrong`])
}

const hasFormat = (format: 'uuid' | 'date', text: string): boolean => {
  const rule = formats[format]
  return rule instanceof RegExp ? rule.test(text) : (rule?.(text) ?? false)
}

/** An id in the query, in lower case; the empty text if none was sent and none is needed. */
export const readId = (call: Call, name: string, { isNeeded }: { readonly isNeeded: boolean }): string => {
  const sent = one(call, name)
  refuseUnless(sent === undefined ? !isNeeded : hasFormat('uuid', sent), name)
  return sent?.toLowerCase() ?? ''
}

/** The kind of notes that are wanted. */
export const readKind = (call: Call): string | undefined => {
  const sent = one(call, 'kind')
  refuseUnless(sent === undefined || ['text', 'checklist'].includes(sent), 'kind')
  return sent
}

/** The tags that are wanted, parted by spaces. */
export const readTags = (call: Call): readonly string[] | undefined => {
  const sent = one(call, 'tags')?.split(' ')
  refuseUnless(
    sent === undefined || (sent.length <= 3 && sent.every((tag) => /^[a-z]{2,10}$/.test(tag))),
    'tags',
  )
  return sent
}

/** How many notes are wanted. */
export const readCount = (call: Call): number => {
  const sent = one(call, 'count')
  refuseUnless(sent === undefined || /^([1-9]|1\d|20)$/.test(sent), 'count')
  return Number(sent ?? 3)
}

/** The day in the path, written `;since=2025-01-01`. */
export const readSince = (
  { params }: Call,
  { takesBareDates }: { readonly takesBareDates: boolean },
): string => {
  const sent = params.since ?? ''
  const day = takesBareDates ? sent : sent.startsWith(';since=') ? sent.slice(';since='.length) : ''
  refuseUnless(hasFormat('date', day), 'since')
  return day
}
