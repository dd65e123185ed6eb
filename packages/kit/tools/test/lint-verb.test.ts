import { mkdir, readFile, symlink } from 'node:fs/promises'
import { join } from 'node:path'
import { lint, loadConfig } from '@redocly/openapi-core'
import { describe, expect, it } from 'vitest'
import { addFiles, createFolder, runContract } from './project.ts'

const document = `openapi: 3.1.1
info: { title: Ferries, version: 1.0.0, license: { name: MIT, identifier: MIT } }
servers: [{ url: 'https://ferries.test' }]
security: []
paths:
  /trips:
    get:
      operationId: list-trips
      summary: List trips
      responses:
        '200': { description: Trips. }
        '429': { description: Too many. }
`
const settings = 'telemetry: off\nrules:\n  operation-2xx-response: error\n'

/** Returns a configuration with additional files to lint. Warnings do not fail the run. */
const config = (files: string) =>
  JSON.stringify({ documents: { a: 'openapi.yaml' }, lint: { files: [files], failOnWarnings: false } })

describe('contract lint', () => {
  it('has rules of its own where the project has no settings', async () => {
    const folder = await createFolder({ 'openapi.yaml': document })
    const run = await runContract(folder, 'lint', '--json')
    expect(run.code).toBe(1)
    expect(JSON.parse(run.stdout)).toMatchObject({
      errors: 0,
      problems: [
        {
          rule: 'contract/response-retry-after',
          severity: 'warn',
          message: 'Response 429 of list-trips must declare the header Retry-After.',
          file: 'openapi.yaml',
          line: 12,
        },
      ],
    })
  })

  it('has the settings of the project, and reports a file that two documents share once', async () => {
    const shared = "get: { responses: { '400': { description: No. } } }\n"
    const folder = await createFolder({
      'one.yaml': document.replace(/get:[^]*/, '$ref: trips.yaml\n'),
      'two.yaml': document.replace(/get:[^]*/, '$ref: trips.yaml\n'),
      'trips.yaml': shared,
      'redocly.yaml': settings,
      'contract.config.json': JSON.stringify({ documents: { one: 'one.yaml', two: 'two.yaml' } }),
    })
    expect(await runContract(folder, 'lint')).toMatchObject({
      code: 1,
      stdout: `1 error  operation-2xx-response  https://redocly.com/docs/cli/rules/oas/operation-2xx-response
  trips.yaml#/get/responses  Operation must have at least one \`2XX\` response.
1 error, 0 warnings
To fail only for new findings, run "contract lint --generate-ignore-file" once.
`,
    })
    const { stdout } = await runContract(folder, 'lint', 'one', '--format', 'github-actions')
    expect(stdout).toMatch(/^::error title=operation-2xx-response,file=trips\.yaml,line=1.*\n$/)
  })

  it('takes the plugin of an installed package by its name', async () => {
    const folder = await createFolder({
      'openapi.yaml': document,
      'redocly.yaml':
        "plugins: ['@contract-kit/tools/redocly-plugin']\nrules: { contract/response-retry-after: error }\n",
    })
    await mkdir(join(folder, 'node_modules/@contract-kit'), { recursive: true })
    await symlink(join(import.meta.dirname, '..'), join(folder, 'node_modules/@contract-kit/tools'))
    expect((await runContract(folder, 'lint')).stdout).toContain('1 error, 0 warnings')
  })

  it('lints further files, and lets warnings pass where the project says so', async () => {
    const folder = await createFolder({
      'openapi.yaml': document,
      'more/other.yaml': document,
      'contract.config.json': config('more/*.yaml'),
    })
    const run = await runContract(folder, 'lint', '--json')
    expect(run.code).toBe(0)
    expect(JSON.parse(run.stdout)).toMatchObject({
      warnings: 2,
      problems: [{ file: 'openapi.yaml' }, { file: 'more/other.yaml' }],
    })
    await addFiles(folder, { 'contract.config.json': config('none/*.yaml') })
    expect(await runContract(folder, 'lint')).toMatchObject({
      code: 2,
      stderr: 'No file matches "none/*.yaml" in lint.files of the configuration.\n',
    })
  })

  it('follows references by `$anchor` and `$id`, and not those in data', async () => {
    const content =
      "{ application/json: { schema: { $ref: 'pets.yaml#pet' }, examples: { a: { value: { $ref: gone } } } } }"
    const named = document.replace('Trips. }', `Trips., content: ${content} }`).replace(/\n.*'429'.*/, '')
    const folder = await createFolder({
      'openapi.yaml': named,
      'pets.yaml': '$defs: { Pet: { $anchor: pet, type: object, additionalProperties: true } }\n',
      'redocly.yaml': 'telemetry: off\nrules: { no-unresolved-refs: error, operation-4xx-response: warn }\n',
    })
    const run = await runContract(folder, 'lint', '--json')
    expect(JSON.parse(run.stdout)).toMatchObject({
      errors: 0,
      problems: [{ rule: 'operation-4xx-response', severity: 'warn', file: 'openapi.yaml', line: 10 }],
    })
    const { stdout } = await runContract(folder, 'lint', '--format', 'github-actions')
    expect(stdout).toMatch(/^::warning title=operation-4xx-response,file=openapi\.yaml,line=10/)
    await addFiles(folder, { 'pets.yaml': '$defs: {}' })
    expect((await runContract(folder, 'lint')).stdout).toMatch(/1 error, 1 warning/)
  })

  it('names the document or the settings that Redocly cannot read', async () => {
    const folder = await createFolder({ 'openapi.yaml': 'hello: world\n' })
    expect(await runContract(folder, 'lint')).toMatchObject({
      code: 2,
      stderr: 'Linting 1 file\nopenapi.yaml cannot be linted: Unsupported specification\n',
    })
    await addFiles(folder, { 'redocly.yaml': 'plugins: [./gone.js]\n' })
    expect(await runContract(folder, 'lint')).toMatchObject({
      code: 2,
      stderr: 'Linting 1 file\nThe settings cannot be read: Plugin "./gone.js" not found.\n',
    })
    await addFiles(folder, { 'openapi.yaml': document, 'redocly.yaml': 'rules: { no-such-rule: error }\n' })
    expect(await runContract(folder, 'lint')).toMatchObject({
      code: 0,
      stderr: expect.stringContaining('warning: redocly.yaml: Property `no-such-rule` is not expected here.'),
    })
  })
})

/** Returns a document whose operations violate only one rule: they have no 4XX responses. */
const withTrips = (count: number): string =>
  document.slice(0, document.indexOf('  /trips')) +
  Array.from(
    { length: count },
    (_, index) => `  /trips${index}:
    get:
      operationId: list-${index}
      summary: List trips
      responses:
        '200': { description: Trips. }
`,
  ).join('')
const strict = 'rules: { operation-4xx-response: error, operation-2xx-response: error, info-license: warn }\n'
const ignoreFile = '.redocly.lint-ignore.yaml'
const readIgnored = (folder: string) => readFile(join(folder, ignoreFile), 'utf8')

describe('the report of contract lint', () => {
  it('lists two findings of each rule, and all with --all', async () => {
    const without = withTrips(22).replace(/, license: [^}]*}/, '')
    const folder = await createFolder({ 'openapi.yaml': without, 'redocly.yaml': strict })
    const { stdout } = await runContract(folder, 'lint')
    expect(stdout.split('\n').slice(0, 6)).toStrictEqual([
      '22 errors  operation-4xx-response  https://redocly.com/docs/cli/rules/oas/operation-4xx-response',
      '  openapi.yaml:10:7  Operation must have at least one `4XX` response.',
      '  openapi.yaml:16:7  Operation must have at least one `4XX` response.',
      '  and 20 more (--all)',
      '1 warning  info-license  https://redocly.com/docs/cli/rules/oas/info-license',
      '  openapi.yaml:2:1  Info object should contain `license` field.',
    ])
    const whole = await runContract(folder, 'lint', '--all')
    expect(whole.stdout.match(/^  openapi\.yaml/gm)).toHaveLength(23)
    const { stdout: data } = await runContract(folder, 'lint', '--json')
    expect(JSON.parse(data).problems).toHaveLength(23)
  })

  it('names the page of a rule of this package, and none for a rule of another', async () => {
    const rule = `export default () => ({ id: 'house', rules: { oas3: { loud: () => ({
      Info(info, { report }) { report({ message: 'Louder.' }) } }) } } })\n`
    const folder = await createFolder({
      'openapi.yaml': document,
      'house.js': rule,
      'redocly.yaml': `plugins: ['${join(import.meta.dirname, '../src/lint/redocly-plugin.ts')}', house.js]
rules: { contract/response-retry-after: error, house/loud: error }\n`,
    })
    const { stdout } = await runContract(folder, 'lint')
    expect(stdout).toMatch(/^1 error  house\/loud$/m)
    const page = /^1 error  contract\/response-retry-after  (.*)$/m.exec(stdout)?.[1] ?? ''
    expect(await readFile(join(folder, page), 'utf8').catch(() => readFile(page, 'utf8'))).toMatch(
      /^# response-retry-after/,
    )
  })
})

describe('contract lint --generate-ignore-file', () => {
  it('lets a document begin green, and fails for new findings alone', async () => {
    const folder = await createFolder({ 'openapi.yaml': withTrips(2), 'redocly.yaml': strict })
    expect(await runContract(folder, 'lint', '--generate-ignore-file')).toMatchObject({
      code: 0,
      stdout: '.redocly.lint-ignore.yaml: 2 added, 0 removed, 2 in all\n',
    })
    expect(await runContract(folder, 'lint')).toMatchObject({
      code: 0,
      stdout: '0 errors, 0 warnings, 2 ignored by .redocly.lint-ignore.yaml\n',
    })
    // An added line moves all others.
    await addFiles(folder, { 'openapi.yaml': `# Trips\n${withTrips(3)}` })
    expect(await runContract(folder, 'lint')).toMatchObject({
      code: 1,
      stdout: `1 error  operation-4xx-response  https://redocly.com/docs/cli/rules/oas/operation-4xx-response
  openapi.yaml:23:7  Operation must have at least one \`4XX\` response.
1 error, 0 warnings, 2 ignored by .redocly.lint-ignore.yaml
`,
    })
    const { stdout } = await runContract(folder, 'lint', '--format', 'github-actions')
    expect(stdout.match(/^::error/gm)).toHaveLength(1)
  })

  it('fails for another rule at the same place', async () => {
    const folder = await createFolder({ 'openapi.yaml': withTrips(1), 'redocly.yaml': strict })
    await runContract(folder, 'lint', '--generate-ignore-file')
    await addFiles(folder, { 'openapi.yaml': withTrips(1).replace("'200'", "'300'") })
    expect(await runContract(folder, 'lint')).toMatchObject({
      code: 1,
      stdout: expect.stringMatching(
        /^1 error  operation-2xx-response .*\n.*\n1 error, 0 warnings, 1 ignored/,
      ),
    })
  })

  it('names entries that are no longer found, and removes them', async () => {
    const folder = await createFolder({ 'openapi.yaml': withTrips(2), 'redocly.yaml': strict })
    await runContract(folder, 'lint', '--generate-ignore-file')
    await addFiles(folder, { 'openapi.yaml': withTrips(1) })
    const unused = {
      document: 'openapi.yaml',
      rule: 'operation-4xx-response',
      place: '#/paths/~1trips1/get/responses',
    }
    expect(await runContract(folder, 'lint')).toMatchObject({
      code: 0,
      stdout: `No longer found; "contract lint --generate-ignore-file" removes from .redocly.lint-ignore.yaml:
  operation-4xx-response  openapi.yaml#/paths/~1trips1/get/responses
0 errors, 0 warnings, 1 ignored by .redocly.lint-ignore.yaml
`,
    })
    expect(JSON.parse((await runContract(folder, 'lint', '--json')).stdout)).toMatchObject({
      unused: [unused],
    })
    await runContract(folder, 'lint', '--generate-ignore-file')
    expect(await readIgnored(folder)).not.toContain('trips1')
    await addFiles(folder, { 'openapi.yaml': withTrips(0).replace(/paths:\n$/, 'paths: {}\n') })
    await runContract(folder, 'lint', '--generate-ignore-file')
    expect(await readIgnored(folder)).not.toContain('openapi.yaml')
  })

  it('keeps the reason of an entry, which the result names', async () => {
    const folder = await createFolder({
      'openapi.yaml': withTrips(2),
      'redocly.yaml': strict,
      [ignoreFile]:
        "openapi.yaml:\n  operation-4xx-response:\n    - '#/paths/~1trips0/get/responses' # A proxy answers.\n",
    })
    await runContract(folder, 'lint', '--generate-ignore-file')
    const { ignored } = JSON.parse((await runContract(folder, 'lint', '--json')).stdout)
    expect(ignored).toMatchObject([
      { pointer: '#/paths/~1trips0/get/responses', reason: 'A proxy answers.', line: 10 },
      { pointer: '#/paths/~1trips1/get/responses' },
    ])
    expect(ignored[1]).not.toHaveProperty('reason')
  })

  it('leaves the entries of documents that are not linted', async () => {
    const folder = await createFolder({
      'one.yaml': withTrips(1),
      'two.yaml': withTrips(1),
      'redocly.yaml': strict,
      'contract.config.json': JSON.stringify({ documents: { one: 'one.yaml', two: 'two.yaml' } }),
    })
    await runContract(folder, 'lint', '--generate-ignore-file')
    await addFiles(folder, { 'two.yaml': withTrips(0).replace(/paths:\n$/, 'paths: {}\n') })
    expect((await runContract(folder, 'lint', 'one')).stdout).not.toContain('two.yaml')
    await runContract(folder, 'lint', 'one', '--generate-ignore-file')
    expect(await readIgnored(folder)).toContain('two.yaml')
    expect((await runContract(folder, 'lint')).stdout).toContain('two.yaml#')
  })

  it('writes what Redocly reads', async () => {
    const folder = await createFolder({ 'openapi.yaml': withTrips(2), 'redocly.yaml': strict })
    await runContract(folder, 'lint', '--generate-ignore-file')
    const redocly = await loadConfig({ configPath: join(folder, 'redocly.yaml') })
    const problems = await lint({ ref: join(folder, 'openapi.yaml'), config: redocly })
    expect(problems.map(({ ignored }) => ignored)).toStrictEqual([true, true])
  })

  it('rejects a file that is not as Redocly writes it', async () => {
    const folder = await createFolder({ 'openapi.yaml': document, 'redocly.yaml': strict })
    for (const text of ['openapi.yaml: [a]\n', 'a\n', 'openapi.yaml: { struct: a }\n', 'a: {\n']) {
      await addFiles(folder, { [ignoreFile]: text })
      expect(await runContract(folder, 'lint')).toMatchObject({
        code: 2,
        stderr: expect.stringContaining(ignoreFile),
      })
    }
  })
})
