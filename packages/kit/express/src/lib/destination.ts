import type { Failure } from './answer.ts'
import type { BoundApi } from './bind-api.ts'
import { methodNotAllowed, notFound } from './failures.ts'
import type { Mount } from './mount.ts'
import type { DocumentOperation } from './schema/document-operations.ts'

/** Where a request goes. */
export type Destination =
  | { readonly kind: 'mount'; readonly mount: Mount }
  | {
      readonly kind: 'operation'
      readonly api: BoundApi
      readonly operation: DocumentOperation
      readonly pathValues: Readonly<Record<string, string | undefined>>
    }
  /** `methods` where the path is known. */
  | { readonly kind: 'failure'; readonly failure: Failure; readonly methods?: readonly string[] }

/** Finds the mount or operation of a method and path; mounts come first, then the APIs in order. */
export function findDestination(
  apis: readonly BoundApi[],
  mountsByPath: ReadonlyMap<string, readonly Mount[]>,
  method: string,
  path: string,
): Destination {
  const mounts = mountsByPath.get(path) ?? []
  // A page answers HEAD as it answers GET (RFC 9110 9.3.2); Node leaves the body out.
  const asked = method === 'HEAD' ? 'GET' : method
  const mount = mounts.find((one) => one.method === asked)
  if (mount !== undefined) return { kind: 'mount', mount }
  const methods = mounts.flatMap((one) => (one.method === 'GET' ? ['GET', 'HEAD'] : [one.method]))
  for (const api of apis) {
    const route = api.findRoute(path)
    const operation = route?.operations.get(method)
    if (route === undefined) continue
    if (operation !== undefined) return { kind: 'operation', api, operation, pathValues: route.pathValues }
    methods.push(...route.operations.keys())
  }
  if (methods.length === 0) return { kind: 'failure', failure: notFound }
  return { kind: 'failure', failure: methodNotAllowed(methods), methods }
}
