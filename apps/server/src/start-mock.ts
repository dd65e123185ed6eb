import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import process from 'node:process'
import { createInterface } from 'node:readline'
import { fileURLToPath } from 'node:url'

/** A Prism mock beside the server, in a child process that ends with this one. */
export interface MockProcess {
  /** The mock's address, once it responds; rejects with a `MockStartError` if it cannot. */
  readonly ready: Promise<string>
  stop(): Promise<void>
}

/** The mock cannot start. The message is one line with the reason. */
export class MockStartError extends Error {
  override readonly name = 'MockStartError'
}

/** Starts the mock. Loading takes seconds: start it first and await `ready` last. */
export function startMockProcess(host: string, port: number): MockProcess {
  const main = fileURLToPath(import.meta.resolve('@giftcards/mock/main'))
  // Pass only these variables: any other may be a secret.
  const { PATH, HOME, TMPDIR, LANG, LC_ALL, TZ, NODE_COMPILE_CACHE } = process.env
  const endWithParent = new URL('end-with-parent.ts', import.meta.url).href
  const child = spawn(process.execPath, ['--import', endWithParent, main], {
    env: { PATH, HOME, TMPDIR, LANG, LC_ALL, TZ, NODE_COMPILE_CACHE, HOST: host, MOCK_PORT: String(port) },
    stdio: ['ignore', 'pipe', 'pipe', 'ipc'],
    // In its own process group: Ctrl+C goes to the server, which then stops the mock.
    detached: true,
  })
  const closed = once(child, 'close')
  const ready = findAddress(child)
  // A failure before the caller awaits `ready` must not end the process; the caller still gets it.
  ready.catch(() => undefined)
  return {
    ready,
    async stop() {
      child.kill('SIGTERM')
      await closed
    },
  }
}

function findAddress(child: ChildProcess): Promise<string> {
  return new Promise((resolve, reject) => {
    const complaints: string[] = []
    let isReady = false
    const { stdout, stderr } = child
    if (stdout === null || stderr === null) throw new Error('The mock was spawned without pipes')
    createInterface({ input: stdout }).on('line', (line) => {
      const [, address] = /^Mock: (\S+)$/.exec(line) ?? []
      if (address === undefined) return
      isReady = true
      resolve(address)
    })
    createInterface({ input: stderr }).on('line', (line) => {
      if (isReady) process.stderr.write(`${line}\n`)
      else complaints.push(line)
    })
    child.once('error', (error) => reject(new MockStartError(`The mock cannot start: ${error.message}`)))
    child.once('close', (code) => {
      const [complaint] = complaints
      const isOneSentence = code === 2 && complaint !== undefined
      reject(new MockStartError(isOneSentence ? complaint : 'The mock cannot start: it ended at once'))
    })
  })
}
