import { spawn } from 'node:child_process'
import { once } from 'node:events'
import process from 'node:process'
import { createInterface } from 'node:readline'
import { fileURLToPath } from 'node:url'

/** A sandbox started by the demo. */
export interface OwnSandbox {
  readonly url: string
  stop(): Promise<void>
}

/**
 * Starts the reference server as `npm start` does, but on a free port, without a mock, and with a database in memory. It
 * ends with this process, however that ends. Rejects if the server cannot start.
 */
export async function startOwnSandbox(): Promise<OwnSandbox> {
  const main = fileURLToPath(import.meta.resolve('@giftcards/server/main'))
  const child = spawn(
    process.execPath,
    ['--import', import.meta.resolve('@giftcards/server/end-with-parent'), main],
    {
      env: {
        PATH: process.env['PATH'],
        PORT: '0',
        MOCK_PORT: '0',
        DATABASE_URL: 'sqlite::memory:',
        LOG_LEVEL: 'fatal',
      },
      stdio: ['ignore', 'pipe', 'pipe', 'ipc'],
      // In its own process group: Ctrl+C goes to the demo, which then stops the sandbox.
      detached: true,
    },
  )
  const closed = once(child, 'close')
  const { stdout, stderr } = child
  if (stdout === null || stderr === null) throw new Error('The sandbox was started without pipes')
  let complaint = ''
  stderr.setEncoding('utf8').on('data', (text: string) => (complaint += text))
  const url = await new Promise<string>((resolve, reject) => {
    createInterface({ input: stdout }).on('line', (line) => {
      const [, address] = /^ {2}API +(\S+)$/.exec(line) ?? []
      if (address !== undefined) resolve(address)
    })
    closed.then(
      () => reject(new Error(`The sandbox cannot start: ${complaint.trim()}`)),
      (error: unknown) => reject(new Error('The sandbox cannot start', { cause: error })),
    )
  })
  return {
    url,
    async stop() {
      child.kill('SIGTERM')
      await closed
    },
  }
}
