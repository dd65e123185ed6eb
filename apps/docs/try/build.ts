import { mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { mergeConfig } from 'vite'
import { buildWithVite } from '../scripts/build-with-vite.ts'
import { tryPage } from './try-page.ts'
import config from './vite.config.ts'

/**
 * Writes `try.html`, and its script and style into `try-page/`, which is emptied first. The page takes the site's own style
 * and script from `assets/`. Throws when something does not build.
 */
export async function buildTryPage(outDir: string): Promise<void> {
  mkdirSync(outDir, { recursive: true })
  await buildWithVite(mergeConfig(config, { build: { outDir: join(outDir, 'try-page'), emptyOutDir: true } }))
  writeFileSync(join(outDir, 'try.html'), tryPage)
}
