import type { RequestListener } from 'node:http'
import { createLogger, createServer, listen, readConfig } from '@giftcards/server'
import { openStore } from '@giftcards/storage'
import { control } from '@giftcards/test-harness/process'
import { openSession, type Partner, rememberingHasher, storyTime } from '@giftcards/test-harness'

/** A server on a database that stays, which serves any number of logins and coupon codes. */
export interface UnthrottledServer {
  readonly url: string
  partner(email?: string): Promise<Partner>
  /** Puts the published data back, and the clock to where it began. */
  reset(): Promise<void>
  close(): Promise<void>
}

/** Paths where too many attempts in a while get 429, whatever their content. */
const throttledPath = /\/(?:login|coupons|orders)\b/
/** Fewer attempts than any throttle takes in a quarter of an hour. */
const attempts = 9
const quarterSeconds = 900
/** The clock moves on all the time, so nothing may expire by it. */
const aYear = String(365 * 86_400)

/**
 * Starts a server in this process. So that its throttles do not hold for the operations behind them, a quarter of an
 * hour passes between every few attempts.
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
