import {
  type OperationId,
  type OperationResponse,
  type OperationStatus,
  operationTable,
} from '@giftcards/contract'
import { demoPassword } from '@giftcards/server'
import { type CallOptions, fillPath, mergeHeaders } from './call.ts'
import { type Exchange, sendChecked } from './exchange.ts'

/** A partner application with a session. It sends its token, keeps the newest one and checks every response. */
export interface Partner {
  readonly token: string
  readonly sessionId: string
  /** Calls an operation and checks the response against the contract, including errors. */
  call(operationId: OperationId, options?: CallOptions): Promise<Exchange>
  /** Calls an operation and returns the typed body. Throws if the response has a status other than `status`. */
  want<Id extends OperationId, Status extends OperationStatus<Id>>(
    operationId: Id,
    status: Status,
    options?: CallOptions,
  ): Promise<OperationResponse<Id, Status>>
  /** Logs in a published customer. */
  login(email: string): Promise<Exchange>
}

/** Opens a session. */
export async function openSession(baseUrl: string, appId = 'demo-app'): Promise<Partner> {
  let token: string | undefined
  let sessionId = ''

  async function call(operationId: OperationId, options: CallOptions = {}): Promise<Exchange> {
    const { method, path } = operationTable[operationId]
    const usual = {
      'user-agent': 'contract-tests',
      'x-cc-app': appId,
      ...(token === undefined ? {} : { authorization: `Bearer ${token}` }),
    }
    const query =
      operationId === 'checkout' ? { checkout: 'condensed', ...options.query } : (options.query ?? {})
    const exchange = await sendChecked(operationId, baseUrl, {
      method,
      path: fillPath(path, { ...options, query }),
      headers: mergeHeaders(usual, options.headers),
      ...(options.body === undefined ? {} : { body: options.body }),
    })
    token = exchange.headers.get('authorization') ?? token
    sessionId = exchange.headers.get('x-session-id') ?? sessionId
    return exchange
  }

  const partner: Partner = {
    get token() {
      return token ?? ''
    },
    get sessionId() {
      return sessionId
    },
    call,
    async want(operationId, status, options) {
      const exchange = await call(operationId, options)
      if (exchange.status !== status) {
        throw new Error(
          `${operationId} answered ${exchange.status} ${exchange.code}, not ${status}: ${exchange.text}`,
        )
      }
      // checkExchange has shown that the body matches the schema of this status.
      return exchange.body as never
    },
    async login(email) {
      const body = { customer: { email, password: demoPassword } }
      const exchange = await call('login', { body })
      if (exchange.status !== 200)
        throw new Error(`login of ${email} answered ${exchange.status}: ${exchange.text}`)
      return exchange
    },
  }
  await partner.want('createSession', 200)
  return partner
}
