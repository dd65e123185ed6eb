import type { Defect } from '../kernel/deviation.ts'
import { finishReply } from '../kernel/finish-reply.ts'
import { emptyReply, withHeaders, type Reply } from '../kernel/reply.ts'
import {
  pathEntry,
  allowedMethods,
  findRoute,
  type RouteEntry,
  type RouteMatch,
} from '../kernel/route-table.ts'
import type { ServerRequest } from '../kernel/server-request.ts'
import { spoilReply } from '../kernel/spoil-reply.ts'
import type { ServerDefinition, ServerOptions, TestServer } from '../kernel/test-server.ts'
import * as depotHandlers from './depots.ts'
import { depotsDefects } from './deviations.ts'
import { basePath, errorReply, Fault, type Handler, type House, type Route } from './exchange.ts'
import * as papers from './papers.ts'
import * as parcels from './parcels.ts'
import { readRequestId } from './read-request.ts'
import { callersByKey, callersByToken, createStore, keys, tokens, type Caller } from './store.ts'
import { leaveLengthOut, readPath, refuseEarly, takeLiberties } from './take-liberties.ts'

const documentUrl = new URL('document.yaml', import.meta.url)

const reads = (id: string, handle: Handler): Route => ({ id, handle, scope: 'depots:read' })

const writes = (id: string, handle: Handler): Route => ({ id, handle, scope: 'depots:write' })

const depot = '/depots/{depotId}'
const shelf = `${depot}/shelves/{shelfId}`
const parcel = `${shelf}/parcels/{parcelId}`

const routes: readonly RouteEntry<Route>[] = [
  pathEntry('/depots', {
    GET: reads('listDepots', depotHandlers.listDepots),
    POST: writes('createDepot', depotHandlers.createDepot),
  }),
  pathEntry(depot, {
    GET: reads('getDepot', depotHandlers.getDepot),
    PUT: writes('replaceDepot', depotHandlers.replaceDepot),
    DELETE: writes('deleteDepot', depotHandlers.deleteDepot),
  }),
  pathEntry(`${depot}/inventory`, { GET: reads('exportInventory', papers.exportInventory) }),
  pathEntry(`${depot}/stocktakes`, { POST: writes('startStocktake', papers.startStocktake) }),
  pathEntry(`${depot}/stocktakes/{stocktakeId}`, { GET: reads('getStocktake', papers.getStocktake) }),
  pathEntry(`${depot}/shelves`, {
    GET: reads('listShelves', depotHandlers.listShelves),
    POST: writes('createShelf', depotHandlers.createShelf),
  }),
  pathEntry(shelf, { GET: reads('getShelf', depotHandlers.getShelf) }),
  pathEntry(`${shelf}/parcels`, {
    GET: reads('listParcels', parcels.listParcels),
    POST: writes('createParcel', parcels.createParcel),
  }),
  pathEntry(parcel, {
    GET: reads('getParcel', parcels.getParcel),
    PATCH: writes('updateParcel', parcels.updateParcel),
    DELETE: writes('deleteParcel', parcels.deleteParcel),
  }),
  pathEntry(`${parcel}/moves`, { POST: writes('moveParcel', papers.moveParcel) }),
  pathEntry(`${parcel}/documents`, { POST: writes('uploadDocument', papers.uploadDocument) }),
  pathEntry(`${parcel}/note`, {
    GET: reads('getNote', papers.getNote),
    PUT: writes('putNote', papers.putNote),
  }),
]

const byToken = ({ headers }: ServerRequest, { id }: Route, { on }: House): Caller | undefined => {
  const [, scheme = '', sent = ''] = /^(\S+) +(\S+)$/.exec(headers.get('authorization') ?? '') ?? []
  const isScheme = scheme.toLowerCase() === 'bearer' || (id === 'listShelves' && on('any-scheme-will-do'))
  if (!isScheme) return undefined
  const isLike = (token: string): boolean =>
    (id === 'getShelf' && on('longer-token-will-do') && sent.startsWith(token)) ||
    (id === 'listParcels' && on('half-a-token-will-do') && sent.length >= 8 && token.startsWith(sent)) ||
    (id === 'getParcel' && on('token-in-any-case') && token.toLowerCase() === sent.toLowerCase())
  const [, caller] = [...callersByToken].find(([token]) => token === sent || isLike(token)) ?? []
  const isTooOld = caller?.isExpired === true && !(id === 'getStocktake' && on('expired-token-will-do'))
  return isTooOld ? undefined : caller
}

const byKey = ({ headers }: ServerRequest, { id }: Route, { on }: House): Caller | undefined => {
  const cookies = (headers.get('cookie') ?? '').split(/;\s*/)
  const sent = cookies.find((cookie) => cookie.startsWith('depot_key='))?.slice('depot_key='.length)
  if (sent === undefined) return undefined
  const isTaken = id === 'getNote' && on('any-key-will-do')
  return callersByKey.get(sent) ?? (isTaken ? callersByKey.get(keys.north) : undefined)
}

const withoutCredentials: Caller = { account: 'north', scopes: ['depots:read'] }

const challenge = 'Bearer realm="depots"'

const isEnough = ({ scopes }: Caller, { id, scope }: Route, { on }: House): boolean => {
  if (id === 'createShelf' && on('reader-puts-up-shelves')) return true
  if (id === 'exportInventory' && on('writer-exports')) return true
  return scopes.includes(scope)
}

/** The account of who asks; ends the request if it is not known, or may not do this. */
const readAccount = (request: ServerRequest, route: Route, house: House): string => {
  const known = [byToken(request, route, house), byKey(request, route, house)].filter(
    (caller) => caller !== undefined,
  )
  const isOpen = route.id === 'exportInventory' && house.on('inventory-for-everybody')
  if (known.length === 0 && isOpen) known.push(withoutCredentials)
  if (known.length === 0)
    throw new Fault(401, 'It is not known who asks.', undefined, { 'www-authenticate': challenge })
  const allowed = known.find((caller) => isEnough(caller, route, house))
  if (allowed === undefined) throw new Fault(403, `The scope ${route.scope} is needed.`)
  return allowed.account
}

const tracked = ['listDepots', 'createDepot', 'getDepot']

const run = async (
  request: ServerRequest,
  match: RouteMatch<Route>,
  route: Route,
  house: House,
): Promise<Reply> => {
  const account = readAccount(request, route, house)
  const query = new URLSearchParams(request.query)
  const call = { request, params: match.params, query, account }
  const requestId = tracked.includes(route.id) ? readRequestId(call) : undefined
  const reply = await route.handle(call, house)
  return requestId === undefined ? reply : withHeaders(reply, { 'x-request-id': requestId })
}

const serve = async (
  request: ServerRequest,
  match: RouteMatch<Route> | undefined,
  house: House,
): Promise<Reply> => {
  const early = refuseEarly(request, match, house)
  if (early !== undefined) return early
  if (match === undefined) return errorReply(404, 'There is no such path.')
  const route = match.operations.get(request.method === 'HEAD' ? 'GET' : request.method)
  const allow = { allow: allowedMethods(match.operations) }
  if (request.method === 'OPTIONS') return withHeaders(emptyReply(), allow)
  if (route === undefined) return withHeaders(errorReply(405, 'The path does not know this method.'), allow)
  try {
    return withHeaders(await run(request, match, route, house), { 'x-rate-limit': '600' })
  } catch (error) {
    if (error instanceof Fault) return error.reply
    throw error
  }
}

const createDepots = ({ deviation }: ServerOptions): TestServer => {
  const defect: Defect | undefined = depotsDefects.find(({ id }) => id === deviation)
  let house: House
  const reset = (): void => {
    house = { store: createStore(), on: (id) => id === deviation }
  }
  reset()
  return {
    reset,
    handle: async (request) => {
      const match = findRoute(routes, readPath(request, house))
      const reply = takeLiberties(await serve(request, match, house), request, house)
      return leaveLengthOut(finishReply(spoilReply(reply, request, defect, match), request), house)
    },
  }
}

/** Depots: OpenAPI 3.0, ids beyond 2^53, three levels, parcels of three kinds, two accounts with scopes. */
export const depots: ServerDefinition = {
  id: 'depots',
  documentUrl,
  basePath,
  credentials: { authorization: `Bearer ${tokens.north}` },
  owns: true,
  identities: [
    {
      name: 'reader',
      credentials: { authorization: `Bearer ${tokens.northReader}` },
      scopes: ['depots:read'],
    },
    {
      name: 'writer',
      credentials: { authorization: `Bearer ${tokens.northWriter}` },
      scopes: ['depots:write'],
    },
    { name: 'south', credentials: { authorization: `Bearer ${tokens.south}` }, owns: true },
    { name: 'late', credentials: { authorization: `Bearer ${tokens.northExpired}` }, expired: true },
    { name: 'key', credentials: { cookie: `depot_key=${keys.north}` } },
  ],
  create: createDepots,
}
