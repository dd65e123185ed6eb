import { withHeaders, type Reply } from '../kernel/reply.ts'
import { Refusal, type Call, type Handler, type On } from './office.ts'

const readKey = ({ request, operation }: Call, on: On): string | undefined => {
  const key = request.headers.get('idempotency-key')
  if (key === null && on('keys-may-be-missing') && operation === 'create_board') return undefined
  if (key === null || !/^[A-Za-z0-9-]{8,40}$/.test(key)) throw new Refusal(400, 'A key is needed.')
  return key
}

const replayOf = (first: Reply, on: On): Reply =>
  on('replays-are-marked') ? withHeaders(first, { 'idempotent-replayed': 'true' }) : first

/** Does a creation once for each key of a caller, and repeats the response. */
export const once =
  (create: Handler): Handler =>
  (call, office) => {
    const { store, on } = office
    const { operation, params, body } = call
    const key = readKey(call, on)
    if (key === undefined) return create(call, office)
    const caller = on('keys-are-shared') && operation === 'create_entry' ? '' : call.caller
    const place = [operation, params.workspace_id ?? params.account_id, caller, key].join(' ')
    const asked = JSON.stringify(body)
    const first = store.remembered.get(place)
    const isForgotten =
      (on('card-keys-are-overlooked') && operation === 'create_card') ||
      (on('bulk-keys-are-overlooked') && operation === 'import_entries') ||
      (on('other-payouts-use-the-same-key') && operation === 'create_payout' && first?.asked !== asked)
    if (first !== undefined && !isForgotten) {
      const takesAny = on('board-keys-go-with-any-body') && operation === 'create_board'
      if (first.asked !== asked && !takesAny) throw new Refusal(422, 'The key is of another request.')
      if (on('replayed-entries-are-200') && operation === 'create_entry')
        return { ...first.reply, status: 200 }
      return replayOf(first.reply, on)
    }
    const reply = create(call, office)
    if (on('only-the-last-card-key-is-known') && operation === 'create_card') store.remembered.clear()
    store.remembered.set(place, { asked, reply })
    return reply
  }
