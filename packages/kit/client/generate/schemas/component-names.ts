import { appendTokens, parsePointer } from '@contract-kit/json-schema/json'
import { resolveUri } from '@contract-kit/json-schema/schemas'

/** The name of the schema under `components` that a reference leads to; `undefined` if it leads elsewhere. */
export function nameOfComponent(reference: string): string | undefined {
  const { uri, fragment } = resolveUri(reference, '')
  const [section, kind, name, ...rest] = parsePointer(fragment)
  return uri === '' && section === 'components' && kind === 'schemas' && rest.length === 0 ? name : undefined
}

/** The reference to a schema under `components`. */
export function referenceTo(name: string): string {
  return toReference(appendTokens('/components/schemas', name))
}

/** The reference to a place of the document (RFC 6901, section 6). */
export function toReference(pointer: string): string {
  return `#${pointer.replaceAll('%', '%25')}`
}
