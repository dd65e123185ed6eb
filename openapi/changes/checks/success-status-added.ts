import type { ChangeCheck } from '../change-check.ts'
import { segmentsOf } from '../pointer.ts'

/** A request that works is answered with a status that programs do not know. Refusals may grow: they are known by class. */
export const successStatusAdded: ChangeCheck = {
  id: 'success-status-added',
  verify({ typeName, kind, path }) {
    if (typeName !== 'Response' || kind !== 'added') return undefined
    const status = segmentsOf(path).at(-1) ?? ''
    return /^[23]/.test(status) ? `It may be answered ${status}.` : undefined
  },
}
