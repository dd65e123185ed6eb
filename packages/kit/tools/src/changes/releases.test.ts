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
  it('rejects a version that the gate rejects, and writes nothing', async () => {
    const folder = await createFolder()
    await release(folder, '1.0.0', '/a')
    expect((await release(folder, '1.1.0', '/b'))[0]).toMatch(/or make it version 2\.0\.0\.$/)
    expect((await readReleases(folder)).map(({ version }) => version)).toStrictEqual(['1.0.0'])
  })
})

describe('readReleases', () => {
  it.each<[string, Readonly<Record<string, string>>, string]>([
    [
      'a bundle without a note',
      { '1.0.0.yaml': 'openapi: 3.1.1\n' },
      'releases.yaml does not name 1.0.0.yaml.',
    ],
    [
      'a note without a bundle',
      { 'releases.yaml': "- { version: 1.0.0, date: '2026-01-15', note: A }\n" },
      '1.0.0.yaml is missing.',
    ],
    [
      'notes that are no list',
      { 'releases.yaml': 'version: 1.0.0\n' },
      'releases.yaml must be a list of version, date and note.',
    ],
  ])('rejects %s', async (_title, files, message) => {
    await expect(readReleases(await createFolder(files))).rejects.toThrow(message)
  })
})
