import type { ApiOperation } from '../../document/api-document.ts'
import type { Exchange } from '../../run/exchange.ts'

/** The operation whose promises bind this answer; undefined for an undeclared method, and for HEAD where GET is declared. */
export const declaredOperation = ({ case: { operation, request } }: Exchange): ApiOperation | undefined =>
  operation?.method === request.method ? operation : undefined
