import {
  equalJson,
  isObject,
  own,
  parsePointer,
  type Json,
  type JsonObject,
} from '@contract-kit/json-schema/json'
import { isValid } from '@contract-kit/json-schema/schemas'
import type { Sketch } from '@contract-kit/resources/exchanges'
import { Refusal } from '../http/call.ts'
import { isWriteOnly } from './fit.ts'

/** Applies a merge patch: null deletes, objects merge, other values replace (RFC 7396, 2). */
export function mergePatch(target: JsonObject, patch: JsonObject): JsonObject {
  const merged: Record<string, Json> = { ...target }
  for (const [name, change] of Object.entries(patch)) {
    const before = own(target, name) ?? null
    if (change === null) delete merged[name]
    else if (isObject(change)) merged[name] = mergePatch(isObject(before) ? before : {}, change)
    else merged[name] = change
  }
  return merged
}

/**
 * Applies a plain JSON body. Null is stored if the schema allows it, and otherwise removes the property. Objects merge, unless only the new
 * one is valid: then it is another alternative and replaces the old one.
 */
export function mergePlain(target: JsonObject, change: JsonObject, outlines: readonly Sketch[]): JsonObject {
  const merged: Record<string, Json> = { ...target }
  for (const [name, value] of Object.entries(change)) {
    const described = outlines.flatMap((outline) => outline.fields().get(name)?.sketch ?? [])
    const before = own(target, name) ?? null
    if (value === null && described.some((sketch) => !allows(sketch, null))) delete merged[name]
    else if (isObject(value) && isObject(before)) {
      const both = mergePlain(before, value, described)
      merged[name] = described.every((sketch) => allows(sketch, both)) ? both : value
    } else merged[name] = value
  }
  return merged
}

const allows = ({ nodes }: Sketch, value: Json): boolean =>
  nodes.every((node) => isValid(node, value) || isValid(node, value, { direction: 'response' }))

/** The properties that a response schema requires and that have no default. */
export function isIndispensable(outlines: readonly Sketch[], name: string): boolean {
  return outlines.some((outline) => {
    const field = outline.fields().get(name)
    return (
      field !== undefined &&
      field.isRequired &&
      field.defaultValue === undefined &&
      !isWriteOnly(field.sketch) &&
      !allows(field.sketch, null)
    )
  })
}

/** Applies a JSON Patch (RFC 6902). Throws a Refusal if an operation is malformed or fails; nothing is changed then. */
export function jsonPatch(target: Json, operations: Json): Json {
  if (!Array.isArray(operations)) throw new Refusal(400, 'A JSON Patch is a list of operations')
  let value = target
  operations.forEach((operation, index) => {
    try {
      value = applyOperation(value, operation)
    } catch (error) {
      const { status, message } = error instanceof Refusal ? error : new Refusal(422, String(error))
      throw new Refusal(status, `Operation ${index}: ${message}`)
    }
  })
  return value
}

function applyOperation(root: Json, operation: Json): Json {
  if (!isObject(operation)) throw new Refusal(400, 'it is not an object')
  const path = pointerIn(operation, 'path')
  const value = own(operation, 'value')
  const given = (): Json => {
    if (value === undefined) throw new Refusal(400, 'it has no value')
    return value
  }
  switch (own(operation, 'op')) {
    case 'add':
      return addAt(root, path, given())
    case 'remove':
      return removeAt(root, path)
    case 'replace':
      return path.length === 0 ? given() : addAt(removeAt(root, path), path, given())
    case 'copy':
      return addAt(root, path, valueAt(root, pointerIn(operation, 'from')))
    case 'move': {
      const from = pointerIn(operation, 'from')
      if (path.length > from.length && from.every((token, index) => token === path[index]))
        throw new Refusal(422, 'a value cannot be moved into itself')
      const moved = valueAt(root, from)
      return from.length === 0 ? root : addAt(removeAt(root, from), path, moved)
    }
    case 'test':
      if (!equalJson(valueAt(root, path), given())) throw new Refusal(409, 'the value is another one')
      return root
    default:
      throw new Refusal(400, 'op must be add, remove, replace, move, copy or test')
  }
}

function pointerIn(operation: JsonObject, name: string): readonly string[] {
  const pointer = own(operation, name)
  if (typeof pointer !== 'string' || !/^(\/([^~]|~[01])*)?$/s.test(pointer))
    throw new Refusal(400, `${name} must be a JSON Pointer`)
  return parsePointer(pointer)
}

const missing = (path: readonly string[]): Refusal =>
  new Refusal(422, `there is nothing at /${path.join('/')}`)

function valueAt(root: Json, path: readonly string[]): Json {
  let value: Json | undefined = root
  for (const token of path) {
    value = Array.isArray(value) ? value[indexOf(token, value.length - 1, path)] : own(value, token)
    if (value === undefined) throw missing(path)
  }
  return value
}

/** A copy with an added value: inserted into an array, or set in an object. */
function addAt(root: Json, path: readonly string[], value: Json): Json {
  return changeAt(root, path, value, (container, token) => {
    if (!Array.isArray(container)) return { ...container, [token]: value }
    return container.toSpliced(
      token === '-' ? container.length : indexOf(token, container.length, path),
      0,
      value,
    )
  })
}

/** A copy without the value at a place. */
function removeAt(root: Json, path: readonly string[]): Json {
  return changeAt(root, path, {}, (container, token) => {
    if (Array.isArray(container)) return container.toSpliced(indexOf(token, container.length - 1, path), 1)
    if (own(container, token) === undefined) throw missing(path)
    return Object.fromEntries(Object.entries(container).filter(([name]) => name !== token))
  })
}

/** A copy in which the object or array around a place is changed. For the root, returns `whole`. */
function changeAt(
  root: Json,
  [token, ...rest]: readonly string[],
  whole: Json,
  change: (container: JsonObject | Json[], token: string) => Json,
): Json {
  if (token === undefined) return whole
  if (!isObject(root) && !Array.isArray(root)) throw missing([token, ...rest])
  if (rest.length === 0) return change(root, token)
  const part = changeAt(valueAt(root, [token]), rest, whole, change)
  return Array.isArray(root) ? root.with(Number(token), part) : { ...root, [token]: part }
}

function indexOf(token: string, last: number, path: readonly string[]): number {
  const index = /^(0|[1-9]\d*)$/.test(token) ? Number(token) : Number.NaN
  if (!(index <= last)) throw missing(path)
  return index
}
