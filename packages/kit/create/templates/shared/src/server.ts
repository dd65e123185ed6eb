import { createApp } from './app.ts'

/** Starts the server: `PORT=8080 npm start` takes another port, and 0 a free one. */
const app = await createApp()
const server = app.listen(Number(process.env['PORT'] ?? 3000), process.env['HOST'] ?? '127.0.0.1', () => {
  const address = server.address()
  const port = typeof address === 'object' && address !== null ? address.port : 0
  console.log(`Listening at http://127.0.0.1:${port}`)
})
server.on('error', (error) => {
  console.error(`The server cannot start: ${error.message}`)
  process.exitCode = 1
})
for (const signal of ['SIGINT', 'SIGTERM'] as const)
  process.once(signal, () => {
    server.close()
    server.closeIdleConnections()
  })
