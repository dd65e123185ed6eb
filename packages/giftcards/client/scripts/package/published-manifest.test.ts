import { describe, expect, it } from 'vitest'
import { entriesOf, publishedManifest } from './published-manifest.ts'

const manifest = {
  name: '@a/b',
  version: '1.2.3',
  private: true,
  description: 'A client.',
  license: 'MIT',
  exports: { '.': './src/index.ts', './testing': './src/testing.ts', './package': './scripts/folder.ts' },
  devDependencies: { c: '1.0.0' },
}

describe('entriesOf', () => {
  it('takes what is exported from src', () => {
    expect(entriesOf(manifest)).toStrictEqual([
      { name: 'index', subpath: '.', source: './src/index.ts' },
      { name: 'testing', subpath: './testing', source: './src/testing.ts' },
    ])
  })
})

describe('publishedManifest', () => {
  it('exports built modules with their types', () => {
    expect(publishedManifest(manifest)).toMatchObject({
      name: '@a/b',
      version: '1.2.3',
      exports: {
        '.': { types: './types/client/src/index.d.ts', default: './index.js' },
        './testing': { types: './types/client/src/testing.d.ts', default: './testing.js' },
        './package.json': './package.json',
      },
    })
  })

  it('keeps nothing of the workshop', () => {
    expect(Object.keys(publishedManifest(manifest))).not.toContain('private')
    expect(JSON.stringify(publishedManifest(manifest))).not.toMatch(/dependencies|scripts/i)
  })
})
