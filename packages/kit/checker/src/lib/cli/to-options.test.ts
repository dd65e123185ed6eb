import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { parseArguments, type CliArguments } from './parse-arguments.ts'
import { toOptions } from './to-options.ts'
import { createFolder } from '../../../test/create-folder.ts'

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
