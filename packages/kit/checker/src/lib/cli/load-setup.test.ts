import { writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { loadSetup } from './load-setup.ts'
import { createFolder } from '../../../test/create-folder.ts'

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
