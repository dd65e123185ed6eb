import { createSearch, type FoundPage } from './find-pages.ts'

let loading: Promise<(query: string) => readonly FoundPage[]> | undefined

/** The search, its index fetched on first use; after a failure the next call tries again. */
export function loadSearch(indexUrl: string): Promise<(query: string) => readonly FoundPage[]> {
  loading ??= loadScript(indexUrl).then(
    () => createSearch(loadedIndex()),
    (error: unknown) => {
      loading = undefined
      throw error
    },
  )
  return loading
}

function loadScript(url: string): Promise<void> {
  return new Promise((resolve, reject) => {
    const script = document.createElement('script')
    script.src = url
    script.addEventListener('load', () => resolve())
    script.addEventListener('error', () => reject(new Error('The search index could not be loaded')))
    document.head.append(script)
  })
}

function loadedIndex() {
  const index = globalThis.docsSearchIndex
  if (index === undefined) throw new Error('The search index is empty')
  return index
}
