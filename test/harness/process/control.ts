import { sandboxOperationTable, type SandboxOperationId } from '@giftcards/contract/sandbox'
import { type CallOptions, fillPath, mergeHeaders } from '../call.ts'
import { type Exchange, sendChecked } from '../exchange.ts'

/** Calls a sandbox control of any server and checks the response against its document. */
export function control(
  baseUrl: string,
  operationId: SandboxOperationId,
  options: CallOptions = {},
): Promise<Exchange> {
  const { method, path } = sandboxOperationTable[operationId]
  return sendChecked(operationId, baseUrl, {
    method,
    path: fillPath(path, options),
    headers: mergeHeaders({}, options.headers),
    ...(options.body === undefined ? {} : { body: options.body }),
  })
}
