import { readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { bundleForBrowsers, findNodeModules } from '@contract-kit/packaging/check-package'
import { describePackage } from '@contract-kit/packaging/describe-package'
import { runProgram } from '@contract-kit/packaging/run-program'
import { describe, expect, it } from 'vitest'

const built = describePackage({ workspace: join(import.meta.dirname, '..') })

describe('the published client', () => {
  it('needs openapi-fetch, and yaml for its generator', () => {
    const { dependencies } = JSON.parse(built.files.get('package.json') ?? '') as { dependencies: object }
    expect(Object.keys(dependencies)).toStrictEqual(['openapi-fetch', 'yaml'])
  })

  it.each(['index', 'testing'])('has no module of Node in %s', async (name) => {
    const code = await bundleForBrowsers(join(built.folder, `esm/${name}.js`))
    expect(findNodeModules(code)).toStrictEqual([])
  })

  it('contains what it uses of the kit, without the judge of values', async () => {
    const contained = [...built.files].filter(([path]) => /^esm\/.*contained\/.*\.js$/.test(path))
    const bytes = (start: string) =>
      contained.filter(([path]) => path.startsWith(start)).reduce((sum, [, text]) => sum + text.length, 0)
    expect(bytes('esm/contained/')).toBeLessThan(20_000)
    expect(bytes('esm/generate/contained/')).toBeLessThan(150_000)
    expect(built.files.get('esm/generate/contained/LICENSES.txt')).toContain('@scalar/openapi-upgrader')
  })

  it('writes a client of Swagger 2.0, installed alone', async () => {
    const document = join(built.folder, 'pets.yaml')
    const get = '{ get: { operationId: listPets, responses: { 204: { description: None } } } }'
    await writeFile(
      document,
      `swagger: '2.0'\ninfo: { title: Pets, version: '1' }\npaths: { /pets: ${get} }\n`,
    )
    const args = ['bin/contract-client.cjs', document, '--out', join(built.folder, 'pets.ts')]
    expect(await runProgram(built.folder, process.execPath, args)).toContain('pets.ts written')
    expect(await readFile(join(built.folder, 'pets.ts'), 'utf8')).toContain('listPets(options?: CallOptions)')
  })

  it('keeps the generator out of the client', async () => {
    const code = await bundleForBrowsers(join(built.folder, 'esm/index.js'))
    expect(code.includes('OpenAPI')).toBe(false)
    expect(built.files.get('esm/generate/index.js')).toContain('@contract-kit/client')
    expect(built.files.get('esm/generate/run-command.js')).toContain('OpenAPI')
  })

  it('has a command', async () => {
    const args = ['bin/contract-client.cjs', '--help']
    expect(await runProgram(built.folder, process.execPath, args)).toContain('Example: contract-client ')
    expect(built.files.get('bin/contract-client.cjs')).toMatch(/^#!\/usr\/bin\/env node\n/)
  })

  it('has source maps that contain their sources', () => {
    const maps = [...built.files]
      .filter(([path]) => path.endsWith('.map'))
      .map(([, text]) => JSON.parse(text))
    expect(maps.length).toBeGreaterThan(20)
    expect(
      maps.filter(({ sources, sourcesContent }) => !sources[0].startsWith('../') || !sourcesContent[0]),
    ).toStrictEqual([])
  })
})
