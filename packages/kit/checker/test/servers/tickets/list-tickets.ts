import { withHeaders } from '../kernel/reply.ts'
import { dataReply, Fault, type Call, type Desk, type Handler } from './desk.ts'
import { isLabelName, isTime, toMs } from './forms.ts'
import { assertRule, readOnly, readWhole } from './read-call.ts'
import { list, oneOf, text } from './rules.ts'
import type { Ticket } from './store.ts'

/** The window of a list that a call asks for. */
export const readWindow = (
  call: Call,
  { on }: Desk,
): { readonly offset: number; readonly limit: number } => ({
  offset: readWhole(call, 'offset', {
    min: on('accepts-negative-offset') ? -100 : 0,
    max: 100_000,
    otherwise: 0,
  }),
  limit: readWhole(call, 'limit', { min: 1, max: 50, otherwise: 4 }),
})

const readListWindow = (call: Call, desk: Desk): { readonly offset: number; readonly limit: number } => {
  const { on } = desk
  const sent = call.query.getAll('limit')
  if (on('overlooks-wrong-limits') && !/^([1-9]|[1-4]\d|50)$/.test(sent[0] ?? '')) call.query.delete('limit')
  if (on('rejects-largest-limit') && sent[0] === '50')
    throw new Fault(400, 'The query is wrong.', { limit: 'is too large' })
  const window = readWindow(call, desk)
  return on('two-tickets-by-default') && sent.length === 0 ? { ...window, limit: 2 } : window
}

const readFilters = (call: Call, { on }: Desk): ((ticket: Ticket) => boolean) => {
  const status = readOnly(call, 'status')
  const label = readOnly(call, 'label')
  const after = readOnly(call, 'created_after')
  const priorities = call.query.getAll('priority')
  if (on('reads-one-priority') && priorities.length > 1)
    throw new Fault(400, 'The query is wrong.', { priority: 'is a list' })
  if (status !== undefined) assertRule(oneOf('open', 'closed'), status, 'status')
  if (label !== undefined) assertRule(text({ form: isLabelName }), label, 'label')
  if (after !== undefined && !on('overlooks-wrong-times')) assertRule(text({ form: isTime }), after, 'time')
  assertRule(list(oneOf('low', 'normal', 'high', 'urgent'), {}), priorities, 'priority')
  return (ticket) =>
    (status === undefined || on('status-filter-ignored') || ticket.status === status) &&
    (label === undefined || on('label-filter-ignored') || ticket.labels.includes(label)) &&
    (priorities.length === 0 || priorities.includes(ticket.priority)) &&
    (after === undefined || on('time-filter-ignored') || !(toMs(ticket.created_at) <= toMs(after)))
}

export const listTickets: Handler = (call, desk) => {
  const { store, on } = desk
  const { offset, limit } = readListWindow(call, desk)
  const isWanted = readFilters(call, desk)
  const found = [...store.tickets.values()].filter(isWanted)
  const ordered = on('newest-tickets-come-first') ? found.toReversed() : found
  const start = on('offset-is-one-too-far') && offset > 0 ? offset + 1 : offset
  const reply = dataReply(200, ordered.slice(start, start + limit), { total: found.length, offset, limit })
  return withHeaders(reply, { 'x-rate-limit-remaining': '98' })
}

const contains = (told: string | null | undefined, wanted: string): boolean =>
  told?.toLowerCase().includes(wanted.toLowerCase()) ?? false

export const search: Handler = async (call, desk) => {
  const { store, on, pause } = desk
  const q = readOnly(call, 'q') ?? (on('searches-without-text') ? '' : undefined)
  if (q === undefined) throw new Fault(400, 'The query is wrong.', { q: 'is needed' })
  const within = readOnly(call, 'within')?.split(on('splits-within-at-bars') ? '|' : ',')
  if (!(on('searches-without-text') && q === '')) assertRule(text({ min: 2, max: 40 }), q, 'text')
  if (within !== undefined)
    assertRule(list(oneOf('subject', 'body'), { max: 2, unique: true }), within, 'place')
  if (on('long-searches-are-slow') && q.length > 30) await pause(800)
  const places = within ?? ['subject', 'body']
  const found = [...store.tickets.values()].filter(
    ({ subject, body }) =>
      (places.includes('subject') && contains(subject, q)) || (places.includes('body') && contains(body, q)),
  )
  return dataReply(200, found, { total: found.length, offset: 0, limit: Math.max(1, found.length) })
}
