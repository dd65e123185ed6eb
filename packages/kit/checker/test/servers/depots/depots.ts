import { emptyReply, type Reply } from '../kernel/reply.ts'
import {
  basePath,
  Fault,
  json,
  pageReply,
  pick,
  sorted,
  writeJson,
  type Call,
  type Handler,
  type House,
  type Key,
} from './exchange.ts'
import {
  again,
  assertMatch,
  findDepot,
  findShelf,
  notModified,
  readFilter,
  readFlag,
  readJson,
  readKey,
  readList,
  readPaging,
  readText,
  readWhole,
  toId,
} from './read-request.ts'
import { among, depotRule, like, list, shelfRule, zones } from './rules.ts'
import type { Depot, Fields, Shelf } from './store.ts'

const depotFields = [
  'name',
  'kind',
  'country',
  'address',
  'capacity',
  'isOpen',
  'openedOn',
  'contactEmail',
  'features',
  'opening',
] as const

const tellDepot = (
  { id, fields, createdAt, updatedAt }: Depot,
  { on }: House,
  operation?: 'getDepot' | 'listDepots',
): Fields => {
  const told = pick(fields, depotFields)
  const isRead = operation === 'getDepot'
  const shown = isRead && on('alarm-code-is-shown') ? pick(fields, ['alarmCode']) : {}
  const unset = on('nothing-is-told-as-null') ? { openedOn: null, contactEmail: null } : {}
  const empty = isRead && on('no-features-are-null') && (told.features as object[]).length === 0
  const day = isRead && on('opening-day-has-a-time') && typeof told.openedOn === 'string'
  return {
    id: isRead && on('ids-are-rounded') ? BigInt(Number(id)) : id,
    ...unset,
    ...told,
    ...(empty ? { features: null } : {}),
    ...(day ? { openedOn: `${told.openedOn as string}T00:00:00Z` } : {}),
    ...(operation === 'listDepots' && on('capacity-is-told-as-text')
      ? { capacity: `${told.capacity as number}` }
      : {}),
    ...shown,
    createdAt,
    updatedAt,
  }
}

const etagOf = ({ id, version }: Depot, { on }: House): string => {
  if (on('etags-are-weak')) return `W/"d${id}-${version}"`
  return on('etags-look-otherwise')
    ? `"${Buffer.from(`${id}/${version}`).toString('base64')}"`
    : `"d${id}-${version}"`
}

const matches = (told: Fields, filter: Readonly<Record<string, string>>, { on }: House): boolean => {
  const isOpen = readFlag(filter.isOpen, 'filter[isOpen]')
  const least = readWhole(filter.minCapacity, 'filter[minCapacity]', { min: 1, max: 100000 })
  const capacity = Number(told.capacity)
  const kind = on('kind-beside-others-is-ignored') && Object.keys(filter).length > 1 ? undefined : filter.kind
  return (
    (kind === undefined || told.kind === kind) &&
    (isOpen === undefined || told.isOpen === isOpen) &&
    (least === undefined || (on('least-capacity-is-left-out') ? capacity > least : capacity >= least))
  )
}

export const listDepots: Handler = (call, house) => {
  const { store, on } = house
  const paging = readPaging(call, house)
  const sort =
    readText(call, 'sort', among('id', '-id', 'name', '-name', 'capacity', '-capacity'), house) ?? 'id'
  const filter = readFilter(call, ['kind', 'isOpen', 'minCapacity'], house)
  if (filter.kind !== undefined && !['hub', 'branch', 'locker'].includes(filter.kind))
    throw new Fault(400, 'There is no such kind.', [{ field: 'filter[kind]', problem: 'is not known' }])
  matches({}, filter, house)
  const country = like(on('countries-parted-by-comma') ? /^[A-Z]{2}(,[A-Z]{2})*$/ : /^[A-Z]{2}$/)
  const countries = readList(call, 'countries', ' ', list(country, { min: 1, max: 5 }), house)
  const wanted = on('first-country-alone-counts') ? countries?.slice(0, 1) : countries
  const all = [...store.depots.values(), ...(on('closed-depots-stay-listed') ? store.gone.values() : [])]
  const found = all
    .filter(({ account }) => account === call.account)
    .map((depot): Fields => tellDepot(depot, house, 'listDepots'))
    .filter((told) => matches(told, filter, house))
    .filter((told) => wanted === undefined || wanted.includes(String(told.country)))
  const isNumber = !on('capacity-sorted-as-text') && sort.endsWith('capacity')
  const keyOf: Key = (told) =>
    sort.endsWith('id') ? told.id : isNumber ? Number(told.capacity) : String(told[sort.replace('-', '')])
  const upwards = on('depots-never-downwards') ? sort.replace('-', '') : sort
  return pageReply(call, sorted(found, upwards, keyOf), paging, on('page-begins-with-the-last') ? 1 : 0)
}

const defaults: Fields = { isOpen: true, features: [] }

const keep = (sent: Fields, { on }: House): Fields => {
  const kept = { ...defaults, ...pick(sent, [...depotFields, 'alarmCode']) }
  const mail = kept.contactEmail
  return on('addresses-are-in-lower-case') && typeof mail === 'string'
    ? { ...kept, contactEmail: mail.toLowerCase() }
    : kept
}

const depotReply = (
  status: number,
  depot: Depot,
  house: House,
  headers: Readonly<Record<string, string>> = {},
): Reply => json(status, tellDepot(depot, house), { etag: etagOf(depot, house), ...headers })

const placeOfDepot = (id: bigint, { on }: House): string => {
  if (on('depot-place-without-version')) return `/depots/${id}`
  if (on('depot-place-is-rounded')) return `${basePath}/depots/${Number(id)}`
  return on('places-are-relative') ? `depots/${id}` : `${basePath}/depots/${id}`
}

const newDepotId = ({ store, on }: House): bigint => {
  const free = [...store.gone.keys()].map(BigInt).filter((id) => !store.depots.has(id))
  return (on('depot-ids-are-given-again') ? free.at(-1) : undefined) ?? store.nextId()
}

export const createDepot: Handler = (call, house) => {
  const { store, on } = house
  const sent = readJson(call, house, depotRule(on, 'createDepot'), mediaOfDepot(house))
  const key = readKey(call, on('depot-key-counts-for-all-accounts'))
  const body = writeJson(sent)
  const done = key === undefined || on('depot-key-is-ignored') ? undefined : store.done.get(key)
  if (done !== undefined && done.body !== body) throw new Fault(409, 'The key was used for another body.')
  if (done !== undefined && store.depots.has(done.id)) return again(done, house)
  const now = store.now()
  const name = on('depot-name-is-trimmed') ? String(sent.name).trim() : sent.name
  const id =
    on('depot-id-taken-from-body') && Number.isSafeInteger(sent.id)
      ? BigInt(Number(sent.id))
      : newDepotId(house)
  const fields = { ...keep(sent, house), name }
  const depot: Depot = { id, account: call.account, version: 1, createdAt: now, updatedAt: now, fields }
  store.depots.set(id, depot)
  const reply = depotReply(201, depot, house, { location: placeOfDepot(id, house) })
  if (key !== undefined) store.done.set(key, { body, id, reply })
  return reply
}

const mediaOfDepot = ({ on }: House): readonly string[] =>
  on('depots-are-made-of-any-text') ? ['application/json', 'text/plain'] : ['application/json']

export const getDepot: Handler = (call, house) => {
  const depot = findDepot(call, house, 'getDepot')
  const etag = etagOf(depot, house)
  const unchanged = house.on('depot-told-even-if-known') ? undefined : notModified(call, etag)
  if (unchanged !== undefined) return unchanged
  return json(200, tellDepot(depot, house, 'getDepot'), { etag })
}

const findGone = ({ account, params }: Call, { store }: House): Depot | undefined => {
  const depot = store.gone.get(params.depotId ?? '')
  if (depot === undefined || store.depots.has(depot.id)) return undefined
  return depot.account === account ? depot : undefined
}

export const replaceDepot: Handler = (call, house) => {
  const { store, on } = house
  const gone = on('replacing-revives-a-depot') ? findGone(call, house) : undefined
  const depot = gone ?? findDepot(call, house)
  const sent = readJson(call, house, depotRule(on, 'replaceDepot'))
  const early = on('refused-replacement-is-kept')
  if (!on('depot-replaced-whatever-matches') && !early) assertMatch(call, etagOf(depot, house))
  const isKept = on('replacing-keeps-the-address') && !('contactEmail' in sent)
  const fields = {
    ...keep(sent, house),
    ...(isKept ? pick(depot.fields, ['contactEmail']) : {}),
    ...(on('replaced-depots-are-closed') && !('isOpen' in sent) ? { isOpen: false } : {}),
  }
  const now = store.now()
  const changed: Depot = {
    ...depot,
    version: depot.version + 1,
    createdAt: on('replacing-begins-anew') ? now : depot.createdAt,
    updatedAt: now,
    fields,
  }
  const id = on('replacing-makes-a-second-depot') ? store.nextId() : depot.id
  store.depots.set(id, { ...changed, id })
  if (early) assertMatch(call, etagOf(depot, house))
  return depotReply(200, changed, house)
}

export const deleteDepot: Handler = (call, house) => {
  const { store, on } = house
  const depot = findDepot(call, house, 'deleteDepot')
  assertMatch(call, etagOf(depot, house))
  store.depots.delete(depot.id)
  store.gone.set(String(depot.id), depot)
  for (const shelf of store.shelves.values()) {
    if (shelf.depotId !== depot.id) continue
    store.shelves.delete(shelf.id)
    for (const parcel of store.parcels.values())
      if (parcel.shelfId === shelf.id && !on('parcels-outlive-their-depot')) store.parcels.delete(parcel.id)
  }
  return on('closed-depots-are-told') ? json(200, tellDepot(depot, house)) : emptyReply()
}

const tellShelf = ({ id, depotId, fields }: Shelf, { store }: House): Fields => ({
  id,
  depotId,
  ...fields,
  parcelCount: [...store.parcels.values()].filter(({ shelfId }) => shelfId === id).length,
})

export const listShelves: Handler = (call, house) => {
  const { store, on } = house
  const depot = findDepot(call, house, 'listShelves')
  const paging = readPaging(call, house, on('any-size-of-shelf-pages'))
  const wanted = readList(call, 'zones', ',', list(among(...zones), { min: 1, isUnique: true }), house)
  const isWanted = ({ fields }: Shelf): boolean =>
    wanted === undefined || wanted.includes(String(fields.zone)) !== on('zones-are-left-out')
  const own = [...store.shelves.values()].filter(({ depotId }) => depotId === depot.id)
  const found = own.filter(isWanted).map((shelf) => tellShelf(shelf, house))
  const isTurned = on('newest-shelf-comes-first') || (on('shelves-turn-from-page-to-page') && paging.page > 1)
  const reply = pageReply(call, isTurned ? found.toReversed() : found, paging)
  const total = on('shelves-count-without-zones') ? own.length : found.length
  return { ...reply, headers: { ...reply.headers, 'x-total-count': String(total) } }
}

const keepBay = ({ bay }: Fields): Fields =>
  bay === undefined ? {} : { bay: { side: 'left', ...pick(bay as Fields, ['aisle', 'side']) } }

export const createShelf: Handler = (call, house) => {
  const { store, on } = house
  const named = call.params.depotId ?? ''
  const isNowhere = on('shelf-in-no-depot') && ![...store.depots.keys()].map(String).includes(named)
  const depotId = isNowhere ? toId(named, 'depotId') : findDepot(call, house).id
  const sent = readJson(call, house, shelfRule(on))
  const own = [...store.shelves.values()].filter((shelf) => shelf.depotId === depotId)
  const twin = own.find(({ fields }) => fields.code === sent.code)
  if (twin !== undefined) {
    if (on('refused-shelf-takes-the-zone'))
      store.shelves.set(twin.id, { ...twin, fields: { ...twin.fields, zone: sent.zone } })
    throw new Fault(409, 'The depot has a shelf of this code.')
  }
  const id = on('shelves-share-an-id') ? (own.at(-1)?.id ?? store.nextId()) : store.nextId()
  const levels = on('three-levels-unless-told') ? 3 : 4
  const fields = { levels, ...pick(sent, ['code', 'zone', 'maxLoadKg', 'levels']), ...keepBay(sent) }
  const shelf = { id, depotId, fields }
  store.shelves.set(id, shelf)
  const shelves = `${basePath}/depots/${depotId}/shelves`
  return json(201, tellShelf(shelf, house), {
    location: on('shelf-is-at-the-list') ? shelves : `${shelves}/${id}`,
  })
}

export const getShelf: Handler = (call, house) =>
  json(200, tellShelf(findShelf(call, house, 'getShelf'), house))
