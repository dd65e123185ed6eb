import type { ApiDocument } from '@contract-kit/openapi/open'
import { type JsonObject, toList, toObject, toText } from '../../src/openapi/json.ts'
import type { TryItOptions, TryItServer } from '../../src/try-it-options.ts'

/** A server for requests. */
export interface ServerChoice {
  readonly label: string
  /** Absolute, with variables in braces. */
  readonly url: string
  readonly variables: readonly ServerVariable[]
  /** Headers that it supports in addition to those of the document. */
  readonly headers: readonly {
    readonly name: string
    readonly description: string
    readonly choices: readonly string[]
  }[]
  /** Whether it is a mock: it returns examples, selectable by `Prefer`, and stores nothing. */
  readonly isMock: boolean
  /** Whether the document declares it. If so, an operation's own server replaces it. */
  readonly isDeclared: boolean
}

/** A variable in a server URL. */
export interface ServerVariable {
  readonly name: string
  readonly preset: string
  readonly choices: readonly string[]
  /** Markdown. */
  readonly description: string
}

/** Lists the servers: those of the options, else of the document, else the origin of the page; then the mock. */
export function listServers(
  document: ApiDocument,
  options: TryItOptions,
  pageUrl: string,
): readonly ServerChoice[] {
  const declared = toList(document.raw['servers']).map((server) => readServer(toObject(server), pageUrl))
  const named = options.servers?.map((server) => toChoice(server, pageUrl))
  const own = { ...plainServer, label: 'This server', url: toAbsolute('/', pageUrl) }
  const servers = named ?? (declared.length > 0 ? declared : [own])
  return options.mock === undefined
    ? servers
    : [...servers, { ...plainServer, label: 'Mock', url: toAddress(options.mock), isMock: true }]
}

/** Returns the URL of a server with its variables filled in. */
export function fillServer(
  { url, variables }: ServerChoice,
  typed: Readonly<Record<string, string>>,
): string {
  return variables.reduce(
    (filled, { name, preset }) => filled.replaceAll(`{${name}}`, () => typed[name] ?? preset),
    url,
  )
}

/** Removes surrounding whitespace and trailing slashes from a typed address. */
export function toAddress(typed: string): string {
  return typed.trim().replace(/\/+$/, '')
}

/** Returns the origin of an address, for which secrets are stored separately; the address if it has no origin. */
export function toOrigin(address: string): string {
  const origin = URL.parse(address)?.origin
  return origin === undefined || origin === 'null' ? address : origin
}

/** Resolves a relative URL against `pageUrl`. A URL that is absolute or starts with a variable is kept. */
export function toAbsolute(url: string, pageUrl: string): string {
  if (/^[a-z][a-z\d+.-]*:|^\{/i.test(url)) return toAddress(url)
  // `{` is not a valid URL character and would be escaped.
  const braces = url.replaceAll('{', '%7B').replaceAll('}', '%7D')
  return toAddress((URL.parse(braces, pageUrl)?.href ?? url).replaceAll('%7B', '{').replaceAll('%7D', '}'))
}

const plainServer = { variables: [], headers: [], isMock: false, isDeclared: false }

function readServer(server: JsonObject, pageUrl: string): ServerChoice {
  const url = toText(server['url']) || '/'
  return {
    ...plainServer,
    label: toText(server['description']) || url,
    url: toAbsolute(url, pageUrl),
    isDeclared: true,
    variables: Object.entries(toObject(server['variables'])).map(([name, declared]) => {
      const variable = toObject(declared)
      return {
        name,
        preset: toText(variable['default']),
        choices: toList(variable['enum']).map(toText),
        description: toText(variable['description']),
      }
    }),
  }
}

function toChoice(
  { label, url, isPageOrigin = false, headers = [] }: TryItServer,
  pageUrl: string,
): ServerChoice {
  const own = /^https?:/.test(pageUrl) ? URL.parse(pageUrl)?.origin : undefined
  return {
    ...plainServer,
    label,
    url: isPageOrigin && own !== undefined ? own : toAbsolute(url, pageUrl),
    headers: headers.map(({ choices = [], ...header }) => ({ ...header, choices })),
  }
}
