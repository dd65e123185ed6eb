import { STATUS_CODES } from 'node:http'
import { findReferenced, findUndocumented } from '@contract-kit/json-schema/schemas'
import type { OverlayAction } from '../core/check-result.ts'
import type { Finding } from '../core/check.ts'
import type { Exchange } from '../core/exchange.ts'
import {
  appendTokens,
  findAt,
  isObject,
  isWholeNumber,
  type Json,
  jsonTypeOf,
  parsePointer,
  writeJson,
} from '@contract-kit/json-schema/json'
import type { Failure } from '@contract-kit/json-schema/schemas'
import { type ApiDocument, essenceOf } from '@contract-kit/openapi'

/**
 * Lists overlay actions that change the document to resolve the finding. Empty if only the server can be wrong, or if the change is in
 * another file.
 */
export const documentFix = (finding: Finding, exchange: Exchange | undefined): readonly OverlayAction[] => {
  const fix = FIXES[finding.check]
  if (exchange === undefined || fix === undefined) return []
  return distinctActions(fix(exchange, finding))
}

/** Removes duplicate actions. */
export const distinctActions = (actions: readonly OverlayAction[]): readonly OverlayAction[] => [
  ...new Map(actions.map((action) => [writeJson(action), action])).values(),
]

type Fix = (exchange: Exchange, finding: Finding) => readonly OverlayAction[]

const addStatus: Fix = ({ document, case: { operation }, response }) => {
  if (operation === undefined || operation.documentUri !== document.uri) return []
  const content =
    response.contentType === undefined || response.body.length === 0
      ? {}
      : { content: mediaOf(response.contentType, response.json) }
  const added = { description: STATUS_CODES[response.status] ?? 'Documented from a response.', ...content }
  return updateAt(document, appendTokens(operation.pointer, 'responses'), {
    [String(response.status)]: added,
  })
}

const addMediaType: Fix = ({ document, documented, media, response }) =>
  documented === undefined ||
  media !== undefined ||
  documented.documentUri !== document.uri ||
  !/^\S+\/\S+/.test(response.contentType ?? '')
    ? []
    : updateAt(
        document,
        appendTokens(documented.pointer, 'content'),
        mediaOf(response.contentType ?? '', response.json),
      )

const mediaOf = (contentType: string, value: Json | undefined): Record<string, Json> => ({
  [essenceOf(contentType)]: value === undefined ? {} : { schema: schemaOf(value) },
})

const makeHeaderOptional: Fix = ({ document, documented }, { pointer }) => {
  const header = documented?.headers.find((one) => appendTokens(one.pointer, 'required') === pointer)
  return header === undefined || header.documentUri !== document.uri
    ? []
    : updateAt(document, header.pointer, { required: false })
}

const nameProperties: Fix = ({ document, response, media }, { pointer }) => {
  if (media?.schema === undefined || response.json === undefined) return []
  const body = response.json
  return findUndocumented(media.schema, body)
    .filter(
      ({ schema }) =>
        schema.documentUri === document.uri && appendTokens(schema.pointer, 'properties') === pointer,
    )
    .flatMap(({ name, instancePointer, schema }) =>
      updateAt(document, schema.pointer, {
        properties: { [name]: schemaOf(findAt(body, appendTokens(instancePointer, name)) ?? null) },
      }),
    )
}

/** For an error body, one finding covers all faults; for any other body, one keyword. */
const allowValue: Fix = ({ document, response, media, bodyFailures }, { check, pointer }) => {
  const body = response.json
  if (media?.schema === undefined || body === undefined) return []
  return bodyFailures
    .filter(
      ({ schemaPointer, documentUri }) =>
        documentUri === document.uri && (schemaPointer === pointer || check === 'error-body-conformance'),
    )
    .flatMap((failure) => allow(failure, findAt(body, failure.instancePointer), document))
}

/** Changes a schema so that a value satisfies the violated keyword. */
const allow = (
  { keyword, schemaPointer, instancePointer, message }: Failure,
  value: Json | undefined,
  document: ApiDocument,
): readonly OverlayAction[] => {
  const schemaAt = schemaPointer.slice(0, schemaPointer.lastIndexOf('/'))
  const schema = findAt(document.raw, schemaAt)
  if (!isObject(schema) || value === undefined) return []
  if (keyword === 'required') {
    const name = /lacks the required property (.*)$/s.exec(message)?.[1]
    return name === undefined
      ? []
      : [{ target: `${toJsonPath(schemaPointer, document.raw)}[?@ == ${quote(name)}]`, remove: true }]
  }
  if (keyword === 'enum') return updateAt(document, schemaAt, { enum: [value] })
  if (keyword === 'additionalProperties' && schema['additionalProperties'] === false) {
    const name = parsePointer(instancePointer).at(-1)
    return name === undefined ? [] : updateAt(document, schemaAt, { properties: { [name]: schemaOf(value) } })
  }
  return keyword === 'type' || keyword === 'nullable' ? allowType(schema, schemaAt, value, document) : []
}

const allowType = (
  schema: Record<string, Json>,
  schemaAt: string,
  value: Json,
  document: ApiDocument,
): readonly OverlayAction[] => {
  const { type } = schema
  if (type === 'integer' && typeof value === 'number') return updateAt(document, schemaAt, { type: 'number' })
  if (value !== null) return []
  if (document.version === '3.0') return updateAt(document, schemaAt, { nullable: true })
  if (Array.isArray(type)) return updateAt(document, schemaAt, { type: ['null'] })
  // An update cannot change a text to a list.
  return [
    { target: toJsonPath(appendTokens(schemaAt, 'type'), document.raw), remove: true },
    ...updateAt(document, schemaAt, { type: [type ?? 'object', 'null'] }),
  ]
}

/** Requires a value in the requests of one operation. A shared schema stays unchanged; the body combines it with the requirement. */
const requireValue: Fix = ({ document, case: { operation, values } }, { pointer }) => {
  if (operation === undefined || operation.documentUri !== document.uri) return []
  if (operation.parameters.some((parameter) => parameter.pointer === pointer))
    return updateAt(document, pointer, { required: true })
  const tokens = parsePointer(pointer)
  const name = tokens.at(-1) ?? ''
  const owner = appendTokens('', ...tokens.slice(0, -2))
  if (owner.startsWith(`${operation.pointer}/`)) return updateAt(document, owner, { required: [name] })
  const media = operation.body?.media.find(({ contentType }) => contentType === values?.body?.contentType)
  const schema = media && findAt(document.raw, appendTokens(media.pointer, 'schema'))
  if (media?.schema === undefined || schema === undefined) return []
  if (findReferenced(media.schema)?.pointer !== owner) return []
  // In OpenAPI 3.0, siblings of a reference are ignored.
  return [
    { target: toJsonPath(appendTokens(media.pointer, 'schema'), document.raw), remove: true },
    ...updateAt(document, media.pointer, { schema: { allOf: [schema, { required: [name] }] } }),
  ]
}

/** Checks whose findings may be a fault of the document. */
const FIXES: Readonly<Record<string, Fix>> = {
  'status-code-conformance': addStatus,
  'content-type-conformance': addMediaType,
  'response-headers-conformance': makeHeaderOptional,
  'undocumented-properties': nameProperties,
  'response-schema-conformance': allowValue,
  'error-body-conformance': allowValue,
  'undocumented-requirement': requireValue,
}

const updateAt = (
  document: ApiDocument,
  pointer: string,
  update: Record<string, Json>,
): readonly OverlayAction[] =>
  isObject(findAt(document.raw, pointer)) ? [{ target: toJsonPath(pointer, document.raw), update }] : []

/** Converts a JSON Pointer to a JSONPath (RFC 9535): `$.paths['/pets'].get.responses`. */
const toJsonPath = (pointer: string, root: Json): string => {
  let path = '$'
  let at: Json | undefined = root
  for (const token of parsePointer(pointer)) {
    if (Array.isArray(at)) path += `[${token}]`
    else path += /^[a-z_]\w*$/i.test(token) ? `.${token}` : `[${quote(token)}]`
    at = at === undefined ? undefined : findAt(at, appendTokens('', token))
  }
  return path
}

const quote = (text: string): string =>
  `'${JSON.stringify(text)
    .slice(1, -1)
    .replaceAll(String.raw`\"`, '"')
    .replaceAll("'", String.raw`\'`)}'`

/** A schema with the type of a value; one value shows nothing more. */
const schemaOf = (value: Json): Json => {
  if (value === null) return {}
  if (Array.isArray(value)) return { type: 'array', items: value[0] === undefined ? {} : schemaOf(value[0]) }
  if (!isObject(value)) return { type: isWholeNumber(value) ? 'integer' : jsonTypeOf(value) }
  return {
    type: 'object',
    properties: Object.fromEntries(Object.entries(value).map(([name, member]) => [name, schemaOf(member)])),
  }
}
