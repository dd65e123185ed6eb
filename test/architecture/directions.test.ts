import { describe, expect, it } from 'vitest'
import { imports, isTest, packageOf, workspaceOf } from './imports.ts'

/** The packages that each workspace may import, including type imports. Workspaces below `test/` may import any package. */
const allowed: Readonly<Record<string, readonly string[]>> = {
  openapi: ['@contract-kit/tools'],
  'packages/kit/json-schema': [],
  'packages/kit/openapi': ['@contract-kit/json-schema'],
  'packages/kit/resources': ['@contract-kit/json-schema', '@contract-kit/openapi'],
  'packages/kit/checker': ['@contract-kit/json-schema', '@contract-kit/openapi', '@contract-kit/resources'],
  'packages/kit/express': ['@contract-kit/json-schema', '@contract-kit/openapi'],
  'packages/kit/docs': ['@contract-kit/json-schema', '@contract-kit/openapi', '@contract-kit/resources'],
  'packages/kit/create': ['@contract-kit/json-schema', '@contract-kit/openapi'],
  'packages/kit/sandbox': [
    '@contract-kit/express',
    '@contract-kit/json-schema',
    '@contract-kit/openapi',
    '@contract-kit/resources',
  ],
  // The generated code imports the package by name, as in any other project.
  'packages/kit/client': ['@contract-kit/client', '@contract-kit/json-schema', '@contract-kit/openapi'],
  // The command-line tool runs the other packages.
  'packages/kit/tools': [
    '@contract-kit/checker',
    '@contract-kit/client',
    '@contract-kit/docs',
    '@contract-kit/express',
    '@contract-kit/json-schema',
    '@contract-kit/openapi',
    '@contract-kit/sandbox',
  ],
  'packages/kit/packaging': [],
  'packages/giftcards/contract': [],
  'packages/giftcards/client': ['@contract-kit/client', '@giftcards/contract'],
  'packages/giftcards/marketplace': [],
  'packages/giftcards/storage': ['@giftcards/marketplace'],
  'apps/server': [
    '@contract-kit/express',
    '@giftcards/contract',
    '@giftcards/marketplace',
    '@giftcards/storage',
  ],
  'apps/mock': ['@contract-kit/tools', '@giftcards/openapi'],
  // The benchmarks measure the applications through the exports of their entry files.
  'apps/bench': ['@giftcards/client', '@giftcards/contract', '@giftcards/server', '@giftcards/storage'],
  'apps/demo': ['@giftcards/client'],
  'apps/docs': [
    '@contract-kit/docs',
    '@contract-kit/tools',
    '@giftcards/client',
    '@giftcards/contract',
    '@giftcards/openapi',
  ],
  'apps/sandbox': ['@contract-kit/docs', '@giftcards/client', '@giftcards/contract', '@giftcards/docs'],
}

/** An additional package that the tests of a workspace may import. */
const allowedInTests: Readonly<Record<string, string>> = {
  // The tests check the sandbox with the checker.
  'packages/kit/sandbox': '@contract-kit/checker',
  // The sandbox serves the contract, so the tests need no server of this repository.
  'packages/giftcards/client': '@contract-kit/sandbox',
}

const isAllowedInTests = (file: string, specifier: string): boolean =>
  file.startsWith(`${workspaceOf(file)}/test/`) && allowedInTests[workspaceOf(file)] === specifier

/** The folders of the checker, lowest layer first. Each may import only its own files and the folders before it. */
const checkerFolders = [
  'http',
  'core',
  'compare',
  'checks',
  'session',
  'phases',
  'scenarios',
  'properties',
  'runner',
  'regressions',
  'reports',
  'traffic',
  'vitest',
  'cli',
]

const checkerRank = (file: string): number =>
  checkerFolders.indexOf(/^packages\/kit\/checker\/src\/([^/]+)\//.exec(file)?.[1] ?? '')

describe('directions', () => {
  it('a workspace imports only those that it may', () => {
    const wrong = imports
      .filter(
        ({ file, specifier }) =>
          /^@(?:giftcards|contract-kit)\//.test(specifier) && !file.startsWith('test/'),
      )
      .filter(({ file, specifier }) => !(allowed[workspaceOf(file)] ?? []).includes(packageOf(specifier)))
      // Scripts and tests of the kit build, pack and install its packages.
      .filter(
        ({ file, specifier }) =>
          packageOf(specifier) !== '@contract-kit/packaging' ||
          !/\/(?:scripts|test)\/|\.test\.ts$/.test(file),
      )
      .filter(({ file, specifier }) => !isAllowedInTests(file, specifier))
      .map(
        ({ file, specifier }) => `${file} must not import ${specifier}: ${workspaceOf(file)} may not use it.`,
      )
    expect(wrong).toStrictEqual([])
  })

  it('a relative import stays in its workspace', () => {
    const wrong = imports
      .filter(({ file, target }) => target !== undefined && workspaceOf(target) !== workspaceOf(file))
      .filter(({ target }) => target !== 'vitest.base.ts')
      .map(({ file, specifier }) => `${file} must import ${specifier} by its package name.`)
    expect(wrong).toStrictEqual([])
  })

  it('a dependency is imported by its public entry', () => {
    const wrong = imports
      .filter(({ specifier }) =>
        /^(?:@[^/]+\/)?[^./@][^/]*\/(?:dist|lib|src|build|internal)\//.test(specifier),
      )
      .filter(({ specifier }) => !/^@(?:giftcards|contract-kit)\//.test(specifier))
      // Documented: https://ajv.js.org/json-schema.html#draft-2020-12, https://github.com/highlightjs/highlight.js#import-the-library
      .filter(({ specifier }) => !/^ajv\/dist\/2020\.js$|^highlight\.js\/lib\//.test(specifier))
      .map(
        ({ file, specifier }) => `${file} must not import ${specifier}: only the public entry of a package.`,
      )
    expect(wrong).toStrictEqual([])
  })

  it('the marketplace imports nothing but itself', () => {
    const wrong = imports
      .filter(
        ({ file, target }) => file.startsWith('packages/giftcards/marketplace/src/') && target === undefined,
      )
      .filter(({ file }) => !isTest(file))
      .map(
        ({ file, specifier }) => `${file} must not import ${specifier}: clock, ids and stores are arguments.`,
      )
    expect(wrong).toStrictEqual([])
  })

  it('wire types stop at the wire folder of the server', () => {
    const wrong = imports
      .filter(({ file }) => /^apps\/server\/src\/(?!wire\/|sandbox\/)/.test(file))
      .filter(({ text, specifier }) =>
        specifier.startsWith('@giftcards/contract')
          ? /\b(?:Wire|SandboxWire|components)\b/.test(text)
          : false,
      )
      .map(({ file }) => `${file} must not import wire types: a renamed field is to break src/wire alone.`)
    expect(wrong).toStrictEqual([])
  })

  it('a folder of the checker imports only the ones below it', () => {
    const wrong = imports
      .filter(
        ({ file, target = '' }) =>
          !isTest(file) && checkerRank(file) > -1 && checkerRank(target) > checkerRank(file),
      )
      .map(({ file, specifier }) => `${file} must not import ${specifier}: that folder is above its own.`)
    expect(wrong).toStrictEqual([])
  })
})
