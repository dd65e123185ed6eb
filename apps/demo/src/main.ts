import process from 'node:process'
import { runDemo } from './run-demo.ts'

/** As shells report them. */
const exitCodes = { done: 0, failed: 1, usage: 2 } as const

const interruption = new AbortController()
let interruptedWith: number | undefined
process.once('SIGINT', () => interrupt('SIGINT', 130))
process.once('SIGTERM', () => interrupt('SIGTERM', 143))
// The reader of the output has closed it, as `head` does.
process.stdout.on('error', () => interrupt('SIGPIPE', 141))

const { stdout, stderr, env } = process
const outcome = await runDemo(process.argv.slice(2), { stdout, stderr, env, signal: interruption.signal })
process.exitCode = outcome === 'interrupted' ? interruptedWith : exitCodes[outcome]

function interrupt(signal: string, exitCode: number): void {
  interruptedWith ??= exitCode
  interruption.abort(new Error(`Ended by ${signal}`))
}
