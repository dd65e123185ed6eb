import type { Handlers } from '../../../src/index.ts'
import type { components, operations } from './generated/openapi.ts'

type Ticket = components['schemas']['Ticket']

/** The caller of a request, as the guard has identified it. */
export interface Caller {
  readonly scopes: readonly string[]
}

const problem = <Status extends number>(status: Status, title: string) =>
  ({ status, body: { type: 'about:blank', title, status } }) as const

const lamp: Ticket = {
  id: '5f0c1a52-6d5e-4c55-8a3a-0f3f2f0f7a01',
  subject: 'The lamp is dark',
  assignee: null,
}

/** A desk with one ticket. The types of a document hold its webhooks too, which a server does not serve. */
export function createDesk(): Handlers<Omit<operations, 'ticket-closed'>, Caller> {
  const tickets = new Map<string, Ticket>([[lamp.id, lamp]])
  return {
    'list-tickets': ({ headers, cookies }, caller) => ({
      status: 200,
      headers: { 'ratelimit-limit': 100, 'ratelimit-remaining': 100 - caller.scopes.length },
      body: { tickets: [...tickets.values()], 'time-zone': headers['Time-Zone'] ?? '', ...cookies },
    }),
    'open-ticket': ({ body }) => {
      const id = '0b7a5d0e-93ab-4c9b-9d37-6f1f7d1d2c02'
      const ticket = { ...body, id, assignee: null }
      tickets.set(id, ticket)
      return { status: 201, headers: { location: `/tickets/${id}`, etag: '"1"' }, body: ticket }
    },
    'get-ticket': ({ path }) => {
      const ticket = tickets.get(path['ticket-id'])
      if (ticket === undefined) return problem(404, 'Unknown ticket')
      return { status: 200, headers: { etag: '"1"' }, body: ticket }
    },
    'update-ticket': ({ path, headers, body }) => {
      const ticket = tickets.get(path['ticket-id'])
      if (ticket === undefined) return problem(404, 'Unknown ticket')
      if (headers['If-Match'] !== '"1"') return problem(412, 'The ticket has changed')
      const updated = { ...ticket, ...body }
      tickets.set(ticket.id, updated)
      return { status: 200, body: updated }
    },
    'close-ticket': ({ path }) => {
      tickets.delete(path['ticket-id'])
      return { status: 204 }
    },
  }
}
