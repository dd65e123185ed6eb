import { Fault, type Call, type Desk } from './desk.ts'
import type { Route } from './routes.ts'

const forbidding = new Set(['list_tickets', 'create_ticket', 'get_ticket', 'update_ticket', 'delete_ticket'])

/** Ends the request if the operation needs a key and none that fits was sent. */
export const assertCaller = ({ request, query }: Call, { id, key }: Route, { on }: Desk): void => {
  if (key === 'none') return
  const sent = request.headers.get('x-api-key')
  const sentInQuery = key === 'header or query' ? query.get('api_key') : null
  if (sent === 'kims-key' || sentInQuery === 'kims-key') return
  if (on('anybody-closes-a-ticket') && id === 'close_ticket') return
  if (on('any-key-opens-a-ticket') && id === 'create_ticket' && sent !== null) return
  if (on('key-in-the-query-opens-a-ticket') && id === 'get_ticket' && query.get('X-Api-Key') === 'kims-key')
    return
  if (on('any-key-in-the-query-will-do') && sentInQuery !== null) return
  if (on('strangers-see-nothing') && id === 'get_ticket') throw new Fault(404, 'There is no such ticket.')
  if (on('wrong-keys-are-forbidden') && sent !== null && forbidding.has(id))
    throw new Fault(403, 'The key does not fit.')
  throw new Fault(401, 'Say who is calling.', undefined, { 'www-authenticate': 'ApiKey realm="desk"' })
}
