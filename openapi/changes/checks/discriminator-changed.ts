import type { ChangeCheck } from '../change-check.ts'
import { segmentsOf } from '../pointer.ts'

/** Variants are told apart by another field, or by other values of it (OpenAPI 3.1.1, 4.8.25). */
export const discriminatorChanged: ChangeCheck = {
  id: 'discriminator-changed',
  verify({ typeName, kind, property, path, base, revision }, { isSent, isReceived }) {
    if (typeName === 'Discriminator') {
      if (property === 'propertyName')
        return `Variants are told apart by \`${String(revision?.value)}\`; it was \`${String(base?.value)}\`.`
      return kind === 'removed' && isReceived ? 'No field tells the variants apart any more.' : undefined
    }
    const [holder, keyword, value] = segmentsOf(path).slice(-3)
    if (holder !== 'discriminator' || keyword !== 'mapping') return undefined
    if (kind === 'removed' && isSent) return `The value \`${value}\` names no variant any more.`
    return kind === 'added' && isReceived ? `The value \`${value}\` names a variant.` : undefined
  },
}
