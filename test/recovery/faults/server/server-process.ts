import process from 'node:process'
import { createLogger, createServer, createShutdown, listen, readConfig } from '@giftcards/server'
import { openStore } from '@giftcards/storage'
import { createHttpGateway, createHttpIssuer } from './http-providers.ts'

// The server as `npm start` assembles it, except for the gateway and the issuer, which it calls over HTTP.
const config = readConfig(process.env)
const log = createLogger(config.logLevel)
const store = await openStore(config.databaseUrl, { mode: 'sandbox' })
const providerUrl = process.env['GATEWAY_URL'] ?? ''
const gateway = createHttpGateway(providerUrl)
const issuer = createHttpIssuer(providerUrl)
const server = await createServer(config, { store, log, gateway, issuer })
const { host, port, maxConnections } = config
const listening = await listen(server.app, { host, port, maxConnections })
await server.start()

process.on(
  'SIGTERM',
  createShutdown(
    config.shutdown,
    {
      drain: () => server.drain(),
      close: (graceMs) => listening.close({ graceMs }),
      async release() {
        await server.stop()
        await store.close()
      },
      exit: (code) => process.exit(code),
    },
    (ms, onTime) => {
      const timer = setTimeout(onTime, ms)
      return () => clearTimeout(timer)
    },
  ),
)
// The tests have ended, with or without success.
process.on('disconnect', () => process.exit())
process.send?.({ kind: 'listening', url: listening.url })
