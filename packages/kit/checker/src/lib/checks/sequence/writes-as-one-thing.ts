import { essenceOf } from '../../document/find-response.ts'
import { isObject } from '../../schema/json.ts'
import type { Exchange } from '../../run/exchange.ts'

/** Whether the body of a write is the thing itself, or a part to be merged into it; a JSON Patch (RFC 6902) is neither. */
export const writesAsOneThing = ({ case: { values, request } }: Exchange): boolean =>
  ['POST', 'PUT', 'PATCH'].includes(request.method) &&
  isObject(values?.body?.value) &&
  essenceOf(values.body.contentType) !== 'application/json-patch+json'
