import type { PasswordHasher } from '@giftcards/marketplace'
import { createLogger, createServer, listen, readConfig } from '@giftcards/server'
import { openStore } from '@giftcards/storage'
import { expect } from 'vitest'
import { control, type ServerProcess, startProcess } from '@giftcards/test-harness/process'
import { everyCall, openSession, type Partner, rememberingHasher } from '@giftcards/test-harness'

/** A server under attack. The attacks know of it only what stands here. */
export interface AttackedServer {
  readonly url: string
  /** Every line that the server has logged so far. */
  readonly logLines: readonly string[]
  /** A partner with an anonymous session, or with `email` logged in. */
  partner(email?: string): Promise<Partner>
  close(): Promise<void>
}

/** How an attacked server differs from one that `npm start` starts. */
export interface AttackedServerOptions {
  /** Read like the environment of `npm start`; the rate limit is off and the database is in memory by default. */
  readonly env?: Readonly<Record<string, string>>
  /** How long the head of a request, and all of it, may take to arrive. */
  readonly timeouts?: { readonly headMs: number; readonly requestMs: number }
  readonly passwords?: PasswordHasher
}

/** Starts a server in this process, on a free port. */
export async function startAttackedServer(options: AttackedServerOptions = {}): Promise<AttackedServer> {
  const { env = {}, timeouts, passwords = rememberingHasher } = options
  const logLines: string[] = []
  const config = readConfig({
    SANDBOX_SEED: 'attacks',
    RATE_LIMIT_PER_MINUTE: '0',
    DATABASE_URL: 'sqlite::memory:',
    ...env,
  })
  const store = await openStore(config.databaseUrl, {
    mode: 'sandbox',
    maxConnections: config.databaseConnections,
  })
  const log = createLogger(config.logLevel, { write: (line) => void logLines.push(line) })
  const server = await createServer(config, { store, log, passwords })
  const listening = await listen(server.app, {
    host: '127.0.0.1',
    port: 0,
    maxConnections: config.maxConnections,
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

/** Starts a server in a process of its own, whose memory and CPU time are its own; `endProcesses` ends it. */
export function startAttackedProcess(env: Readonly<Record<string, string>> = {}): Promise<ServerProcess> {
  return startProcess({ RATE_LIMIT_PER_MINUTE: '0', ...env })
}

/** Opens a session, and logs `email` in if one is given. */
export async function openPartner(url: string, email?: string): Promise<Partner> {
  const partner = await openSession(url)
  if (email !== undefined) await partner.login(email)
  return partner
}

/**
 * The response of each operation to its sample call. The sandbox is reset before, so the responses are the same each
 * time.
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

/** Metrics that the attacks read, by their names in `GET /metrics`. */
export const metricNames = {
  inFlight: 'http_requests_in_flight',
  cpuSeconds: 'process_cpu_seconds_total',
  residentBytes: 'process_resident_memory_bytes',
  heapBytes: 'nodejs_heap_size_used_bytes',
} as const

/** The value of a metric without labels. */
export async function readMetric(url: string, name: keyof typeof metricNames): Promise<number> {
  const text = await (await fetch(`${url}/metrics`)).text()
  const [, value] = new RegExp(`^${metricNames[name]} (\\S+)$`, 'm').exec(text) ?? []
  if (value === undefined) throw new Error(`/metrics has no ${metricNames[name]}`)
  return Number(value)
}

/**
 * Reads a metric until `isReached` holds, at most `reads` times, and gives the last value. Each read is a request that
 * the server responds, so the wait ends by what the server has done and not by a clock.
 */
export async function readMetricUntil(
  url: string,
  name: keyof typeof metricNames,
  isReached: (value: number) => boolean,
  reads = 1000,
): Promise<number> {
  let value = await readMetric(url, name)
  for (let count = 1; count < reads && !isReached(value); count += 1) value = await readMetric(url, name)
  return value
}

/** Expects that the server works on no request but the one that asks. */
export async function expectNothingInFlight(url: string): Promise<void> {
  const inFlight = await readMetricUntil(url, 'inFlight', (value) => value <= 1)
  expect(inFlight, 'requests in flight, the one that asks included').toBeLessThanOrEqual(1)
}

/** The CPU time of the server, in seconds, while `run` lasts. */
export async function measureCpu(url: string, run: () => Promise<void>): Promise<number> {
  const before = await readMetric(url, 'cpuSeconds')
  await run()
  return (await readMetric(url, 'cpuSeconds')) - before
}
