import { fileURLToPath } from 'node:url'

/** A document in this folder and how its client is generated. */
export interface ForeignApi {
  readonly document: string
  readonly interfaceName: string
}

export const foreignApis: readonly ForeignApi[] = [
  { document: 'ferries.yaml', interfaceName: 'FerryMethods' },
  { document: 'print-shop.json', interfaceName: 'PrintShopMethods' },
]

const folder = fileURLToPath(new URL('.', import.meta.url))

/** The arguments with which `contract-client` writes the committed modules of a document. */
export function argumentsFor({ document, interfaceName }: ForeignApi): readonly string[] {
  const module = `${folder}generated/${document.replace(/\.\w+$/, '')}`
  const files = ['--out', `${module}.ts`, '--examples', `${module}-examples.ts`]
  return [`${folder}${document}`, ...files, '--interface', interfaceName]
}
