import type { Check } from '../core/check.ts'
import {
  missingRequiredHeader,
  negativeDataRejection,
  positiveDataAcceptance,
  stringCoerced,
} from './exchanges/acceptance.ts'
import {
  errorBodyConformance,
  responseSchemaConformance,
  undocumentedProperties,
} from './exchanges/bodies.ts'
import {
  ignoredAuth,
  invalidAuth,
  missingWwwAuthenticate,
  unauthorizedWithoutSecurity,
  weakCredential,
} from './exchanges/credentials.ts'
import { headMismatch } from './exchanges/head-mismatch.ts'
import { contentTypeConformance, responseHeadersConformance } from './exchanges/headers.ts'
import { leakedInternals } from './exchanges/leaked-internals.ts'
import {
  allowHeaderConformance,
  hiddenRoute,
  methodNotAllowedDeclared,
  unsupportedMethod,
} from './exchanges/methods.ts'
import { contentNegotiation, notAcceptableValidAccept } from './exchanges/negotiation.ts'
import {
  bodyOnNoContent,
  misleadingCreated,
  nonstandardStatus,
  notAServerError,
  notModifiedUnasked,
  payloadRefusedWithoutPayload,
  slowResponse,
  statusCodeConformance,
  upgradeRequiredHeader,
} from './exchanges/statuses.ts'

/** All checks of exchanges, in report order. */
export const allChecks: readonly Check[] = [
  notAServerError,
  statusCodeConformance,
  nonstandardStatus,
  contentTypeConformance,
  responseHeadersConformance,
  responseSchemaConformance,
  errorBodyConformance,
  undocumentedProperties,
  positiveDataAcceptance,
  negativeDataRejection,
  stringCoerced,
  missingRequiredHeader,
  contentNegotiation,
  notAcceptableValidAccept,
  ignoredAuth,
  invalidAuth,
  weakCredential,
  missingWwwAuthenticate,
  unauthorizedWithoutSecurity,
  unsupportedMethod,
  allowHeaderConformance,
  methodNotAllowedDeclared,
  hiddenRoute,
  headMismatch,
  bodyOnNoContent,
  misleadingCreated,
  notModifiedUnasked,
  payloadRefusedWithoutPayload,
  upgradeRequiredHeader,
  leakedInternals,
  slowResponse,
]
