import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { existsSync } from 'node:fs'
import process from 'node:process'
import { createInterface } from 'node:readline'
import { findProgram } from '../find-program.ts'
import { InputError } from '../input-error.ts'

export { InputError } from '../input-error.ts'

/** What the mock serves, and where. */
export interface MockOptions {
  /** Path of the bundled document. */
  readonly document: string
  /** `127.0.0.1` unless given. */
  readonly host?: string
  /** 4010 unless given; 0 takes a free one. */
  readonly port?: number
  /** How the caller sets the port, for the message that it is in use; `--port` unless given. */
  readonly portSetting?: string
  /** Random data of the right shape instead of examples. */
  readonly dynamic?: boolean
  /** The server to forward requests to; requests and responses are validated on their way. */
  readonly proxyTo?: string
  /** Whether a violation of the document becomes an error response, not a header; `false` unless given. */
  readonly errors?: boolean
  /** Whether requests are validated by a proxy; `true` unless given. */
  readonly validateRequest?: boolean
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
 * Starts Prism over a document, as a process of its own: every operation responds with its examples, without state and
 * without network. Rejects with an InputError where it cannot start.
 */
export async function startMock(options: MockOptions): Promise<Mock> {
  const { document, host = '127.0.0.1', port = 4010 } = options
  if (!existsSync(document)) throw new InputError(`The document ${document} does not exist; bundle it first.`)
  // Prism needs no other variable, and any other may be a secret.
  const { PATH, HOME, TMPDIR, LANG, LC_ALL, TZ } = process.env
  const args = [findPrism(), ...commandOf(options), '--host', host, '--port', String(port), document]
  const child = spawn(process.execPath, options.proxyTo === undefined ? args : [...args, options.proxyTo], {
    env: { PATH, HOME, TMPDIR, LANG, LC_ALL, TZ },
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  const ended = once(child, 'exit').then(() => undefined)
  const { address, lines } = await waitForAddress(child)
  // Prism logs every request: read on, or the pipe fills and Prism stands still.
  child.stdout.resume()
  child.stderr.resume()
  if (address === undefined) throw new InputError(explainEnd(lines, `${host}:${port}`, options.portSetting))
  return {
    url: address,
    ended,
    async close() {
      child.kill('SIGTERM')
      await ended
    },
  }
}

function commandOf({ dynamic, errors, proxyTo, validateRequest = true }: MockOptions): readonly string[] {
  return [
    proxyTo === undefined ? 'mock' : 'proxy',
    ...(dynamic === true && proxyTo === undefined ? ['--dynamic'] : []),
    ...(errors === true ? ['--errors'] : []),
    ...(proxyTo !== undefined && !validateRequest ? ['--validate-request=false'] : []),
  ]
}

/** The command of the Prism that the project has installed. */
function findPrism(): string {
  try {
    return findProgram('@stoplight/prism-cli', 'prism', process.cwd())
  } catch {
    throw new InputError('The mock needs Prism; run "npm install --save-dev @stoplight/prism-cli".')
  }
}

/** The address that Prism listens on; `undefined` where it ended before. */
async function waitForAddress({ stdout, stderr }: ChildProcess) {
  const lines: string[] = []
  if (stdout === null || stderr === null) return { address: undefined, lines }
  stderr.on('data', (chunk: Buffer) => lines.push(String(chunk)))
  for await (const line of createInterface({ input: stdout })) {
    const [, address] = /is listening on (http:\S+)/.exec(line) ?? []
    if (address !== undefined) return { address, lines }
    lines.push(line)
  }
  return { address: undefined, lines }
}

function explainEnd(lines: readonly string[], place: string, setting = '--port'): string {
  // oxlint-disable-next-line no-control-regex -- Prism colors its lines
  const text = lines.join('\n').replaceAll(/\u001B\[[\d;]*m/g, '')
  if (/No operations found/.test(text)) return 'The document has no operations below its paths, so nothing can be mocked.'
  if (/EADDRINUSE/.test(text)) return `${place} is in use; set ${setting} to another port.`
  const said = text.split('\n').filter((line) => line.trim() !== '' && !/^\s+at /.test(line))
  return `Prism could not start: ${said.at(-1)?.replace(/^Error: /, '') ?? 'it said nothing'}`
}
