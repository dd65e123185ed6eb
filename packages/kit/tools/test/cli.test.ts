import { describe, expect, it } from 'vitest'
import manifest from '../package.json' with { type: 'json' }
import { createFolder, runContract } from './project.ts'

describe('contract', () => {
  it('lists its verbs', async () => {
    const { code, stdout, stderr } = await runContract('/', '--help')
    expect([code, stderr]).toStrictEqual([0, ''])
    expect(stdout).toMatch(/^Usage: contract \[options\] \[command\]\n/)
    expect(stdout).toMatch(/bundle \[options\] \[documents\.\.\.\] +Write each document as one file/)
  })

  it('prints its version', async () => {
    expect(await runContract('/', '--version')).toStrictEqual({
      code: 0,
      stdout: `${manifest.version}\n`,
      stderr: '',
    })
  })

  it.each(['bundle', 'gen', 'mock', 'sandbox', 'check', 'prove', 'mcp', 'samples', 'docs'])(
    'explains %s with an example',
    async (verb) => {
      const { code, stdout } = await runContract('/', verb, '--help')
      expect(code).toBe(0)
      expect(stdout).toContain(`\nExample:\n  contract ${verb}`)
      expect(stdout).toContain('--json')
      expect(stdout).toContain('  2   wrong input')
    },
  )

  it.each([
    [['bundel'], "error: unknown command 'bundel'\n(Did you mean bundle?)"],
    [
      ['init'],
      'There is no command "init". To add a configuration and a first contract to this package, run "npm create',
    ],
    [['bundle', '--speed'], 'error: unknown option \'--speed\'\nRun "contract bundle --help"'],
    [['mock', '--port', 'x'], '--port must be a whole number up to 65535, not "x".'],
    [['mock', '--port', '70000'], '--port must be a whole number up to 65535, not "70000".'],
  ])('exits with 2 after %j', async (args, message) => {
    const { code, stdout, stderr } = await runContract(await createFolder(), ...args)
    expect([code, stdout]).toStrictEqual([2, ''])
    expect(stderr.startsWith(message)).toBe(true)
  })
})
