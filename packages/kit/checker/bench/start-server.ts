import { fork } from 'node:child_process'
import { once } from 'node:events'
import { fileURLToPath } from 'node:url'

/** A server in a separate process, on the loopback interface. */
export interface ServerProcess {
  readonly url: string
  readonly reset: () => Promise<void>
  readonly stop: () => void
}

/** Starts the server for all large documents. Resolves when the server is listening. */
export const startServer = async (): Promise<ServerProcess> => {
  const child = fork(fileURLToPath(new URL('serve.ts', import.meta.url)))
  const [port] = (await once(child, 'message')) as [number]
  return {
    url: `http://127.0.0.1:${port}`,
    reset: async () => {
      const done = once(child, 'message')
      child.send('anew')
      await done
    },
    stop: () => child.disconnect(),
  }
}
