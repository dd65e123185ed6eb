import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { existsSync } from 'node:fs'
import process from 'node:process'
import { createInterface } from 'node:readline'
import { findProgram } from '../find-program.ts'
import { InputError } from '../input-error.ts'

export { InputError } from '../input-error.ts'

/** The document that the mock serves, and its address. */
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
  /** Hears of the error by which a request has ended Prism, before Prism is started again. */
  readonly onRestart?: (error: string) => void
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
 * without network. It ends with this process. Some requests end Prism 5, such as one whose `accept` is no media type; it is then started again at the
 * same address. Rejects with an InputError if it cannot start.
 */
export async function startMock(options: MockOptions): Promise<Mock> {
  const { document, host = '127.0.0.1', port = 4010 } = options
  if (!existsSync(document)) throw new InputError(`The document ${document} does not exist; bundle it first.`)
  let prism = startPrism(options, host, port)
  const address = await prism.address
  if (address === undefined)
    throw new InputError(explainEnd(prism.said, `${host}:${port}`, options.portSetting))
  const settled = Number(new URL(address).port)
  const closing = new AbortController()
  const keepRunning = async (): Promise<void> => {
    while ((await prism.hasFailed) && !closing.signal.aborted) {
      options.onRestart?.(lastSentence(prism.said))
      prism = startPrism(options, host, settled)
      if ((await prism.address) === undefined) return
    }
  }
  return {
    url: address,
    ended: keepRunning(),
    async close() {
      closing.abort()
      prism.child.kill('SIGTERM')
      await prism.hasFailed
    },
  }
}

/** One run of Prism. */
interface Prism {
  readonly child: ChildProcess
  /** Resolves with the address that it listens on; with undefined if it ends before. */
  readonly address: Promise<string | undefined>
  /** Resolves when it has ended: whether by a fault of its own, and by no signal. */
  readonly hasFailed: Promise<boolean>
  /** The last lines that it wrote. */
  readonly said: readonly string[]
}

function startPrism(options: MockOptions, host: string, port: number): Prism {
  // Prism needs no other variable, and any other may be a secret.
  const { PATH, HOME, TMPDIR, LANG, LC_ALL, TZ } = process.env
  const { document, proxyTo } = options
  const args = [findPrism(), ...commandOf(options), '--host', host, '--port', String(port), document]
  const child = spawn(
    process.execPath,
    [...endWithParent, ...args, ...(proxyTo === undefined ? [] : [proxyTo])],
    {
      env: { PATH, HOME, TMPDIR, LANG, LC_ALL, TZ },
    },
  )
  const said: string[] = []
  const address = new Promise<string | undefined>((resolve) => {
    const readLine = (line: string): void => {
      said.push(line)
      // Prism logs every request.
      if (said.length > keptLines) said.shift()
      const [, url] = /is listening on (http:\S+)/.exec(line) ?? []
      if (url !== undefined) resolve(url)
    }
    for (const input of [child.stdout, child.stderr]) createInterface({ input }).on('line', readLine)
    child.once('close', () => resolve(undefined))
  })
  const hasFailed = once(child, 'close').then(([code]: (number | null)[]) => code !== null && code !== 0)
  return { child, address, hasFailed, said }
}

/** An error with its stack has less. */
const keptLines = 40

/**
 * Arguments of Node that end a program with this process, even if this process is killed: in every case the system closes the
 * pipe between the two, which is the standard input of the program.
 */
const endWithParent: readonly string[] = [
  '--import',
  `data:text/javascript,${encodeURIComponent(
    'process.stdin.once("end", () => process.exit()).resume().unref()',
  )}`,
]

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

function explainEnd(lines: readonly string[], place: string, setting = '--port'): string {
  const text = lines.join('\n')
  if (/No operations found/.test(text))
    return 'The document has no operations below its paths, so nothing can be mocked.'
  if (/EADDRINUSE/.test(text)) return `${place} is in use; set ${setting} to another port.`
  return `Prism could not start: ${lastSentence(lines)}`
}

/** The last message of Prism, without colors and stack. */
function lastSentence(lines: readonly string[]): string {
  // oxlint-disable-next-line no-control-regex -- Prism colors its lines
  const plain = lines.map((line) => line.replaceAll(/\u001B\[[\d;]*m/g, ''))
  const error = plain.findLast((line) => /^\w*Error: /.test(line))
  return (
    error ??
    plain.findLast((line) => /\S/.test(line) && !/^\s+at /.test(line))?.trim() ??
    'it printed no error'
  )
}
