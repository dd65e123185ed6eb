import type { ChangeCheck } from '../change-check.ts'

/** An operation that took no body asks for one. */
export const requiredBodyAdded: ChangeCheck = {
  id: 'required-body-added',
  verify({ typeName, kind, revision }) {
    if (typeName !== 'RequestBody' || kind !== 'added') return undefined
    return Object(revision?.value)['required'] === true ? 'A request body became required.' : undefined
  },
}
