import { mkdir, symlink } from 'node:fs/promises'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { createFolder, runContract } from './project.ts'

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

  it('has the settings of the project', async () => {
    const folder = await createFolder({ 'openapi.yaml': document, 'redocly.yaml': settings })
    expect(await runContract(folder, 'lint')).toMatchObject({ code: 0, stdout: '0 errors, 0 warnings\n' })
    const wrong = await createFolder({
      'openapi.yaml': document.replace("'200'", "'400'"),
      'redocly.yaml': settings,
    })
    const run = await runContract(wrong, 'lint')
    expect(run.code).toBe(1)
    expect(run.stdout).toMatch(/operation-2xx-response[^]*1 error, 0 warnings\n$/)
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

  it('lets warnings pass where the project says so', async () => {
    const folder = await createFolder({
      'openapi.yaml': document,
      'contract.config.json': JSON.stringify({
        documents: { a: 'openapi.yaml' },
        lint: { failOnWarnings: false },
      }),
    })
    expect((await runContract(folder, 'lint')).code).toBe(0)
  })

  it('lints further files', async () => {
    const config = { documents: { a: 'openapi.yaml' }, lint: { files: ['more/*.yaml'] } }
    const folder = await createFolder({
      'openapi.yaml': document,
      'more/other.yaml': document.replace("'200'", "'400'"),
      'redocly.yaml': settings,
      'contract.config.json': JSON.stringify(config),
    })
    const run = await runContract(folder, 'lint', '--json')
    expect(JSON.parse(run.stdout)).toMatchObject({ errors: 1, problems: [{ file: 'more/other.yaml' }] })
    const none = await createFolder({
      'openapi.yaml': document,
      'contract.config.json': JSON.stringify({ ...config, lint: { files: ['none/*.yaml'] } }),
    })
    expect(await runContract(none, 'lint')).toMatchObject({
      code: 2,
      stderr: 'No file matches "none/*.yaml" in lint.files of the configuration.\n',
    })
  })

  it('says that a file is no description of an API', async () => {
    const folder = await createFolder({ 'openapi.yaml': 'hello: world\n' })
    const run = await runContract(folder, 'lint')
    expect(run.code).toBe(2)
    expect(run.stderr).toMatch(/The documents cannot be linted: .*openapi\.yaml/)
  })
})
