import { withHeaders, type Reply } from '../kernel/reply.ts'
import { Fault, parseJson, type Call, type House, type Paging } from './exchange.ts'
import { findProblems, formatted, like, list, text, type Rule } from './rules.ts'
import type { Depot, Done, Fields, Parcel, Shelf } from './store.ts'

const maxInt64 = 2n ** 63n - 1n

const wrong = (field: string, problem: string): Fault =>
  new Fault(400, `${field} ${problem}.`, [{ field, problem }])

/** An id of 64 bits; ends the request with 400 if it is none. */
export const toId = (sent: string, field: string): bigint => {
  if (!/^[1-9]\d{0,18}$/.test(sent) || BigInt(sent) > maxInt64) throw wrong(field, 'is no id')
  return BigInt(sent)
}

const readId = ({ params }: Call, name: string, { on }: House): bigint => {
  const sent = params[name] ?? ''
  const isMalformed = !/^[1-9]\d{0,18}$/.test(sent)
  if (isMalformed && on('odd-ids-are-not-there')) throw new Fault(404, `There is nothing of the id ${sent}.`)
  return toId(sent, name)
}

/** The depot that the path names, if the account has it. */
export const findDepot = (call: Call, house: House, operation?: string): Depot => {
  const { store, on } = house
  const id = readId(call, 'depotId', house)
  const depot = store.depots.get(id)
  if (depot === undefined) throw new Fault(404, 'There is no such depot.')
  const isOpenToAll =
    (operation === 'getDepot' && on('depots-of-others-are-read')) ||
    (operation === 'deleteDepot' && on('depots-of-others-are-closed')) ||
    (operation === 'listShelves' && on('shelves-of-others-are-listed'))
  if (depot.account === call.account || isOpenToAll) return depot
  if (on('depots-of-others-are-forbidden')) throw new Fault(403, 'The depot is of another account.')
  throw new Fault(404, 'There is no such depot.')
}

/** The shelf that the path names. */
export const findShelf = (call: Call, house: House, operation?: string): Shelf => {
  const depot = findDepot(call, house)
  const shelf = house.store.shelves.get(readId(call, 'shelfId', house))
  const isAnywhere = operation === 'getShelf' && house.on('shelf-read-in-any-depot')
  const isThere = shelf !== undefined && (shelf.depotId === depot.id || isAnywhere)
  if (!isThere) throw new Fault(404, 'There is no such shelf.')
  return shelf
}

/** The parcel that the path names. */
export const findParcel = (call: Call, house: House, operation?: string): Parcel => {
  const { store, on } = house
  const id = readId(call, 'parcelId', house)
  const orphan =
    operation === 'getParcel' && on('parcels-outlive-their-depot') ? store.parcels.get(id) : undefined
  if (orphan !== undefined && !store.shelves.has(orphan.shelfId)) return orphan
  const shelf = findShelf(call, house)
  const rounded = [...store.parcels.values()].find((kept) => Number(kept.id) === Number(id))
  const parcel =
    operation === 'getParcel' && on('parcels-found-by-rounded-id') ? rounded : store.parcels.get(id)
  const isAnywhere =
    (operation === 'getParcel' && on('parcel-read-on-any-shelf')) ||
    (operation === 'deleteParcel' && on('parcel-handed-out-of-any-shelf'))
  const isThere = parcel !== undefined && (parcel.shelfId === shelf.id || isAnywhere)
  if (!isThere) throw new Fault(404, 'There is no such parcel.')
  return parcel
}

/** The text of a parameter of the query that is sent once. */
export const readOne = ({ query }: Call, name: string, { on }: House): string | undefined => {
  const sent = query.getAll(name)
  if (sent.length > 1 && !on('last-of-several-counts')) throw wrong(name, 'was sent more than once')
  return sent.at(-1)
}

/** Ends the request with 400 if a value breaks a rule. */
export const assertRule = (rule: Rule, value: unknown, what = 'request'): void => {
  const problems = findProblems(rule, value)
  if (problems.length > 0)
    throw new Fault(
      400,
      `The ${what} is wrong.`,
      problems.map(({ field, problem }) => ({ field: field === '' ? what : field, problem })),
    )
}

/** A parameter that follows a rule. */
export const readText = (call: Call, name: string, rule: Rule, house: House): string | undefined => {
  const sent = readOne(call, name, house)
  if (sent !== undefined) assertRule(rule, sent, name)
  return sent
}

/** A whole number within bounds. */
export const readWhole = (
  sent: string | undefined,
  name: string,
  { min, max }: { readonly min: number; readonly max: number },
): number | undefined => {
  if (sent === undefined) return undefined
  const value = /^-?(0|[1-9]\d*)$/.test(sent) ? Number(sent) : Number.NaN
  if (!(value >= min && value <= max)) throw wrong(name, `must be a whole number from ${min} to ${max}`)
  return value
}

/** A number within bounds. */
export const readNumber = (
  sent: string | undefined,
  name: string,
  { min, max }: { readonly min: number; readonly max: number },
): number | undefined => {
  if (sent === undefined) return undefined
  const value = /^-?(0|[1-9]\d*)(\.\d+)?(e[+-]?\d+)?$/i.test(sent) ? Number(sent) : Number.NaN
  if (!(value >= min && value <= max)) throw wrong(name, `must be a number from ${min} to ${max}`)
  return value
}

/** Which page is wanted. */
export const readPaging = (call: Call, house: House, isSizeOpen = false): Paging => ({
  page: readWhole(readOne(call, 'page', house), 'page', { min: 1, max: 1000 }) ?? 1,
  size:
    readWhole(readOne(call, 'size', house), 'size', { min: 1, max: isSizeOpen ? Infinity : 50 }) ??
    (call.request.path === '/depots' && house.on('twenty-depots-on-a-page') ? 20 : 10),
  isEchoing: house.on('next-page-as-it-was-asked'),
})

/** The word for true or false. */
export const readFlag = (sent: string | undefined, name: string): boolean | undefined => {
  if (sent !== undefined && sent !== 'true' && sent !== 'false') throw wrong(name, 'must be true or false')
  return sent === undefined ? undefined : sent === 'true'
}

/** A list that is written into one text. */
export const readList = (
  call: Call,
  name: string,
  separator: string,
  rule: Rule,
  house: House,
): readonly string[] | undefined => {
  const items = readOne(call, name, house)?.split(separator)
  if (items !== undefined) assertRule(rule, items, name)
  return items
}

/** The properties of `filter[name]=value`; ends the request if one is not known. */
export const readFilter = (
  call: Call,
  known: readonly string[],
  house: House,
): Readonly<Record<string, string>> => {
  const names = [...call.query.keys()].filter((key) => /^filter\[.*\]$/.test(key))
  return Object.fromEntries(
    names.map((key) => {
      const name = key.slice('filter['.length, -1)
      if (!known.includes(name)) throw wrong(key, 'is not known')
      return [name, readOne(call, key, house) ?? '']
    }),
  )
}

const mediaTypeOf = ({ request }: Call): string =>
  (request.headers.get('content-type') ?? '').split(';')[0]?.trim().toLowerCase() ?? ''

/** Ends the request if its body is of another media type. */
export const assertMediaType = (call: Call, { on }: House, ...wanted: readonly string[]): void => {
  if (wanted.includes(mediaTypeOf(call)) || call.request.body.length === 0) return
  const status = on('other-media-types-are-bad-requests') ? 400 : 415
  throw new Fault(status, `The body must be ${wanted.join(' or ')}.`)
}

/** The text of the body, letter for letter. */
export const readBodyText = ({ request }: Call): string => {
  try {
    return new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(request.body)
  } catch {
    throw new Fault(400, 'The body is not UTF-8.')
  }
}

/** JSON in a text. */
export const toJson = (sent: string): unknown => {
  try {
    return parseJson(sent)
  } catch {
    throw new Fault(400, 'That is no JSON.')
  }
}

/** The JSON object of a body which follows a rule. */
export const readJson = (
  call: Call,
  house: House,
  rule: Rule,
  wanted: readonly string[] = ['application/json'],
): Fields => {
  assertMediaType(call, house, ...wanted)
  const value = toJson(readBodyText(call))
  assertRule(rule, value, 'body')
  return value as Fields
}

const id = like(/^[1-9]\d{0,18}$/)

/** Ids in a header, parted by commas. */
export const readIds = ({ request }: Call, name: string, { on }: House): readonly bigint[] => {
  const items = request.headers.get(name)?.split(/\s*,\s*/)
  if (items === undefined) return []
  assertRule(list(id, { min: 1, max: 10 }), items, name)
  return (on('first-shelf-alone-is-counted') ? items.slice(0, 1) : items).map((item) => toId(item, name))
}

/** The id that a request came with. */
export const readRequestId = ({ request }: Call): string | undefined => {
  const sent = request.headers.get('x-request-id') ?? undefined
  if (sent !== undefined) assertRule(formatted('uuid'), sent, 'X-Request-Id')
  return sent
}

/** The key that makes a request one of a kind. */
export const readKey = ({ request, account }: Call, isForAll = false): string | undefined => {
  const sent = request.headers.get('idempotency-key')
  if (sent === null) return undefined
  assertRule(like(/^[A-Za-z0-9-]{8,64}$/), sent, 'Idempotency-Key')
  return `${isForAll ? '' : account} ${request.path} ${sent}`
}

/** The response that was given to the same request before. */
export const again = ({ reply }: Done, { on }: House): Reply =>
  on('repeated-answers-say-so') ? withHeaders(reply, { 'idempotent-replayed': 'true' }) : reply

/** A text to be looked for. */
export const searched = text(1, 40)

/** Whether an entity tag is among those of a header. */
export const hasTag = (header: string, etag: string, isWeak: boolean): boolean => {
  const bare = (tag: string): string => (isWeak ? tag.replace(/^W\//, '') : tag)
  const sent = header.match(/(?:W\/)?"[^"]*"/g) ?? []
  const isStrong = isWeak || !etag.startsWith('W/')
  return header.trim() === '*' || (isStrong && sent.some((tag) => bare(tag) === bare(etag)))
}

/** Ends the request if `If-Match` names other versions than the one that is there. */
export const assertMatch = (
  { request }: Call,
  etag: string,
  { isLenient = false, isStarRefused = false } = {},
): void => {
  const header = request.headers.get('if-match')
  if (header === null) return
  const isMatch = hasTag(header, etag, isLenient) && !(isStarRefused && header.trim() === '*')
  if (!isMatch) throw new Fault(412, 'It has changed meanwhile.')
}

/** A response of 304 where `If-None-Match` names the version that is there. */
export const notModified = ({ request }: Call, etag: string): Reply | undefined => {
  const header = request.headers.get('if-none-match')
  if (header === null || !hasTag(header, etag, true)) return undefined
  return { status: 304, headers: { etag }, body: undefined }
}
