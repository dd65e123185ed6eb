import type { Failure } from '../../schema/failure.ts'
import { parsePointer } from '../../schema/json-pointer.ts'

/** One failure as a clause: `/pets/name is not of type string`; for alternatives, also why the nearest one fails. */
export const describeFailure = (failure: Failure): string => {
  const nearest = failure.branches.reduce<readonly Failure[] | undefined>(
    (best, branch) => (best === undefined || branch.length < best.length ? branch : best),
    undefined,
  )
  const reason = nearest?.[0] === undefined ? '' : ` (nearest: ${describeFailure(nearest[0])})`
  return `${describePlace(failure.instancePointer)} ${failure.message}${reason}`
}

/** Array indices differ from answer to answer, so they are left out. */
const describePlace = (pointer: string): string =>
  pointer === ''
    ? 'the body'
    : parsePointer(pointer)
        .filter((token) => !/^\d+$/.test(token))
        .map((token) => `/${token}`)
        .join('') || 'an item'
