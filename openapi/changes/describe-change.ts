import type { FoundChange } from './found-change.ts'
import { segmentsOf } from './pointer.ts'

/** What changed, a sentence: ``Field `note` is new.`` */
export function describeChange({ kind, typeName, path, property, base, revision }: FoundChange): string {
  const name = `${nounOf(typeName)}\`${segmentsOf(path).at(-1) ?? ''}\``
  if (kind === 'added') return `${name} is new.`
  if (kind === 'removed') return `${name} is gone.`
  if (revision?.value === undefined) return `\`${property}\` is gone; it was ${show(base?.value)}.`
  if (base?.value === undefined) return `\`${property}\` is new: ${show(revision.value)}.`
  return `\`${property}\` was ${show(base.value)} and is ${show(revision.value)}.`
}

const nouns: Readonly<Record<string, string>> = {
  PathItem: 'Path',
  Schema: 'Field',
  Response: 'Answer',
  MediaType: 'Media type',
}

/** With a space behind it; a list is called by its key alone. */
function nounOf(typeName: string): string {
  return /(?:List|Map)$/.test(typeName) ? '' : `${nouns[typeName] ?? typeName} `
}

function show(value: unknown): string {
  const text = JSON.stringify(value)
  return text.length > 60 ? `${text.slice(0, 57)}...` : text
}
