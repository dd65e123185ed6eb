import { withHeaders } from '../kernel/reply.ts'
import { dataReply, errorReply, Fault, type Call, type Desk, type Handler } from './desk.ts'
import { assertRule, readJson } from './read-call.ts'
import { oneOf, record } from './rules.ts'
import type { Export } from './store.ts'
import { acceptsMedia } from '../kernel/accepts-media.ts'

// Written at once, unless the server takes the time of two looks for it.
const tell = ({ id, reads }: Export, { on }: Desk): object => {
  const isDone = reads > 2 || !on('exports-take-their-time')
  return { id, state: isDone ? 'done' : 'pending', file_url: isDone ? `/api/v2/exports/${id}/file` : null }
}

export const startExport: Handler = (call, desk) => {
  const body = readJson(call)
  const rule = record(
    { format: oneOf('csv'), status: oneOf('open', 'closed') },
    { required: ['format'], closed: true },
  )
  assertRule(rule, body, 'order')
  const id = `ex_${desk.store.nextNumber('export').toString(36).padStart(6, '0')}`
  const order: Export = { id, status: (body as Partial<Export>).status, reads: 0 }
  desk.store.exports.set(id, order)
  return withHeaders(dataReply(202, tell(order, desk)), { location: `/api/v2/exports/${id}` })
}

const findExport = ({ params }: Call, { store }: Desk): Export => {
  if (!/^ex_[a-z0-9]{6}$/.test(params.export_id ?? '')) throw new Fault(400, 'The path is wrong.')
  const order = store.exports.get(params.export_id ?? '')
  if (order === undefined) throw new Fault(404, 'There is no such export.')
  const read = { ...order, reads: order.reads + 1 }
  store.exports.set(order.id, read)
  return read
}

export const getExport: Handler = (call, desk) => dataReply(200, tell(findExport(call, desk), desk))

const quote = (value: string | number): string => `"${String(value).replaceAll('"', '""')}"`

const csv = (rows: readonly (readonly (string | number)[])[]): string =>
  rows.map((row) => `${row.map(quote).join(',')}\r\n`).join('')

export const downloadExport: Handler = (call, desk) => {
  const { status, reads } = findExport(call, desk)
  if (desk.on('exports-take-their-time') && reads < 3) throw new Fault(409, 'It is not written yet.')
  const tickets = [...desk.store.tickets.values()].filter(
    (ticket) => status === undefined || ticket.status === status,
  )
  const rows = [
    ['id', 'subject', 'status'],
    ...tickets.map(({ id, subject, status: state }) => [id, subject, state]),
  ]
  const headers = {
    'content-type': 'text/csv; charset=utf-8',
    'content-disposition': 'attachment; filename="tickets.csv"',
  }
  return { status: 200, headers, body: csv(rows) }
}

export const getDailyReport: Handler = ({ request }, { store, on }) => {
  if (!acceptsMedia(request.headers.get('accept'), 'text/csv') && !on('report-ignores-accept'))
    return errorReply(406, 'There is CSV and nothing else.')
  const counts = Map.groupBy(store.tickets.values(), ({ created_at }) => created_at.slice(0, 10))
  const rows = [['day', 'count'], ...[...counts].map(([day, tickets]) => [day, tickets.length])]
  return { status: 200, headers: { 'content-type': 'text/csv' }, body: csv(rows) }
}
