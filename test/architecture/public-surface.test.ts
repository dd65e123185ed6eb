import { describe, expect, it } from 'vitest'
import { imports, readSource, sourceFiles } from './source-files.ts'

/** Paths below a package that its own documentation imports. */
const documented: readonly RegExp[] = [
  // https://ajv.js.org/json-schema.html#draft-2020-12
  /^ajv\/dist\/2020\.js$/,
  // https://github.com/highlightjs/highlight.js#import-the-library
  /^highlight\.js\/lib\//,
]

/** Packages of this repository, whose `exports` say what is public. */
const isOwn = (specifier: string): boolean => /^@(?:giftcards|contract-kit)\//.test(specifier)

const isBelowEntry = (specifier: string): boolean =>
  /^(?:@[^/]+\/)?[^./@][^/]*\/(?:dist|lib|src|build|internal)\//.test(specifier)

/** Files that use Express and its middleware. */
const expressFiles = sourceFiles.filter((file) => /^(?:apps\/server|packages\/kit\/express)\//.test(file))

describe('a dependency', () => {
  it('is imported by its public entry alone', () => {
    const wrong = imports
      .filter(({ specifier }) => isBelowEntry(specifier) && !isOwn(specifier))
      .filter(({ specifier }) => !documented.some((pattern) => pattern.test(specifier)))
      .map(
        ({ file, specifier }) => `${file} must not import ${specifier}: only the public entry of a package.`,
      )
    expect(wrong).toStrictEqual([])
  })

  it('keeps its prototypes', () => {
    const wrong = expressFiles
      .filter((file) => /setPrototypeOf|\.prototype\.\w+\s*=[^=]|\.prototype\[/.test(readSource(file)))
      .map((file) => `${file} must not change a prototype.`)
    expect(wrong).toStrictEqual([])
  })

  it('is given no request or response but those of Node', () => {
    const wrong = expressFiles
      .filter((file) =>
        /new (?:IncomingMessage|ServerResponse)\b|as unknown as (?:Request|Response|Incoming|Server)/.test(
          readSource(file),
        ),
      )
      .map((file) => `${file} must not make a request or a response.`)
    expect(wrong).toStrictEqual([])
  })
})

describe('express-openapi-validator', () => {
  it('is used by its middleware and its error classes', () => {
    const named = expressFiles.flatMap((file) =>
      Array.from(
        readSource(file).matchAll(/import \{([^}]*)\} from 'express-openapi-validator'/g),
        ([, names = '']) => names,
      ).flatMap((names) => names.split(',').map((name) => name.trim().split(' ')[0])),
    )
    expect(new Set(named)).toStrictEqual(new Set(['middleware', 'error']))
  })
})

describe('openapi-fetch', () => {
  it('is the request engine of the client', () => {
    const used = imports
      .filter(
        ({ file, specifier }) => file.startsWith('packages/kit/client/src/') && specifier === 'openapi-fetch',
      )
      .map(({ file }) => file)
    const values = used.flatMap((file) =>
      Array.from(
        readSource(file).matchAll(/^import (?!type\b)(.+) from 'openapi-fetch'/gm),
        ([, names]) => names,
      ),
    )
    expect(values).toStrictEqual([
      'createClient, { type Client, type Middleware }',
      '{ createQuerySerializer }',
    ])
  })
})
