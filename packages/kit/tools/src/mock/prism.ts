import { spawn } from 'node:child_process'
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

/** Prism in a separate process. */
export interface Prism {
  /** Resolves when Prism responds; rejects with an InputError if it cannot start, except after `close`. */
  whenReady(): Promise<void>
  /** Resolves when Prism has exited, by itself or by `close`. */
  readonly ended: Promise<void>
  /** Sends a POST. Retries a request that crashed Prism once, after the restart. */
  ask(target: string, headers: ReadonlyMap<string, string>, body?: Uint8Array): Promise<PrismReply>
  close(): Promise<void>
}

interface PrismReply extends Reply {
  readonly body: Buffer
}

/** Starts Prism for a document, and restarts it after a crash. */
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
      const current = run
      try {
        return await post(await current.address, ...question)
      } catch (error) {
        await current.ended
        if (closing.signal.aborted) throw error
        return post(await run.address, ...question)
      }
    },
    async close() {
      closing.abort()
      run.kill()
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
  /** Resolves with the URL when Prism listens; with undefined if it exits before. */
  readonly address: Promise<string | undefined>
  readonly ended: Promise<unknown>
  /** The last lines of its output. */
  readonly said: readonly string[]
  /** Kills Prism and removes its file at once, so that it can be called while this process exits. */
  kill(): void
}

function runPrism(program: string, text: string): Run {
  // Prism reads only files, and crashes if its file is removed while it begins to watch it.
  const folder = mkdtempSync(join(tmpdir(), 'contract-mock-'))
  const document = join(folder, 'examples.json')
  writeFileSync(document, text)
  // Prism needs no other variables, which may hold secrets.
  const { PATH, HOME, TMPDIR, LANG, LC_ALL, TZ } = process.env
  const args = [...endWithParent(folder), program, 'mock', '--host', '127.0.0.1', '--port', '0', document]
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
  })
  const remove = (): void => rmSync(folder, { recursive: true, force: true })
  return {
    address,
    ended: once(child, 'close').finally(remove),
    said,
    kill() {
      // Prism ignores other signals while it reads its document.
      child.kill('SIGKILL')
      remove()
    },
  }
}

/** Enough for an error with its stack. */
const keptLines = 40

/**
 * Node arguments that end a program with this process, even if this process is killed, and then remove a folder: the
 * system closes the pipe to the program's standard input. A thread watches it, because Prism blocks its main thread while
 * it starts.
 */
function endWithParent(folder: string): readonly string[] {
  const watch = `new (require('node:net').Socket)({ fd: 0 }).once('close', () => {
  require('node:fs').rmSync(${JSON.stringify(folder)}, { recursive: true, force: true })
  process.kill(process.pid, 'SIGKILL')
}).resume()`
  const program = `import { Worker } from 'node:worker_threads'
new Worker(${JSON.stringify(watch)}, { eval: true, stdin: false }).unref()`
  return ['--import', `data:text/javascript,${encodeURIComponent(program)}`]
}

/** The command of the installed Prism. */
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
