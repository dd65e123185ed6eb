import { entityOf } from './reference-name.ts'
import type { Sketch } from './sketch.ts'

/** Names under which answers wrap what they are about. */
const WRAPPERS = new Set([
  'data',
  'result',
  'response',
  'item',
  'record',
  'resource',
  'payload',
  'object',
  'entity',
  'body',
  'content',
  'value',
  'attribute',
  'embedded',
  'node',
])

/** Whether a property of an answer wraps the thing itself, rather than being a part of it. */
export const isWrapper = (name: string, entity: string): boolean => {
  const said = entityOf(name)
  return WRAPPERS.has(said) || (said !== '' && said === entity)
}

/** The objects of an answer that may be the thing itself: the answer, then what it wraps, three levels deep. */
export const wrappedIn = (
  answer: Sketch,
  entity: string,
): { readonly pointer: readonly string[]; readonly sketch: Sketch }[] => {
  const found: { readonly pointer: readonly string[]; readonly sketch: Sketch }[] = [
    { pointer: [], sketch: answer },
  ]
  for (const { pointer, sketch } of found) {
    if (pointer.length === 3) continue
    const objects = [...sketch.fields()].filter(([, field]) => field.sketch.types.has('object'))
    const isSole = objects.length === 1 && [...sketch.fields().values()].length <= 2
    for (const [name, field] of objects) {
      if (isWrapper(name, entity) || (isSole && pointer.length === 0 && !sketch.fields().has('id')))
        found.push({ pointer: [...pointer, name], sketch: field.sketch })
    }
  }
  return found
}
