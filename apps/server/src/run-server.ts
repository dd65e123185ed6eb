import process from 'node:process'
import { openStore } from '@giftcards/storage'
import { banner } from './banner.ts'
import { readConfig } from './config/read-config.ts'
import { createServer } from './create-server.ts'
import { listen } from '@contract-kit/express'
import { createLogger } from './observe/create-logger.ts'
import { createShutdown } from './observe/create-shutdown.ts'
import { readShutdownSettings } from './observe/read-shutdown-settings.ts'
import { startTracing } from './observe/start-tracing.ts'
import { collectStartGarbage } from './service/collect-start-garbage.ts'
import { startTimer } from './service/start-timer.ts'
import { describeStartFailure } from './start-failure.ts'
import { startMockProcess } from './start-mock.ts'

/** What a start has opened so far; where the rest of it fails, the newest is closed first. */
const opened: (() => Promise<unknown>)[] = []

async function main(): Promise<void> {
  const config = readConfig(process.env)
  const shutdownSettings = readShutdownSettings(process.env)
  const log = createLogger(config.logLevel)
  const tracing = await startTracing(process.env)
  opened.push(() => tracing.stop())
  const store = await openStore(config.databaseUrl, { maxConnections: config.databaseConnections })
  opened.push(() => store.close())
  const mock =
    config.isSandbox && config.mockPort > 0 ? startMockProcess(config.host, config.mockPort) : undefined
  opened.push(async () => mock?.stop())
  const server = await createServer(config, { store, log, tracing })
  opened.push(() => server.stop())
  const { host, port, maxConnections } = config
  const listening = await listen(server.app.handler, {
    host,
    port,
    maxConnections,
    messages: server.app.messages,
    onUnread: (request) => server.onUnread(request),
  })
  opened.push(() => listening.close({ graceMs: 0 }))
  // Half a start would go unnoticed: with a mock asked for, both are there or neither.
  const mockUrl = await mock?.ready

  const stop = createShutdown(
    shutdownSettings,
    {
      drain() {
        log.info('Stopping: no longer ready, requests in flight are finished')
        server.drain()
      },
      close: (graceMs) => Promise.all([listening.close({ graceMs }), mock?.stop()]),
      async release() {
        await server.stop()
        await Promise.all([store.close(), tracing.stop()])
      },
      exit: (code) => process.exit(code),
    },
    startTimer,
  )
  process.on('SIGTERM', stop)
  process.on('SIGINT', stop)
  log.info(`Listening on ${listening.url}`)
  if (config.secrets.areDemo) {
    log.warn('Running on published demo keys: tokens and cards of this server protect nothing of value')
  }
  if (config.isSandbox) process.stdout.write(banner(listening.url, mockUrl, config.databaseUrl))
  else log.warn('No payment gateway and no card issuer are connected: payments and cards are simulated')
  collectStartGarbage()
}

try {
  await main()
} catch (error) {
  const { exitCode, text } = describeStartFailure(error)
  process.stderr.write(`${text}\n`)
  // What cannot be closed either would only hide what was wrong.
  for (const close of opened.toReversed()) await close().catch(() => undefined)
  process.exit(exitCode)
}
