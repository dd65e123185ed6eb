import { oncePer } from '@contract-kit/json-schema/memo'
import { entityOf } from '@contract-kit/resources/words'
import { countedBy } from '../values/invent.ts'
import { type Kind, placesOfKind } from './kinds.ts'

/** A property of an item that holds its children or their number. */
export interface Embedding {
  readonly property: string
  readonly isCount: boolean
}

/** The properties of an item that mirror its children of one kind: a list with the same schema or name, and their count. */
export const findEmbeddings = (parent: Kind, child: Kind): readonly Embedding[] => embeddingsOf(parent)(child)

const embeddingsOf = oncePer((parent: Kind) => oncePer((child: Kind) => readEmbeddings(parent, child)))

function readEmbeddings(parent: Kind, child: Kind): readonly Embedding[] {
  const isBelow = child.resources.some(
    (resource) => resource.parent !== undefined && parent.resources.includes(resource.parent),
  )
  if (!isBelow) return []
  const places = placesOfKind(child)
  const found = new Map<string, Embedding>()
  for (const [property, { sketch }] of parent.shown.flatMap((outline) => [...outline.fields()])) {
    const item = sketch.types.has('array') ? sketch.items() : undefined
    const isList =
      item !== undefined &&
      item.fields().size > 0 &&
      (places.has(item.place ?? '') || entityOf(property) === child.name)
    const isCount =
      (sketch.types.has('integer') || sketch.types.has('number')) && countedBy(property) === child.name
    if (isList || isCount) found.set(property, { property, isCount })
  }
  return [...found.values()]
}
