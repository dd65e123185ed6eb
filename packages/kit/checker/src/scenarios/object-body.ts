import { isObject, type JsonObject, own } from '@contract-kit/json-schema/json'
import { isValid, type SchemaNode } from '@contract-kit/json-schema/schemas'
import type { ApiOperation } from '@contract-kit/openapi'
import type { RequestValues } from '@contract-kit/openapi/wire'
import { type Sketch, sketchSchema } from '@contract-kit/resources/exchanges'
import { replacePart } from '../phases/values.ts'

/** The part of a body that describes an item: the body itself, or the object that it wraps. */
interface ObjectBody {
  readonly value: JsonObject
  /** Names from the body to the object; empty if the body itself is the object. */
  readonly path: readonly string[]
  /** Outline of the allowed values. */
  readonly sketch: Sketch | undefined
}

/** The item in a request body; undefined if the body is not an object. */
export const findObjectBody = (operation: ApiOperation, { body }: RequestValues): ObjectBody | undefined => {
  if (body === undefined || !isObject(body.value)) return undefined
  const schema = bodySchema(operation, body.contentType)
  const whole: ObjectBody = { value: body.value, path: [], sketch: schema && sketchSchema(schema) }
  const inner = unwrap(whole, wrapperOf)
  return unwrap(inner, attributesOf)
}

const unwrap = (outer: ObjectBody, nameOf: (sketch: Sketch) => string | undefined): ObjectBody => {
  const name = outer.sketch && nameOf(outer.sketch)
  const [value, field] = name === undefined ? [] : [own(outer.value, name), outer.sketch?.fields().get(name)]
  return name === undefined || value === undefined || !isObject(value)
    ? outer
    : { value, path: [...outer.path, name], sketch: field?.sketch }
}

/** The only property of an object, if it has properties itself. */
const wrapperOf = (sketch: Sketch): string | undefined => {
  const [first, ...others] = sketch.fields()
  return first !== undefined && others.length === 0 && first[1].sketch.fields().size > 0
    ? first[0]
    : undefined
}

/** The properties of a resource object (JSON:API 1.1, 7.2). */
const attributesOf = (sketch: Sketch): string | undefined => {
  const fields = sketch.fields()
  return fields.has('type') && (fields.get('attributes')?.sketch.fields().size ?? 0) > 0
    ? 'attributes'
    : undefined
}

/** Copies a request with another item, if the schema allows it; undefined otherwise. */
export const withObject = (
  operation: ApiOperation,
  values: RequestValues,
  value: JsonObject,
): RequestValues | undefined =>
  withPart(operation, values, findObjectBody(operation, values)?.path ?? [], value)

/** Copies a request with another object at a place, if the schema allows it; undefined otherwise. */
export const withPart = (
  operation: ApiOperation,
  values: RequestValues,
  path: readonly string[],
  value: JsonObject,
): RequestValues | undefined => {
  const { body } = values
  if (body === undefined) return undefined
  const whole = replacePart(body.value, path, value)
  const schema = bodySchema(operation, body.contentType)
  if (schema !== undefined && !isValid(schema, whole, { direction: 'request' })) return undefined
  return { ...values, body: { ...body, value: whole } }
}

/** The schema of a body in one media type. */
export const bodySchema = ({ body }: ApiOperation, contentType: string): SchemaNode | undefined =>
  body?.media.find((media) => media.contentType === contentType)?.schema
