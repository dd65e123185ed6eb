import {
  findAt,
  isObject,
  own,
  parsePointer,
  type Json,
  type JsonObject,
} from '@contract-kit/json-schema/json'
import { evaluate, type Failure } from '@contract-kit/json-schema/schemas'
import type { Sketch } from '@contract-kit/resources/exchanges'
import { follow } from './fit.ts'
import { isIndispensable } from './patch.ts'

/** Outlines of an item in its responses and in the requests that write it. */
export interface Outlines {
  readonly shown: readonly Sketch[]
  readonly written: readonly Sketch[]
}

/** The reason why a changed item is invalid; undefined if it is valid. Only changed properties are checked. */
export function findBreach(outlines: Outlines, before: JsonObject, after: JsonObject): string | undefined {
  const missing = Object.keys(before).find(
    (name) => own(after, name) === undefined && isIndispensable(outlines.shown, name),
  )
  if (missing !== undefined) return `needs ${missing}`
  const changed = Object.entries(after).filter(([name, value]) => own(before, name) !== value)
  const conflict = failuresOf(outlines, after).find(
    (failure) => !failuresOf(outlines, before).includes(failure),
  )
  if (conflict !== undefined) return conflict
  const broken = changed.find(([name, value]) => breaks(below(outlines, name), value))
  return broken && `cannot have this ${broken[0]}`
}

/** Schema failures of the item's value. */
const failuresOf = ({ shown }: Outlines, value: Json): readonly string[] =>
  shown
    .flatMap(({ nodes }) => nodes.flatMap((node) => evaluate(node, value, { direction: 'response' })))
    .filter(({ keyword, instancePointer }) => instancePointer === '' && wholly.has(keyword))
    .map(({ message }) => message)

const wholly = new Set(['dependentRequired', 'dependentSchemas', 'minProperties'])

/** Failures that the server corrects by omitting properties from responses. */
const fixed = new Set(['writeOnly', 'additionalProperties', 'unevaluatedProperties'])

function breaks({ shown, written }: Outlines, value: Json): boolean {
  return shown.some((sketch) =>
    sketch.nodes
      .flatMap((node) => evaluate(node, value, { direction: 'response' }))
      .some((failure) => {
        if (fixed.has(failure.keyword)) return false
        return failure.keyword !== 'required' || isClients(sketch, written, value, failure)
      }),
  )
}

/** Whether a missing property is set by clients. The server fills in the others. */
function isClients(
  sketch: Sketch,
  written: readonly Sketch[],
  value: Json,
  { instancePointer }: Failure,
): boolean {
  const part = findAt(value, instancePointer) ?? null
  const path = parsePointer(instancePointer)
  const fields = follow(sketch, path)?.fields() ?? new Map<string, never>()
  const missing = [...fields].filter(
    ([name, { isRequired }]) => isRequired && isObject(part) && own(part, name) === undefined,
  )
  const names = written.flatMap((one) => [...(follow(one, path)?.fields().keys() ?? [])])
  return missing.length === 0 || missing.some(([name]) => names.includes(name))
}

const below = ({ shown, written }: Outlines, name: string): Outlines => ({
  shown: shown.flatMap((one) => one.fields().get(name)?.sketch ?? []),
  written: written.flatMap((one) => one.fields().get(name)?.sketch ?? []),
})
