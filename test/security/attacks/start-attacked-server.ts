import type { PasswordHasher, Store } from '@giftcards/marketplace'
import { createLogger, createServer, listen, readConfig } from '@giftcards/server'
import { openStore } from '@giftcards/storage'
import { expect } from 'vitest'
import { control } from '@giftcards/test-harness/process'
import { everyCall, openSession, type Partner, rememberingHasher } from '@giftcards/test-harness'

/** A server under attack. The attacks know only these members. */
export interface AttackedServer {
  readonly url: string
  /** Every line that the server has logged so far. */
  readonly logLines: readonly string[]
  /** Opens a partner with an anonymous session, or with `email` logged in. */
  partner(email?: string): Promise<Partner>
  close(): Promise<void>
}

/** The differences between an attacked server and one that `npm start` starts. */
export interface AttackedServerOptions {
  /** Settings, as in the environment of `npm start`. By default, the rate limit is off and the database is in memory. */
  readonly env?: Readonly<Record<string, string>>
  /** The time limits for the head of a request, and for the whole request. */
  readonly timeouts?: { readonly headMs: number; readonly requestMs: number }
  readonly passwords?: PasswordHasher
  /** A store in memory by default. */
  readonly store?: Store
}

/** Starts a server in this process, on a free port. */
export async function startAttackedServer(options: AttackedServerOptions = {}): Promise<AttackedServer> {
  const { env = {}, timeouts, passwords = rememberingHasher } = options
  const logLines: string[] = []
  const config = readConfig({
    SANDBOX_SEED: 'attacks',
    RATE_LIMIT_PER_MINUTE: '0',
    DATABASE_URL: 'sqlite::memory:',
    LOG_LEVEL: 'silent',
    ...env,
  })
  const store = options.store ?? (await openStore(config.databaseUrl, { mode: 'sandbox' }))
  const log = createLogger(config.logLevel, { write: (line) => void logLines.push(line) })
  const server = await createServer(config, { store, log, passwords })
  const listening = await listen(server.app, {
    host: '127.0.0.1',
    port: 0,
    maxConnections: config.maxConnections,
    isBehindProxies: config.trustedProxies.length > 0,
    onUnread: (request) => server.onUnread(request),
    ...(timeouts === undefined ? {} : { timeouts }),
  })
  await server.start()
  return {
    url: listening.url,
    logLines,
    partner: (email) => openPartner(listening.url, email),
    async close() {
      await listening.close({ graceMs: 0 })
      await server.stop()
      await store.close()
    },
  }
}

/** Opens a session, and logs in `email` if it is given. */
export async function openPartner(url: string, email?: string): Promise<Partner> {
  const partner = await openSession(url)
  if (email !== undefined) await partner.login(email)
  return partner
}

/**
 * Returns the response of each operation to its sample call. Resets the sandbox first, so the responses are the same each time.
 */
export async function callEveryOperation(url: string, resetUrl = url) {
  await control(resetUrl, 'resetSandbox')
  const partner = await openPartner(url, 'elite@example.com')
  const answers: { operationId: string; status: number; code: string | null }[] = []
  for (const [operationId, options] of everyCall) {
    const { status, code } = await partner.call(operationId, options)
    answers.push({ operationId, status, code })
  }
  expect(answers.filter(({ status }) => status >= 429)).toStrictEqual([])
  return answers
}

/** Returns the number of requests in progress, including the one that reads it. */
export async function countInFlight(url: string): Promise<number> {
  const text = await (await fetch(`${url}/metrics`)).text()
  return Number(/^http_requests_in_flight (\d+)$/m.exec(text)?.[1])
}

/** Expects that the server soon handles no request except the one that reads the metrics. */
export async function expectNothingInFlight(url: string): Promise<void> {
  await expect.poll(() => countInFlight(url)).toBe(1)
}

/** Returns the status of `/readyz`. */
export async function readiness({ url }: AttackedServer): Promise<number> {
  const response = await fetch(`${url}/readyz`)
  await response.text()
  return response.status
}
