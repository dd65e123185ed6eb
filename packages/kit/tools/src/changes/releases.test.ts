import { describe, expect, it } from 'vitest'
import { createFolder } from '../../test/project.ts'
import { readReleases, writeRelease } from './releases.ts'

/** Releases a document of one path into a folder, and gives what was said against it. */
function release(folder: string, version: string, path: string): Promise<readonly string[]> {
  return writeRelease({
    folder,
    document: {
      openapi: '3.1.1',
      info: { title: 'Ferries', version },
      paths: { [path]: { get: { responses: { 200: { description: 'A' } } } } },
    },
    date: '2026-01-15',
    note: `Version ${version}: the path ${path}.`,
    versioning: 'semver',
    policies: {},
  })
}

describe('writeRelease', () => {
  it('adds the bundle, the date and the note', async () => {
    const folder = await createFolder()
    expect(await release(folder, '1.0.0', '/a')).toStrictEqual([])
    expect(await release(folder, '2.0.0', '/b')).toStrictEqual([])
    expect(await readReleases(folder)).toMatchObject([
      {
        version: '1.0.0',
        date: '2026-01-15',
        note: 'Version 1.0.0: the path /a.',
        document: { paths: { '/a': {} } },
      },
      {
        version: '2.0.0',
        date: '2026-01-15',
        note: 'Version 2.0.0: the path /b.',
        document: { paths: { '/b': {} } },
      },
    ])
  })

  it('rejects a version that is released', async () => {
    const folder = await createFolder()
    await release(folder, '1.0.0', '/a')
    expect(await release(folder, '1.0.0', '/a')).toStrictEqual([
      'Version 1.0.0 is released already; raise info.version.',
    ])
  })

  it('rejects what the gate rejects, and writes nothing', async () => {
    const folder = await createFolder()
    await release(folder, '1.0.0', '/a')
    expect((await release(folder, '1.1.0', '/b'))[0]).toMatch(/or make it version 2\.0\.0\.$/)
    expect((await readReleases(folder)).map(({ version }) => version)).toStrictEqual(['1.0.0'])
  })
})

describe('readReleases', () => {
  it('says which bundle has no note, and which note has no bundle', async () => {
    const folder = await createFolder({ '1.0.0.yaml': 'openapi: 3.1.1\n' })
    await expect(readReleases(folder)).rejects.toThrow('releases.yaml does not name 1.0.0.yaml.')
    const notes = await createFolder({
      'releases.yaml': "- { version: 1.0.0, date: '2026-01-15', note: A }\n",
    })
    await expect(readReleases(notes)).rejects.toThrow('1.0.0.yaml is missing.')
  })

  it('says that notes must be a list', async () => {
    const folder = await createFolder({ 'releases.yaml': 'version: 1.0.0\n' })
    await expect(readReleases(folder)).rejects.toThrow(
      'releases.yaml must be a list of version, date and note.',
    )
  })
})
