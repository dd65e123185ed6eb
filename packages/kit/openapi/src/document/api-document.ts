import type { Json, JsonObject } from '@contract-kit/json-schema/json'
import type { SchemaNode, SchemaSet } from '@contract-kit/json-schema/schemas'
import { essenceOf, type HttpMethod } from './http-names.ts'

export { essenceOf, type HttpMethod } from './http-names.ts'

export type ParameterLocation = 'path' | 'query' | 'header' | 'cookie'

/** An OpenAPI 3.0, 3.1 or 3.2 document, references resolved, each part with its JSON Pointer. */
export interface ApiDocument {
  /** Absolute URI of the entry document. */
  readonly uri: string
  readonly version: '3.0' | '3.1'
  readonly title: string
  readonly raw: JsonObject
  readonly schemas: SchemaSet
  readonly operations: readonly ApiOperation[]
  /** The requests that the API sends, by name (OpenAPI 3.1, "OpenAPI Object": `webhooks`); the path of each is its name. */
  readonly webhooks: readonly ApiOperation[]
  /** Operations that are declared but cannot be read. They do not affect others. */
  readonly unread: readonly UnreadOperation[]
  /** Notes about the document for reports, such as a conversion or a renamed operation. */
  readonly notes: readonly string[]
  /** Templates of `paths`, each with its operations, in document order. */
  readonly paths: ReadonlyMap<string, readonly ApiOperation[]>
  readonly securitySchemes: ReadonlyMap<string, SecurityScheme>
  /** The servers of the document, variables at their defaults; those of an operation are its own. */
  readonly servers: readonly ApiServer[]
  /** The common base path of all servers, without a trailing slash; undefined if they differ. Only reported, never added to requests. */
  readonly basePath: string | undefined
}

/** A server, its variables at their defaults (OpenAPI 3.1, "Server Object"). */
export interface ApiServer {
  /** As written: absolute, or relative to the place of the document. */
  readonly url: string
  /** Scheme, host and port; empty if the document has only a path. */
  readonly origin: string
  /** Without a trailing slash; empty for the root. */
  readonly basePath: string
}

/** An operation that cannot be read, and the reason. */
export interface UnreadOperation {
  readonly id: string
  readonly path: string
  /** undefined if the whole path item cannot be read: it may declare any method. */
  readonly method: HttpMethod | undefined
  readonly reason: string
}

/** A part of the document: its position. */
export interface Placed {
  readonly documentUri: string
  /** JSON Pointer in that document, after following a reference. */
  readonly pointer: string
}

export interface ApiOperation extends Placed {
  /** The declared operationId, else `GET /pets/{petId}`. */
  readonly id: string
  readonly method: HttpMethod
  /** Path template as written: `/pets/{petId}`. */
  readonly path: string
  readonly parameters: readonly ApiParameter[]
  /** The whole query as one value of a media type, beside or in place of its parameters (OpenAPI 3.2, `in: querystring`). */
  readonly queryString: ApiMedia | undefined
  readonly body: ApiBody | undefined
  /** By key as written: `200`, `4XX`, `default`. */
  readonly responses: ReadonlyMap<string, ApiResponse>
  /** Alternatives, of which one must be met; empty for public access. An alternative without schemes is anonymous access. */
  readonly security: readonly SecurityRequirement[]
  /** Requests that the API sends in response to this one. Each path is a runtime expression (OpenAPI 3.1, "Callback Object"). */
  readonly callbacks: readonly ApiCallback[]
  readonly tags: readonly string[]
  /** The servers of the operation or its path; undefined if it uses those of the document. */
  readonly servers: readonly ApiServer[] | undefined
  /** The operation object as written: summary, `x-` extensions. */
  readonly raw: JsonObject
}

export interface ApiCallback {
  readonly name: string
  readonly operation: ApiOperation
}

export interface NamedExample {
  readonly name: string
  /** A short summary; empty if the document has none. */
  readonly summary: string
  readonly value: Json
  readonly pointer: string
  readonly documentUri: string
}

export interface ApiParameter extends Placed {
  readonly name: string
  readonly in: ParameterLocation
  readonly required: boolean
  /** The description; empty if the document has none. */
  readonly description: string
  /** With `content`, the schema of its media type. */
  readonly schema: SchemaNode | undefined
  readonly style: string
  readonly explode: boolean
  readonly allowReserved: boolean
  /** Whether a query parameter may be sent with an empty value; without it a server may refuse `?x=`. */
  readonly allowEmptyValue: boolean
  /** Media type, where the parameter is described by `content`; undefined for one with `schema`. */
  readonly contentType: string | undefined
  readonly examples: readonly NamedExample[]
}

export interface ApiBody extends Placed {
  readonly required: boolean
  /** The description; empty if the document has none. */
  readonly description: string
  readonly media: readonly ApiMedia[]
}

export interface ApiMedia extends Placed {
  /** The media type as written: `application/json`, `image/*`. */
  readonly contentType: string
  readonly schema: SchemaNode | undefined
  /** Schema of each item of a stream (OpenAPI 3.2). */
  readonly itemSchema: SchemaNode | undefined
  /** Encoding objects by property, as written. */
  readonly encoding: JsonObject
  readonly examples: readonly NamedExample[]
}

export interface ApiHeader extends Placed {
  readonly name: string
  readonly required: boolean
  /** The description; empty if the document has none. */
  readonly description: string
  readonly schema: SchemaNode | undefined
  readonly explode: boolean
  readonly contentType: string | undefined
  readonly examples: readonly NamedExample[]
}

export interface ApiResponse extends Placed {
  /** Key as written. */
  readonly status: string
  /** The description; empty if the document has none. */
  readonly description: string
  readonly headers: readonly ApiHeader[]
  readonly media: readonly ApiMedia[]
  readonly links: readonly ApiLink[]
}

export interface ApiLink extends Placed {
  readonly name: string
  /** The description; empty if the document has none. */
  readonly description: string
  /** The target operation; undefined if it does not exist. */
  readonly operationId: string | undefined
  /** Runtime expressions or constants by parameter name, possibly prefixed `path.`, `query.`, … */
  readonly parameters: JsonObject
  readonly requestBody: Json | undefined
}

export interface SecurityRequirement extends Placed {
  readonly schemes: readonly { readonly name: string; readonly scopes: readonly string[] }[]
}

export interface SecurityScheme extends Placed {
  readonly name: string
  readonly type: 'apiKey' | 'http' | 'oauth2' | 'openIdConnect' | 'mutualTLS'
  /** For apiKey. */
  readonly in: 'query' | 'header' | 'cookie' | undefined
  readonly parameterName: string | undefined
  /** For http, lower case: `bearer`, `basic`. */
  readonly scheme: string | undefined
}

/** The response for a status: its own entry, else its range (`4XX`, `4xx`), else `default`. */
export const findResponse = (operation: ApiOperation, status: number): ApiResponse | undefined =>
  operation.responses.get(String(status)) ??
  operation.responses.get(`${Math.floor(status / 100)}XX`) ??
  operation.responses.get(`${Math.floor(status / 100)}xx`) ??
  operation.responses.get('default')

/**
 * The documented media type that matches a Content-Type. The most specific one wins: `application/json` before `application/*+json`
 * before `application/*` (OpenAPI 3.1, "Response Object"). Parameters are ignored.
 */
export const findMedia = (media: readonly ApiMedia[], contentType: string): ApiMedia | undefined => {
  const essence = essenceOf(contentType)
  const exact = media.find((entry) => essenceOf(entry.contentType) === essence)
  if (exact !== undefined || essence === '') return exact
  return media
    .filter((entry) => isInRange(essenceOf(entry.contentType), essence))
    .toSorted((one, other) => essenceOf(other.contentType).length - essenceOf(one.contentType).length)[0]
}

const isInRange = (range: string, essence: string): boolean => {
  const star = range.indexOf('*')
  if (range === '*/*' || range === '*') return true
  return star !== -1 && essence.startsWith(range.slice(0, star)) && essence.endsWith(range.slice(star + 1))
}

/** Whether every alternative of an operation requires credentials; one without schemes is anonymous access. */
export const isSecured = (operation: ApiOperation): boolean =>
  operation.security.length > 0 && operation.security.every(({ schemes }) => schemes.length > 0)

/** Whether an unreadable part of the document may declare an operation of this path and method. */
export const isUnread = ({ unread }: ApiDocument, path: string, method: string): boolean =>
  unread.some((entry) => entry.path === path && (entry.method ?? method) === method)

/**
 * Lists the scopes, or roles, that an operation requires in addition to the given ones. Empty if these satisfy one of its alternatives, or
 * if it accepts none of the schemes.
 */
export const missingScopes = (
  { security }: ApiOperation,
  schemes: readonly string[],
  scopes: readonly string[],
): readonly string[] => {
  const missing = security
    .filter(({ schemes: required }) => required.every(({ name }) => schemes.includes(name)))
    .map(({ schemes: required }) =>
      required.flatMap((one) => one.scopes).filter((one) => !scopes.includes(one)),
    )
  return missing.some(({ length }) => length === 0) ? [] : [...new Set(missing.flat())]
}
