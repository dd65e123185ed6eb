import type { Json, JsonObject } from '../json-schema/base/json.ts'
import type { SchemaNode, SchemaSet } from '../json-schema/base/schema-set.ts'

export type HttpMethod = 'GET' | 'PUT' | 'POST' | 'DELETE' | 'OPTIONS' | 'HEAD' | 'PATCH' | 'TRACE' | 'QUERY'
export type ParameterLocation = 'path' | 'query' | 'header' | 'cookie'

/** An OpenAPI 3.0 or 3.1 document, references resolved, each part with its JSON Pointer. */
export interface ApiDocument {
  /** Absolute URI of the entry document. */
  readonly uri: string
  readonly version: '3.0' | '3.1'
  readonly title: string
  readonly raw: JsonObject
  readonly schemas: SchemaSet
  readonly operations: readonly ApiOperation[]
  /** Templates of `paths`, each with its operations, in document order. */
  readonly paths: ReadonlyMap<string, readonly ApiOperation[]>
  readonly securitySchemes: ReadonlyMap<string, SecurityScheme>
  /** Path prefix of the first server, without a trailing slash; only told, never added to requests. */
  readonly serverUrl: string | undefined
}

/** A part of the document: where it stands. */
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
  readonly body: ApiBody | undefined
  /** By key as written: `200`, `4XX`, `default`. */
  readonly responses: ReadonlyMap<string, ApiResponse>
  /** Alternatives, of which one must be met; empty: open to everyone. An alternative without schemes is anonymous access. */
  readonly security: readonly SecurityRequirement[]
  readonly tags: readonly string[]
  /** The operation object as written: summary, `x-` extensions. */
  readonly raw: JsonObject
}

export interface NamedExample {
  readonly name: string
  readonly value: Json
  readonly pointer: string
  readonly documentUri: string
}

export interface ApiParameter extends Placed {
  readonly name: string
  readonly in: ParameterLocation
  readonly required: boolean
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
  readonly media: readonly ApiMedia[]
}

export interface ApiMedia extends Placed {
  /** As written: `application/json`, `image/*`. */
  readonly contentType: string
  readonly schema: SchemaNode | undefined
  /** Encoding objects by property, as written. */
  readonly encoding: JsonObject
  readonly examples: readonly NamedExample[]
}

export interface ApiHeader extends Placed {
  readonly name: string
  readonly required: boolean
  readonly schema: SchemaNode | undefined
  readonly explode: boolean
  readonly contentType: string | undefined
  readonly examples: readonly NamedExample[]
}

export interface ApiResponse extends Placed {
  /** Key as written. */
  readonly status: string
  readonly headers: readonly ApiHeader[]
  readonly media: readonly ApiMedia[]
  readonly links: readonly ApiLink[]
}

export interface ApiLink extends Placed {
  readonly name: string
  /** The operation it leads to; undefined where the link names none that exists. */
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

/** What the document says of a status: its own entry, else its family (`4XX`, `4xx`), else `default`. */
export const findResponse = (operation: ApiOperation, status: number): ApiResponse | undefined =>
  operation.responses.get(String(status)) ??
  operation.responses.get(`${Math.floor(status / 100)}XX`) ??
  operation.responses.get(`${Math.floor(status / 100)}xx`) ??
  operation.responses.get('default')

/** A media type without its parameters, lower case. */
export const essenceOf = (contentType: string): string =>
  (contentType.split(';')[0] ?? '').trim().toLowerCase()

/** The documented media type that a Content-Type belongs to; the most specific wins, parameters are overlooked. */
export const findMedia = (media: readonly ApiMedia[], contentType: string): ApiMedia | undefined => {
  const essence = essenceOf(contentType)
  const family = `${essence.split('/')[0] ?? ''}/*`
  return (
    media.find((entry) => essenceOf(entry.contentType) === essence) ??
    media.find((entry) => essenceOf(entry.contentType) === family) ??
    media.find((entry) => essenceOf(entry.contentType) === '*/*')
  )
}

/** Whether an operation asks for credentials in every alternative; one without schemes is anonymous access. */
export const isSecured = (operation: ApiOperation): boolean =>
  operation.security.length > 0 && operation.security.every(({ schemes }) => schemes.length > 0)
