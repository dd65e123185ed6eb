import { equalJson, type Json } from '@contract-kit/json-schema/json'
import { isValid, type SchemaNode } from '@contract-kit/json-schema/schemas'
import type { ApiMedia, ApiOperation, ApiParameter, ParameterLocation } from '../document/api-document.ts'
import { findSources, type RequestHead } from './judge/find-sources.ts'
import { mediaKindOf } from './wire-request.ts'
import { isFileOf } from './write-bodies.ts'
import { propertyNodesOf, typesOfAny } from './judge/schema-shape.ts'
import { type MultipartPart, readFields, readForm } from './judge/read-bodies.ts'
import { readParameter } from './judge/read-parameters.ts'
import { type Candidate, candidatesWithJson, type Reading, strictCandidates } from './judge/reading.ts'

/** The values of the declared parameters in a request, by place and declared name. */
export type ParameterValues = Readonly<Record<ParameterLocation, Readonly<Record<string, Json>>>>

/** The parsed parameters of a request. */
export interface ReadParameters {
  readonly values: ParameterValues
  /** Parameters with a media type whose text is not valid for it. */
  readonly malformed: readonly ApiParameter[]
}

/**
 * Parses the declared parameters of a request by their styles; ignores undeclared names. If a text is ambiguous, uses the first value that
 * the schema accepts, else the likeliest. Returns undefined if the path does not match the operation.
 */
export const readParameters = (operation: ApiOperation, head: RequestHead): ReadParameters | undefined => {
  const sources = findSources(operation, head)
  if (sources === undefined) return undefined
  const values: Record<ParameterLocation, Record<string, Json>> = {
    path: {},
    query: {},
    header: {},
    cookie: {},
  }
  const malformed: ApiParameter[] = []
  for (const parameter of operation.parameters) {
    const { reading, trouble, isEmpty } = readParameter(parameter, sources, candidatesWithJson)
    if (trouble?.kind === 'content') malformed.push(parameter)
    const value = choose(parameter.schema, reading, isEmpty && parameter.allowEmptyValue)
    if (value !== undefined) define(values[parameter.in], parameter.name, value)
  }
  return { values, malformed }
}

// A parameter may be named `__proto__`.
const define = (values: Record<string, Json>, name: string, value: Json): void => {
  Object.defineProperty(values, name, { value, configurable: true, enumerable: true, writable: true })
}

/** Reads an `application/x-www-form-urlencoded` body as an object, each field by its own schema and encoding. */
export const readFormBody = (media: ApiMedia, text: string): Json =>
  choose(media.schema, readForm(media, text, candidatesWithJson)) ?? {}

/** Reads a `text/plain` body by the types of its schema. */
export const readTextBody = ({ schema }: ApiMedia, text: string): Json =>
  choose(schema, {
    strict: [strictCandidates(text, typesOfAny(schema === undefined ? [] : [schema]))],
    lenient: () => [],
  }) ?? text

/**
 * Parses a `multipart/form-data` body into an object. A file becomes a string with one character per byte, so that its length
 * can be validated. Browsers send JSON as a file too: if the schema is not that of a file, it is parsed as JSON.
 */
export const readMultipartBody = (media: ApiMedia, parts: readonly MultipartPart[]): Json =>
  choose(media.schema, readFields(media, parts.map(readFile(media)), candidatesWithJson)) ?? {}

const readFile =
  (media: ApiMedia) =>
  (part: MultipartPart): MultipartPart => {
    const { name, contentType = '', bytes } = part
    if (bytes === undefined) return part
    if (isFileOf(media, name))
      return { ...part, contentType: undefined, text: new TextDecoder('latin1').decode(bytes) }
    const isDeclared = media.schema !== undefined && propertyNodesOf(media.schema, name).length > 0
    const isText = ['json', 'text'].includes(mediaKindOf(contentType))
    return { ...part, text: isDeclared && isText ? new TextDecoder().decode(bytes) : '' }
  }

/** The first value that the schema accepts, else the likeliest one, or none if an empty text may mean no value. */
const choose = (schema: SchemaNode | undefined, { strict }: Reading, mayBeNone = false): Candidate => {
  const found: Json[] = []
  for (const candidate of strict.flat())
    if (candidate !== undefined && !found.some((other) => equalJson(other, candidate))) found.push(candidate)
  if (found.length < 2 && !mayBeNone) return found[0]
  const valid = found.find(
    (value) => schema === undefined || isValid(schema, value, { direction: 'request' }),
  )
  return valid ?? (mayBeNone ? undefined : found[0])
}
