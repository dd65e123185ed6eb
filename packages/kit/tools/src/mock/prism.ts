import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { type IncomingMessage, request as send } from 'node:http'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import process from 'node:process'
import { createInterface } from 'node:readline'
import { buffer } from 'node:stream/consumers'
import { findProgram } from '../find-program.ts'
import { InputError } from '../input-error.ts'
import type { Reply } from './server.ts'

/** Prism as a process of its own. */
export interface Prism {
  /** Resolves when it responds; rejects with an InputError if it cannot start, but not if it was closed. */
  whenReady(): Promise<void>
  /** Resolves when it has ended, of itself or by `close`. */
  readonly ended: Promise<void>
  /** Sends a POST. A request that ends Prism is sent once more when Prism runs again. */
  ask(target: string, headers: ReadonlyMap<string, string>, body?: Uint8Array): Promise<PrismReply>
  close(): Promise<void>
}

interface PrismReply extends Reply {
  readonly body: Buffer
}

/** Starts Prism over a document. If a request ends it, it starts again. */
export function startPrism(document: object, onRestart: (error: string) => void): Prism {
  const program = findPrism()
  const text = JSON.stringify(document)
  const closing = new AbortController()
  let run = runPrism(program, text)
  const first = run
  const keepRunning = async (): Promise<void> => {
    for (;;) {
      const hasStarted = (await run.address) !== undefined
      await run.ended
      if (!hasStarted || closing.signal.aborted) break
      onRestart(lastSentence(run.said))
      run = runPrism(program, text)
    }
  }
  const ended = keepRunning()
  return {
    ended,
    async whenReady() {
      if ((await first.address) === undefined && !closing.signal.aborted)
        throw new InputError(`Prism could not start: ${lastSentence(first.said)}`)
    },
    async ask(...question) {
      const asked = run
      try {
        return await post(await asked.address, ...question)
      } catch (error) {
        await asked.ended
        if (closing.signal.aborted) throw error
        return post(await run.address, ...question)
      }
    },
    async close() {
      closing.abort()
      // While it reads its document, Prism obeys no other signal.
      run.child.kill('SIGKILL')
      await ended
    },
  }
}

async function post(
  origin: string | undefined,
  target: string,
  headers: ReadonlyMap<string, string>,
  body?: Uint8Array,
): Promise<PrismReply> {
  if (origin === undefined) throw new Error('Prism has ended.')
  const length = body === undefined ? {} : { 'content-length': body.length }
  const sent = send(origin + target, {
    method: 'POST',
    headers: { ...Object.fromEntries(headers), ...length },
  })
  const [response] = (await once(sent.end(body), 'response')) as [IncomingMessage]
  return { status: response.statusCode ?? 500, headers: response.headers, body: await buffer(response) }
}

/** One run of Prism. */
interface Run {
  readonly child: ChildProcess
  /** Resolves with the address that it listens on; with undefined if it ends before. */
  readonly address: Promise<string | undefined>
  readonly ended: Promise<unknown>
  /** The last lines that it wrote. */
  readonly said: readonly string[]
}

function runPrism(program: string, text: string): Run {
  // Prism reads files alone. It has read this one when it listens.
  const folder = mkdtempSync(join(tmpdir(), 'contract-mock-'))
  const document = join(folder, 'examples.json')
  writeFileSync(document, text)
  // Prism needs no other variable, and any other may be a secret.
  const { PATH, HOME, TMPDIR, LANG, LC_ALL, TZ } = process.env
  const args = [...endWithParent, program, 'mock', '--host', '127.0.0.1', '--port', '0', document]
  const child = spawn(process.execPath, args, { env: { PATH, HOME, TMPDIR, LANG, LC_ALL, TZ } })
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
  }).finally(() => rmSync(folder, { recursive: true, force: true }))
  return { child, address, ended: once(child, 'close'), said }
}

/** An error with its stack has less. */
const keptLines = 40

/**
 * Arguments of Node that end a program with this process, even if this process is killed: in every case the system closes the
 * pipe between the two, which is the standard input of the program. A thread watches it, because Prism blocks its own while it starts.
 */
const endWithParent: readonly string[] = [
  '--import',
  `data:text/javascript,${encodeURIComponent(
    `import { Worker } from 'node:worker_threads'
const watch = "new (require('node:net').Socket)({ fd: 0 }).once('close', () => process.kill(process.pid, 'SIGKILL')).resume()"
new Worker(watch, { eval: true, stdin: false }).unref()`,
  )}`,
]

/** The command of the Prism that the project has installed. */
function findPrism(): string {
  try {
    return findProgram('@stoplight/prism-cli', 'prism', process.cwd())
  } catch {
    throw new InputError('The mock needs Prism; run "npm install --save-dev @stoplight/prism-cli".')
  }
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
