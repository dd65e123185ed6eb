import type { RequestHandler } from 'express'
import helmet from 'helmet'

/** Makes the security headers of every answer: nothing in an API answer may be run, framed or cached. */
export function createSecurityHeaders(): RequestHandler {
  return helmet({
    contentSecurityPolicy: {
      useDefaults: false,
      directives: { defaultSrc: ["'none'"], frameAncestors: ["'none'"] },
    },
    xFrameOptions: { action: 'deny' },
    xPoweredBy: false,
  })
}
