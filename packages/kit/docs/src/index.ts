export { buildSite } from './build-site.ts'
export { compressFiles } from './compress-files.ts'
export type { InlineSources } from './site/inline-hashes.ts'
export { readSearch } from './site/search.ts'
export type { FoundPage, Search } from './site/search-pages.ts'
export type { CodeSample } from './site/code-block.ts'
export type { PageRequest, ToSamples } from './site/requests.ts'
export { escapeHtml, toMarkdownTable, toMarkdownText } from './site/text.ts'
export type {
  ErrorNotes,
  ErrorPagesOptions,
  ExtraPage,
  Insert,
  NavigationGroup,
  SearchEntry,
  SiteDocument,
  SiteOptions,
  SiteSummary,
} from './options.ts'
export type { TryItCredential, TryItOptions, TryItServer, TryItSession } from './try-it-options.ts'
export type { ErrorIndex } from './errors/error-index.ts'
export type { ErrorRetry, Repeat } from './errors/retry.ts'
