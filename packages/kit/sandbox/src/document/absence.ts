import type { ApiOperation } from '@contract-kit/openapi'
import type { Kind } from './kinds.ts'

/** Whether an operation has a response that says that its item does not exist. */
export const tellsAbsence = ({ responses }: ApiOperation): boolean =>
  ['404', '410', '4XX', '4xx', 'default'].some((status) => responses.has(status))

/** Whether an operation has any response that refuses a request. A 400 may say of an item that it was deleted. */
export const mayRefuse = (operation: ApiOperation): boolean =>
  tellsAbsence(operation) || operation.responses.has('400') || operation.responses.has('422')

/** Whether items of a kind exist as soon as they are named: nothing creates or lists them, or no response says that they are absent. */
export const existsByName = ({ origin, resources }: Kind): boolean =>
  origin === 'named' || resources.some(({ read }) => read !== undefined && !tellsAbsence(read.operation))
