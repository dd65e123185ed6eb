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
  /** If set, controls require it. Otherwise they serve only this machine. */
  readonly sandboxKey: string | undefined
  readonly errors: ErrorMapper
  readonly onBreach: OnBreach
}

/**
 * The sandbox controls. With a key they require it; without one they serve only programs on this machine. The status is public.
 */
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
    // All controls respond with 503 while the store is unavailable, because their data would be stale.
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
    // Controls are called rarely, so their validators are compiled on first use to speed up the start.
    prepare: false,
  })
}

/** Whether an operation needs no key: its `security` is empty. */
function isPublic({ object }: Operation): boolean {
  const { security } = object
  return Array.isArray(security) && security.length === 0
}

/** The address of this server, on which the request arrived. */
function addressOf({ socket: { localAddress = '127.0.0.1', localPort = 0 } }: Request): ServerAddress {
  return { host: localAddress, port: localPort }
}

const loopbackHost = /^(?:localhost|127(?:\.\d{1,3}){3}|\[::1\])(?::\d+)?$/i

/**
 * Accepts programs on this machine and the sandbox's own page. Rejects other pages in a browser on this machine, whose origin has
 * another host. With DNS rebinding, a page sends its own name as the host (decision: sandbox; Fetch standard, `Origin`).
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
