import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { dirname, join } from 'node:path'
import { defineConfig, type Plugin } from 'vite'

const tarball = 'giftcards-client.tgz'

/** Puts the client beside the page: a partner installs it from the sandbox, until a registry has it. */
const clientPackage: Plugin = {
  name: 'client-package',
  apply: 'build',
  generateBundle() {
    const client = dirname(createRequire(import.meta.url).resolve('@giftcards/client'))
    const source = readFileSync(join(client, '../dist', tarball))
    this.emitFile({ type: 'asset', fileName: tarball, source })
  },
}

// Links are relative, so that the page works under any path. Names carry no hash: a server lists the files of the page
// when it starts, and a rebuild under it must not take them away.
export default defineConfig({
  base: './',
  plugins: [clientPackage],
  build: {
    target: 'es2022',
    // As for the frame around the page: its colors are `light-dark()` of the browser, which no other notation may replace.
    cssTarget: ['chrome123', 'firefox120', 'safari17.5'],
    modulePreload: false,
    reportCompressedSize: false,
    rolldownOptions: {
      output: {
        entryFileNames: 'assets/[name].js',
        chunkFileNames: 'assets/[name].js',
        assetFileNames: 'assets/[name][extname]',
      },
    },
  },
})
