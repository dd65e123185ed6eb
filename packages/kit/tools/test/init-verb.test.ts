import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { createFolder, runContract } from './project.ts'

describe('contract init', () => {
  it('begins a contract that lints, generates and bundles', async () => {
    const folder = await createFolder({ 'package.json': '{"scripts":{"lint":"eslint ."}}' })
    const { code, stdout } = await runContract(folder, 'init')
    expect(code).toBe(0)
    expect(stdout).toMatch(/^contract\.config\.ts written\nopenapi\.yaml written\n/)
    expect(stdout).toContain('"gen": "contract gen",')
    expect(stdout).not.toContain('"lint"')
    expect(await readFile(join(folder, 'contract.config.ts'), 'utf8')).toContain("source: 'openapi.yaml'")
    expect(await runContract(folder, 'bundle', 'openapi.yaml')).toMatchObject({ code: 0 })
  })

  it('configures a document that is there', async () => {
    const folder = await createFolder({ 'api/pets.yaml': 'openapi: 3.1.1' })
    expect(await runContract(folder, 'init', 'api/pets.yaml', '--json')).toMatchObject({
      code: 0,
      stdout: '{\n  "files": [\n    "contract.config.ts"\n  ]\n}\n',
    })
    expect(await readFile(join(folder, 'contract.config.ts'), 'utf8')).toContain("source: 'api/pets.yaml'")
  })

  it('overwrites nothing', async () => {
    const folder = await createFolder({ 'contract.config.mjs': '' })
    expect(await runContract(folder, 'init')).toMatchObject({
      code: 2,
      stderr: 'There is a contract.config.mjs here already.\n',
    })
    expect(await runContract(await createFolder(), 'init', 'pets.yaml')).toMatchObject({
      code: 2,
      stderr: 'The document pets.yaml does not exist; leave it out to begin a new one.\n',
    })
  })
})
