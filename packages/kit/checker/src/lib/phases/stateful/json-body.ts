import type { ApiOperation } from '../../document/api-document.ts'
import { sketchSchema } from '../../resources/sketch-schema.ts'
import type { Sketch } from '../../resources/sketch.ts'
import { isValid } from '../../schema/evaluate.ts'
import { isObject, own, type JsonObject } from '../../schema/json.ts'
import type { SchemaNode } from '../../schema/schema-node.ts'
import type { RequestValues } from '../../wire/request-values.ts'

/** What a body says of a thing: the body itself, or the object it wraps. */
export interface ObjectBody {
  readonly value: JsonObject
  /** Name of the only property of the body, where that wraps the object; undefined where the body itself is it. */
  readonly wrapper: string | undefined
  /** Outline of what the schema allows there. */
  readonly sketch: Sketch | undefined
}

/** The thing that the body of a request describes; undefined where the body is no object. */
export const findObjectBody = (operation: ApiOperation, { body }: RequestValues): ObjectBody | undefined => {
  if (body === undefined || !isObject(body.value)) return undefined
  const schema = bodySchema(operation, body.contentType)
  const sketch = schema && sketchSchema(schema)
  const [first, ...others] = sketch?.fields() ?? []
  const inner = first === undefined ? undefined : own(body.value, first[0])
  const isWrapped = first !== undefined && others.length === 0 && first[1].sketch.fields().size > 0
  return isWrapped && inner !== undefined && isObject(inner)
    ? { value: inner, wrapper: first[0], sketch: first[1].sketch }
    : { value: body.value, wrapper: undefined, sketch }
}

/** The same request with another description of the thing, where the schema allows it; undefined otherwise. */
export const withObject = (
  operation: ApiOperation,
  values: RequestValues,
  value: JsonObject,
): RequestValues | undefined => {
  const { body } = values
  if (body === undefined) return undefined
  const wrapper = findObjectBody(operation, values)?.wrapper
  const whole = wrapper === undefined ? value : { [wrapper]: value }
  const schema = bodySchema(operation, body.contentType)
  if (schema !== undefined && !isValid(schema, whole, { direction: 'request' })) return undefined
  return { ...values, body: { ...body, value: whole } }
}

const bodySchema = ({ body }: ApiOperation, contentType: string): SchemaNode | undefined =>
  body?.media.find((media) => media.contentType === contentType)?.schema
