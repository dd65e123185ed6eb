import { createApp } from './app.ts'

/** The port to listen on; 0 takes a free one. */
const wanted = Number(process.env['PORT'] ?? 3000)
const app = await createApp()
const server = app.listen(wanted, process.env['HOST'] ?? '127.0.0.1')
server.once('listening', () => {
  const address = server.address()
  const port = typeof address === 'object' && address !== null ? address.port : 0
  console.log(`Listening at http://127.0.0.1:${port}`)
})
server.once('error', (error) => {
  const isTaken = 'code' in error && error.code === 'EADDRINUSE'
  console.error(
    `The server cannot start: ${error.message}${isTaken ? `. Try another port: PORT=${wanted + 1} npm start` : ''}`,
  )
  process.exitCode = 1
})
for (const signal of ['SIGINT', 'SIGTERM'] as const)
  process.once(signal, () => {
    server.close()
    server.closeIdleConnections()
  })
