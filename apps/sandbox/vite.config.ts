import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { dirname, join } from 'node:path'
import { compressFiles } from '@contract-kit/docs'
import { defineConfig, type Plugin } from 'vite'

const resolve = createRequire(import.meta.url).resolve

const tarball = 'giftcards-client.tgz'

/** Puts the client beside the page: a partner installs it from the sandbox, until a registry has it. */
const clientPackage: Plugin = {
  name: 'client-package',
  apply: 'build',
  generateBundle() {
    const client = dirname(resolve('@giftcards/client'))
    const source = readFileSync(join(client, '../dist', tarball))
    this.emitFile({ type: 'asset', fileName: tarball, source })
  },
}

/**
 * Puts each page into the frame of the docs, which brings header, menu, theme and search. A server has the docs at `docs/`, beside the
 * folder of these pages.
 */
const docsFrame: Plugin = {
  name: 'docs-frame',
  apply: 'build',
  transformIndexHtml: {
    order: 'post',
    handler(html) {
      const frame = readFileSync(resolve('@giftcards/docs/dist/frame.html'), 'utf8')
      const read = (pattern: RegExp) => pattern.exec(html)?.[1] ?? ''
      const head = read(/<head>([^]*)<\/head>/).replaceAll(/<meta [^>]*>|<title>[^<]*<\/title>/g, '')
      return frame
        .replaceAll(/ (href|src)="(?!#|[a-z]+:)/g, ' $1="../docs/')
        .replace(/<title>/, () => `<title>${read(/<title>([^<]*)/)} · `)
        .replace(' content=""', () => ` content="${read(/name="description"\s+content="([^"]*)/)}"`)
        .replace('<!-- head -->', () => head.trim())
        .replace('<!-- content -->', () => read(/<body>([^]*)<\/body>/))
    },
  },
}

/** Compresses the pages once, for every reader. */
const compression: Plugin = {
  name: 'compression',
  apply: 'build',
  writeBundle: ({ dir = '' }) => compressFiles(dir),
}

// Links are relative, so that the page works under any path. Names carry no hash: a server lists the files of the page
// when it starts, and a rebuild under it must not take them away.
export default defineConfig({
  base: './',
  plugins: [clientPackage, docsFrame, compression],
  build: {
    target: 'es2022',
    // As for the frame around the page: its colors are `light-dark()` of the browser, which no other notation may replace.
    cssTarget: ['chrome123', 'firefox120', 'safari17.5'],
    modulePreload: false,
    reportCompressedSize: false,
    rolldownOptions: {
      input: ['index.html', 'status.html'],
      output: {
        entryFileNames: 'assets/[name].js',
        chunkFileNames: 'assets/[name].js',
        assetFileNames: 'assets/[name][extname]',
      },
    },
  },
})
