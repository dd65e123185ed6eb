import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { existsSync } from 'node:fs'
import process from 'node:process'
import { createInterface } from 'node:readline'
import { fileURLToPath } from 'node:url'
import { MockStartError } from './mock-start-error.ts'

/** Where the mock listens; port 0 takes a free one. */
export interface MockOptions {
  readonly host: string
  readonly port: number
}

/** A running mock. */
export interface Mock {
  /** Base URL, without a slash at the end. */
  readonly url: string
  /** Resolves when the mock has ended, of itself or by `close`. */
  readonly ended: Promise<void>
  close(): Promise<void>
}

/**
 * Starts Prism over the bundled contract, as a process of its own: every operation answers with its examples, without
 * state and without network. Rejects with `MockStartError` where it cannot listen or the contract is not built.
 */
export async function startMock({ host, port }: MockOptions): Promise<Mock> {
  const document = pathOf('@giftcards/openapi/dist/openapi.json')
  if (!existsSync(document)) throw new MockStartError('The contract is not built; run "npm run build" first.')
  const prism = pathOf('@stoplight/prism-cli/dist/index.js')
  // Prism needs no other variable, and any other may be a secret.
  const { PATH, HOME, TMPDIR, LANG, LC_ALL, TZ } = process.env
  const child = spawn(process.execPath, [prism, 'mock', '--host', host, '--port', String(port), document], {
    env: { PATH, HOME, TMPDIR, LANG, LC_ALL, TZ },
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  const ended = once(child, 'exit').then(() => undefined)
  const address = await waitForAddress(child)
  // Prism logs every request: read on, or the pipe fills and Prism stands still.
  child.stdout.resume()
  child.stderr.resume()
  if (address === undefined)
    throw new MockStartError(`${host}:${port} is in use; set MOCK_PORT to another port.`)
  return {
    url: address,
    ended,
    async close() {
      child.kill('SIGTERM')
      await ended
    },
  }
}

/** The address Prism says it listens on; `undefined` where it ended before. */
async function waitForAddress({ stdout }: ChildProcess): Promise<string | undefined> {
  if (stdout === null) return undefined
  const lines = createInterface({ input: stdout })
  for await (const line of lines) {
    const [, address] = /is listening on (http:\S+)/.exec(line) ?? []
    if (address !== undefined) return address
  }
  return undefined
}

function pathOf(specifier: string): string {
  return fileURLToPath(import.meta.resolve(specifier))
}
