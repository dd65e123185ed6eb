import { spawnSync } from 'node:child_process'
import { createRequire } from 'node:module'
import { join } from 'node:path'
import process from 'node:process'
import { pathToFileURL } from 'node:url'

/**
 * Command: builds what is stale of a program of this repository and of all that it uses, then runs it:
 * `node build-then.ts apps/server/src/main.ts`. It says so in one line, and shows the output of the build only if that fails.
 */
const [program = '', ...args] = process.argv.slice(2)
const [apps, name] = program.split('/')

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
await import(pathToFileURL(join(import.meta.dirname, program)).href)
