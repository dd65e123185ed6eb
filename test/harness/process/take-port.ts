import { randomInt } from 'node:crypto'
import { once } from 'node:events'
import { createServer } from 'node:net'

/** A port of the loopback interface, any unless one is given, that is taken until `free` is called; rejects if it is. */
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

/** The system gives out ports from 32768 (Linux) or 49152 by itself, also for outgoing connections; those below it leaves alone. */
const [firstPort, lastPort] = [20_000, 32_767]
let next = randomInt(firstPort, lastPort)

/** A free port for a server that has to be told its port, or that starts again at the same one. */
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
