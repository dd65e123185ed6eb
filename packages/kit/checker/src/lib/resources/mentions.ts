import type { ApiDocument } from '../document/api-document.ts'
import { answerSketch } from './answer-sketch.ts'
import { ID_WORDS, parseReferenceName } from './reference-name.ts'
import type { Producer } from './resource-graph.ts'
import { isScalar } from './sketch.ts'
import { walkSketch, type SketchPlace } from './walk-sketch.ts'

/** A place in an answer that names a thing, with the JSON types it may have. */
export interface Mention {
  readonly producer: Producer
  readonly types: ReadonlySet<string>
}

/** Places kept for one thing: the first few say as much as all. */
const MAX_MENTIONS = 20

/**
 * Every place in a successful answer whose name refers to a thing, by the thing's name: `customerId` in an order gives the id
 * of a customer. The last resort for things that are neither created nor listed.
 */
export const findMentions = (document: ApiDocument): ReadonlyMap<string, readonly Mention[]> => {
  const found = new Map<string, Mention[]>()
  for (const operation of document.operations) {
    const answer = answerSketch(operation)
    const seen = new Set<string>()
    const isNew = ({ sketch: { place } }: SketchPlace): boolean => {
      if (place === undefined || place === '') return true
      return seen.size < seen.add(place).size
    }
    for (const place of answer === undefined ? [] : walkSketch(answer, isNew)) {
      const producer: Producer = {
        operation,
        expression: `$response.body#${place.pointer}`,
        origin: 'inferred',
      }
      for (const entity of entitiesAt(place)) {
        const mentions = found.get(entity) ?? []
        if (mentions.length < MAX_MENTIONS)
          found.set(entity, [...mentions, { producer, types: place.sketch.types }])
      }
    }
  }
  return found
}

/** The things whose id may stand at a place: by its own name, for a bare `id` by the name of what is around it. */
const entitiesAt = ({ sketch, field, container, depth }: SketchPlace): readonly string[] => {
  if (depth === 0 || sketch.fields().size > 0 || !isScalar(sketch) || sketch.types.has('array')) return []
  const { entities, suffix } = parseReferenceName(field)
  if (!ID_WORDS.includes(suffix)) return []
  return entities.length > 0 ? entities : parseReferenceName(container).entities
}
