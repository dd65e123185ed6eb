import type { ApiDocument, ApiOperation, ApiServer } from '@contract-kit/openapi'
import { findRoute } from '@contract-kit/openapi/wire'
import { ConfigurationError } from '../core/check-options.ts'

/** The base of the API. If both are missing, the document's servers define it. */
export interface ApiStart {
  /** The complete URL, including the path prefix. */
  readonly url?: string
  /** The path prefix on any origin. */
  readonly basePath?: string
  /** Whether all exchanges belong to one server, regardless of the document's servers. */
  readonly isOneServer?: boolean
}

/** The place of a request in the document. */
export interface Place {
  /** The base URL of the API that received it. */
  readonly baseUrl: string
  /** Path and query below the base URL, as sent. */
  readonly target: string
  /** Path template. For an undeclared path, the path with placeholders for ids. */
  readonly path: string
  /** Undefined for an undeclared method or path. */
  readonly operation: ApiOperation | undefined
  readonly isPathDeclared: boolean
  /** Whether the document or the options name the origin; otherwise it may belong to another API. */
  readonly isOriginNamed: boolean
}

/** A part of the API below one URL. An empty origin matches any. */
interface Base extends Pick<ApiServer, 'origin' | 'basePath'> {
  readonly document: ApiDocument
}

/** Creates a function that locates a request by its absolute URL; undefined if it goes to none of the servers. */
export const createPlaceFinder = (
  document: ApiDocument,
  start: ApiStart,
): ((method: string, url: string) => Place | undefined) => {
  const bases = basesOf(document, start)
  return (method, url) => {
    const { origin, path, query } = splitUrl(url)
    if (origin === '') return undefined
    let found: Place | undefined
    for (const base of bases) {
      const isOriginNamed = start.isOneServer === true || base.origin === origin
      if (!isOriginNamed && base.origin !== '' && !isThisMachine(origin, start)) continue
      const rest = below(base.basePath, path)
      if (rest === undefined) continue
      const route = findRoute(base.document, rest)
      const operation = route?.operations.find((one) => one.method === method)
      const place: Place = {
        baseUrl: `${origin}${base.basePath}`,
        target: `${rest}${query}`,
        path: operation?.path ?? route?.template ?? withoutIds(rest),
        operation,
        isPathDeclared: route !== undefined,
        isOriginNamed,
      }
      if (operation !== undefined) return place
      if (found === undefined || (!found.isPathDeclared && place.isPathDeclared)) found = place
    }
    return found
  }
}

/** Whether a server is local. It may replace any documented server, because tests rarely run against production. */
const isThisMachine = (origin: string, { url }: ApiStart): boolean =>
  url === undefined && /^https?:\/\/(?:localhost|127\.[\d.]+|\[::1\])(?::\d+)?$/.test(origin)

/** Bases by length of their path, longest first. */
const basesOf = (document: ApiDocument, start: ApiStart): readonly Base[] => {
  const declared = document.servers.length === 0 ? [{ origin: '', basePath: '' }] : document.servers
  const main = startOf(start) ?? declared
  const isMain = ({ servers }: ApiOperation): boolean =>
    servers?.some((server) => declared.some((other) => addressOf(other) === addressOf(server))) ?? true
  const others = document.operations.filter((operation) => !isMain(operation))
  const otherServers = others.flatMap(({ servers = [] }) => servers)
  const ownServers = [...new Map(otherServers.map((server) => [addressOf(server), server])).values()]
  return [
    ...main.map((server) => ({ ...server, operations: document.operations.filter(isMain) })),
    ...ownServers.map((server) => ({
      ...server,
      operations: others.filter(({ servers }) =>
        servers?.some((own) => addressOf(own) === addressOf(server)),
      ),
    })),
  ]
    .map(({ origin, basePath, operations }) => ({
      origin: start.isOneServer === true ? '' : origin,
      basePath,
      document: only(document, operations),
    }))
    .toSorted((one, other) => other.basePath.length - one.basePath.length)
}

const startOf = ({
  url,
  basePath,
}: ApiStart): readonly Pick<ApiServer, 'origin' | 'basePath'>[] | undefined => {
  if (url !== undefined) {
    const { origin, pathname } = readUrl(url)
    return [{ origin, basePath: pathname.replace(/\/+$/, '') }]
  }
  if (basePath === undefined) return undefined
  const trimmed = basePath.replaceAll(/^\/+|\/+$/g, '')
  return [{ origin: '', basePath: trimmed === '' ? '' : `/${trimmed}` }]
}

const readUrl = (url: string): URL => {
  const parsed = URL.parse(url)
  if (parsed !== null && /^https?:$/.test(parsed.protocol)) return parsed
  throw new ConfigurationError(`The URL ${url} is not an http or https URL; write it in full, such as https://api.example.com/v1.`) // prettier-ignore
}

const addressOf = ({ origin, basePath }: Pick<ApiServer, 'origin' | 'basePath'>): string =>
  `${origin}${basePath}`

const only = (document: ApiDocument, operations: readonly ApiOperation[]): ApiDocument => {
  const byPath = Map.groupBy(operations, ({ path }) => path)
  // A path without readable parameters still belongs to the document.
  const paths = [...document.paths].filter(([path, all]) => byPath.has(path) || all.length === 0)
  return { ...document, operations, paths: new Map(paths.map(([path]) => [path, byPath.get(path) ?? []])) }
}

const below = (basePath: string, path: string): string | undefined => {
  if (path === basePath) return '/'
  return path.startsWith(`${basePath}/`) ? path.slice(basePath.length) : undefined
}

/** Splits a URL without normalizing its path and query, unlike `new URL`. */
const splitUrl = (
  url: string,
): { readonly origin: string; readonly path: string; readonly query: string } => {
  const [, start = '', path = '', query = ''] =
    /^([a-z][\w+.-]*:\/\/[^/?#]*)([^?#]*)(\?[^#]*)?/i.exec(url) ?? []
  return { origin: URL.parse(start)?.origin ?? start, path: path === '' ? '/' : path, query }
}

/** Segments that look like ids: numbers, UUIDs and other long identifiers. */
const ID = /^(?:\d+|[\da-f]{8,}(?:-[\da-f]{4,})*|(?=.*\d)[\w~.%-]{16,})$/i

const withoutIds = (path: string): string =>
  path
    .split('/')
    .map((segment) => (ID.test(segment) ? '{id}' : segment))
    .join('/')
