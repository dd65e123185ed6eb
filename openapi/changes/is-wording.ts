import type { FoundChange } from './found-change.ts'
import { segmentsOf } from './pointer.ts'

/** Whether a change is of interest to readers alone: texts, examples, links, extensions, components that nothing uses. */
export function isWording({ typeName, property, path, kind }: FoundChange): boolean {
  if (wordingTypes.test(typeName)) return true
  if (typeName === 'SpecExtension') return isReadersExtension(segmentsOf(path).at(-1) ?? '')
  // The new name of a path parameter; the key of its path tells it too.
  if (typeName === 'Parameter' && property === 'name') return true
  if (property !== undefined) return wordingKeywords.has(property) || isReadersExtension(property)
  // A component of its own does nothing; where it is used, the change is found as well.
  return segmentsOf(path)[0] === 'components' && kind !== 'modified'
}

/** Who may call an operation is more than a word. */
function isReadersExtension(property: string): boolean {
  return property.startsWith('x-') && property !== 'x-access'
}

const wordingTypes = /^(?:X[A-Z]|Example|Link|Tag|ExternalDocs|Info|Contact|License|Root)/

const wordingKeywords: ReadonlySet<string> = new Set([
  'description',
  'summary',
  'title',
  'example',
  'examples',
  'externalDocs',
  'tags',
  '$comment',
])
