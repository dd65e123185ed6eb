import type { Exchange } from '../../run/exchange.ts'

/** The subject of a message: `The 200 answer of getPet`, or `The 200 answer to GET /debug` where nothing is declared. */
export const describeAnswer = ({ case: { operation, request, path }, answer }: Exchange): string =>
  operation?.method === request.method
    ? `The ${answer.status} answer of ${operation.id}`
    : `The ${answer.status} answer to ${request.method} ${path}`
