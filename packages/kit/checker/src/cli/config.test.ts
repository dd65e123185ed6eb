import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { afterEach, describe, expect, it, vi } from 'vitest'
import { createFolder } from '../../test/create-folder.ts'
import { ConfigurationError } from '../core/check-options.ts'
import { type CliArguments, parseArguments } from './arguments.ts'
import { loadConfig, toOptions } from './config.ts'

const load = async (source: string, name: string) => {
  const folder = await createFolder()
  await writeFile(join(folder, name), source)
  return (await loadConfig(undefined, folder)).config
}

afterEach(() => vi.unstubAllEnvs())

describe('loadConfig', () => {
  it.each([
    ['contract-checker.config.ts', 'export default { workers: 4 as number, tags: ["a"] }'],
    ['contract-checker.config.js', 'export default { workers: 4, tags: ["a"] }'],
    ['contract-checker.config.json', '{ "workers": 4, "tags": ["a"] }'],
    ['contract-checker.config.yaml', 'workers: 4\ntags: [a]\n'],
    [
      'contract.config.ts',
      'export default { documents: { a: "a.yaml" }, check: { workers: 4, tags: ["a"] } }',
    ],
    ['contract.config.json', '{ "documents": { "a": "a.yaml" }, "check": { "workers": 4, "tags": ["a"] } }'],
  ])('finds %s', async (name, source) => {
    expect(await load(source, name)).toMatchObject({ workers: 4, tags: ['a'] })
  })

  it('is empty where there is no file', async () => {
    const folder = await createFolder()
    expect(await loadConfig(undefined, folder)).toStrictEqual({ config: {}, folder })
  })

  it('reads nothing else of the configuration of a project', async () => {
    const others = '"docs": { "title": "${NO_SUCH_VARIABLE}" }'
    expect(await load(`{ "documents": { "a": "a.yaml" }, ${others} }`, 'contract.config.json')).toStrictEqual(
      {
        exclude: [],
        policies: {},
      },
    )
    await expect(
      load('{ "documents": { "a": "a.yaml" }, "check": { "worker": 4 } }', 'contract.config.json'),
    ).rejects.toThrow('contract.config.json has no setting worker; did you mean workers?')
  })

  it('puts environment variables in', async () => {
    vi.stubEnv('API_TOKEN', 't0ken')
    const source = 'headers: { authorization: "Bearer ${API_TOKEN}" }'
    expect(await load(source, 'contract-checker.config.yaml')).toHaveProperty('headers', {
      authorization: 'Bearer t0ken',
    })
  })

  it('takes hooks of a module', async () => {
    const config = await load(
      'export default { authenticate: ({ url }) => ({ from: url }), reset: () => undefined }',
      'contract-checker.config.mjs',
    )
    expect(await config.authenticate?.({ url: 'http://h.test' })).toStrictEqual({ from: 'http://h.test' })
    expect(config.reset).toBeTypeOf('function')
  })

  it('takes checks and formats of a module', async () => {
    const config = await load(
      `export default {
        checks: [{ id: 'mine', title: 'Mine', run: () => 'wrong' }],
        formats: { sku: { validate: (text) => text === 'a', generate: () => 'a' } },
      }`,
      'contract-checker.config.mjs',
    )
    expect(config.checks?.map(({ id, title }) => [id, title])).toStrictEqual([['mine', 'Mine']])
    expect(config.formats?.['sku']?.generate(0)).toBe('a')
  })

  it('refuses credentials that are no headers', async () => {
    const config = await load('export default { authenticate: () => "token" }', 'contract-checker.config.mjs')
    await expect(config.authenticate?.({ url: 'http://h.test' })).rejects.toThrow('it must return headers')
  })

  it('turns settings of an operation into filters and policies', async () => {
    const source = `
policies: { buy: [{ statuses: [402], reason: a }] }
operations:
  buy: { disableChecks: [head-mismatch], policies: [{ statuses: [422], reason: b }] }
  wipe: { exclude: true }
`
    expect(await load(source, 'contract-checker.config.yaml')).toMatchObject({
      exclude: ['wipe'],
      policies: {
        buy: [
          { statuses: [402], reason: 'a' },
          { statuses: [422], reason: 'b' },
          { checks: ['head-mismatch'] },
        ],
      },
    })
  })

  it.each([
    ['{ worker: 4 }', 'has no setting worker; did you mean workers?'],
    ['{ workers: 0 }', 'workers must be a whole number from 1 to 256'],
    ['{ thresholds: { responses: 90 } }', 'thresholds/responses must be a number from 0 to 1'],
    ['{ policies: { buy: [{ statuses: [402] }] } }', 'policies/buy/0 lacks the required property reason'],
    ['{ resett: x }', 'has no setting resett; did you mean reset?'],
    ['{ failOn: bad }', 'failOn must be one of critical, high, medium, low'],
    [
      '{ authenticate: x }',
      'authenticate in the configuration contract-checker.config.yaml must be a function',
    ],
    ['{ headers: { a: "${NOT_SET_ANYWHERE}" } }', 'needs the environment variable NOT_SET_ANYWHERE'],
    ['[]', 'must be an object'],
    ['{', 'cannot be read'],
  ])('refuses %s', async (source, message) => {
    const loading = load(source, 'contract-checker.config.yaml')
    await expect(loading).rejects.toThrow(ConfigurationError)
    await expect(loading).rejects.toThrow(message)
  })

  it('names a file that is not there', async () => {
    await expect(loadConfig('nowhere.json', await createFolder())).rejects.toThrow(
      'There is no configuration file nowhere.json.',
    )
  })
})

const argumentsOf = (...more: readonly string[]): CliArguments =>
  parseArguments(['api.yaml', '--url', 'http://h.test', ...more]) as CliArguments
const folders = { cwd: '/srv', folder: '/etc/api' }

describe('toOptions', () => {
  it('reads the document from the working folder', () => {
    expect(toOptions(argumentsOf(), {}, folders)).toMatchObject({
      document: '/srv/api.yaml',
      baseUrl: 'http://h.test',
    })
  })

  it('reads the document of a configuration from its folder', () => {
    const args = parseArguments([]) as CliArguments
    expect(toOptions(args, { document: 'api.yaml', url: 'http://c.test' }, folders)).toMatchObject({
      document: '/etc/api/api.yaml',
      baseUrl: 'http://c.test',
    })
  })

  it('leaves a document at a URL where it is', () => {
    const args = parseArguments(['https://h.test/api.yaml', '--url', 'http://h.test']) as CliArguments
    expect(toOptions(args, {}, folders)).toHaveProperty('document', 'https://h.test/api.yaml')
  })

  it('leaves out what was not said', () => {
    const options = toOptions(argumentsOf(), {}, folders)
    expect(
      ['phases', 'cases', 'seed', 'timeoutMs', 'replay', 'workers'].filter((name) => name in options),
    ).toStrictEqual([])
  })

  it('lets the command line win over the configuration', () => {
    const config = { workers: 2, cases: 5, headers: { a: '1', b: '2' }, exclude: ['wipe'] }
    const args = argumentsOf('--workers', '8', '--header', 'b: 3', '--exclude', 'drop')
    expect(toOptions(args, config, folders)).toMatchObject({
      workers: 8,
      cases: 5,
      headers: { a: '1', b: '3' },
      exclude: ['wipe', 'drop'],
    })
  })

  it('reads certificates from the folder of who names them', () => {
    const args = argumentsOf('--cert', 'client.pem')
    const config = { tls: { ca: 'ca.pem', cert: 'other.pem', insecure: false }, proxy: 'http://proxy.test' }
    expect(toOptions(args, config, folders)).toMatchObject({
      tls: { ca: '/etc/api/ca.pem', cert: '/srv/client.pem', insecure: false },
      proxy: 'http://proxy.test',
    })
  })

  it.each([
    [[], 'Specify the OpenAPI document to check'],
    [['api.yaml'], 'Specify the server to check'],
  ])('says what is missing from %j', (argv, message) => {
    expect(() => toOptions(parseArguments(argv) as CliArguments, {}, folders)).toThrow(message)
  })
})
