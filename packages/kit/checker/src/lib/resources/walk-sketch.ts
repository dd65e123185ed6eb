import { appendTokens } from '../schema/json-pointer.ts'
import type { Sketch } from './sketch.ts'

/** A place in a value that a sketch outlines. */
export interface SketchPlace {
  readonly sketch: Sketch
  /** JSON Pointer, with `*` for every item of an array. */
  readonly pointer: string
  /** The nearest property name; for items of an array that of the array. */
  readonly field: string
  /** The property name next above. */
  readonly container: string
  /** Whether every value has this place. */
  readonly isRequired: boolean
  readonly isReadOnly: boolean
  readonly depth: number
}

const MAX_DEPTH = 4

/** Places visited at most, so that schemas in which everything leads to everything stay cheap. */
const MAX_PLACES = 600

/** The places of a value, four levels deep, the upper ones first; what lies below a place that `isOpen` refuses is left out. */
export const walkSketch = (root: Sketch, isOpen: (place: SketchPlace) => boolean): readonly SketchPlace[] => {
  const places: SketchPlace[] = [
    { sketch: root, pointer: '', field: '', container: '', isRequired: true, isReadOnly: false, depth: 0 },
  ]
  for (const place of places) {
    if (place.depth === MAX_DEPTH || places.length > MAX_PLACES || !isOpen(place)) continue
    places.push(...childrenOf(place))
  }
  return places
}

const childrenOf = ({
  sketch,
  pointer,
  field,
  container,
  isRequired,
  depth,
}: SketchPlace): readonly SketchPlace[] => {
  const items = sketch.types.has('array') ? sketch.items() : undefined
  const properties = [...sketch.fields()].map(([name, child]): SketchPlace => ({
    sketch: child.sketch,
    pointer: appendTokens(pointer, name),
    field: name,
    container: field,
    isRequired: isRequired && child.isRequired,
    isReadOnly: child.isReadOnly,
    depth: depth + 1,
  }))
  if (items === undefined) return properties
  const item = { sketch: items, pointer: `${pointer}/*`, field, container, isRequired, isReadOnly: false }
  return [...properties, { ...item, depth: depth + 1 }]
}
