import { createHash, timingSafeEqual } from 'node:crypto'
import { contractRouter, type ErrorMapper, type OnBreach, type Operation } from '@contract-kit/express'
import { type operations, sandboxDocument } from '@giftcards/contract/sandbox'
import type { Request, RequestHandler, Router } from 'express'
import { isFromThisMachine } from '../auth/client-address.ts'
import { controlRefused } from '../wire/api-error.ts'
import type { ProvidedHeaders, SandboxContext } from './controls/control.ts'
import { sandboxOperations } from './controls/index.ts'
import type { Replays, ServerAddress } from './request-log/replay.ts'

/** The parts of the sandbox controls. */
export interface SandboxApiParts {
  readonly context: Omit<SandboxContext, 'replay'>
  readonly replays: Pick<Replays, 'send'>
  /** If it is set, controls require it. Otherwise they serve this machine alone. */
  readonly sandboxKey: string | undefined
  readonly errors: ErrorMapper
  readonly onBreach: OnBreach
}

/** The sandbox controls: for programs on this machine, or for anyone who sends the key where one is set. The status is public. */
export function createSandboxApi({
  context,
  replays,
  sandboxKey,
  errors,
  onBreach,
}: SandboxApiParts): Promise<Router> {
  const { store } = context.marketplace
  const guards: readonly RequestHandler[] = [
    sandboxKey === undefined ? requireThisMachine : requireKey(sandboxKey),
    // No control responds while the store is unavailable, not even one that does not need it. Its data would be stale.
    async (_request, _response, next) => {
      await store.ping()
      next()
    },
  ]
  return contractRouter<operations, SandboxContext, ProvidedHeaders>({
    document: sandboxDocument,
    basePath: '',
    handlers: sandboxOperations,
    guards: (operation) => (isPublic(operation) ? [] : guards),
    skipHeaders: ['x-request-id'],
    context: (request) => ({
      ...context,
      replay: (original, options) => replays.send(original, { ...options, address: addressOf(request) }),
    }),
    errors,
    onBreach,
    implicitMethods: false,
    // Controls are called seldom. The start is faster if it waits for none of them.
    prepare: false,
  })
}

/** Whether the document asks for no key: `security` of the operation is empty. */
function isPublic({ object }: Operation): boolean {
  const { security } = object
  return Array.isArray(security) && security.length === 0
}

/** Where this server listens: where the request came in. */
function addressOf({ socket: { localAddress = '127.0.0.1', localPort = 0 } }: Request): ServerAddress {
  return { host: localAddress, port: localPort }
}

const loopbackHost = /^(?:localhost|127(?:\.\d{1,3}){3}|\[::1\])(?::\d+)?$/i

/**
 * Accepts programs on this machine and the sandbox's own page. Rejects any other page in a browser on this machine: it sends
 * an origin of another host. A page whose name was made to resolve to this machine sends that name as its host (decision:
 * sandbox; Fetch standard, `Origin`).
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
