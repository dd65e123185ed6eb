import type { RequestListener } from 'node:http'
import { createLogger, createServer, listen, readConfig } from '@giftcards/server'
import { openStore } from '@giftcards/storage'
import { control } from '@giftcards/test-harness/process'
import { openSession, type Partner, rememberingHasher, storyTime } from '@giftcards/test-harness'

/** A server on a persistent database that accepts any number of logins and coupon codes. */
export interface UnthrottledServer {
  readonly url: string
  partner(email?: string): Promise<Partner>
  /** Restores the published data and the initial clock. */
  reset(): Promise<void>
  close(): Promise<void>
}

/** Paths on which too many attempts within a period get 429, regardless of their content. */
const throttledPath = /\/(?:login|coupons|orders)\b/
/** Fewer attempts than any throttle accepts in 15 minutes. */
const attempts = 9
const quarterSeconds = 900
/** The clock advances constantly, so nothing may expire because of it. */
const aYear = String(365 * 86_400)

/**
 * Starts a server in this process. Advances its clock by 15 minutes after every few attempts, so that its throttles do not block
 * the operations behind them.
 */
export async function startUnthrottledServer(databaseUrl: string): Promise<UnthrottledServer> {
  const config = readConfig({
    SANDBOX_SEED: 'tests',
    RATE_LIMIT_PER_MINUTE: '0',
    LOG_LEVEL: 'silent',
    TOKEN_TTL_SECONDS: aYear,
    SESSION_MAX_SECONDS: aYear,
    CART_TTL_SECONDS: aYear,
  })
  const store = await openStore(databaseUrl, { mode: 'sandbox' })
  const server = await createServer(config, {
    store,
    log: createLogger(config.logLevel),
    passwords: rememberingHasher,
  })
  let attempted = 0
  const handler: RequestListener = (request, response) => {
    const isAttempt = request.method === 'POST' && throttledPath.test(request.url ?? '')
    if (isAttempt) attempted += 1
    if (!isAttempt || attempted % attempts !== 0) return server.app(request, response)
    control(url, 'advanceClock', { body: { seconds: quarterSeconds } }).then(
      () => server.app(request, response),
      (error: unknown) => response.destroy(error instanceof Error ? error : undefined),
    )
  }
  const { maxConnections } = config
  const listening = await listen(handler, { host: '127.0.0.1', port: 0, maxConnections })
  await server.start()
  const { url } = listening
  async function reset(): Promise<void> {
    await control(url, 'resetSandbox')
    await control(url, 'setClock', { body: { frozen: true, now: storyTime } })
  }
  await reset()
  return {
    url,
    async partner(email) {
      const partner = await openSession(url)
      if (email !== undefined) await partner.login(email)
      return partner
    },
    reset,
    async close() {
      await listening.close({ graceMs: 0 })
      await server.stop()
      await store.close()
    },
  }
}
