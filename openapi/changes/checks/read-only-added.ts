import type { ChangeCheck } from '../change-check.ts'
import { segmentsOf } from '../pointer.ts'

/** A field that callers send is not taken any more, or one that they get is not given (JSON Schema Validation, 9.4). */
export const readOnlyAdded: ChangeCheck = {
  id: 'read-only-added',
  verify({ typeName, property, path, revision }, { isSent, isReceived }) {
    if (typeName !== 'Schema' || revision?.value !== true) return undefined
    const name = segmentsOf(path).at(-1)
    if (property === 'readOnly' && isSent) return `\`${name}\` became read-only, so it is not taken any more.`
    if (property === 'writeOnly' && isReceived)
      return `\`${name}\` became write-only, so no answer has it any more.`
    return undefined
  },
}
