import { spawnSync } from 'node:child_process'
import { existsSync } from 'node:fs'
import { createRequire, enableCompileCache } from 'node:module'
import { join } from 'node:path'
import process from 'node:process'
import { pathToFileURL } from 'node:url'

/**
 * Command: rebuilds the stale parts of a program of this repository and of its dependencies, then runs it:
 * `node build-then.ts apps/server/src/main.ts`. It prints the output of the build only if that fails. If the program has a module
 * `before-build.ts` beside it, that runs first, and may end the process.
 */
const [program = '', ...args] = process.argv.slice(2)
const [apps, name] = program.split('/')
const load = (path: string): Promise<unknown> => import(pathToFileURL(join(import.meta.dirname, path)).href)

// Set before any module of the program is loaded.
enableCompileCache(join(import.meta.dirname, 'node_modules/.cache/node'))
const check = join(program, '../before-build.ts')
if (existsSync(join(import.meta.dirname, check))) await load(check)

process.stderr.write('Building what has changed …\n')
const turbo = createRequire(import.meta.url).resolve('turbo/bin/turbo')
const build = [
  'run',
  'build',
  `--filter=./${apps}/${name}...`,
  '--output-logs=errors-only',
  '--log-order=grouped',
]
const { status, stdout, stderr } = spawnSync(process.execPath, [turbo, ...build], {
  cwd: import.meta.dirname,
  env: { ...process.env, DO_NOT_TRACK: '1' },
  encoding: 'utf8',
  maxBuffer: Number.POSITIVE_INFINITY,
})
if (status !== 0) {
  const lines = `${stdout}${stderr}`.split('\n').filter((line) => !/^\s*•|^\s*$/.test(line))
  process.stderr.write(`${lines.join('\n')}\n`)
  process.exit(status ?? 1)
}
process.argv.splice(1, process.argv.length, join(import.meta.dirname, program), ...args)
await load(program)
