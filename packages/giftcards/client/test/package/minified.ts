import { build } from 'vite'

/** One minified module of an entry and all it imports, as an application's bundler would make it. */
export async function minified(entry: string): Promise<string> {
  const built = await build({
    configFile: false,
    envFile: false,
    publicDir: false,
    logLevel: 'error',
    build: {
      write: false,
      target: 'es2022',
      minify: true,
      modulePreload: false,
      // Not as a library: there Vite leaves the white space.
      rolldownOptions: { input: entry, preserveEntrySignatures: 'strict', output: { format: 'es' } },
    },
  })
  if (!('output' in built)) throw new Error('One output was expected')
  const [chunk, ...others] = built.output
  if (others.length > 0) throw new Error('One chunk was expected')
  return chunk.code
}
