import { isNumber, type Json, readNumber } from '@contract-kit/json-schema/json'
import type { SchemaNode } from '@contract-kit/json-schema/schemas'
import { type ApiBody, type ApiMedia, type ApiOperation, essenceOf } from '@contract-kit/openapi'
import type { InputPlace } from './resource-graph.ts'
import { findJsonMedia, isScalar, type Sketch, sketchSchema, walkSketch } from './sketch.ts'

/** A scalar input of a request. */
export interface OperationInput extends InputPlace {
  /** The nearest name: that of the parameter or property; for items of an array that of the array. */
  readonly field: string
  /** The name of the enclosing object or array in the body; empty elsewhere. */
  readonly container: string
  readonly types: ReadonlySet<string>
  /** The schemas that describe it together; none if it has no schema. */
  readonly schemas: readonly SchemaNode[]
  /** Whether every valid request has it. In the body, all enclosing objects must be required too. */
  readonly isRequired: boolean
}

const known = new WeakMap<ApiOperation, readonly OperationInput[]>()

/** Every parameter and every scalar place in the body, four levels deep, the upper ones first. */
export const operationInputs = (operation: ApiOperation): readonly OperationInput[] => {
  const listed = known.get(operation)
  if (listed !== undefined) return listed
  const inputs = operation.parameters.map(({ name, in: location, required, schema }): OperationInput => ({
    location,
    name,
    field: name,
    container: '',
    types: schema === undefined ? new Set() : sketchSchema(schema).types,
    schemas: schema === undefined ? [] : [schema],
    isRequired: required || location === 'path',
  }))
  const schema = operation.body && findBodyMedia(operation.body)?.schema
  if (operation.body !== undefined && schema !== undefined)
    inputs.push(...bodyInputs(sketchSchema(schema), operation.body.required))
  known.set(operation, inputs)
  return inputs
}

/** The media type in which a body has named parts: JSON, else a form. */
export const findBodyMedia = ({ media }: ApiBody): ApiMedia | undefined =>
  findJsonMedia(media) ??
  media.find(({ contentType }) =>
    ['application/x-www-form-urlencoded', 'multipart/form-data'].includes(essenceOf(contentType)),
  )

const bodyInputs = (body: Sketch, isBodyRequired: boolean): readonly OperationInput[] =>
  walkSketch(body, ({ isReadOnly }) => !isReadOnly)
    .filter(({ depth, isReadOnly, sketch }) => depth > 0 && !isReadOnly && isLeaf(sketch))
    .map(({ pointer, field, container, sketch, isRequired }) => ({
      location: 'body',
      name: pointer,
      field,
      container,
      types: sketch.types,
      schemas: sketch.nodes,
      isRequired: isRequired && isBodyRequired,
    }))

const isLeaf = (sketch: Sketch): boolean =>
  sketch.fields().size === 0 && sketch.items() === undefined && isScalar(sketch)

/**
 * Converts an id to the type of an input. `"7"` from a URL becomes 7 for an integer, and 7 becomes `"7"` for a
 * string.
 */
export const fitId = (operation: ApiOperation, { location, name }: InputPlace, value: Json): Json => {
  const types = operationInputs(operation).find(
    (input) => input.location === location && input.name === name,
  )?.types
  if (types === undefined || types.size === 0) return value
  const wantsText = types.has('string')
  const wantsNumber = types.has('integer') || types.has('number')
  if (typeof value === 'string' && !wantsText && wantsNumber && /^-?\d+(?:\.\d+)?$/.test(value))
    return readNumber(value)
  return isNumber(value) && wantsText && !wantsNumber ? String(value) : value
}
