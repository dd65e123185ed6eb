import { execFileSync } from 'node:child_process'
import { cpSync, existsSync, mkdirSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { delimiter, dirname, join } from 'node:path'
import process from 'node:process'
import { type Ended, runProgram } from '@giftcards/test-harness/process'
import { onTestFinished } from 'vitest'
import { sandbox } from '../site.ts'

/** A shell in an empty folder outside the repository, with its own npm settings. */
export interface Newcomer {
  readonly folder: string
  /** Runs a script in the folder or in a subfolder. Its background processes end with it. */
  run(script: string, below?: string): Promise<Ended>
}

/** The npm cache of these tests. It keeps no installations of npx, whose packages have the same version in each build. */
const cache = join(import.meta.dirname, '../.data/npm-cache')

/** Creates a newcomer for the current test. In its scripts, the sandbox of these tests replaces the one at port 3000. */
export function createNewcomer(): Newcomer {
  const folder = mkdtempSync(join(tmpdir(), 'newcomer-'))
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }))
  mkdirSync(cache, { recursive: true })
  rmSync(join(cache, '_npx'), { recursive: true, force: true })

  // Omits npm's own variables, which would make the newcomer's npm use this repository.
  const outer = Object.entries(process.env).filter(([name]) => !/^npm_|^NODE$|^PATH$/i.test(name))
  const path = (process.env['PATH'] ?? '').split(delimiter).filter((place) => !place.includes('node_modules'))
  const env = { ...Object.fromEntries(outer), PATH: [dirname(process.execPath), ...path].join(delimiter) }
  const settings = join(folder, '.npmrc')
  const own = execFileSync('npm', ['config', 'get', 'userconfig'], { cwd: folder, env, encoding: 'utf8' })
  if (existsSync(own.trim())) cpSync(own.trim(), settings)
  return {
    folder,
    run: (script, below = '.') => {
      const begin =
        "set -euo pipefail -m\ntrap 'for job in $(jobs -p); do kill -- -$job 2> /dev/null || true; done' EXIT\n"
      const local = script.replaceAll('http://127.0.0.1:3000/sandbox/', `${sandbox.url}/sandbox/`)
      return runProgram('bash', ['-c', `${begin}${local}`], {
        cwd: join(folder, below),
        env: {
          ...env,
          NO_COLOR: '1',
          npm_config_userconfig: settings,
          npm_config_cache: cache,
          npm_config_prefer_offline: 'true',
          npm_config_update_notifier: 'false',
        },
      })
    },
  }
}
