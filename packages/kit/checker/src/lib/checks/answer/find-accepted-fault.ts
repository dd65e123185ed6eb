import type { Exchange } from '../../run/exchange.ts'
import type { RequestFault } from '../../wire/judge-request.ts'
import { declaredOperation } from './declared-operation.ts'
import { isAuthorized } from './is-authorized.ts'

/**
 * The statement that the server overlooked when it accepted a request which is invalid under every reading; undefined
 * where it refused, or where the request is not certainly invalid. Of several faults, the one the case is about.
 */
export const findAcceptedFault = (exchange: Exchange): RequestFault | undefined => {
  const {
    verdict,
    case: { mode, target },
  } = exchange
  if (declaredOperation(exchange) === undefined || mode !== 'negative' || !isAuthorized(exchange))
    return undefined
  if (verdict?.isInvalid !== true || !isAcceptance(exchange)) return undefined
  return (
    verdict.faults.find(
      ({ pointer, documentUri }) => pointer === target.pointer && documentUri === target.documentUri,
    ) ?? verdict.faults[0]
  )
}

/** A redirection counts where the document names it as an outcome; 304 says nothing about the request, and 207 tells of each part apart. */
const isAcceptance = ({ answer: { status }, response }: Exchange): boolean =>
  (status >= 200 && status < 300 && status !== 207) ||
  (status >= 300 && status < 400 && status !== 304 && response !== undefined)
