import { readdir } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { gzipSync } from 'node:zlib'
import { checkPackage, createPackageFromTarballData } from '@arethetypeswrong/core'
import { publint } from 'publint'
import { formatMessage } from 'publint/utils'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { compileProject } from './compile-project.ts'
import { type InstalledPackage, installPackage } from './installed-package.ts'
import { minified } from './minified.ts'
import { PackageFiles } from './package-files.ts'
import { sizeBudget } from './size-budget.ts'

let installed: InstalledPackage
let files: PackageFiles

beforeAll(async () => {
  installed = await installPackage()
  files = await PackageFiles.of(installed.folder)
}, 60_000)

afterAll(() => installed.remove())

describe('the published package', { timeout: 60_000 }, () => {
  it('has nothing that publint finds fault with', async () => {
    const { messages, pkg } = await publint({ pkgDir: installed.folder, strict: true, pack: false })
    expect(messages.map((message) => formatMessage(message, pkg, { color: false }))).toStrictEqual([])
  })

  it('resolves to right types, in CommonJS as ESM only', async () => {
    const result = await checkPackage(createPackageFromTarballData(installed.tarball))
    if (result.types === false) throw new Error('The package has no types')
    const found = result.problems.map((problem) =>
      'entrypoint' in problem
        ? `${problem.kind} ${problem.entrypoint} ${problem.resolutionKind}`
        : problem.kind,
    )
    // Resolution as in Node 10, which knows no `exports`, is not supported; TypeScript 7 has dropped it.
    expect(found.filter((problem) => !problem.endsWith(' node10'))).toStrictEqual([
      'CJSResolvesToESM . node16-cjs',
      'CJSResolvesToESM ./testing node16-cjs',
      'CJSResolvesToESM ./sandbox node16-cjs',
    ])
    expect(Object.keys(result.entrypoints)).toEqual(expect.arrayContaining(['.', './testing', './sandbox']))
  })

  it('is a client of at most 5 kB', async () => {
    const bytes = gzipSync(await minified(join(installed.folder, 'index.js')), { level: 9 }).byteLength
    expect(bytes, `The client is ${bytes} bytes, minified and compressed`).toBeLessThanOrEqual(sizeBudget)
  })

  it('keeps the fake out of the client', () => {
    const reached = files.reachableFrom('index.js')
    const withFake = reached.filter((file) => /createFakePartnerApi|Northwind/.test(files.text(file)))
    expect(reached).toContain('index.js')
    expect(withFake).toStrictEqual([])
    expect(files.text('testing.js')).toMatch(
      /createFakePartnerApi[^]*Northwind|Northwind[^]*createFakePartnerApi/,
    )
  })

  it('imports nothing but its own modules', () => {
    const modules = files.names.filter((file) => file.endsWith('.js'))
    const imported = modules.flatMap((file) => files.specifiers(file))
    expect(imported.filter((name) => !name.startsWith('.'))).toStrictEqual([])
    expect(modules).toEqual(expect.arrayContaining(['index.js', 'sandbox.js', 'testing.js']))
  })

  it('declares its types with nothing from elsewhere', () => {
    const declarations = files.names.filter((file) => file.endsWith('.d.ts'))
    const entries = ['index', 'sandbox', 'testing'].map((name) => `types/client/src/${name}.d.ts`)
    const reached = entries.flatMap((entry) => files.reachableFrom(entry))
    expect(new Set(reached)).toStrictEqual(new Set(declarations))
  })

  it('carries licence, notices and readme', () => {
    expect(files.text('LICENSE')).toMatch(/^MIT License/)
    expect(files.text('README.md')).toMatch(/^# @giftcards\/client/)
    expect(files.text('THIRD-PARTY-NOTICES.md')).toMatch(/## openapi-fetch \d[^]*MIT License[^]*Drew Powers/)
  })

  it('names no place of the machine that built it', () => {
    const places = [join(import.meta.dirname, '../../../../..'), dirname(installed.project)]
    const telling = files.names.filter((file) => places.some((place) => files.text(file).includes(place)))
    expect(telling).toStrictEqual([])
  })
})

describe('an empty project with the package installed', { timeout: 60_000 }, () => {
  it('has nothing else installed', async () => {
    expect(await readdir(join(installed.project, 'node_modules'))).toStrictEqual([
      '.package-lock.json',
      '@giftcards',
    ])
    expect(await readdir(join(installed.project, 'node_modules/@giftcards'))).toStrictEqual(['client'])
  })

  const printed = [
    "true [ 'Invalid coupon' ]",
    'Digitally Delivered true',
    'createSession login createCart applyCoupon getOrder',
    'function',
    '',
  ].join('\n')

  it('runs a purchase', async () => {
    expect(await installed.run('purchase.js')).toBe(printed)
  })

  it('runs a purchase without the globals of Node', async () => {
    expect(await installed.run('without-node.js')).toBe(printed)
  })

  it.each([
    ['a browser', { lib: ['es2022', 'dom'], types: [] }],
    ['Node', { lib: ['es2022'], types: ['node'] }],
  ])('compiles a strict TypeScript file for %s', async (_, settings) => {
    expect(await compileProject(installed.project, ['compiles.mts'], settings)).toBe('')
  })
})
