import { Fault, type Call, type Desk } from './desk.ts'
import { readNumber } from './read-call.ts'
import type { Ticket } from './store.ts'

/** The ticket that the path names; ends the request with 404 if there is none. */
export const findTicket = (call: Call, { store }: Desk): Ticket => {
  const ticket = store.tickets.get(readNumber(call, 'ticket_id'))
  if (ticket === undefined) throw new Fault(404, 'There is no such ticket.')
  return ticket
}
