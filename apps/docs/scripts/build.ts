import { mkdirSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { writeReferencePage } from '../pages/reference-page.ts'
import { toPage } from '../site/page-layout.ts'
import { toSearchIndexScript } from '../search/search-index-script.ts'
import { buildTryPage } from '../try/build.ts'
import { buildAssets } from './build-assets.ts'
import { collectSite } from './collect-site.ts'

/**
 * Command: builds the site into `dist`, a folder that works wherever it is put. It is made elsewhere and takes its place
 * when it is whole, so that a build that fails leaves the site as it was.
 */
const root = join(import.meta.dirname, '..')
const [dist, scratch] = [join(root, 'dist'), join(root, '.next')]
const folder = join(scratch, 'dist')

rmSync(scratch, { recursive: true, force: true })
mkdirSync(folder, { recursive: true })
try {
  const { pages, documents } = collectSite()
  for (const { content } of pages) writePage(content.path, toPage(content))
  await Promise.all([
    writeReferencePage('openapi', folder, 'reference.html'),
    writeReferencePage('sandbox', folder, 'sandbox.html'),
    buildAssets(folder),
    buildTryPage(folder),
  ])
  writeFileSync(join(folder, 'assets/search-index.js'), toSearchIndexScript(documents))
  rmSync(dist, { recursive: true, force: true })
  renameSync(folder, dist)
} finally {
  rmSync(scratch, { recursive: true })
}

function writePage(path: string, html: string): void {
  mkdirSync(dirname(join(folder, path)), { recursive: true })
  writeFileSync(join(folder, path), html)
}
