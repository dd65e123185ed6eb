import { sandboxOperationTable, type SandboxOperationId } from '@giftcards/contract/sandbox'
import type { SandboxResponse, SandboxStatus } from '@giftcards/contract/sandbox'
import { createLogger, createServer, listen, readConfig, type ServerParts } from '@giftcards/server'
import type { Store } from '@giftcards/marketplace'
import { openStore } from '@giftcards/storage'
import { type CallOptions, fillPath } from './call.ts'
import { type Exchange, sendChecked } from './exchange.ts'
import { openSession, type Partner } from './partner.ts'
import { rememberingHasher } from './remembering-hasher.ts'

/** A server for one test file, on a free port and with an empty database in memory. */
export interface Sandbox {
  readonly url: string
  readonly store: Store
  /** Every line that the server logged. */
  readonly logLines: readonly string[]
  /** Creates a partner with an anonymous session, or logged in as `email`. */
  partner(email?: string, appId?: string): Promise<Partner>
  /** Calls a sandbox control and checks the response against its document. */
  control(operationId: SandboxOperationId, options?: CallOptions): Promise<Exchange>
  /** Calls a control and returns the typed body. Throws if the response has a status other than `status`. */
  wantControl<Id extends SandboxOperationId, Status extends SandboxStatus<Id>>(
    operationId: Id,
    status: Status,
    options?: CallOptions,
  ): Promise<SandboxResponse<Id, Status>>
  /** Restores the published data, and freezes the clock at `now` (by default, the start of the story). */
  reset(now?: string): Promise<void>
  /** Advances the clock. Tokens age with it. */
  advance(seconds: number): Promise<void>
  close(): Promise<void>
}

/** The time at which the story of the examples begins. */
export const storyTime = '2026-01-15T15:04:05.000Z'

/** Starts a sandbox server in this process. `env` is read like the environment of `npm start`. */
export async function startSandbox(
  env: Readonly<Record<string, string>> = {},
  parts: Partial<Pick<ServerParts, 'gateway' | 'store' | 'passwords'>> = {},
): Promise<Sandbox> {
  const logLines: string[] = []
  const config = readConfig({ SANDBOX_SEED: 'tests', RATE_LIMIT_PER_MINUTE: '0', LOG_LEVEL: 'trace', ...env })
  const store = parts.store ?? (await openStore('sqlite::memory:', { mode: 'sandbox' }))
  const log = createLogger(config.logLevel, { write: (line) => void logLines.push(line) })
  const server = await createServer(config, { store, log, passwords: rememberingHasher, ...parts })
  const listening = await listen(server.app, {
    host: '127.0.0.1',
    port: 0,
    maxConnections: config.maxConnections,
    isBehindProxies: config.trustedProxies.length > 0,
    onUnread: (request) => server.onUnread(request),
  })
  await server.start()

  async function control(operationId: SandboxOperationId, options: CallOptions = {}): Promise<Exchange> {
    const { method, path } = sandboxOperationTable[operationId]
    return sendChecked(operationId, listening.url, {
      method,
      path: fillPath(path, options),
      headers: Object.fromEntries(
        Object.entries(options.headers ?? {}).filter((entry): entry is [string, string] => entry[1] !== null),
      ),
      ...(options.body === undefined ? {} : { body: options.body }),
    })
  }

  const sandbox: Sandbox = {
    url: listening.url,
    store,
    logLines,
    async partner(email, appId) {
      const partner = await openSession(listening.url, appId)
      if (email !== undefined) await partner.login(email)
      return partner
    },
    control,
    async wantControl(operationId, status, options) {
      const exchange = await control(operationId, options)
      if (exchange.status !== status) {
        throw new Error(
          `${operationId} answered ${exchange.status} ${exchange.code}, not ${status}: ${exchange.text}`,
        )
      }
      // sendChecked has shown that the body matches the schema of this status.
      return exchange.body as never
    },
    async reset(now = storyTime) {
      await sandbox.wantControl('resetSandbox', 200)
      await sandbox.wantControl('setClock', 200, { body: { frozen: true, now } })
    },
    async advance(seconds) {
      await sandbox.wantControl('advanceClock', 200, { body: { seconds } })
    },
    async close() {
      await listening.close({ graceMs: 0 })
      await server.stop()
      await store.close()
    },
  }
  await sandbox.reset()
  return sandbox
}
