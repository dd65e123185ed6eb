import { spawnSync } from 'node:child_process'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'

const cli = join(import.meta.dirname, '../src/cli.ts')

let cwd = ''
beforeAll(async () => {
  cwd = await mkdtemp(join(tmpdir(), 'create-cli-'))
})
afterAll(() => rm(cwd, { recursive: true }))

const run = (...args: readonly string[]) => {
  const { status, stdout, stderr } = spawnSync(process.execPath, [cli, ...args], { cwd, encoding: 'utf8' })
  return { status, stdout, stderr }
}

describe('npm create contract-kit', () => {
  it.each([
    [[], 'Name one folder: npm create contract-kit my-api.\n'],
    [['a', 'b'], 'Name one folder: npm create contract-kit my-api.\n'],
    [['a', '--opneapi', 'x'], "Unknown option '--opneapi'. See npm create contract-kit -- --help.\n"],
    [
      ['a', '--openapi'],
      "Option '--openapi <value>' argument missing. See npm create contract-kit -- --help.\n",
    ],
    [
      ['a', '--openapi', 'gone.yaml'],
      'Creating a\nThe file gone.yaml cannot be read; check that it exists.\n',
    ],
  ])('rejects %j in one sentence', (args, stderr) => {
    expect(run(...args)).toStrictEqual({ status: 2, stdout: '', stderr })
  })

  it('prints commands that can be pasted', () => {
    const { status, stdout } = run('my api')
    expect(status).toBe(0)
    expect(stdout).toContain('\n  cd "my api"\n  npm install\n')
  })
})
