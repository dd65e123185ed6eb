import { createHash, timingSafeEqual } from 'node:crypto'
import { contractRouter, type ErrorMapper, type OnBreach } from '@contract-kit/express'
import { type operations, sandboxDocument } from '@giftcards/contract/sandbox'
import type { RequestHandler, Router } from 'express'
import { isFromThisMachine } from '../auth/caller.ts'
import { controlRefused } from '../wire/api-error.ts'
import type { ProvidedHeaders, SandboxContext } from './controls/control.ts'
import { sandboxOperations } from './controls/index.ts'

/** What the controls are served with. */
export interface SandboxApiParts {
  readonly context: SandboxContext
  /** Where it is set, controls ask for it; else they serve this machine alone. */
  readonly sandboxKey: string | undefined
  readonly errors: ErrorMapper
  readonly onBreach: OnBreach
}

/** The sandbox controls: for programs on this machine, or for anyone who sends the key where one is set. */
export function createSandboxApi({
  context,
  sandboxKey,
  errors,
  onBreach,
}: SandboxApiParts): Promise<Router> {
  const { store } = context.marketplace
  return contractRouter<operations, SandboxContext, ProvidedHeaders>({
    document: sandboxDocument,
    basePath: '',
    handlers: sandboxOperations,
    guards: [
      sandboxKey === undefined ? requireThisMachine : requireKey(sandboxKey),
      // No control answers while the store is away, not even one that could do without it: what it shows would be stale.
      async (_request, _response, next) => {
        await store.ping()
        next()
      },
    ],
    skipHeaders: ['x-request-id'],
    context: () => context,
    errors,
    onBreach,
    implicitMethods: false,
    // Controls are called now and then: a start that waits for none of them is sooner ready.
    prepare: false,
  })
}

const loopbackHost = /^(?:localhost|127(?:\.\d{1,3}){3}|\[::1\])(?::\d+)?$/i

/**
 * Lets programs on this machine pass, and no page that their browser has open: a page names its own origin, and one whose name
 * was made to resolve to this machine names its own host (decision: sandbox; Fetch standard, `Origin`).
 */
export const requireThisMachine: RequestHandler = (request, _response, next) => {
  const host = request.get('host') ?? ''
  const origin = request.get('origin')
  const isOwnPage = origin === undefined || origin === `http://${host}`
  if (!isFromThisMachine(request) || !loopbackHost.test(host) || !isOwnPage) throw controlRefused()
  next()
}

const digest = (text: string): Buffer => createHash('sha256').update(text).digest()

function requireKey(key: string): RequestHandler {
  const expected = digest(key)
  return (request, _response, next) => {
    if (!timingSafeEqual(digest(request.get('x-sandbox-key') ?? ''), expected)) throw controlRefused()
    next()
  }
}
