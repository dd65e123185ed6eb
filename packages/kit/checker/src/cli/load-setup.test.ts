import { writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { createFolder } from '../../test/create-folder.ts'
import { type CliArguments, parseArguments } from './arguments.ts'
import { loadSetup, toOptions } from './load-setup.ts'

const load = async (source: string, name = 'setup.mjs') => {
  const folder = await createFolder()
  await writeFile(join(folder, name), source)
  return loadSetup(name, folder)
}

const context = { url: 'http://h.test' }

describe('loadSetup', () => {
  it('takes named exports', async () => {
    const setup = await load(
      'export const authenticate = async ({ url }) => ({ from: url }); export const policies = { a: [] }',
    )
    expect(await setup.authenticate?.(context)).toStrictEqual({ from: 'http://h.test' })
    expect(setup.policies).toStrictEqual({ a: [] })
    expect(setup).not.toHaveProperty('reset')
  })

  it('takes members of the default export', async () => {
    const setup = await load('module.exports = { reset: () => undefined }', 'setup.cjs')
    expect(setup.reset).toBeTypeOf('function')
  })

  it('takes a TypeScript module', async () => {
    const setup = await load('export const reset = (): void => undefined', 'setup.ts')
    expect(setup.reset).toBeTypeOf('function')
  })

  it.each([
    ['export const reset = 5', /^reset in the setup module setup\.mjs must be a function\.$/],
    ['throw new Error("no database")', /^The setup module setup\.mjs cannot be loaded: no database$/],
    ['export const', /^The setup module setup\.mjs cannot be loaded: /],
  ])('refuses %s', async (source, message) => {
    await expect(load(source)).rejects.toThrow(message)
  })

  it('names a module that is not there', async () => {
    await expect(loadSetup('nowhere.mjs', tmpdir())).rejects.toThrow('There is no setup module nowhere.mjs.')
  })

  it('refuses credentials that are no headers', async () => {
    const setup = await load('export const authenticate = () => "token"')
    await expect(setup.authenticate?.(context)).rejects.toThrow('it must return headers')
  })
})

const argumentsOf = (...more: readonly string[]): CliArguments =>
  parseArguments(['api.yaml', '--url', 'http://h.test', ...more]) as CliArguments

const write = async (name: string, text: string): Promise<string> => {
  const folder = await createFolder()
  await writeFile(join(folder, name), text)
  return folder
}

describe('toOptions', () => {
  it('reads the document from the working folder', async () => {
    expect(await toOptions(argumentsOf(), '/srv')).toMatchObject({
      document: '/srv/api.yaml',
      baseUrl: 'http://h.test',
    })
  })

  it('leaves a document at a URL where it is', async () => {
    const args = { ...argumentsOf(), document: 'https://h.test/api.yaml' }
    expect(await toOptions(args, '/srv')).toHaveProperty('document', 'https://h.test/api.yaml')
  })

  it('leaves out what was not said', async () => {
    const options = await toOptions(argumentsOf(), '/srv')
    expect(
      ['phases', 'cases', 'seed', 'timeoutMs', 'replay'].filter((name) => name in options),
    ).toStrictEqual([])
  })

  it('joins the policies of both places', async () => {
    const folder = await write(
      'p.json',
      '{"buy":[{"statuses":[422],"reason":"b"}],"get":[{"statuses":[403],"reason":"c"}]}',
    )
    await writeFile(
      join(folder, 's.mjs'),
      'export const policies = { buy: [{ statuses: [402], reason: "a" }] }',
    )
    const { policies } = await toOptions(argumentsOf('--policy=p.json', '--setup=s.mjs'), folder)
    expect(policies).toStrictEqual({
      buy: [
        { statuses: [402], reason: 'a' },
        { statuses: [422], reason: 'b' },
      ],
      get: [{ statuses: [403], reason: 'c' }],
    })
  })

  it.each([
    ['no JSON', 'The policy file p.json cannot be read as JSON.'],
    ['[]', 'The policy file p.json must hold { operationId: [{ statuses, reason, checks }] }.'],
    ['{"buy":{}}', 'The policy file p.json must hold { operationId: [{ statuses, reason, checks }] }.'],
  ])('refuses a policy file that holds %s', async (text, message) => {
    await expect(toOptions(argumentsOf('--policy=p.json'), await write('p.json', text))).rejects.toThrow(
      message,
    )
  })
})
