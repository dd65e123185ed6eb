import { mkdirSync, readFileSync, rmSync } from 'node:fs'
import { dirname, join } from 'node:path'
import process from 'node:process'
import { fileURLToPath } from 'node:url'
import { build } from '@kubb/core'
import { pluginClient } from '@kubb/plugin-client'
import { pluginOas } from '@kubb/plugin-oas'
import { pluginTs } from '@kubb/plugin-ts'
import { generateZodClientFromOpenAPI } from 'openapi-zod-client'
import { generate as generateWithOrval } from 'orval'

/** The bundle that partners download. */
const document = fileURLToPath(import.meta.resolve('@giftcards/openapi/dist/openapi.json'))

/** Third-party generators. Each one writes a client for `baseUrl` into `folder`, with the initial settings of its guide. */
export const generators = {
  kubb: async (folder: string): Promise<void> => {
    const { error } = await build({
      config: {
        // Kubb writes the files a second time below this folder, at their paths relative to the working directory.
        root: process.cwd(),
        input: { path: document },
        output: { path: folder, barrelType: false },
        plugins: [
          pluginOas({ generators: [], validate: false }),
          pluginTs({ output: { path: 'models.ts', barrelType: false } }),
          pluginClient({ client: 'fetch', bundle: true, output: { path: 'client.ts', barrelType: false } }),
        ],
      },
    })
    if (error !== undefined) throw error
  },

  orval: async (folder: string, baseUrl: string): Promise<void> => {
    const input = { target: document }
    await generateWithOrval({
      input,
      output: { mode: 'single', client: 'fetch', target: join(folder, 'client.ts'), baseUrl },
    })
    await generateWithOrval({
      input,
      output: { mode: 'single', client: 'zod', target: join(folder, 'schemas.ts') },
    })
  },

  'openapi-zod-client': async (folder: string): Promise<void> => {
    await generateZodClientFromOpenAPI({
      openApiDoc: JSON.parse(readFileSync(document, 'utf8')),
      distPath: join(folder, 'client.ts'),
      // By default, parsing keeps properties that the schema does not name, which would hide the properties that it drops.
      options: { withAlias: true, additionalPropertiesDefaultValue: false },
    })
  },
} satisfies Readonly<Record<string, (folder: string, baseUrl: string) => Promise<void>>>

export type GeneratorName = keyof typeof generators

/** Runs a generator in an empty folder inside the workspace, so that the imports of the generated code resolve. */
export async function generateClient(name: GeneratorName, baseUrl: string): Promise<string> {
  const folder = join(dirname(import.meta.dirname), '.results/generators', name)
  rmSync(folder, { recursive: true, force: true })
  mkdirSync(folder, { recursive: true })
  await generators[name](folder, baseUrl)
  return folder
}
