import { type ContractRouter, contractRouter, type ErrorMapper, type OnBreach } from '@contract-kit/express'
import { type operations, openapiDocument } from '@giftcards/contract'
import type { MarketplaceDeps } from '@giftcards/marketplace'
import type { RequestHandler } from 'express'
import {
  callerOf,
  createCallerGuards,
  limitAddress,
  limitRate,
  requireApp,
  requireUserAgent,
} from './auth/caller.ts'
import type { TokenService } from './auth/tokens.ts'
import type { RateLimits, WorkLimit } from './limits.ts'
import { partnerOperations } from './operations/index.ts'
import type { PartnerContext, ProvidedHeaders } from './operations/operation.ts'
import { rateTrigger, runTrigger, tokenTrigger } from './sandbox/triggers.ts'
import { loginRequired } from './wire/api-error.ts'

/** The parts of the partner API. */
export interface PartnerApiParts {
  readonly marketplace: MarketplaceDeps
  readonly tokens: TokenService
  readonly rates: RateLimits
  readonly work: WorkLimit
  readonly errors: ErrorMapper
  readonly onBreach: OnBreach
  readonly isSandbox: boolean
  /** Resolves when the running jobs have ended, or take too long. */
  readonly awaitJobs: () => Promise<void>
}

/** In a sandbox, the request after a purchase sees the results of its jobs, so examples need no pauses. */
const waitForJobs =
  (awaitJobs: () => Promise<void>): RequestHandler =>
  async (_request, _response, next) => {
    await awaitJobs()
    next()
  }

/** Binds the contract to the marketplace: guards in the decided order, then the operations. */
export function createPartnerApi(parts: PartnerApiParts): Promise<ContractRouter> {
  const { marketplace, tokens, rates, work, errors, onBreach, isSandbox, awaitJobs } = parts
  const { limitRefusals, requireCaller } = createCallerGuards({
    tokens,
    store: marketplace.store,
    refusals: rates.refusals,
    work,
    ...(isSandbox ? { beforeToken: tokenTrigger } : {}),
  })
  return contractRouter<operations, PartnerContext, ProvidedHeaders>({
    document: openapiDocument,
    basePath: '',
    handlers: partnerOperations,
    guards: [
      requireUserAgent,
      requireApp,
      limitRefusals,
      limitAddress(rates.address),
      requireCaller,
      ...(isSandbox ? [rateTrigger(rates.session)] : []),
      limitRate(rates.session),
      ...(isSandbox ? [waitForJobs(awaitJobs)] : []),
    ],
    skipHeaders: ['user-agent', 'authorization', 'x-cc-app', 'x-request-id'],
    context: (request, response) => ({
      marketplace,
      tokens,
      caller: callerOf(response),
      trigger: isSandbox ? request.get('x-sandbox-trigger') : undefined,
    }),
    authorize(operation, { caller }) {
      if (operation.object['x-access'] === 'customer' && caller.customerId === null) throw loginRequired()
    },
    around: ({ operationId }, { caller, trigger }, run) =>
      work.run(caller.ip, () =>
        trigger === undefined ? run() : runTrigger(operationId, trigger, work.pause, run),
      ),
    errors,
    onBreach,
    implicitMethods: false,
    // The server compiles all validators once it listens; an earlier request waits only for its own.
    prepare: false,
  })
}
