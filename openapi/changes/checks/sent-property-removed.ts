import type { ChangeCheck } from '../change-check.ts'
import { segmentsOf } from '../pointer.ts'

/**
 * A field that callers send means nothing any more; an open schema takes it and forgets it, so nobody tells them. Of a field
 * that they get, Redocly tells itself.
 */
export const sentPropertyRemoved: ChangeCheck = {
  id: 'sent-property-removed',
  verify({ typeName, kind, path }) {
    if (kind !== 'removed') return undefined
    if (typeName === 'SchemaProperties') return 'No field is read any more.'
    const [parent, name] = segmentsOf(path).slice(-2)
    return parent === 'properties' ? `\`${name}\` is not read any more.` : undefined
  },
}
