import type { ChangeCheck } from '../change-check.ts'
import { segmentsOf } from '../pointer.ts'

/** A header that every such answer had may be missing from now on. */
export const responseHeaderOptional: ChangeCheck = {
  id: 'response-header-optional',
  verify({ typeName, property, path, base, revision }) {
    if (typeName !== 'Header' || property !== 'required') return undefined
    if (base?.value !== true || revision?.value === true) return undefined
    return `Header \`${segmentsOf(path).at(-1)}\` is no longer in every answer.`
  },
}
