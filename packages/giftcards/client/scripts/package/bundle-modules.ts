import { dirname, join, relative, resolve } from 'node:path'
import { build } from 'vite'
import type { PackageEntry } from './published-manifest.ts'

/**
 * Bundles each entry into one readable ES2022 module with its source map; what entries share is a module beside
 * them. Every dependency is bundled, so that nothing is left to install.
 */
export async function bundleModules(
  workspace: string,
  entries: readonly PackageEntry[],
  folder: string,
): Promise<void> {
  const repository = join(workspace, '../..')
  await build({
    configFile: false,
    envFile: false,
    root: workspace,
    publicDir: false,
    logLevel: 'error',
    build: {
      outDir: folder,
      emptyOutDir: false,
      target: 'es2022',
      minify: false,
      sourcemap: true,
      reportCompressedSize: false,
      lib: {
        entry: Object.fromEntries(entries.map(({ name, source }) => [name, join(workspace, source)])),
        formats: ['es'],
      },
      rolldownOptions: {
        output: {
          entryFileNames: '[name].js',
          chunkFileNames: 'shared/[name].js',
          // Named from the repository, so that a map is the same wherever it was made.
          sourcemapPathTransform: (source, map) => relative(repository, resolve(dirname(map), source)),
        },
      },
    },
  })
}
