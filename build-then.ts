import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { existsSync } from 'node:fs'
import { createRequire, enableCompileCache } from 'node:module'
import { join } from 'node:path'
import process from 'node:process'
import { text } from 'node:stream/consumers'
import { pathToFileURL } from 'node:url'

/**
 * Command: rebuilds the stale parts of a program of this repository and of its dependencies, then runs it:
 * `node build-then.ts apps/server/src/main.ts`. On a terminal it counts the seconds of the build. It prints the output of the build only
 * if that fails. If the program has a module `before-build.ts` beside it, that runs first, and may end the process.
 */
const [program = '', ...args] = process.argv.slice(2)
const [apps, name] = program.split('/')
const load = (path: string): Promise<unknown> => import(pathToFileURL(join(import.meta.dirname, path)).href)

// Set before any module of the program is loaded.
enableCompileCache(join(import.meta.dirname, 'node_modules/.cache/node'))
const check = join(program, '../before-build.ts')
if (existsSync(join(import.meta.dirname, check))) await load(check)

const title = 'Building what has changed …'
const startMs = performance.now()
const showSeconds = (): void =>
  void process.stderr.write(`\r${title} ${Math.round((performance.now() - startMs) / 1000)} s`)
process.stderr.write(title)
const timer = process.stderr.isTTY ? setInterval(showSeconds, 1000) : undefined
const turbo = createRequire(import.meta.url).resolve('turbo/bin/turbo')
const build = [
  'run',
  'build',
  `--filter=./${apps}/${name}...`,
  '--output-logs=errors-only',
  '--log-order=grouped',
]
const child = spawn(process.execPath, [turbo, ...build], {
  cwd: import.meta.dirname,
  env: { ...process.env, DO_NOT_TRACK: '1' },
  stdio: ['ignore', 'pipe', 'pipe'],
})
const [output, errors, [status]] = await Promise.all([
  text(child.stdout),
  text(child.stderr),
  once(child, 'close') as Promise<[number | null]>,
])
clearInterval(timer)
process.stderr.write('\n')
if (status !== 0) {
  const lines = `${output}${errors}`.split('\n').filter((line) => !/^\s*•|^\s*$/.test(line))
  process.stderr.write(`${lines.join('\n')}\n`)
  process.exit(status ?? 1)
}
process.argv.splice(1, process.argv.length, join(import.meta.dirname, program), ...args)
await load(program)
