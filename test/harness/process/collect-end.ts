import type { ChildProcessByStdio } from 'node:child_process'
import type { Readable, Writable } from 'node:stream'
import type { Ended } from './start-process.ts'

/** Collects what a process writes until it ends; rejects if it could not be started. */
export function collectEnd(child: ChildProcessByStdio<Writable | null, Readable, Readable>): Promise<Ended> {
  const output = { stdout: '', stderr: '' }
  child.stdout.setEncoding('utf8').on('data', (text: string) => (output.stdout += text))
  child.stderr.setEncoding('utf8').on('data', (text: string) => (output.stderr += text))
  return new Promise((resolve, reject) => {
    child.once('error', reject)
    child.once('close', (code) => resolve({ code, ...output }))
  })
}
