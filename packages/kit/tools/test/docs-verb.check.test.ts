import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { createFolder, runContract, shedFiles } from './project.ts'

const config = (settings: object) => ({
  'contract.config.json': JSON.stringify({ documents: { shed: 'openapi.yaml' }, ...settings }),
})

/** Counts the pages of a site that show a curl sample. */
async function countSamples(folder: string): Promise<number> {
  const pages = (await readdir(folder, { recursive: true })).filter((page) => page.endsWith('.html'))
  const texts = await Promise.all(pages.map((page) => readFile(join(folder, page), 'utf8')))
  return texts.filter((text) => text.includes('curl --fail-with-body')).length
}

describe('contract docs', () => {
  it('builds a site of documents with samples, guides and error codes', async () => {
    const tool = `${shedFiles['paths/tool.yaml']}`.replace(
      '4XX: { description: No such tool. }',
      '404: { description: No such tool., headers: { X-Shed-Error: { schema: { const: no_tool } } } }',
    )
    const folder = await createFolder({
      ...shedFiles,
      ...config({ docs: { title: 'The shed', guides: 'texts' }, errors: { codeHeader: 'X-Shed-Error' } }),
      'paths/tool.yaml': tool,
      'texts/saws.md': '# Saws\n\nKeep them dry.\n',
    })
    expect(await runContract(folder, 'docs')).toStrictEqual({
      code: 0,
      stdout: '6 pages in dist/docs\n',
      stderr: 'Bundling openapi.yaml\nBuilding the site\n',
    })
    const site = join(folder, 'dist/docs')
    expect(await readFile(join(site, 'guides/saws.html'), 'utf8')).toMatch(/<title>.*The shed/)
    expect(await readFile(join(site, 'errors/no_tool.md'), 'utf8')).toContain('No such tool.')
    const { errors } = JSON.parse(await readFile(join(site, 'errors.json'), 'utf8'))
    expect(errors).toMatchObject([{ code: 'no_tool', status: 404, href: 'errors/no_tool.html' }])
    expect(await countSamples(site)).toBe(1)
  })

  it('fails on a link that leads nowhere, and shows no samples where told not to', async () => {
    const folder = await createFolder({
      ...shedFiles,
      ...config({ docs: { guides: '.' }, samples: false }),
      'saws.md': '# Saws\n\n[Planes](planes.md)\n',
    })
    const { code, stdout } = await runContract(folder, 'docs', '--json')
    expect(code).toBe(1)
    expect(JSON.parse(stdout)).toMatchObject({
      folder: 'dist/docs',
      warnings: [expect.stringContaining('planes')],
    })
    expect(await countSamples(join(folder, 'dist/docs'))).toBe(0)
  })

  it('notes what the document has and the site does not show, and passes', async () => {
    const links = Array.from({ length: 12 }, (_, index) => `[a](/docs/${index})`).join(' ')
    const folder = await createFolder({
      ...shedFiles,
      'openapi.yaml': `${shedFiles['openapi.yaml']}`.replace(
        'version: 1.2.0',
        () => `version: 1.2.0, description: '${links} <script>alert(1)</script>'`,
      ),
    })
    const { code, stdout } = await runContract(folder, 'docs')
    expect(code).toBe(0)
    expect(stdout.split('\n')).toStrictEqual([
      'note: index.html: tags of HTML are left out: <script>',
      ...Array.from({ length: 9 }, (_, index) =>
        expect.stringContaining(`the link to /docs/${index} is broken`),
      ),
      'and 3 more notes',
      '4 pages in dist/docs',
      '13 notes on the document in dist/docs/document-notes.html',
      '',
    ])
    const { stdout: data } = await runContract(folder, 'docs', '--json')
    expect(JSON.parse(data)).toMatchObject({ warnings: [], notesPage: 'document-notes.html' })
    expect(JSON.parse(data).notes).toHaveLength(13)
  })

  it('replaces no other files', async () => {
    const folder = await createFolder({ ...shedFiles, 'out/thesis.txt': 'mine' })
    const { code, stderr } = await runContract(folder, 'docs', '--out-dir', 'out')
    expect(code).toBe(2)
    expect(stderr).toContain('holds other files than a site')
    expect(await readFile(join(folder, 'out/thesis.txt'), 'utf8')).toBe('mine')
  })
})
