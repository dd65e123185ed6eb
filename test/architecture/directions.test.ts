import { describe, expect, it } from 'vitest'
import { imports, isTest, workspaceOf } from './source-files.ts'

/** The allowed imports of each workspace; type imports count. */
const allowed: Readonly<Record<string, readonly string[]>> = {
  openapi: ['@contract-kit/tools'],
  'packages/kit/packaging': [],
  'packages/kit/checker': ['@contract-kit/packaging'],
  'packages/kit/express': ['@contract-kit/packaging'],
  'packages/kit/docs': ['@contract-kit/packaging'],
  'packages/kit/create': ['@contract-kit/packaging'],
  // A document as the checker understands it, served by the router of handlers.
  'packages/kit/sandbox': ['@contract-kit/checker', '@contract-kit/express', '@contract-kit/packaging'],
  // The generated code imports the package by name, as in any other project.
  'packages/kit/client': ['@contract-kit/client', '@contract-kit/packaging'],
  // The command line starts the others.
  'packages/kit/tools': [
    '@contract-kit/checker',
    '@contract-kit/client',
    '@contract-kit/docs',
    '@contract-kit/packaging',
    '@contract-kit/sandbox',
  ],
  'packages/giftcards/contract': [],
  'packages/giftcards/client': ['@contract-kit/client', '@contract-kit/packaging', '@giftcards/contract'],
  'packages/giftcards/marketplace': [],
  'packages/giftcards/storage': ['@giftcards/marketplace'],
  'apps/server': [
    '@contract-kit/express',
    '@giftcards/marketplace',
    '@giftcards/storage',
    '@giftcards/contract',
  ],
  'apps/mock': ['@contract-kit/tools', '@giftcards/openapi'],
  'apps/bench': [
    '@giftcards/server',
    '@giftcards/storage',
    '@giftcards/contract',
    '@giftcards/client',
    '@contract-kit/checker',
    '@contract-kit/express',
  ],
  'apps/demo': ['@giftcards/client'],
  'apps/docs': [
    '@contract-kit/docs',
    '@contract-kit/tools',
    '@giftcards/openapi',
    '@giftcards/contract',
    '@giftcards/client',
  ],
  'apps/sandbox': ['@giftcards/contract', '@giftcards/client'],
}

/** Libraries that one place alone may import, so that it can be replaced there. */
const homes: Readonly<Record<string, string>> = {
  fastify: 'apps/bench/src/peers/',
  express: 'packages/kit/express/',
  'express-openapi-validator': 'packages/kit/express/',
  helmet: 'apps/server/src/',
  cors: 'apps/server/src/',
  compression: 'apps/server/src/',
  zod: 'apps/server/src/',
  'lru-cache': 'apps/server/src/',
  'rate-limiter-flexible': 'apps/server/src/',
  kysely: 'packages/giftcards/storage/',
  pg: 'packages/giftcards/storage/',
  pino: 'apps/server/src/observe/',
  'prom-client': 'apps/server/src/observe/',
  '@opentelemetry/api': 'apps/server/src/observe/',
  '@opentelemetry/core': 'apps/server/src/observe/',
  '@opentelemetry/resources': 'apps/server/src/observe/',
  '@opentelemetry/sdk-trace': 'apps/server/src/observe/',
  '@opentelemetry/exporter-trace-otlp-http': 'apps/server/src/observe/',
  'openapi-fetch': 'packages/kit/client/',
  '@stoplight/prism-cli': 'packages/kit/tools/src/',
  commander: 'packages/kit/tools/src/',
  'openapi-typescript': 'packages/kit/tools/',
  '@modelcontextprotocol/server': 'packages/kit/tools/src/',
}

/** Further places: the server is an Express application, and so are some of the servers that it is measured beside, or the checker is. */
const secondHomes: Readonly<Record<string, readonly string[]>> = {
  cors: ['packages/kit/sandbox/src/server/'],
  express: [
    'apps/server/src/',
    'apps/bench/src/peers/',
    'test/foreign-clients/',
    'test/sandbox-documents/',
    'packages/kit/checker/test/public-servers/',
    'packages/kit/sandbox/',
  ],
  'express-openapi-validator': ['apps/bench/src/peers/', 'packages/kit/checker/test/public-servers/'],
  fastify: ['packages/kit/checker/test/public-servers/'],
  zod: ['packages/kit/tools/src/'],
  'openapi-typescript': ['packages/kit/express/test/', 'packages/kit/client/test/'],
  // The client is measured beside it.
  'openapi-fetch': ['apps/bench/src/parts/'],
}

const packageOf = (specifier: string): string =>
  specifier
    .split('/')
    .slice(0, specifier.startsWith('@') ? 2 : 1)
    .join('/')

describe('directions', () => {
  it('every workspace imports only what it may', () => {
    const wrong = imports
      .filter(
        ({ file, specifier }) =>
          /^@(?:giftcards|contract-kit)\//.test(specifier) && workspaceOf(file) !== 'test',
      )
      .filter(({ file, specifier }) => !(allowed[workspaceOf(file)] ?? []).includes(packageOf(specifier)))
      .map(
        ({ file, specifier }) => `${file} must not import ${specifier}: ${workspaceOf(file)} may not use it.`,
      )
    expect(wrong).toStrictEqual([])
  })

  it('no relative import leaves its workspace', () => {
    const wrong = imports
      .filter(({ file, target }) => target !== undefined && workspaceOf(target) !== workspaceOf(file))
      .map(({ file, specifier }) => `${file} must import ${specifier} by its package name.`)
    expect(wrong).toStrictEqual([])
  })

  it('each replaceable library is imported in its one home', () => {
    const wrong = imports
      .filter(({ file, specifier }) => {
        const name = packageOf(specifier)
        const home = homes[name]
        if (home === undefined) return false
        return ![home, ...(secondHomes[name] ?? [])].some((place) => file.startsWith(place))
      })
      .map(
        ({ file, specifier }) =>
          `${file} must not import ${specifier}: only ${homes[packageOf(specifier)]} may.`,
      )
    expect(wrong).toStrictEqual([])
  })

  it('marketplace imports nothing but itself', () => {
    const wrong = imports
      .filter(
        ({ file, target }) =>
          file.startsWith('packages/giftcards/marketplace/src/') && !isTest(file) && target === undefined,
      )
      .map(
        ({ file, specifier }) => `${file} must not import ${specifier}: clock, ids and stores are arguments.`,
      )
    expect(wrong).toStrictEqual([])
  })

  it('the kit knows nothing of gift cards', () => {
    const wrong = imports
      .filter(
        ({ file, specifier }) => file.startsWith('packages/kit/') && specifier.startsWith('@giftcards/'),
      )
      .map(({ file, specifier }) => `${file} must not import ${specifier}: the kit serves any API.`)
    expect(wrong).toStrictEqual([])
  })

  it('packages are built and tried by packaging, and do not contain it', () => {
    const wrong = imports
      .filter(({ file, specifier }) => packageOf(specifier) === '@contract-kit/packaging' && !isTest(file))
      .filter(({ file }) => !/\/(?:scripts|test)\//.test(file))
      .map(({ file, specifier }) => `${file} must not import ${specifier}: only scripts and tests may.`)
    expect(wrong).toStrictEqual([])
  })

  it('nothing imports a test or an application', () => {
    const wrong = imports
      // The bench measures applications, and may take of them what their entry files give.
      .filter(({ file }) => !['test', 'apps/bench'].includes(workspaceOf(file)))
      .filter(({ specifier }) =>
        /^@giftcards\/(?:test|server|mock|docs|demo|sandbox|bench)\b/.test(specifier),
      )
      .map(({ file, specifier }) => `${file} must not import ${specifier}.`)
    expect(wrong).toStrictEqual([])
  })
})
