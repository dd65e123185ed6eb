import process from 'node:process'
import { DatabaseUrlError, openStore, StoreOpenError } from '@giftcards/storage'
import { banner } from './banner.ts'
import { ConfigError } from './config/config-error.ts'
import { readConfig } from './config/read-config.ts'
import { createServer } from './create-server.ts'
import { listen } from './http/index.ts'
import { createLogger } from './observe/create-logger.ts'
import { MockStartError, startMockProcess } from './start-mock.ts'

/** A wrong setting or a place that cannot be used. */
const exitUsage = 2

async function main(): Promise<void> {
  const config = readConfig(process.env)
  const log = createLogger(config.logLevel)
  const store = await openStore(config.databaseUrl)
  const mock =
    config.isSandbox && config.mockPort > 0 ? startMockProcess(config.host, config.mockPort) : undefined
  const server = await createServer(config, { store, log })
  const listening = await listen(server.app.handler, { host: config.host, port: config.port })
  // Half a start would go unnoticed: with a mock asked for, both are there or neither.
  const mockUrl = await mock?.ready

  let isStopping = false
  const stop = async (): Promise<void> => {
    if (isStopping) return
    isStopping = true
    await Promise.all([listening.close(), mock?.stop()])
    await server.stop()
    await store.close()
    process.exit(0)
  }
  process.on('SIGTERM', () => void stop())
  process.on('SIGINT', () => void stop())
  log.info(`Listening on ${listening.url}`)
  if (config.secrets.areDemo) {
    log.warn('Running on published demo keys: tokens and cards of this server protect nothing of value')
  }
  if (config.isSandbox) process.stdout.write(banner(listening.url, mockUrl, config.databaseUrl))
  else log.warn('No payment gateway and no card issuer are connected: payments and cards are simulated')
}

try {
  await main()
} catch (error) {
  process.stderr.write(`${sentenceOf(error)}\n`)
  process.exit(isUsage(error) ? exitUsage : 1)
}

function isUsage(error: unknown): boolean {
  return (
    error instanceof ConfigError ||
    error instanceof DatabaseUrlError ||
    error instanceof StoreOpenError ||
    error instanceof MockStartError ||
    isListenError(error)
  )
}

function sentenceOf(error: unknown): string {
  if (isListenError(error)) return listenSentence(error)
  if (error instanceof DatabaseUrlError || error instanceof StoreOpenError) {
    return `DATABASE_URL: ${error.message}`
  }
  if (isUsage(error) && error instanceof Error) return error.message
  return error instanceof Error ? (error.stack ?? error.message) : String(error)
}

function isListenError(error: unknown): error is NodeJS.ErrnoException {
  return (
    error instanceof Error &&
    'syscall' in error &&
    (error.syscall === 'listen' || error.syscall === 'getaddrinfo')
  )
}

function listenSentence(error: NodeJS.ErrnoException): string {
  const port = 'port' in error ? ` ${String(error.port)}` : ''
  switch (error.code) {
    case 'EADDRINUSE':
      return `Port${port} is in use: stop what listens there, or set PORT to another one`
    case 'EACCES':
      return `Port${port} needs more rights: set PORT to one above 1023`
    default:
      return `HOST cannot be listened on (${error.code ?? 'unknown error'}): set HOST to an address of this machine`
  }
}
