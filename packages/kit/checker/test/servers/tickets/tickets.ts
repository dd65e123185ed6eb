import { emptyReply, withHeaders } from '../kernel/reply.ts'
import { dataReply, Fault, type Desk, type Handler } from './desk.ts'
import { findTicket } from './find-ticket.ts'
import { toMs } from './forms.ts'
import { assertRule, readJson } from './read-call.ts'
import { findFaults } from './rules.ts'
import type { Ticket } from './store.ts'
import { closeRule, ticketPatchRule, ticketRule } from './ticket-rules.ts'

type TicketInput = Omit<Ticket, 'id' | 'status' | 'created_at' | 'updated_at'> & {
  readonly access_code?: string
}

// Normalized as many servers do: times in UTC, labels in order.
const normalize = (ticket: Ticket, { on }: Desk): Ticket => {
  if (!on('tickets-are-normalised')) return ticket
  const due = typeof ticket.due_at === 'string' ? { due_at: new Date(toMs(ticket.due_at)).toISOString() } : {}
  return {
    ...ticket,
    ...due,
    subject: ticket.subject.trim() || ticket.subject,
    labels: ticket.labels.toSorted(),
  }
}

export const createTicket: Handler = (call, desk) => {
  const { store, on } = desk
  const body = readJson(call, ...(on('takes-tickets-as-text') ? ['text/plain'] : []))
  assertRule(ticketRule(on), body, 'ticket')
  const { access_code: _, ...sent } = body as TicketInput
  const at = store.now()
  const ticket: Ticket = normalize(
    {
      id: store.nextNumber('ticket'),
      status: 'open',
      ...sent,
      priority: sent.priority ?? (on('tickets-are-low-by-default') ? 'low' : 'normal'),
      labels: sent.labels ?? [],
      assignee: sent.assignee ?? null,
      created_at: at,
      updated_at: at,
    },
    desk,
  )
  const isRounded = on('estimates-are-kept-rounded') && ticket.estimate !== undefined
  store.tickets.set(ticket.id, isRounded ? { ...ticket, estimate: Math.ceil(ticket.estimate ?? 0) } : ticket)
  return withHeaders(dataReply(201, ticket), { location: `/api/v2/tickets/${ticket.id}` })
}

export const getTicket: Handler = (call, desk) => {
  const ticket = findTicket(call, desk)
  const before = desk.on('newest-ticket-answers-the-one-before')
    ? desk.store.tickets.get(ticket.id - 1)
    : undefined
  const isNewest = before !== undefined && ticket.id > 7 && !desk.store.tickets.has(ticket.id + 1)
  return dataReply(200, isNewest ? before : ticket)
}

const acceptedFields = (body: unknown, on: Desk['on']): object => {
  const faults = Object.keys(findFaults(ticketPatchRule(on), body) ?? {}).map((place) => place.split('.')[0])
  return typeof body === 'object' && body !== null && !Array.isArray(body)
    ? Object.fromEntries(Object.entries(body).filter(([name]) => !faults.includes(name)))
    : {}
}

export const updateTicket: Handler = (call, desk) => {
  const { store, on } = desk
  const ticket = findTicket(call, desk)
  const body = readJson(call)
  if (on('refused-change-is-half-done'))
    store.tickets.set(ticket.id, { ...ticket, ...acceptedFields(body, on) })
  assertRule(ticketPatchRule(on), body, 'change')
  const forgotten = on('change-forgets-labels') ? { labels: [] } : {}
  const changed = normalize(
    { ...ticket, ...forgotten, ...(body as Partial<Ticket>), updated_at: store.now() },
    desk,
  )
  store.tickets.set(ticket.id, changed)
  return dataReply(200, changed)
}

export const deleteTicket: Handler = (call, desk) => {
  const { store, on } = desk
  const { id } = findTicket(call, desk)
  if (on('deleted-ticket-stays')) return emptyReply()
  store.tickets.delete(id)
  store.ratings.delete(id)
  for (const { id: own, ticket_id } of store.comments.values())
    if (ticket_id === id) store.comments.delete(own)
  for (const { id: own, ticket_id } of store.attachments.values())
    if (ticket_id === id) store.attachments.delete(own)
  return emptyReply()
}

export const closeTicket: Handler = (call, desk) => {
  const ticket = findTicket(call, desk)
  const body = readJson(call)
  if (body !== undefined) assertRule(closeRule, body, 'end')
  if (ticket.status === 'closed') throw new Fault(409, 'The ticket is closed.')
  const otherwise = desk.on('tickets-end-as-duplicates') ? 'duplicate' : 'fixed'
  const { resolution = otherwise } = (body ?? {}) as { readonly resolution?: string }
  const closed: Ticket = { ...ticket, status: 'closed', resolution, updated_at: desk.store.now() }
  desk.store.tickets.set(ticket.id, closed)
  return dataReply(200, closed)
}

export const reopenTicket: Handler = (call, desk) => {
  const { resolution: _, ...ticket } = findTicket(call, desk)
  const open: Ticket = { ...ticket, status: 'open', updated_at: desk.store.now() }
  desk.store.tickets.set(open.id, open)
  return dataReply(200, open)
}
