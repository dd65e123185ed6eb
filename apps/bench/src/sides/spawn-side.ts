import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import process from 'node:process'
import type { RunningSide, Usage } from './side.ts'

/** How a side is started. */
export interface SideProgram {
  /** The program and its arguments, after Node's own. */
  readonly args: readonly string[]
  /** Besides the path, all that it is given. */
  readonly env?: Readonly<Record<string, string>>
  /** Where it works; the bench's own folder by default. */
  readonly cwd?: string
}

const reportUsage = import.meta.resolve('./report-usage.ts')

/** Starts a program and waits until it says where it listens, in its output. Rejects with what it complained of. */
export async function spawnSide(program: SideProgram): Promise<RunningSide> {
  const child = spawnMeasured(program)
  const { stdout, stderr } = child
  if (stdout === null || stderr === null) throw new Error('A side was started without pipes')
  let complaint = ''
  stderr.setEncoding('utf8').on('data', (text: string) => (complaint += text))
  const port = await new Promise<number>((resolve, reject) => {
    let said = ''
    const listen = (chunk: Buffer): void => {
      said += chunk.toString()
      const [, found] = /http:\/\/127\.0\.0\.1:(\d+)/.exec(said) ?? []
      if (found === undefined) return
      stdout.off('data', listen)
      resolve(Number(found))
    }
    stdout.on('data', listen)
    child.once('close', () =>
      reject(new Error(`A side ended before it listened: ${complaint.trim() || said.trim()}`)),
    )
  })
  // Its output is read and discarded, because a full pipe would block it.
  stdout.resume()
  return toRunningSide(child, port)
}

/** Starts a program with what is needed to ask it what it has used. */
export function spawnMeasured({ args, env = {}, cwd }: SideProgram): ChildProcess {
  return spawn(process.execPath, ['--import', reportUsage, ...args], {
    ...(cwd === undefined ? {} : { cwd }),
    env: { PATH: process.env['PATH'], ...env },
    stdio: ['ignore', 'pipe', 'pipe', 'ipc'],
  })
}

/** A started program that listens. */
export function toRunningSide(child: ChildProcess, port: number): RunningSide {
  const closed = once(child, 'close')
  return {
    port,
    url: `http://127.0.0.1:${port}`,
    async usage() {
      const answered = once(child, 'message')
      child.send('usage')
      const first = await Promise.race([answered, closed.then(() => undefined)])
      if (first === undefined) throw new Error(`The server at port ${port} has ended`)
      const [usage] = first as [Usage]
      return usage
    },
    async stop() {
      child.kill('SIGTERM')
      await closed
    },
  }
}
