import { once } from 'node:events'
import { connect, createServer, type Server } from 'node:net'
import process from 'node:process'

/** Forwards each connection on a port of the loopback address to the next of the given ports, in turn. */
export async function startRoundRobin(port: number, targets: readonly number[]): Promise<Server> {
  let turn = 0
  const server = createServer((client) => {
    const target = targets[turn % targets.length] ?? 0
    turn += 1
    const upstream = connect(target, '127.0.0.1')
    client.pipe(upstream).pipe(client)
    // If one side fails, the other has no peer.
    client.on('error', () => upstream.destroy())
    upstream.on('error', () => client.destroy())
  })
  server.listen(port, '127.0.0.1')
  await once(server, 'listening')
  return server
}

if (import.meta.main) {
  const [port = 0, ...targets] = process.argv.slice(2).map(Number)
  await startRoundRobin(port, targets)
  process.stdout.write(`http://127.0.0.1:${port} goes to ${targets.join(', ')} in turn\n`)
}
