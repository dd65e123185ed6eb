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

/** The values of the declared parameters that a request has, by place and by name as declared. */
export type ParameterValues = Readonly<Record<ParameterLocation, Readonly<Record<string, Json>>>>

/** What a request says in its parameters. */
export interface ReadParameters {
  readonly values: ParameterValues
  /** Parameters that are described by a media type, and whose text is none of it. */
  readonly malformed: readonly ApiParameter[]
}

/**
 * Reads the declared parameters of a request by their styles; names that are not declared are left out. Of the values that a text may
 * mean, the first is taken that the schema accepts, else the likeliest. undefined if the path is not one of the operation.
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
 * Reads the parts of a `multipart/form-data` body as an object. A file is a text with a character for each of its bytes, so that its length
 * can be judged. Browsers send JSON as a file, too: where the schema is not of a file, it is read as what it is.
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

/** The first value that the schema accepts, else the likeliest one, or none where an empty text may stand for no value. */
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
