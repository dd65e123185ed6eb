import cors from 'cors'
import type { Request, RequestHandler } from 'express'

/** Which origins a browser may call from, and which response headers it may read. */
export interface CrossOriginOptions {
  readonly origins: readonly string[]
  readonly exposedHeaders: readonly string[]
}

/** Makes the cross-origin headers of every answer. */
export function createCrossOrigin(options: CrossOriginOptions): RequestHandler {
  return cors({ ...toCorsOptions(options), preflightContinue: true })
}

/** Makes the answer to a preflight for a path with these methods: 204 without a body (Fetch standard, CORS protocol). */
export function createPreflight(options: CrossOriginOptions, methods: readonly string[]): RequestHandler {
  return cors({ ...toCorsOptions(options), methods: [...methods], maxAge: 600 })
}

/** True for the question a browser asks before a cross-origin request. */
export function isPreflight(request: Request): boolean {
  const { origin, 'access-control-request-method': asked } = request.headers
  return request.method === 'OPTIONS' && origin !== undefined && asked !== undefined
}

const toCorsOptions = ({ origins, exposedHeaders }: CrossOriginOptions): cors.CorsOptions => ({
  origin: [...origins],
  exposedHeaders: [...exposedHeaders],
})
