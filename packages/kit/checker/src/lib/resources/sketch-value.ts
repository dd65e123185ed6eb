import { isObject, type Json } from '../schema/json.ts'
import { jsonTypeOf } from './json-type-of.ts'
import type { Sketch } from './sketch.ts'

/** The outline of a value as it came, for answers whose schema says too little. An array is outlined by its first item. */
export const sketchValue = (value: Json): Sketch => ({
  types: new Set([jsonTypeOf(value)]),
  place: undefined,
  fields: () =>
    new Map(
      isObject(value)
        ? Object.entries(value).map(([name, child]) => [
            name,
            { sketch: sketchValue(child), isRequired: true, isReadOnly: false, defaultValue: undefined },
          ])
        : [],
    ),
  items: () => (Array.isArray(value) && value[0] !== undefined ? sketchValue(value[0]) : undefined),
})
