import { type Check, createFinding, defineCheck } from '../../core/check.ts'
import type { Exchange, NearAuthMode } from '../../core/exchange.ts'
import { type ApiOperation, isSecured } from '@contract-kit/openapi'
import { isSafeMethod } from '@contract-kit/openapi/wire'
import { declaredOperation, describeResponse, isDeclared, requiresCredentials } from './exchange-facts.ts'

/** A secured operation rejects a request without credentials. Where it documents 401, it does not return 403 instead (RFC 9110, 15.5.2). */
export const ignoredAuth: Check = defineCheck({
  id: 'ignored-auth',
  title: 'Secured operation works without credentials',
  severity: 'critical',
  needs: 'request',
  appliesTo: isDeclared,
  verify: (exchange) => {
    const operation = declaredOperation(exchange)
    const {
      document,
      case: { auth, authScheme },
      response: { status },
      documented,
    } = exchange
    if (operation === undefined || auth !== 'none' || !requiresCredentials(document, operation, authScheme))
      return []
    const pointer = operation.security[0]?.pointer
    if (status >= 200 && status < 300) {
      const message = `${describeResponse(exchange)} was returned to a request without credentials.`
      return [createFinding(ignoredAuth, exchange, message, pointer)]
    }
    if (status !== 403 || documented === undefined || !operation.responses.has('401')) return []
    const message = `${describeResponse(exchange)} to a request without credentials should be the documented 401.`
    return [createFinding(ignoredAuth, exchange, message, pointer, '403')]
  },
})

/** Made-up credentials give no access to a secured operation. If only 401 is documented, the response is 401, not 403. */
export const invalidAuth: Check = defineCheck({
  id: 'invalid-auth',
  title: 'Invalid credentials are accepted',
  severity: 'critical',
  needs: 'request',
  appliesTo: isDeclared,
  verify: (exchange) => {
    const operation = declaredOperation(exchange)
    const {
      document,
      case: { auth, authScheme, identity },
      response: { status },
      documented,
    } = exchange
    if (operation === undefined || !requiresCredentials(document, operation, authScheme)) return []
    const pointer = operation.security[0]?.pointer
    if (auth === 'other' && identity?.isExpired === true && status >= 200 && status < 300) {
      const message = `${describeResponse(exchange)} was returned to a request with expired credentials.`
      return [createFinding(invalidAuth, exchange, message, pointer, 'expired')]
    }
    if (auth !== 'invalid') return []
    if (status >= 200 && status < 300) {
      const message = `${describeResponse(exchange)} was returned to a request with invalid credentials.`
      return [createFinding(invalidAuth, exchange, message, pointer)]
    }
    const isMistaken403 = status === 403 && operation.responses.has('401') && !operation.responses.has('403')
    if (!isMistaken403 || documented === undefined) return []
    const message = `${describeResponse(exchange)} to invalid credentials should be the documented 401.`
    return [createFinding(invalidAuth, exchange, message, pointer, '403')]
  },
})

const CHANGES: Readonly<Record<NearAuthMode, string>> = {
  cut: 'lack their last character',
  longer: 'have one extra character',
  recased: 'differ in upper and lower case',
  relabeled: 'are a bearer token sent as Basic',
  misplaced: 'are in another place than the declared one',
}

/** Nearly correct credentials give no access: the server must compare the whole token. */
export const weakCredential: Check = defineCheck({
  id: 'weak-credential',
  title: 'Altered credentials are accepted',
  severity: 'critical',
  // A credential in the query is valid, but URLs end up in logs and histories.
  severityOf: ({ case: { auth } }) => (auth === 'misplaced' ? 'medium' : 'critical'),
  needs: 'request',
  appliesTo: isDeclared,
  verify: (exchange) => {
    const operation = declaredOperation(exchange)
    const {
      document,
      case: { auth, authScheme, identity },
      response: { status },
    } = exchange
    const change = CHANGES[auth as NearAuthMode] as string | undefined
    if (
      operation === undefined ||
      change === undefined ||
      !requiresCredentials(document, operation, authScheme)
    )
      return []
    if (status < 200 || status > 299) return []
    const message = `${describeResponse(exchange)} was returned to a request whose credentials ${change}.`
    // A server usually verifies one kind of credentials in one place.
    const cause = [auth, authScheme ?? '', ...(identity?.schemes ?? [])].join(' ')
    return [{ ...createFinding(weakCredential, exchange, message, operation.security[0]?.pointer), cause }]
  },
})

/** A 401 has `WWW-Authenticate` (RFC 9110, 15.5.2). Checked only if the operation is secured. */
export const missingWwwAuthenticate: Check = defineCheck({
  id: 'missing-www-authenticate',
  title: '401 does not say how to authenticate',
  severity: 'low',
  needs: 'response',
  sharedParts: ['error page'],
  appliesTo: isDeclared,
  verify: (exchange) => {
    const operation = declaredOperation(exchange)
    const { response } = exchange
    if (operation === undefined || operation.security.length === 0 || response.status !== 401) return []
    if (response.header('www-authenticate') !== undefined) return []
    return [
      createFinding(
        missingWwwAuthenticate,
        exchange,
        `${describeResponse(exchange)} has no WWW-Authenticate header.`,
      ),
    ]
  },
})

/**
 * A public operation does not require credentials. Not reported if a 401 is documented, or if the request may contain credentials, as in a
 * login. The exception is a read that just succeeded with the credentials of other operations.
 */
export const unauthorizedWithoutSecurity: Check = defineCheck({
  id: 'unauthorized-without-security',
  title: 'Public operation requires credentials',
  severity: 'medium',
  needs: 'response',
  appliesTo: isDeclared,
  verify: (exchange) => {
    const operation = declaredOperation(exchange)
    const { response, documented } = exchange
    if (
      operation === undefined ||
      response.status !== 401 ||
      documented === undefined ||
      isSecured(operation)
    )
      return []
    const isOptional = operation.security.length > 0
    // If credentials are optional, the sent ones may cause the rejection.
    if (isOptional && exchange.case.auth !== 'none') return []
    if (!succeededWithCredentials(exchange) && mayHoldCredentials(operation)) return []
    const declares = isOptional ? 'makes them optional' : 'declares none for the operation'
    const message = `${describeResponse(exchange)} requires credentials, but the document ${declares}.`
    return [createFinding(unauthorizedWithoutSecurity, exchange, message)]
  },
})

const mayHoldCredentials = ({ responses, body, parameters }: ApiOperation): boolean =>
  responses.has('401') || body !== undefined || parameters.some((parameter) => parameter.in !== 'path')

/** A change may succeed only once, so only a read proves access. */
const succeededWithCredentials = ({ case: { auth, request }, history }: Exchange): boolean =>
  auth === 'none' &&
  isSafeMethod(request.method) &&
  history.some(
    (earlier) =>
      earlier.case.auth === 'given' &&
      earlier.response.status < 300 &&
      earlier.case.request.method === request.method &&
      earlier.case.request.target === request.target &&
      earlier.case.request.body === request.body,
  )
