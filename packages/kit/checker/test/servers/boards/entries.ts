import { emptyReply, withHeaders } from '../kernel/reply.ts'
import { assertId, findOwn, isOwn, Refusal, reply, without } from './office.ts'
import type { Call, Handler, Office, Sent } from './office.ts'
import { pageOf, sortBy } from './lists.ts'
import { readFlag, readOne } from './read-request.ts'
import type { Entry, EntryFields } from './store.ts'

const toAmount = (cents: number): string =>
  `${Math.floor(cents / 100)}.${String(cents % 100).padStart(2, '0')}`

const amountOf = ({ minutes, rate }: EntryFields, { on }: Office): string => {
  const share = (Number(rate.replace('.', '')) * minutes) / 60
  return toAmount(on('amounts-are-cut-off') ? Math.floor(share) : Math.round(share))
}

const show = ({ id, owner, fields, updated_at }: Entry, office: Office): object => {
  const { on } = office
  const rate = on('rates-lose-their-zeros') ? String(Number(fields.rate)) : fields.rate
  const at = on('times-have-an-offset') ? updated_at.replace('Z', '+00:00') : updated_at
  const attributes = { ...fields, rate, amount: amountOf(fields, office), created_by: owner, updated_at: at }
  return { type: 'entries', id, attributes }
}

// Attributes that only the server sets are ignored.
const written = (sent: object): Partial<EntryFields> => without(sent, 'amount', 'created_by', 'updated_at')

const find = (call: Call, { store, on }: Office): Entry => {
  const entry = store.entries.get(call.params.entry_id ?? '')
  const isOthers = entry !== undefined && entry.owner !== call.caller
  if (isOthers && on('things-of-others-are-forbidden')) throw new Refusal(403, 'It is of somebody else.')
  return findOwn(store.entries, call.params.entry_id, call)
}

export const listEntries: Handler = (call, office) => {
  const { store, on } = office
  const billable = readFlag(call, 'filter[billable]')
  const sort = readOne(call, 'sort', (text) => /^-?(created_at|minutes)$/.test(text)) ?? 'created_at'
  const own = [...store.entries.values()].filter((entry) => isOwn(entry, call))
  const wanted = on('unbillable-entries-cannot-be-asked-for') && billable === false ? undefined : billable
  const found = own.filter(({ fields }) => wanted === undefined || fields.billable === wanted)
  const order = on('entries-are-never-sorted') ? 'created_at' : sort
  const items = sortBy(found, order, ({ fields }) => fields.minutes)
  return pageOf(call, office, { items, show: (entry) => show(entry, office) })
}

const add = (call: Call, sent: Partial<EntryFields>, { store, on }: Office): Entry => {
  const at = store.now()
  const { rate } = sent
  if (on('free-entries-are-refused') && rate === '0.00' && call.operation === 'create_entry')
    throw new Refusal(422, 'A rate is needed.', ['/data/attributes/rate'])
  const entry: Entry = {
    workspace: call.params.workspace_id ?? '',
    owner: call.caller,
    id: store.nextId('entry'),
    fields: { billable: true, ...written(sent) } as EntryFields,
    created_at: at,
    updated_at: at,
  }
  store.entries.set(entry.id, entry)
  return entry
}

export const createEntry: Handler = (call, office) => {
  const entry = add(call, (call.body as Sent<Partial<EntryFields>>).data.attributes, office)
  const location = `/v2/workspaces/${entry.workspace}/entries/${entry.id}`
  return withHeaders(reply(201, { data: show(entry, office) }), { location })
}

export const importEntries: Handler = (call, office) => {
  const { on } = office
  const sent = call.body as readonly Sent<Partial<EntryFields>>['data'][]
  const added = sent.map(({ attributes }) => add(call, attributes, office))
  const told = on('the-last-imported-entry-is-lost') && added.length > 1 ? added.slice(0, -1) : added
  const data = told.map((entry) => show(entry, office))
  return reply(201, { data: on('imported-entries-come-backwards') ? data.toReversed() : data })
}

export const getEntry: Handler = (call, office) => reply(200, { data: show(find(call, office), office) })

export const updateEntry: Handler = (call, office) => {
  const { store, on } = office
  const entry = find(call, office)
  assertId(call, entry.id)
  const sent = (call.body as Sent<Partial<EntryFields> & { readonly updated_at: string }>).data.attributes
  const isStale = Date.parse(sent.updated_at) !== Date.parse(entry.updated_at)
  if (isStale && !on('stale-times-pass'))
    throw new Refusal(409, 'The entry has changed.', ['/data/attributes/updated_at'])
  const reset = on('changed-entries-are-billable') && sent.billable === undefined ? { billable: true } : {}
  const fields = { ...entry.fields, ...written(sent), ...reset }
  const updated_at = on('times-of-change-stand-still') ? entry.updated_at : store.now()
  const changed = { ...entry, fields, updated_at }
  store.entries.set(entry.id, changed)
  return reply(200, { data: show(changed, office) })
}

export const deleteEntry: Handler = (call, office) => {
  const entry = find(call, office)
  if (!office.on('deleted-entries-stay')) office.store.entries.delete(entry.id)
  return emptyReply()
}
