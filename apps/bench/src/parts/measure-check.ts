import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { join } from 'node:path'
import process from 'node:process'
import type { PartContext } from './part-context.ts'

/** How long turbo's part of `npm run check` takes. */
export interface CheckFigures {
  /** Nothing is taken from turbo's cache. */
  readonly coldMs: number
  /** Nothing has changed since. */
  readonly warmMs: number
}

const root = join(import.meta.dirname, '../../../..')

/** Runs lint, type check, tests and build of every workspace twice. Rejects if they fail. */
export async function measureCheck({ onStep }: PartContext): Promise<CheckFigures> {
  onStep('npm run check, cold')
  const coldMs = await runTurbo(['--force'])
  onStep('npm run check, warm')
  return { coldMs, warmMs: await runTurbo([]) }
}

async function runTurbo(more: readonly string[]): Promise<number> {
  const { PATH, HOME, TMPDIR, LANG, TZ, CHROME_PATH, XDG_CACHE_HOME } = process.env
  const began = performance.now()
  const child = spawn(
    join(root, 'node_modules/.bin/turbo'),
    ['run', 'lint', 'typecheck', 'test', 'build', '--concurrency=3', '--output-logs=errors-only', ...more],
    {
      cwd: root,
      env: { PATH, HOME, TMPDIR, LANG, TZ, CHROME_PATH, XDG_CACHE_HOME, DO_NOT_TRACK: '1' },
      stdio: ['ignore', 'ignore', 'inherit'],
    },
  )
  const [code] = (await once(child, 'exit')) as [number | null]
  if (code !== 0) throw new Error('npm run check fails; a check that fails is not timed')
  return performance.now() - began
}
