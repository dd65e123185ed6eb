import { spawnSync } from 'node:child_process'
import { mkdirSync, writeFileSync } from 'node:fs'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { delimiter, join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'

const cli = join(import.meta.dirname, '../src/cli.ts')

let cwd = ''
beforeAll(async () => {
  cwd = await mkdtemp(join(tmpdir(), 'create-cli-'))
})
afterAll(() => rm(cwd, { recursive: true }))

const run = ({ args, env }: { readonly args: readonly string[]; readonly env?: NodeJS.ProcessEnv }) => {
  const { status, stdout, stderr } = spawnSync(process.execPath, [cli, ...args], {
    cwd,
    env: { ...process.env, ...env },
    encoding: 'utf8',
  })
  return { status, stdout, stderr }
}

/** Returns environment variables for a stub npm, which prints its arguments and exits with the given status of each command. */
const stubNpm = (
  name: string,
  statuses: Readonly<Record<string, number>>,
  findings = 0,
): NodeJS.ProcessEnv => {
  const folder = join(cwd, name)
  mkdirSync(folder)
  const lines = [
    '#!/bin/sh',
    'echo "$@ in $(basename "$PWD")"',
    'case $1 in',
    ...Object.entries(statuses).map(([command, status]) => `${command}) exit ${status};;`),
    'esac',
    `echo '${JSON.stringify({ findings: Array.from({ length: findings }, () => ({})) })}' > test/known-findings.json`,
  ]
  writeFileSync(join(folder, 'npm'), `${lines.join('\n')}\n`, { mode: 0o755 })
  return { PATH: `${folder}${delimiter}${process.env['PATH']}` }
}

describe('npm create @contract-kit', () => {
  it.each([
    [[], 'Name one folder: npm create @contract-kit my-api, or . for the package here.\n'],
    [['a', 'b'], 'Name one folder: npm create @contract-kit my-api, or . for the package here.\n'],
    [['a', '--opneapi', 'x'], "Unknown option '--opneapi'. See npm create @contract-kit -- --help.\n"],
    [
      ['a', '--openapi'],
      "Option '--openapi <value>' argument missing. See npm create @contract-kit -- --help.\n",
    ],
    [
      ['a', '--openapi', 'gone.yaml'],
      'Preparing a\nThe file gone.yaml cannot be read; check that it exists.\n',
    ],
  ])('rejects %j in one sentence', (args, stderr) => {
    expect(run({ args })).toStrictEqual({ status: 2, stdout: '', stderr })
  })

  describe('with a document', () => {
    const document = join(import.meta.dirname, 'documents/parcels.json')
    const created = (name: string, statuses: Readonly<Record<string, number>>, findings?: number) =>
      run({ args: [name, '--openapi', document], env: stubNpm(`npm-${name}`, statuses, findings) })

    it('installs, generates and checks before it says what is next', () => {
      const { status, stdout, stderr } = created('installed', {})
      expect(status).toBe(0)
      expect(stderr).toContain('Installing and generating code\ninstall --no-audit --no-fund in installed\n')
      expect(stderr).toContain('accepting the current findings\nrun accept in installed\n')
      expect(stdout).toMatch(/^\n\d+ files in installed\. Next:\n\n {2}cd installed\n {2}npm test\n/)
    })

    it('says how much of the document is accepted', () => {
      const { status, stdout } = created('accepted', {}, 3)
      expect(status).toBe(0)
      expect(stdout).toMatch(/^note: The check has 3 findings, accepted in test\/known-findings\.json/)
    })

    it('goes on where the check fails', () => {
      const { status, stdout } = created('unchecked', { run: 1 })
      expect(status).toBe(0)
      expect(stdout).toContain('note: "npm run accept" failed: see above.\n')
      expect(stdout).toContain('Next:\n\n  cd unchecked\n  npm test\n')
    })

    it('says that the installation fails', () => {
      const { status, stdout, stderr } = created('failing', { install: 1 })
      expect(status).toBe(2)
      expect(stdout).not.toContain('Next')
      expect(stderr).toMatch(/\nThe project is in failing, but "npm install" failed there: .*\.\n$/)
    })

    it('leaves the installation out', () => {
      const { stdout, stderr } = run({ args: ['left', '--openapi', document, '--no-install'] })
      expect(stderr).toBe('Preparing left\n')
      expect(stdout).toContain('Next:\n\n  cd left\n  npm install\n  npm run accept\n  npm test\n')
    })
  })

  it('adds the kit to a package', () => {
    mkdirSync(join(cwd, 'present'))
    writeFileSync(join(cwd, 'present/package.json'), '{ "type": "module" }')
    const { status, stdout } = run({ args: ['present'] })
    expect(status).toBe(0)
    expect(stdout).toBe(
      '\ncontract.config.ts, openapi/openapi.yaml, package.json written. Next:\n\n' +
        '  cd present\n  npm install\n  npx @contract-kit/tools gen\n  npx @contract-kit/tools mock\n',
    )
  })

  it('prints commands that can be pasted', () => {
    const { status, stdout } = run({ args: ['my api'] })
    expect(status).toBe(0)
    expect(stdout).toContain('\n  cd "my api"\n  npm install\n')
  })
})
