import { describe, expect, it } from 'vitest'
import { imports, isTest } from './source-files.ts'

const source = 'packages/kit/checker/src/'

/** The folders of the checker, from the ground up: each may import only those before it. */
const layers: readonly string[] = [
  'json-schema',
  'openapi',
  'http',
  'core',
  'resources',
  'checks',
  'session',
  'phases',
  'runner',
  'regressions',
  'reports',
  'vitest',
  'cli',
]

const layerOf = (file: string): number => layers.indexOf(file.slice(source.length).split('/')[0] ?? '')

describe('folders of the checker', () => {
  it('each imports only the ones below it', () => {
    const wrong = imports
      .filter(
        ({ file }) => file.startsWith(source) && file.slice(source.length).includes('/') && !isTest(file),
      )
      .filter(({ file, target }) => target?.startsWith(source) === true && layerOf(target) > layerOf(file))
      .map(({ file, specifier }) => `${file} must not import ${specifier}: that folder is above its own.`)
    expect(wrong).toStrictEqual([])
  })

  it('lists every folder', () => {
    const folders = imports
      .filter(({ file }) => file.startsWith(source))
      .map(({ file }) => file.slice(source.length).split('/'))
      .flatMap(([folder = '', ...rest]) => (rest.length > 0 ? [folder] : []))
    expect([...new Set(folders)].toSorted()).toStrictEqual(layers.toSorted())
  })
})
