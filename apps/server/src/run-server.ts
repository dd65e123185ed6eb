import process from 'node:process'
import { openStore } from '@giftcards/storage'
import { banner } from './banner.ts'
import { startTimer } from './clock.ts'
import { loadCollaborators } from './collaborators.ts'
import { readConfig } from './config.ts'
import { createServer } from './create-server.ts'
import { listen } from './listen.ts'
import { createLogger } from './observe/log.ts'
import { createShutdown } from './observe/shutdown.ts'
import { terminal } from './observe/terminal.ts'
import { startTracing } from './observe/tracing.ts'
import { findOddSettings } from './odd-settings.ts'
import { assertPortIsFree } from './port.ts'
import { describeStartFailure } from './start-failure.ts'
import { startMockProcess } from './start-mock.ts'

/** Functions that close the resources opened so far. If the start fails, they run newest first. */
const opened: (() => Promise<unknown>)[] = []

async function main(): Promise<void> {
  const config = readConfig(process.env)
  const { host, port, maxConnections, isSandbox } = config
  const { gateway, issuer } = await loadCollaborators(config)
  const isForPeople = isSandbox && config.logFormat === 'auto' && process.stdout.isTTY
  const log = createLogger(config.logLevel, isForPeople ? terminal : undefined, isForPeople)
  const tracing = await startTracing(config.otel)
  opened.push(() => tracing.stop())
  // Opening migrates an older database. If the port is in use, the start must leave the database unchanged.
  await assertPortIsFree(host, port)
  const mode = isSandbox ? 'sandbox' : 'production'
  const store = await openStore(config.databaseUrl, { mode, maxConnections: config.databaseConnections })
  opened.push(() => store.close())
  const mock = isSandbox && config.mockPort > 0 ? startMockProcess(host, config.mockPort) : undefined
  opened.push(async () => mock?.stop())
  const server = await createServer(config, { store, log, tracing, gateway, issuer })
  opened.push(() => server.stop())
  const listening = await listen(server.app, {
    host,
    port,
    maxConnections,
    isBehindProxies: config.trustedProxies.length > 0,
    onUnread: (request) => server.onUnread(request),
  })
  opened.push(() => listening.close({ graceMs: 0 }))
  // A start without the mock would go unnoticed: start both or neither.
  const mockUrl = await mock?.ready
  await server.start()
  // Do not wait for this: a request that arrives earlier compiles its own validator.
  server.prepare().catch((error: unknown) => log.defect(error))

  const stop = createShutdown(
    config.shutdown,
    {
      drain() {
        log.info('Stopping: finishing the requests in flight')
        server.drain()
      },
      close: (graceMs) => Promise.all([listening.close({ graceMs }), mock?.stop()]),
      async release() {
        await server.stop()
        await Promise.all([store.close(), tracing.stop(), log.written()])
      },
      exit: (code) => process.exit(code),
    },
    startTimer,
  )
  process.on('SIGTERM', stop)
  process.on('SIGINT', stop)
  if (isSandbox) process.stdout.write(banner(listening.url, mockUrl, config.databaseUrl))
  log.info(`Listening on ${listening.url}`)
  for (const problem of findOddSettings(process.env)) log.warn(problem)
  if (config.secrets.areDemo) {
    log.warn('Using the published demo keys, which protect nothing: keep real data out of this server')
  }
  const simulated = [...(gateway ? [] : ['payments']), ...(issuer ? [] : ['cards'])]
  if (!isSandbox && simulated.length > 0)
    log.warn(`ALLOW_SIMULATED_PAYMENTS is 1: ${simulated.join(' and ')} are simulated`)
}

try {
  await main()
} catch (error) {
  const { exitCode, text } = describeStartFailure(error)
  process.stderr.write(`${text}\n`)
  // A failure to close would only hide the error of the start.
  for (const close of opened.toReversed()) await close().catch(() => undefined)
  process.exit(exitCode)
}
