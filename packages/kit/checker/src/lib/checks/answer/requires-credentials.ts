import type { ApiDocument, ApiOperation } from '../../document/api-document.ts'
import { isSecured } from '../../document/is-secured.ts'

/**
 * Whether a request without credentials must be refused: no alternative is anonymous, and none rests on a client
 * certificate alone, which no request shows.
 */
export const requiresCredentials = (document: ApiDocument, operation: ApiOperation): boolean =>
  isSecured(operation) &&
  operation.security.every(({ schemes }) =>
    schemes.some(({ name }) => document.securitySchemes.get(name)?.type !== 'mutualTLS'),
  )
