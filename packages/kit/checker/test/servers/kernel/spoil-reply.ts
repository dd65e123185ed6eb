import type { Defect } from './deviation.ts'
import type { Reply } from './reply.ts'
import type { RouteMatch } from './route-table.ts'
import type { ServerRequest } from './server-request.ts'

/** Spoils a response where the defect spoils responses and this is the operation, or the path, to blame. */
export const spoilReply = (
  reply: Reply,
  request: ServerRequest,
  defect: Defect | undefined,
  match: RouteMatch<{ readonly id: string }> | undefined,
): Reply => {
  if (defect?.spoil === undefined) return reply
  const asked = match?.operations.get(request.method)
  const operation = asked ?? (request.method === 'HEAD' ? match?.operations.get('GET') : undefined)
  const isToBlame =
    defect.operationId === null
      ? defect.path === (match?.template ?? request.path)
      : defect.operationId === operation?.id
  return isToBlame ? defect.spoil(reply, request) : reply
}
