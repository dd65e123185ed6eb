import { createHash } from 'node:crypto'
import { acceptsMedia } from '../kernel/accepts-media.ts'
import { emptyReply, type Reply } from '../kernel/reply.ts'
import { basePath, errorReply, Fault, json, type Call, type Handler, type House } from './exchange.ts'
import {
  assertMediaType,
  assertRule,
  findDepot,
  findParcel,
  readBodyText,
  readFlag,
  readIds,
  readJson,
  readText,
  toId,
  toJson,
} from './read-request.ts'
import { among, flag, list, record, text, whole, zones } from './rules.ts'
import type { Depot, Fields, Parcel, Stocktake } from './store.ts'

const moveFields: readonly string[] = ['targetShelfId', 'reason', 'isUrgent', 'stickers', 'remark']

const readMove = (call: Call, house: House): Fields => {
  assertMediaType(call, house, 'application/x-www-form-urlencoded')
  const form = new URLSearchParams(readBodyText(call))
  for (const name of form.keys())
    if (!moveFields.includes(name)) throw new Fault(400, `${name} is not known.`)
  for (const name of ['targetShelfId', 'reason', 'isUrgent', 'remark'])
    if (form.getAll(name).length > 1) throw new Fault(400, `${name} was sent more than once.`)
  const stickers = form.getAll('stickers')
  const [reason, remark] = [form.get('reason') ?? 'space', form.get('remark') ?? undefined]
  assertRule(list(text(1, 20), { max: 3 }), stickers, 'stickers')
  assertRule(among('space', 'cooling', 'request'), reason, 'reason')
  if (remark !== undefined) assertRule(text(0, 100), remark, 'remark')
  return {
    targetShelfId: toId(form.get('targetShelfId') ?? '', 'targetShelfId'),
    reason,
    isUrgent: readFlag(form.get('isUrgent') ?? undefined, 'isUrgent') ?? false,
    stickers: house.on('last-sticker-alone-is-put-on') ? stickers.slice(-1) : stickers,
    remark: house.on('remarks-on-moves-are-lost') ? undefined : remark,
  }
}

/** Moves a parcel, and tells how. */
export const moveParcel: Handler = (call, house) => {
  const { store, on } = house
  const parcel = findParcel(call, house)
  const { targetShelfId, ...move } = readMove(call, house)
  const from = store.shelves.get(parcel.shelfId)
  const to = store.shelves.get(targetShelfId as bigint)
  if (to === undefined || to.depotId !== from?.depotId) {
    if (on('refused-move-takes-the-parcel')) store.parcels.delete(parcel.id)
    const problem = 'The depot has no such shelf.'
    return on('failed-move-answers-200')
      ? json(200, { code: 'conflict', message: problem })
      : errorReply(409, problem)
  }
  const movedAt = store.now()
  const version = parcel.version + 1
  store.parcels.set(parcel.id, { ...parcel, shelfId: to.id, status: 'moved', version, updatedAt: movedAt })
  return json(200, {
    parcelId: parcel.id,
    fromShelfId: parcel.shelfId,
    toShelfId: on('move-tells-a-rounded-shelf') ? BigInt(Number(to.id)) : to.id,
    ...move,
    movedAt,
  })
}

const readParts = async (call: Call, house: House): Promise<FormData> => {
  const contentType = call.request.headers.get('content-type') ?? ''
  assertMediaType(call, house, 'multipart/form-data')
  try {
    return await new Response(call.request.body, { headers: { 'content-type': contentType } }).formData()
  } catch {
    throw new Fault(400, 'The parts of the body cannot be told apart.')
  }
}

const readPart = (parts: FormData, name: string): File | string => {
  const [part, ...others] = parts.getAll(name)
  if (part === undefined || others.length > 0) throw new Fault(400, `There must be one part ${name}.`)
  return part
}

const bytesOf = async (part: File | string): Promise<Uint8Array> =>
  typeof part === 'string' ? new TextEncoder().encode(part) : new Uint8Array(await part.arrayBuffer())

const textOf = (part: File | string): string | Promise<string> =>
  typeof part === 'string' ? part : part.text()

const detailsRule = record(
  { title: text(1, 80), kind: among('invoice', 'customs', 'photo'), pages: whole(1, 200) },
  { needs: ['title', 'kind'], isClosed: true },
)

const receive = (bytes: Uint8Array, { on }: House): Uint8Array => {
  if (on('file-is-cut-at-a-null')) return bytes.includes(0) ? bytes.subarray(0, bytes.indexOf(0)) : bytes
  return on('file-is-read-as-text') ? new TextEncoder().encode(new TextDecoder().decode(bytes)) : bytes
}

/** Takes a document in, and tells what was received. */
export const uploadDocument: Handler = async (call, house) => {
  const { store, on } = house
  const parcel = findParcel(call, house)
  const counted = {
    ...parcel,
    version: parcel.version + 1,
    updatedAt: store.now(),
    documentCount: parcel.documentCount + 1,
  }
  if (on('refused-document-is-counted')) store.parcels.set(parcel.id, counted)
  const parts = await readParts(call, house)
  const bytes = receive(await bytesOf(readPart(parts, 'file')), house)
  const details = toJson(await textOf(readPart(parts, 'details'))) as Fields
  if (on('document-without-kind-answers-422') && details !== null && details.kind === undefined)
    return errorReply(422, 'A kind is needed.')
  assertRule(detailsRule, details, 'details')
  if (bytes.length > 32768) throw new Fault(413, 'The file is too large.')
  store.parcels.set(parcel.id, counted)
  return json(201, {
    id: store.nextId(),
    parcelId: parcel.id,
    pages: 1,
    ...details,
    sizeBytes: bytes.length,
    sha256: createHash('sha256').update(bytes).digest('hex'),
    uploadedAt: store.now(),
  })
}

const charsetOf = ({ request }: Call): string =>
  /;\s*charset="?([^";\s]+)/i.exec(request.headers.get('content-type') ?? '')?.[1]?.toLowerCase() ?? 'utf-8'

/** Puts a note on a parcel. */
export const putNote: Handler = (call, house) => {
  const { store, on } = house
  const parcel = findParcel(call, house)
  assertMediaType(call, house, 'text/plain')
  const charset = charsetOf(call)
  if (!['utf-8', 'us-ascii'].includes(charset)) throw new Fault(415, `Notes are not read as ${charset}.`)
  const sent = readBodyText(call)
  assertRule(text(1, 400), sent, 'note')
  const trimmed = on('notes-are-trimmed') ? sent.trim() || sent : sent
  const note =
    on('notes-are-appended') && parcel.note !== undefined ? `${parcel.note}${trimmed}`.slice(0, 400) : trimmed
  store.parcels.set(parcel.id, { ...parcel, note })
  return emptyReply()
}

/** Reads the note on a parcel. */
export const getNote: Handler = (call, house) => {
  const { note } = findParcel(call, house)
  if (note === undefined) throw new Fault(404, 'There is no note on it.')
  const body = house.on('notes-lose-their-accents') ? note.replaceAll(/[^\0-\u00ff]/g, '?') : note
  const type = house.on('notes-are-told-as-html') ? 'text/html' : 'text/plain'
  return { status: 200, headers: { 'content-type': `${type}; charset=utf-8` }, body }
}

const columns = ['id', 'kind', 'label', 'weightKg', 'recipient', 'tags'] as const

const rowOf = ({ id, fields }: Parcel, wanted: readonly string[]): readonly string[] => {
  const cells: Readonly<Record<string, string>> = {
    id: String(id),
    kind: String(fields.kind),
    label: String(fields.label),
    weightKg: String(fields.weightKg),
    recipient: (fields.recipient as { readonly name?: string }).name ?? '',
    tags: (fields.tags as readonly string[]).join(' '),
  }
  return wanted.map((column) => cells[column] ?? '')
}

const writeCsv = (rows: readonly (readonly string[])[], separator: string, on: House['on']): string => {
  const quoted = (cell: string): string => {
    const inner = on('quotes-in-cells-stay-single') ? cell : cell.replaceAll('"', '""')
    return /["\r\n]/.test(cell) || cell.includes(separator) ? `"${inner}"` : cell
  }
  return rows.map((row) => `${row.map(quoted).join(separator)}\r\n`).join('')
}

/** Returns all parcels of a depot, as lines or as JSON. */
export const exportInventory: Handler = (call, house) => {
  const { on } = house
  const depot = findDepot(call, house)
  const asked = call.query.getAll('column')
  if (asked.length > 0) assertRule(list(among(...columns), { isUnique: true }), asked, 'column')
  const wanted =
    asked.length === 0
      ? columns
      : on('columns-in-fixed-order')
        ? columns.filter((name) => asked.includes(name))
        : asked
  const separator = readText(call, 'separator', among('comma', 'semicolon'), house) ?? 'comma'
  const accept = call.request.headers.get('accept')
  const isJson = !acceptsMedia(accept, 'text/csv') && !on('inventory-is-csv-whatever-is-asked')
  if (isJson && !acceptsMedia(accept, 'application/json'))
    throw new Fault(406, 'There is text/csv and application/json.')
  const found = parcelsOf(depot, house)
  const rows = found.map((parcel) => rowOf(parcel, wanted))
  const headers = {
    'x-total-count': String(on('inventory-counts-its-head') ? found.length + 1 : found.length),
    'content-disposition': `attachment; filename="inventory-${depot.id}.${isJson ? 'json' : 'csv'}"`,
  }
  if (isJson) return json(200, { columns: wanted, rows }, headers)
  const body = writeCsv([wanted, ...rows], separator === 'comma' ? ',' : ';', on)
  return csvReply(body, headers, on)
}

const csvReply = (body: string, headers: Readonly<Record<string, string>>, on: House['on']): Reply => ({
  status: 200,
  headers: { 'content-type': 'text/csv; charset=utf-8', ...headers },
  body: on('inventory-is-latin-1') ? new Uint8Array(Buffer.from(body, 'latin1')) : body,
})

const parcelsOf = ({ id }: Depot, { store }: House): readonly Parcel[] =>
  [...store.parcels.values()].filter(({ shelfId }) => store.shelves.get(shelfId)?.depotId === id)

const stocktakeRule = record(
  { zones: list(among(...zones), { min: 1, isUnique: true }), isBlind: flag },
  { isClosed: true },
)

const stateOf = ({ looks }: Stocktake, { on }: House): string => {
  if (on('stocktake-is-done-at-once')) return 'done'
  if (on('stocktake-never-ends')) return looks === 0 ? 'queued' : 'running'
  if (on('stocktake-begins-again') && looks > 2) return 'running'
  return ['queued', 'running'][looks] ?? 'done'
}

const resultOf = (stocktake: Stocktake, { store }: House): Fields => {
  const { depotId, shelfIds } = stocktake
  const counted = [...store.shelves.values()].filter(
    ({ id, depotId: of, fields }) =>
      of === depotId &&
      (shelfIds.length === 0 || shelfIds.includes(id)) &&
      stocktake.zones.includes(fields.zone),
  )
  const parcels = [...store.parcels.values()].filter(({ shelfId }) =>
    counted.some(({ id }) => id === shelfId),
  )
  const grams = parcels.reduce((sum, { fields }) => sum + Math.round(Number(fields.weightKg) * 1000), 0)
  return { shelves: counted.length, parcels: parcels.length, weightKg: grams / 1000 }
}

const tellStocktake = (stocktake: Stocktake, house: House): Fields => {
  const state = stateOf(stocktake, house)
  const { id, depotId, isBlind, startedAt } = stocktake
  const isEarly = house.on('result-before-it-is-done') && state === 'running'
  return {
    id,
    depotId,
    state,
    zones: stocktake.zones,
    isBlind,
    startedAt,
    ...(house.on('stocktakes-tell-more') ? { progress: state === 'done' ? 1 : 0.5 } : {}),
    ...(state === 'done' || isEarly ? { result: resultOf(stocktake, house) } : {}),
  }
}

/** Begins to count. */
export const startStocktake: Handler = (call, house) => {
  const { store, on } = house
  const depot = findDepot(call, house)
  const shelfIds = readIds(call, 'X-Shelves', house)
  const sent = call.request.body.length === 0 ? {} : readJson(call, house, stocktakeRule)
  const isBlind = sent.isBlind ?? on('counted-blindly-unless-told')
  const stocktake: Stocktake = {
    id: store.nextId(),
    depotId: depot.id,
    zones: (sent.zones ?? zones) as readonly unknown[],
    shelfIds,
    isBlind: isBlind === true,
    startedAt: store.now(),
    looks: 0,
  }
  store.stocktakes.set(stocktake.id, stocktake)
  const place = `${basePath}/depots/${depot.id}/stocktakes/${stocktake.id}`
  return json(202, tellStocktake(stocktake, house), {
    ...(on('stocktake-has-no-place')
      ? {}
      : { location: on('places-are-relative') ? `stocktakes/${stocktake.id}` : place }),
    'retry-after': on('retry-after-a-second') ? '1 second' : '1',
  })
}

/** Returns its progress; each read but HEAD finds it further on. */
export const getStocktake: Handler = (call, house) => {
  const { store, on } = house
  const gone = on('stocktakes-outlive-their-depot') ? store.gone.get(call.params.depotId ?? '') : undefined
  const depotId = gone?.account === call.account ? gone.id : findDepot(call, house).id
  const stocktake = store.stocktakes.get(toId(call.params.stocktakeId ?? '', 'stocktakeId'))
  if (stocktake === undefined || stocktake.depotId !== depotId)
    throw new Fault(404, 'There is no such stocktake.')
  const looks = call.request.method === 'HEAD' ? stocktake.looks : stocktake.looks + 1
  const seen = { ...stocktake, looks }
  store.stocktakes.set(seen.id, seen)
  return json(200, tellStocktake(seen, house))
}
