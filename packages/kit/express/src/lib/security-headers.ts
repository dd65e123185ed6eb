import type { IncomingMessage, ServerResponse } from 'node:http'
import helmet from 'helmet'

/** The security headers of every answer, names and values in turn: nothing in an API answer may be run, framed or cached. */
export function listSecurityHeaders(): readonly string[] {
  const headers: string[] = []
  const setHeaders = helmet({
    contentSecurityPolicy: {
      useDefaults: false,
      directives: { defaultSrc: ["'none'"], frameAncestors: ["'none'"] },
    },
    xFrameOptions: { action: 'deny' },
    xPoweredBy: false,
  })
  // They do not depend on the request, so helmet is asked once.
  const response = {
    setHeader: (name: string, value: string) => void headers.push(name.toLowerCase(), value),
    removeHeader: () => undefined,
  }
  setHeaders({} as IncomingMessage, response as unknown as ServerResponse, (error) => {
    if (error !== undefined) throw error instanceof Error ? error : new Error('The headers are at fault')
  })
  return headers
}
