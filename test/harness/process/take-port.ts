import { randomInt } from 'node:crypto'
import { once } from 'node:events'
import { createServer } from 'node:net'

/** Occupies a port of the loopback interface until `free` is called: the given port, or any. Rejects if the port is in use. */
export async function takePort(wanted = 0): Promise<{ readonly port: number; free(): Promise<void> }> {
  const server = createServer().listen(wanted, '127.0.0.1')
  await once(server, 'listening')
  const address = server.address()
  if (typeof address !== 'object' || address === null) throw new Error('The system gave no port')
  return {
    port: address.port,
    async free() {
      server.close()
      await once(server, 'close')
    },
  }
}

/** The system assigns ports from 32768 (Linux) or 49152, also for outgoing connections, but none below. */
const [firstPort, lastPort] = [20_000, 32_767]
let next = randomInt(firstPort, lastPort)

/** Returns a free port for a server that needs a fixed port, or that restarts at the same one. */
export async function findFreePort(): Promise<number> {
  for (let tries = firstPort; tries < lastPort; tries += 1) {
    next = next === lastPort ? firstPort : next + 1
    const taken = await takePort(next).catch(() => undefined)
    if (taken === undefined) continue
    await taken.free()
    return taken.port
  }
  throw new Error(`No port from ${firstPort} to ${lastPort} is free`)
}
