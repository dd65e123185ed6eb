import { emptyReply, type Reply } from '../kernel/reply.ts'
import {
  basePath,
  Fault,
  json,
  pageReply,
  sorted,
  writeJson,
  type Call,
  type Handler,
  type House,
} from './exchange.ts'
import { keepParcel, ofKind, tellParcel, toMs } from './parcel-fields.ts'
import {
  again,
  assertMatch,
  findParcel,
  findShelf,
  notModified,
  readFilter,
  readFlag,
  readJson,
  readKey,
  readList,
  readNumber,
  readOne,
  readPaging,
  readText,
  searched,
} from './read-request.ts'
import { among, formatted, list, parcelPatchRule, parcelRule, tag } from './rules.ts'
import type { Fields, Parcel } from './store.ts'

const etagOf = ({ id, version }: Parcel, { on }: House): string =>
  on('etags-are-weak') ? `W/"p${id}-${version}"` : `"p${id}-${version}"`

const sorts = ['id', '-id', 'weightKg', '-weightKg', 'label', '-label'] as const

export const listParcels: Handler = (call, house) => {
  const { store, on } = house
  const shelf = findShelf(call, house)
  const paging = readPaging(call, house)
  const sort = readText(call, 'sort', among(...sorts), house) ?? 'id'
  const filter = readFilter(call, ['kind', 'fragile'], house)
  if (filter.kind !== undefined && !Object.hasOwn(ofKind, filter.kind)) {
    if (on('odd-kind-breaks-the-list')) return failed('Unknown enumeration constant')
    throw new Fault(400, 'There is no such kind.', [{ field: 'filter[kind]', problem: 'is not known' }])
  }
  const fragile = readFlag(filter.fragile, 'filter[fragile]')
  const isEmptyTaken = on('no-tags-are-any-tags') && call.query.get('tags') === ''
  const tags = isEmptyTaken ? undefined : readList(call, 'tags', '|', list(tag, { min: 1, max: 4 }), house)
  const least = readNumber(readOne(call, 'minWeightKg', house), 'minWeightKg', { min: 0, max: 1000 })
  const after = readText(call, 'arrivedAfter', formatted('date-time'), house)
  const text = readText(call, 'search', searched, house)
  const isWanted = ({ fields }: Parcel): boolean =>
    (filter.kind === undefined || fields.kind === filter.kind) &&
    (fragile === undefined ||
      (on('fragile-is-turned-round') ? fields.fragile !== fragile : fields.fragile === fragile)) &&
    (tags === undefined || hasTags(fields.tags as readonly string[], tags, on)) &&
    (least === undefined || Number(fields.weightKg) >= least) &&
    (after === undefined || on('arrival-is-not-looked-at') || toMs(String(fields.arrivedAt)) > toMs(after)) &&
    (text === undefined || String(fields.label).includes(text))
  const own = [...store.parcels.values()].filter(({ shelfId }) => shelfId === shelf.id)
  const found = own.filter(isWanted).map((parcel) => tellParcel(parcel, house, 'listParcels'))
  const key = sort.replace('-', '')
  const isText = key === 'label' || (key === 'weightKg' && on('weights-sorted-as-text'))
  const inOrder = sorted(found, sort, (item) => (isText ? String(item[key]) : item[key]))
  return spoilPage(
    pageReply(call, inOrder, on('size-of-parcel-pages-ignored') ? { ...paging, size: 50 } : paging),
    on,
  )
}

const hasTags = (own: readonly string[], wanted: readonly string[], on: House['on']): boolean =>
  on('all-tags-are-needed')
    ? wanted.every((item) => own.includes(item))
    : wanted.some((item) => own.includes(item))

const spoilPage = (reply: Reply, on: House['on']): Reply => {
  if (typeof reply.body !== 'string') return reply
  const { next, total } = JSON.parse(reply.body) as { readonly next: string | null; readonly total: number }
  const path = next?.split('?')[0] ?? ''
  const page = new URLSearchParams(next?.split('?')[1]).get('page') ?? ''
  if (on('next-page-forgets-the-rest') && next !== null)
    return {
      ...reply,
      body: reply.body.replace(JSON.stringify(next), JSON.stringify(`${path}?page=${page}`)),
    }
  const counted = `,"total":${Math.min(total, countIds(reply.body))},"next"`
  return on('total-is-of-the-page')
    ? { ...reply, body: reply.body.replace(`,"total":${total},"next"`, counted) }
    : reply
}

const countIds = (body: string): number => body.match(/"shelfId":/g)?.length ?? 0

const failed = (message: string): Reply => json(500, { code: 'failed', message })

const made = (parcel: Parcel, call: Call, house: House): Reply => {
  const parcels = `${basePath}${call.request.path}`
  const id = house.on('parcel-place-of-the-one-before') ? parcel.id - 1n : parcel.id
  return json(201, tellParcel(parcel, house, 'createParcel'), {
    location: house.on('places-are-relative') ? `parcels/${id}` : `${parcels}/${id}`,
    etag: etagOf(parcel, house),
  })
}

export const createParcel: Handler = (call, house) => {
  const { store, on } = house
  const shelf = findShelf(call, house)
  const sent = readParcel(call, house, shelf.id)
  const key = readKey(call)
  const body = writeJson(sent)
  const done = key === undefined ? undefined : store.done.get(key)
  const isOther = done !== undefined && done.body !== body
  const isRefused = done !== undefined && on('parcel-key-is-refused-again')
  if (isRefused || (isOther && !on('parcel-key-takes-any-body')))
    throw new Fault(409, 'The key was used for another body.')
  if (done !== undefined && store.parcels.has(done.id)) return again(done, house)
  const parcel = add(keepParcel(sent, house), shelf.id, house)
  const reply = made(parcel, call, house)
  if (key !== undefined) store.done.set(key, { body, id: parcel.id, reply })
  return reply
}

const leftBehind = { kind: 'letter', label: 'x', weightKg: 1, recipient: { name: 'x' }, format: 'C4' }

const readParcel = (call: Call, house: House, shelfId: bigint): Fields => {
  try {
    return readJson(call, house, parcelRule(house.on))
  } catch (error) {
    const isLeft = house.on('refused-parcel-is-kept')
    if (isLeft) add(keepParcel(leftBehind, house), shelfId, house)
    throw error
  }
}

const add = (fields: Fields, shelfId: bigint, { store }: House): Parcel => {
  const now = store.now()
  const id = store.nextId()
  const parcel: Parcel = {
    id,
    shelfId,
    version: 1,
    status: 'stored',
    documentCount: 0,
    createdAt: now,
    updatedAt: now,
    fields,
  }
  store.parcels.set(id, parcel)
  return parcel
}

export const getParcel: Handler = (call, house) => {
  const { on } = house
  const parcel = findParcel(call, house, 'getParcel')
  const etag = etagOf(parcel, house)
  const unchanged = notModified(call, etag)
  if (unchanged !== undefined)
    return on('unchanged-parcel-has-no-tag') ? { ...unchanged, headers: {} } : unchanged
  const isTagLike = call.request.headers.get('if-none-match')?.includes(`p${parcel.id}-`)
  if (isTagLike === true && on('changed-parcel-seems-unchanged'))
    return { status: 304, headers: { etag }, body: undefined }
  return json(200, tellParcel(parcel, house, 'getParcel'), { etag })
}

const patchMedia = ['application/merge-patch+json', 'application/json']

const mergeRecipient = (before: Fields, change: Fields, on: House['on']): Fields => {
  if (on('change-replaces-the-recipient')) return { name: before.name, ...change }
  return {
    ...before,
    ...change,
    ...(on('phone-cannot-be-cleared') && change.phone === null ? { phone: before.phone } : {}),
  }
}

const merge = (before: Fields, change: Fields, on: House['on']): Fields => {
  const recipient =
    change.recipient === undefined
      ? before.recipient
      : mergeRecipient(before.recipient as Fields, change.recipient as Fields, on)
  const { weightKg, declaredValue, label } = change
  return {
    ...before,
    ...(on('change-forgets-the-tags') ? { tags: [] } : {}),
    ...change,
    recipient,
    ...(weightKg !== undefined && on('weight-cannot-be-changed') ? { weightKg: before.weightKg } : {}),
    ...(declaredValue === null && on('value-cannot-be-cleared')
      ? { declaredValue: before.declaredValue }
      : {}),
    ...(typeof label === 'string' && on('changed-label-is-cut') ? { label: label.slice(0, 40) } : {}),
  }
}

export const updateParcel: Handler = (call, house) => {
  const { store, on } = house
  const parcel = findParcel(call, house)
  const change = readChange(call, house, parcel)
  assertMatch(call, etagOf(parcel, house), {
    isLenient: on('weak-tags-match'),
    isStarRefused: on('star-matches-nothing'),
  })
  const changed: Parcel = {
    ...parcel,
    version: on('changed-parcel-keeps-its-tag') ? parcel.version : parcel.version + 1,
    updatedAt: store.now(),
    fields: merge(parcel.fields, change, on),
  }
  const isLost = on('fragile-changes-for-show') && 'fragile' in change
  const kept = isLost
    ? { ...changed, fields: { ...changed.fields, fragile: parcel.fields.fragile } }
    : changed
  store.parcels.set(parcel.id, kept)
  return json(200, tellParcel(changed, house, 'updateParcel'), { etag: etagOf(changed, house) })
}

const readChange = (call: Call, house: House, parcel: Parcel): Fields => {
  try {
    return readJson(call, house, parcelPatchRule(house.on), patchMedia)
  } catch (error) {
    if (house.on('refused-change-begins'))
      house.store.parcels.set(parcel.id, { ...parcel, fields: { ...parcel.fields, tags: [] } })
    throw error
  }
}

export const deleteParcel: Handler = (call, house) => {
  const { store, on } = house
  const id = BigInt(/^\d+$/.test(call.params.parcelId ?? '') ? (call.params.parcelId ?? 0) : 0)
  if (on('missing-parcel-is-handed-out') && !store.parcels.has(id)) {
    findShelf(call, house)
    return emptyReply()
  }
  const parcel = findParcel(call, house, 'deleteParcel')
  if (!on('parcel-handed-out-whatever-matches')) assertMatch(call, etagOf(parcel, house))
  if (!on('handed-out-parcel-stays')) store.parcels.delete(parcel.id)
  return emptyReply()
}
