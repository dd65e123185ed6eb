import type { Json } from '../schema/json.ts'

/** One property of a {@link Sketch}. */
export interface SketchField {
  readonly sketch: Sketch
  readonly isRequired: boolean
  readonly isReadOnly: boolean
  /** What the schema names as default; undefined where it names none. */
  readonly defaultValue: Json | undefined
}

/**
 * The outline of a JSON value, taken from a schema or from a value: enough to find ids, lists and references in either.
 * Children are outlined when they are asked for, so that recursive schemas have one too; readers bound the depth.
 */
export interface Sketch {
  /** JSON types; empty: not known. */
  readonly types: ReadonlySet<string>
  /** Name or place of the schema, so that two sketches of one schema are known as such; undefined for a value. */
  readonly place: string | undefined
  readonly fields: () => ReadonlyMap<string, SketchField>
  readonly items: () => Sketch | undefined
}

/** Whether the value may be a text or number, as ids are. */
export const isScalar = ({ types }: Sketch): boolean =>
  types.size === 0 || types.has('string') || types.has('integer') || types.has('number')

/** Whether a value of the one may stand where the other is expected; what is not known agrees with everything. */
export const mayFit = (from: ReadonlySet<string>, to: ReadonlySet<string>): boolean => {
  if (from.size === 0 || to.size === 0 || to.has('string')) return true
  return isNumeric(from) && isNumeric(to)
}

const isNumeric = (types: ReadonlySet<string>): boolean => types.has('integer') || types.has('number')
