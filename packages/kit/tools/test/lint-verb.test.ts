import { mkdir, symlink } from 'node:fs/promises'
import { join } from 'node:path'
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

/** A configuration with further files to lint, whose warnings pass. */
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
      stdout: `trips.yaml:
  1:8  error  operation-2xx-response  Operation must have at least one \`2XX\` response.

1 error, 0 warnings
`,
    })
    const { stdout } = await runContract(folder, 'lint', 'one', '--format', 'github-actions')
    expect(stdout).toMatch(/^::error title=operation-2xx-response,file=trips\.yaml,line=1/)
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

  it('says that a file is no description of an API', async () => {
    const folder = await createFolder({ 'openapi.yaml': 'hello: world\n' })
    const run = await runContract(folder, 'lint')
    expect(run.code).toBe(2)
    expect(run.stderr).toMatch(/The documents cannot be linted: .*openapi\.yaml/)
  })
})
