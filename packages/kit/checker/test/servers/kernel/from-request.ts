import { belowBasePath } from './below-base-path.ts'
import type { ServerRequest } from './server-request.ts'

/** Reads a request of the fetch API. */
export const fromRequest = async (request: Request, basePath: string): Promise<ServerRequest> => {
  const url = new URL(request.url)
  return {
    method: request.method,
    path: belowBasePath(url.pathname, basePath),
    query: url.search.slice(1),
    headers: request.headers,
    body: new Uint8Array(await request.arrayBuffer()),
  }
}
