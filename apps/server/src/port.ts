import { once } from 'node:events'
import { createServer } from 'node:net'

/** Rejects as listening would if the port is in use. Another process may still take the port before the server does. */
export async function assertPortIsFree(host: string, port: number): Promise<void> {
  const probe = createServer().listen(port, host)
  await once(probe, 'listening')
  probe.close()
  await once(probe, 'close')
}
