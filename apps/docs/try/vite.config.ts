import { defineConfig } from 'vite'

/** Makes `try-page/try.js` and `try-page/try.css`; the page that loads them is made by `build.ts`. */
export default defineConfig({
  root: import.meta.dirname,
  base: './',
  logLevel: 'warn',
  publicDir: false,
  oxc: { jsx: { runtime: 'automatic', importSource: 'preact' } },
  build: {
    target: ['chrome123', 'firefox120', 'safari17.5'],
    modulePreload: false,
    reportCompressedSize: false,
    rolldownOptions: {
      input: { try: 'src/main.tsx', style: 'src/styles/index.css' },
      output: { entryFileNames: 'try.js', assetFileNames: 'try[extname]' },
    },
  },
})
