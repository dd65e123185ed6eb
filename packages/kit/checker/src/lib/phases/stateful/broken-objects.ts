import type { ApiOperation } from '../../document/api-document.ts'
import { isObject } from '../../schema/json.ts'
import type { RequestValues } from '../../wire/request-values.ts'
import type { BrokenValues } from './scenario-port.ts'
import type { Walk } from './walk.ts'

/** Broken requests among which is chosen. */
const SUPPLY = 40

/**
 * The same request with one statement of its body broken, so often; the body stays an object, whose other properties a careless
 * server may take over before it sees the broken one. Spread from the first statement to the last.
 */
export const brokenObjects = (
  { port, id }: Walk,
  operation: ApiOperation,
  values: RequestValues,
  count: number,
): readonly BrokenValues[] => {
  const broken = port.brokenBodies(operation, values, { salt: `${id} broken`, limit: SUPPLY })
  const objects = broken.filter(({ values: { body } }) => body !== undefined && isObject(body.value))
  if (objects.length <= count) return objects
  const step = (objects.length - 1) / Math.max(1, count - 1)
  return Array.from({ length: count }, (_item, index) => objects[Math.round(index * step)]).filter(
    (each) => each !== undefined,
  )
}
