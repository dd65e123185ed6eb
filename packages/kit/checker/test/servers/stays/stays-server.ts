import { readFileSync } from 'node:fs'
import { parse } from 'yaml'
import { compileSchemas } from '../kernel/compile-schemas.ts'
import type { Defect } from '../kernel/deviation.ts'
import { editDocument } from '../kernel/edit-document.ts'
import { finishReply } from '../kernel/finish-reply.ts'
import type { Part } from '../kernel/part.ts'
import { emptyReply, jsonReply, withHeaders, type Reply } from '../kernel/reply.ts'
import {
  handlerEntry,
  type Route,
  allowedMethods,
  findRoute,
  type RouteEntry,
  type RouteMatch,
} from '../kernel/route-table.ts'
import type { ServerRequest } from '../kernel/server-request.ts'
import { spoilReply } from '../kernel/spoil-reply.ts'
import type { ServerDefinition, ServerOptions, TestServer } from '../kernel/test-server.ts'
import { cancelBooking, checkInBooking, createBooking, getBooking, updateBooking } from './bookings.ts'
import { staysDefects } from './deviations.ts'
import { archiveGuest, createGuest, getGuest, getPreference, importGuests } from './guests.ts'
import { putPreference, updateGuest } from './guests.ts'
import { Refusal, type Handler, type House, type Scope } from './house.ts'
import { listBookings, listGuests, searchBookings } from './lists.ts'
import { createQuote, getQuote } from './quotes.ts'
import { readBody, readCaller, type Reading } from './read-request.ts'
import { partnerKey, tokens } from './tokens.ts'
import { getSettings, patchSettings, putSettings } from './settings.ts'
import { createStore } from './store.ts'
import { pack, takeLiberties } from './take-liberties.ts'

const routes: readonly RouteEntry<Route<Handler>>[] = [
  handlerEntry('/quotes', { POST: ['create_quote', createQuote] }),
  handlerEntry('/quotes/{quote_id}', { GET: ['get_quote', getQuote] }),
  handlerEntry('/guests', { GET: ['list_guests', listGuests], POST: ['create_guest', createGuest] }),
  handlerEntry('/guests/batch', { POST: ['import_guests', importGuests] }),
  handlerEntry('/guests/{guest_id}', {
    GET: ['get_guest', getGuest],
    PATCH: ['update_guest', updateGuest],
    DELETE: ['archive_guest', archiveGuest],
  }),
  handlerEntry('/guests/{guest_id}/preferences/{topic}', {
    GET: ['get_preference', getPreference],
    PUT: ['put_preference', putPreference],
  }),
  handlerEntry('/bookings', {
    GET: ['list_bookings', listBookings],
    POST: ['create_booking', createBooking],
  }),
  handlerEntry('/bookings/search', { POST: ['search_bookings', searchBookings] }),
  handlerEntry('/bookings/{booking_id}', {
    GET: ['get_booking', getBooking],
    PATCH: ['update_booking', updateBooking],
  }),
  handlerEntry('/bookings/{booking_id}/cancel', { POST: ['cancel_booking', cancelBooking] }),
  handlerEntry('/bookings/{booking_id}/check_in', { POST: ['check_in_booking', checkInBooking] }),
  handlerEntry('/settings', {
    GET: ['get_settings', getSettings],
    PUT: ['put_settings', putSettings],
    PATCH: ['patch_settings', patchSettings],
  }),
]

const documentUrl = new URL('document.yaml', import.meta.url)

const document = parse(readFileSync(documentUrl, 'utf8')) as Part

const readAs = (as: Part): Reading => ({ document: as, faultsOf: compileSchemas(as, 'request') })

const asWritten = readAs(document)

const answerOptions = ({ operations }: RouteMatch<Route<Handler>>, { on }: House): Reply => {
  if (on('options-tell-no-methods')) return emptyReply(200)
  return withHeaders(emptyReply(), { allow: allowedMethods(operations) })
}

const refuseMethod = (
  { operations, params }: RouteMatch<Route<Handler>>,
  method: string,
  { store, on }: House,
): Refusal => {
  const ids = [store.guests, store.bookings, store.quotes].flatMap((things) => [...things.keys()])
  const isMissing = Object.entries(params).some(([name, id]) => name.endsWith('_id') && !ids.includes(id))
  if (on('missing-things-come-before-methods') && isMissing)
    return new Refusal(404, 'There is no such thing.')
  const isUnknown = !['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE'].includes(method)
  const refusal = new Refusal(405, 'The path does not know this method.', undefined, {
    allow: on('heads-are-refused')
      ? allowedMethods(operations).replace(' HEAD,', '')
      : allowedMethods(operations),
  })
  return on('strange-methods-answer-501') && isUnknown
    ? Object.assign(refusal, { reply: { ...refusal.reply, status: 501 } })
    : refusal
}

const idForm = /^(qte|gst|bkg)_[0-9A-HJKMNP-TV-Z]{10}$/

// Liberties in what is refused, and with which status.
const refuseFreely = (
  match: RouteMatch<Route<Handler>>,
  declared: Part | undefined,
  request: ServerRequest,
  house: House,
): void => {
  const ids = Object.entries(match.params).filter(([name]) => name.endsWith('_id'))
  if (house.on('odd-ids-answer-400') && !ids.every(([, id]) => idForm.test(id)))
    throw new Refusal(400, 'The id is wrong.')
  const known = [
    'api_key',
    ...[declared?.parameters, document.paths?.[match.template]?.parameters]
      .flatMap((list) => (list ?? []) as unknown as readonly Part[])
      .map(({ name, $ref }) => name ?? $ref?.split('/').at(-1) ?? ''),
  ]
  const isStrange = [...new URLSearchParams(request.query).keys()].some(
    (name) => !known.includes(name.replace(/\[.*$/, '')),
  )
  if (house.on('strange-parameters-are-refused') && isStrange)
    throw new Refusal(400, 'There is no such parameter.')
}

const refuseOthers = (
  params: Readonly<Record<string, string>>,
  hotel: string,
  { store, on }: House,
): void => {
  const { guest_id = '', booking_id = '' } = params
  const owner = store.guests.get(guest_id)?.hotel ?? store.bookings.get(booking_id)?.hotel ?? hotel
  if (on('things-of-others-are-forbidden') && owner !== hotel)
    throw new Refusal(403, 'This is of another hotel.')
}

const serve = (
  request: ServerRequest,
  match: RouteMatch<Route<Handler>> | undefined,
  house: House,
  readingOf: (operation: string) => Reading,
): Reply => {
  const { on } = house
  if (match === undefined) throw new Refusal(404, 'There is no such path.')
  if (request.method === 'OPTIONS') return answerOptions(match, house)
  const isHead = request.method === 'HEAD' && !on('heads-are-refused')
  const route = match.operations.get(isHead ? 'GET' : request.method)
  if (route === undefined) throw refuseMethod(match, request.method, house)
  const reading = readingOf(route.id)
  const declared = reading.document.paths?.[match.template]?.[route.method]
  const security = (declared?.security ?? reading.document.security) as unknown
  const { hotel } = readCaller(request, route.id, security as readonly Record<string, readonly Scope[]>[], on)
  refuseFreely(match, declared, request, house)
  refuseOthers(match.params, hotel, house)
  const query = new URLSearchParams(request.query)
  const body = readBody(request, declared, reading, on)
  return route.handle({ request, hotel, params: match.params, query, body }, house)
}

const withoutSlash = (request: ServerRequest, { on }: House): ServerRequest =>
  on('slashes-at-the-end-are-overlooked')
    ? { ...request, path: request.path.replace(/(?<=.)\/$/, '') }
    : request

const redirect = ({ path: at }: ServerRequest, { on }: House): Reply | undefined =>
  on('slashes-at-the-end-are-led-away') && at.length > 1 && at.endsWith('/')
    ? { status: 307, headers: { location: `/v1${at.slice(0, -1)}` }, body: undefined }
    : undefined

const createStays = ({ deviation }: ServerOptions): TestServer => {
  const defect: Defect | undefined = staysDefects.find(({ id }) => id === deviation)
  const misread = defect?.edit === undefined ? asWritten : readAs(editDocument(document, defect.edit))
  let house: House
  const reset = (): void => {
    house = { store: createStore(), on: (id) => id === deviation }
  }
  reset()
  const answer = (request: ServerRequest, match: RouteMatch<Route<Handler>> | undefined): Reply => {
    try {
      return serve(request, match, house, (operation) =>
        operation === defect?.operationId ? misread : asWritten,
      )
    } catch (error) {
      if (error instanceof Refusal) return error.reply
      return jsonReply(500, { error: { type: 'internal', message: 'It went wrong.' } })
    }
  }
  return {
    reset,
    handle: async (sent) => {
      house.store.tick()
      const request = withoutSlash(sent, house)
      const match = findRoute(routes, request.path)
      const reply = redirect(request, house) ?? answer(request, match)
      const spoiled = spoilReply(takeLiberties(reply, request, house), request, defect, match)
      return pack(finishReply(spoiled, request), request, house)
    },
  }
}

const bearer = (token: string): Readonly<Record<string, string>> => ({ authorization: `Bearer ${token}` })

/** Bookings of hotels: OpenAPI 3.1, ids with prefixes, OAuth scopes, two hotels, prices, quotes that expire, envelopes with cursors. */
export const stays: ServerDefinition = {
  id: 'stays',
  documentUrl,
  basePath: '/v1',
  credentials: bearer(tokens.manager),
  owns: true,
  identities: [
    { name: 'desk', credentials: bearer(tokens.desk), scopes: ['stays:read', 'stays:write'] },
    { name: 'other hotel', credentials: bearer(tokens.hill), owns: true },
    { name: 'partner', credentials: { api_key: partnerKey } },
  ],
  create: createStays,
}
