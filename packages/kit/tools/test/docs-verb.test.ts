import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { createFolder, runContract, shedFiles } from './project.ts'

const config = (docs: object) => ({
  'contract.config.json': JSON.stringify({ documents: { shed: 'openapi.yaml' }, docs }),
})

describe('contract docs', () => {
  it('builds a site of documents and guides', async () => {
    const folder = await createFolder({
      ...shedFiles,
      ...config({ title: 'The shed', guides: 'texts' }),
      'texts/saws.md': '# Saws\n\nKeep them dry.\n',
    })
    expect(await runContract(folder, 'docs')).toStrictEqual({
      code: 0,
      stdout: '4 pages in dist/docs\n',
      stderr: 'Bundling openapi.yaml\nBuilding the site\n',
    })
    expect(await readFile(join(folder, 'dist/docs/guides/saws.html'), 'utf8')).toMatch(/<title>.*The shed/)
  })

  it.each([
    [{}, 1],
    [{ samples: false }, 0],
  ])('shows samples unless told not to: %j', async (more, count) => {
    const settings = { documents: { shed: 'openapi.yaml' }, ...more }
    const folder = await createFolder({ ...shedFiles, 'contract.config.json': JSON.stringify(settings) })
    await runContract(folder, 'docs')
    const pages = await readdir(join(folder, 'dist/docs'), { recursive: true })
    const texts = await Promise.all(
      pages
        .filter((page) => page.endsWith('.html'))
        .map((page) => readFile(join(folder, 'dist/docs', page), 'utf8')),
    )
    expect(texts.filter((text) => text.includes('curl --fail-with-body'))).toHaveLength(count)
  })

  it('has a page for each error code where the configuration names their header', async () => {
    const tool = `${shedFiles['paths/tool.yaml']}`.replace(
      '4XX: { description: No such tool. }',
      '404: { description: No such tool., headers: { X-Shed-Error: { schema: { const: no_tool } } } }',
    )
    const settings = { documents: { shed: 'openapi.yaml' }, errors: { codeHeader: 'X-Shed-Error' } }
    const folder = await createFolder({
      ...shedFiles,
      'paths/tool.yaml': tool,
      'contract.config.json': JSON.stringify(settings),
    })
    expect(await runContract(folder, 'docs')).toMatchObject({ code: 0, stdout: '5 pages in dist/docs\n' })
    expect(await readFile(join(folder, 'dist/docs/errors/no_tool.md'), 'utf8')).toContain('No such tool.')
    const { errors } = JSON.parse(await readFile(join(folder, 'dist/docs/errors.json'), 'utf8'))
    expect(errors).toMatchObject([{ code: 'no_tool', status: 404, href: 'errors/no_tool.html' }])
  })

  it('fails on a link that leads nowhere', async () => {
    const files = { ...shedFiles, ...config({ guides: '.' }), 'saws.md': '# Saws\n\n[Planes](planes.md)\n' }
    const { code, stdout } = await runContract(await createFolder(files), 'docs', '--json')
    expect(code).toBe(1)
    expect(JSON.parse(stdout)).toMatchObject({
      folder: 'dist/docs',
      warnings: [expect.stringContaining('planes')],
    })
  })

  it('replaces no other files', async () => {
    const folder = await createFolder({ ...shedFiles, 'out/thesis.txt': 'mine' })
    const { code, stderr } = await runContract(folder, 'docs', '--out-dir', 'out')
    expect(code).toBe(2)
    expect(stderr).toContain('holds other files than a site')
    expect(await readFile(join(folder, 'out/thesis.txt'), 'utf8')).toBe('mine')
  })
})
