import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { dirname, join } from 'node:path'
import { compressFiles } from '@contract-kit/docs'
import { defineConfig, type Plugin } from 'vite'

const resolve = createRequire(import.meta.url).resolve

const tarball = 'giftcards-client.tgz'

/** Adds the client to the build: partners install it from the sandbox until it is published. */
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
 * Renders each page in the frame of the docs, with its header, menu, theme and search. A server has the docs at `docs/`, beside
 * the folder of these pages.
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

/** Compresses the pages once, at build time. */
const compression: Plugin = {
  name: 'compression',
  apply: 'build',
  writeBundle: ({ dir = '' }) => compressFiles(dir),
}

// Links are relative, so that the page works under any path. File names have no hash: a server lists the files when it starts,
// and a rebuild must not remove them.
export default defineConfig({
  base: './',
  plugins: [clientPackage, docsFrame, compression],
  build: {
    target: 'es2022',
    // As for the frame around the page: keep the browser's `light-dark()` in colors.
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
