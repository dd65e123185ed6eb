import { defineConfig } from 'vite'

// Links are relative, so that the page works under any path. Names carry no hash: a server lists the files of the page
// when it starts, and a rebuild under it must not take them away.
export default defineConfig({
  base: './',
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
